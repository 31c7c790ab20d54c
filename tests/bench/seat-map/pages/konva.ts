import { Konva } from 'konva/lib/Core.js'
import type { HallSection } from '#lib/domain/seat-hall.ts'
import { PITCH, type Picker, type Supply } from '../picker.ts'

/**
 * Konva as it is fastest here, each step of it measured: only its core is bundled; a section is one shape, not a node for every seat; its seats are one
 * path for each colour; nothing listens, and a press is looked up in a grid of our own; sections outside the view are hidden; below five pixels a seat
 * loses its edge; chosen seats lie on a layer of their own, so that choosing one draws that layer alone. Perfect drawing and the hit canvas are off.
 */
const COLOURS = ['#b9b1c4', '#ffffff', '#6c1aa6', '#ffe3a6']
const EDGE = '#6c1aa6'
const CELL = 60
let supply: Supply
let stage: Konva.Stage
let chosen: Konva.Layer
const shapes: { readonly shape: Konva.Shape; readonly section: HallSection }[] = []

function drawSeats(context: Konva.Context, seats: readonly number[]): void {
  const { hall } = supply
  context.beginPath()
  for (const seat of seats) {
    const [x, y, angle] = [hall.x[seat] ?? 0, hall.y[seat] ?? 0, hall.angle[seat] ?? 0]
    const [along, across] = [10 * Math.cos(angle), 10 * Math.sin(angle)]
    context.moveTo(x - along + across, y - across - along)
    context.lineTo(x + along + across, y + across - along)
    context.lineTo(x + along - across, y + across + along)
    context.lineTo(x - along - across, y - across + along)
    context.closePath()
  }
}

function drawFrame(context: Konva.Context, { outline, name, labelX, labelY }: HallSection): void {
  context.beginPath()
  outline.forEach(([x, y], at) => (at === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
  context.closePath()
  context.setAttr('strokeStyle', EDGE)
  context.setAttr('lineWidth', 1)
  context.stroke()
  context.setAttr('fillStyle', '#000000')
  context.setAttr('font', '120px sans-serif')
  context.fillText(name, labelX, labelY)
}

function openSection(section: HallSection): Konva.Shape {
  const byStatus: number[][] = [[], [], [], []]
  for (let seat = section.first; seat < section.end; seat++) byStatus[supply.status[seat] ?? 0]?.push(seat)
  return new Konva.Shape({
    listening: false,
    perfectDrawEnabled: false,
    sceneFunc(context) {
      drawFrame(context, section)
      byStatus.forEach((seats, status) => {
        if (seats.length === 0) return
        drawSeats(context, seats)
        const isSmall = stage.scaleX() * PITCH < 5
        context.setAttr('fillStyle', status === 1 && isSmall ? EDGE : (COLOURS[status] ?? ''))
        context.fill()
        if (status !== 1 || isSmall) return
        context.setAttr('strokeStyle', EDGE)
        context.setAttr('lineWidth', 2)
        context.stroke()
      })
    },
  })
}

function move(zoom: number, x: number, y: number): void {
  stage.scale({ x: zoom, y: zoom })
  stage.position({ x, y })
  const { width, height } = stage.size()
  for (const {
    shape,
    section: {
      box: [left, top, right, bottom],
    },
  } of shapes) {
    shape.visible(right * zoom + x > 0 && left * zoom + x < width && bottom * zoom + y > 0 && top * zoom + y < height)
  }
  stage.batchDraw()
}

function layGrid(): (x: number, y: number) => number {
  const { hall } = supply
  const cells = new Map<string, number[]>()
  const key = (x: number, y: number) => `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`
  for (let seat = 0; seat < hall.count; seat++) {
    const at = key(hall.x[seat] ?? 0, hall.y[seat] ?? 0)
    const cell = cells.get(at)
    if (cell) cell.push(seat)
    else cells.set(at, [seat])
  }
  return (x, y) => (cells.get(key(x, y)) ?? []).find((seat) => Math.hypot((hall.x[seat] ?? 0) - x, (hall.y[seat] ?? 0) - y) < 12) ?? -1
}

function choose(seat: number): void {
  const shape = new Konva.Shape({
    listening: false,
    sceneFunc(context) {
      drawSeats(context, [seat])
      context.setAttr('fillStyle', COLOURS[2] ?? '')
      context.fill()
    },
  })
  chosen.add(shape)
  chosen.batchDraw()
  supply.changed()
}

const picker: Picker = {
  mount(host, given) {
    supply = given
    const { width, height } = host.getBoundingClientRect()
    stage = new Konva.Stage({ container: host as HTMLDivElement, width, height, listening: false })
    const layer = new Konva.Layer({ listening: false })
    chosen = new Konva.Layer({ listening: false })
    for (const section of supply.hall.sections) {
      const shape = openSection(section)
      shapes.push({ shape, section })
      layer.add(shape)
    }
    stage.add(layer, chosen)
    const [left, top, right, bottom] = supply.hall.box
    const zoom = Math.min(width / (right - left), height / (bottom - top)) * 0.95
    move(zoom, width / 2 - ((left + right) / 2) * zoom, height / 2 - ((top + bottom) / 2) * zoom)
    const seatAt = layGrid()
    host.addEventListener('click', ({ clientX, clientY }) => {
      const seat = seatAt((clientX - stage.x()) / stage.scaleX(), (clientY - stage.y()) / stage.scaleX())
      if (seat >= 0) choose(seat)
    })
  },
  zoomAt(factor, x, y) {
    move(stage.scaleX() * factor, x - (x - stage.x()) * factor, y - (y - stage.y()) * factor)
  },
  panBy: (dx, dy) => move(stage.scaleX(), stage.x() + dx, stage.y() + dy),
  pointOf: (seat) => [(supply.hall.x[seat] ?? 0) * stage.scaleX() + stage.x(), (supply.hall.y[seat] ?? 0) * stage.scaleX() + stage.y()],
  pitch: () => PITCH * stage.scaleX(),
}
export default picker
