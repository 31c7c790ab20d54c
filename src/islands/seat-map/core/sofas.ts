import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { sofaOf } from '#lib/domain/seating/rules/seat-rules.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { DIM, isPressable, UNITS_PER_PITCH } from './looks.ts'
import { FORMS, type Pen } from './sprites.ts'

export interface Drawing {
  readonly hall: Hall
  readonly forms: Uint16Array
  readonly pen: Pick<Pen, 'colour'>
  readonly to: CanvasRenderingContext2D
  readonly place: (seat: number, scale: number) => void
}

/** One body for all seats of a sofa or bed: a thick line in the colour of its edge, and one of its ground inside. */
export function drawSofa({ hall, forms, pen, to, place }: Drawing, first: number, unit: number): void {
  const { x, y, angle, pitch } = hall
  const unitSeats = sofaOf(hall, first)
  const last = unitSeats.at(-1) ?? first
  const isGone = !unitSeats.every((seat) => isPressable((forms[seat] ?? 0) % DIM))
  const perUnit = UNITS_PER_PITCH / pitch
  const isBed = hasFeature(hall, first, SEAT_FEATURE.isBedSeat)
  place(first, unit)
  if (unitSeats.every((seat) => (forms[seat] ?? 0) % FORMS >= DIM)) to.globalAlpha = 0.25
  to.setLineDash([])
  to.lineCap = isBed ? 'square' : 'round'
  const thick = isBed ? 26 : 24
  const edges = [
    [thick, isGone ? 'seat-taken-fill' : 'seat-default-stroke'],
    [thick - 3.6, 'seat-default-fill'],
  ] as const
  for (const [width, name] of edges) {
    to.beginPath()
    to.moveTo(0, 0)
    to.lineTo(((x[last] ?? 0) - (x[first] ?? 0)) * perUnit, ((y[last] ?? 0) - (y[first] ?? 0)) * perUnit)
    to.lineWidth = width
    to.strokeStyle = pen.colour(name)
    to.stroke()
  }
  // Where one sits in it, or lies.
  to.strokeStyle = pen.colour(edges[0][1])
  to.lineWidth = 2.6
  for (const seat of unitSeats) {
    place(seat, unit)
    to.rotate(angle[seat] ?? 0)
    to.beginPath()
    to.moveTo(-7, 7)
    to.lineTo(7, 7)
    to.stroke()
  }
  to.globalAlpha = 1
}
