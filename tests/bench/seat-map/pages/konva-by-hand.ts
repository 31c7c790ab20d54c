import { Konva } from 'konva/lib/Core.js'
import type { Hall, HallSection } from '#lib/domain/seating/plan/seat-hall.ts'
import { COLOURS, PITCH, type Supply } from '../picker.ts'
import { EDGE, konvaPicker } from './konva-picker.ts'

/**
 * Konva with almost nothing left of Konva: no node for a seat, each section draws its seats itself, one path for each colour; below five pixels a seat
 * loses its edge. Harder to beat than what pickers on Konva do, so it is reported beside them.
 */
function drawSeats(context: Konva.Context, hall: Hall, seats: readonly number[]): void {
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

function openSection(section: HallSection, { hall, status: states }: Supply): Konva.Shape {
  const byStatus: number[][] = [[], [], [], []]
  for (let seat = section.first; seat < section.end; seat++) byStatus[states[seat] ?? 0]?.push(seat)
  const shape = new Konva.Shape({
    listening: false,
    perfectDrawEnabled: false,
    sceneFunc(context) {
      drawFrame(context, section)
      byStatus.forEach((seats, status) => {
        if (seats.length === 0) return
        drawSeats(context, hall, seats)
        const isSmall = (shape.getStage()?.scaleX() ?? 1) * PITCH < 5
        context.setAttr('fillStyle', status === 1 && isSmall ? EDGE : (COLOURS[status] ?? ''))
        context.fill()
        if (status !== 1 || isSmall) return
        context.setAttr('strokeStyle', EDGE)
        context.setAttr('lineWidth', 2)
        context.stroke()
      })
    },
  })
  return shape
}

export default konvaPicker({
  openSection,
  openChosen: (seat, hall) =>
    new Konva.Shape({
      listening: false,
      sceneFunc(context) {
        drawSeats(context, hall, [seat])
        context.setAttr('fillStyle', COLOURS[2] ?? '')
        context.fill()
      },
    }),
})
