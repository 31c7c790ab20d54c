import { Konva } from 'konva/lib/Core.js'
import type { Hall, HallSection } from '#lib/domain/seating/plan/seat-hall.ts'
import { PITCH, viewOfAll, zoomedAt, type Picker, type Supply, type View } from '../picker.ts'

export const EDGE = '#6c1aa6'
const CELL = 60

/** What a way of using Konva does itself; stage, view and presses are the same for both. */
export interface Drawing {
  /** What shows a section with its seats. */
  openSection(section: HallSection, supply: Supply): Konva.Node
  openChosen(seat: number, hall: Hall): Konva.Node
  /** Is told of every section in view before it is drawn. */
  follow?(node: Konva.Node, section: HallSection, zoom: number): void
}

/**
 * Konva as its own guide makes it fast: nothing listens, and a press is looked up in a grid; nothing is drawn perfectly or has a shadow; sections
 * outside the view are hidden; chosen seats lie on a layer of their own, so that choosing one draws that layer alone; changes are drawn once a frame.
 */
export function konvaPicker(drawing: Drawing): Picker {
  let supply: Supply
  let stage: Konva.Stage
  const shown: { readonly node: Konva.Node; readonly section: HallSection }[] = []

  const view = (): View => ({ zoom: stage.scaleX(), x: stage.x(), y: stage.y() })

  function move({ zoom, x, y }: View): void {
    stage.scale({ x: zoom, y: zoom })
    stage.position({ x, y })
    const { width, height } = stage.size()
    for (const { node, section } of shown) {
      const [left, top, right, bottom] = section.box
      const isSeen = right * zoom + x > 0 && left * zoom + x < width && bottom * zoom + y > 0 && top * zoom + y < height
      node.visible(isSeen)
      if (isSeen) drawing.follow?.(node, section, zoom)
    }
    stage.batchDraw()
  }
  return {
    mount(host, given) {
      supply = given
      const { width, height } = host.getBoundingClientRect()
      stage = new Konva.Stage({ container: host as HTMLDivElement, width, height, listening: false })
      const layer = new Konva.Layer({ listening: false })
      const chosen = new Konva.Layer({ listening: false })
      for (const section of supply.hall.sections) {
        const node = drawing.openSection(section, supply)
        shown.push({ node, section })
        layer.add(node)
      }
      stage.add(layer, chosen)
      move(viewOfAll(supply.hall, { width, height }))
      const seatAt = layGrid(supply.hall)
      host.addEventListener('click', ({ clientX, clientY }) => {
        const seat = seatAt((clientX - stage.x()) / stage.scaleX(), (clientY - stage.y()) / stage.scaleX())
        if (seat < 0) return
        chosen.add(drawing.openChosen(seat, supply.hall))
        chosen.batchDraw()
        supply.changed()
      })
    },
    zoomAt: (factor, x, y) => move(zoomedAt(view(), factor, x, y)),
    panBy: (dx, dy) => move({ zoom: stage.scaleX(), x: stage.x() + dx, y: stage.y() + dy }),
    pointOf: (seat) => [(supply.hall.x[seat] ?? 0) * stage.scaleX() + stage.x(), (supply.hall.y[seat] ?? 0) * stage.scaleX() + stage.y()],
    pitch: () => PITCH * stage.scaleX(),
  }
}

function layGrid(hall: Hall): (x: number, y: number) => number {
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
