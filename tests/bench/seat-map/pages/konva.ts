import { Konva } from 'konva/lib/Core.js'
import { Line } from 'konva/lib/shapes/Line.js'
import { Rect } from 'konva/lib/shapes/Rect.js'
import { Text } from 'konva/lib/shapes/Text.js'
import type { Hall, HallSection } from '#lib/domain/seating/plan/seat-hall.ts'
import { COLOURS, PITCH, type Supply } from '../picker.ts'
import { EDGE, konvaPicker } from './konva-picker.ts'

/**
 * Konva as pickers use it, a node for every seat, tuned (see konva-picker.ts). Far away each section is drawn from a bitmap of itself, as the guide
 * advises for groups, made anew when the view has come twice as close; from so many pixels between seats on they are drawn themselves.
 */
const DRAWN_FROM = 16
const LEAST_SCALE = 1 / 16

function openSeat(seat: number, status: number, { x, y, angle }: Hall): Rect {
  return new Rect({
    x: x[seat] ?? 0,
    y: y[seat] ?? 0,
    rotation: ((angle[seat] ?? 0) * 180) / Math.PI,
    offsetX: 10,
    offsetY: 10,
    width: 20,
    height: 20,
    fill: COLOURS[status] ?? '',
    ...(status === 1 ? { stroke: EDGE, strokeWidth: 2 } : {}),
    listening: false,
    perfectDrawEnabled: false,
    shadowForStrokeEnabled: false,
  })
}

function openSection({ first, end, outline, name, labelX, labelY }: HallSection, { hall, status }: Supply): Konva.Group {
  const group = new Konva.Group({ listening: false })
  group.add(new Line({ points: outline.flat(), closed: true, stroke: EDGE, strokeWidth: 2, listening: false, perfectDrawEnabled: false }))
  for (let seat = first; seat < end; seat++) group.add(openSeat(seat, status[seat] ?? 0, hall))
  group.add(new Text({ x: labelX, y: labelY, text: name, fontSize: 120, listening: false, perfectDrawEnabled: false }))
  return group
}

const scales = new Map<Konva.Node, number>()

function follow(node: Konva.Node, { box: [left, top, right, bottom] }: HallSection, zoom: number): void {
  const wished = zoom * PITCH >= DRAWN_FROM ? 0 : Math.max(LEAST_SCALE, 2 ** Math.ceil(Math.log2(zoom)))
  const scale = scales.get(node) ?? 0
  // A bitmap that is finer than need be is not made anew.
  if (wished === scale || (wished > 0 && scale > wished)) return
  scales.set(node, wished)
  node.clearCache()
  if (wished === 0) return
  const pixelRatio = wished * devicePixelRatio
  node.cache({
    x: left - 20,
    y: top - 20,
    width: right - left + 40,
    height: bottom - top + 40,
    pixelRatio,
    hitCanvasPixelRatio: LEAST_SCALE,
  })
}

export default konvaPicker({ openSection, openChosen: (seat, hall) => openSeat(seat, 2, hall), follow })
