import { rotationTowards } from '#lib/domain/seating/plan/plan-geometry.ts'
import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'

/**
 * The closed line of a stadium's first row: a rectangle with round corners around the pitch, clockwise from the middle of its top side. Rows behind follow it
 * at an offset, which lengthens the corners but not the sides. Lengths are plan units.
 */
export interface BowlTrack {
  readonly centre: Point
  /** Lengths of the straight parts: of the top and bottom sides, and of the right and left sides. */
  readonly straights: readonly [number, number]
  readonly cornerRadius: number
}

interface Piece {
  readonly length: number
  /** Radius of a corner; 0 for a straight part. */
  readonly radius: number
}

/** The sides in track order. */
export const BOWL_SIDES = ['top', 'right', 'bottom', 'left'] as const
export type BowlSide = (typeof BOWL_SIDES)[number]

function piecesOf({ straights: [across, down], cornerRadius }: BowlTrack): Piece[] {
  const corner = { length: (Math.PI / 2) * cornerRadius, radius: cornerRadius }
  const straight = (length: number): Piece => ({ length, radius: 0 })
  return [straight(across / 2), corner, straight(down), corner, straight(across), corner, straight(down), corner, straight(across / 2)]
}

export function trackLength(track: BowlTrack): number {
  return piecesOf(track).reduce((sum, piece) => sum + piece.length, 0)
}

/** Position of the middle of a side along the track. */
export function sideMiddle(track: BowlTrack, side: BowlSide): number {
  return (BOWL_SIDES.indexOf(side) * trackLength(track)) / 4
}

/** Distance along the row at `offset` for a position on the track: straight parts unchanged, corners stretched. */
export function alongRow(track: BowlTrack, place: number, offset: number): number {
  const whole = trackLength(track)
  const turns = Math.floor(place / whole)
  let left = place - turns * whole
  let along = turns * (whole + 2 * Math.PI * offset)
  for (const piece of piecesOf(track)) {
    const part = Math.min(left, piece.length)
    along += part * stretch(piece, offset)
    left -= part
  }
  return along
}

/** The position on the track for a distance `along` the row at `offset`: the inverse of alongRow. */
export function placeOnTrack(track: BowlTrack, along: number, offset: number): number {
  const whole = trackLength(track)
  const row = whole + 2 * Math.PI * offset
  const turns = Math.floor(along / row)
  let left = along - turns * row
  let place = turns * whole
  for (const piece of piecesOf(track)) {
    const part = Math.min(left, piece.length * stretch(piece, offset))
    place += part / stretch(piece, offset)
    left -= part
  }
  return place
}

function stretch(piece: Piece, offset: number): number {
  return piece.radius === 0 ? 1 : (piece.radius + offset) / piece.radius
}

/** The point `offset` units outside a position on the track, and the rotation of a seat there that faces the pitch. */
export function pointOnTrack(track: BowlTrack, place: number, offset: number): { point: Point; rotate: number } {
  const whole = trackLength(track)
  let left = ((place % whole) + whole) % whole
  let [x, y] = [track.centre[0], track.centre[1] - track.straights[1] / 2 - track.cornerRadius]
  let heading = 0
  for (const piece of piecesOf(track)) {
    const part = Math.min(left, piece.length)
    const turn = piece.radius === 0 ? 0 : part / piece.radius
    const chord = piece.radius === 0 ? part : 2 * piece.radius * Math.sin(turn / 2)
    x += chord * Math.cos(heading + turn / 2)
    y += chord * Math.sin(heading + turn / 2)
    heading += turn
    left -= part
    if (left <= 0) break
  }
  const outward: Point = [Math.sin(heading), -Math.cos(heading)]
  return { point: [x + outward[0] * offset, y + outward[1] * offset], rotate: rotationTowards(-outward[0], -outward[1]) }
}
