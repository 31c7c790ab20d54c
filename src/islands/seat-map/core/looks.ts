import { hasFeature } from '#lib/domain/seat-features.ts'
import type { Hall } from '#lib/domain/seat-hall.ts'
import { isBlocked } from '#lib/domain/seat-rules.ts'
import { isFree, isHeld, isYours, type HallStates } from '#lib/domain/seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seatplan.ts'

/** How a seat is drawn. The order is that of the legend. */
export const LOOKS = ['available', 'premium', 'selected', 'taken', 'held', 'blocked', 'wheelchair', 'companion', 'limited'] as const
export type Look = (typeof LOOKS)[number]

export const AVAILABLE = 0
export const PREMIUM = 1
export const SELECTED = 2
export const TAKEN = 3
export const HELD = 4
export const BLOCKED = 5
export const WHEELCHAIR = 6
export const COMPANION = 7
export const LIMITED = 8
/** Added to a look: the seat does not match the filter. */
export const DIM = 16

export function lookOf(hall: Hall, states: HallStates, seat: number, seatingPolicyId: number): number {
  if (isYours(states, seat)) return SELECTED
  if (isHeld(states, seat)) return HELD
  if (!isFree(states, seat)) return TAKEN
  if (isBlocked(hall, states, seat, seatingPolicyId)) return BLOCKED
  return hall.features[seat] === 0 ? AVAILABLE : signOf(hall, seat)
}

function signOf(hall: Hall, seat: number): number {
  if (hasFeature(hall, seat, SEAT_FEATURE.isHandicap)) return WHEELCHAIR
  if (hasFeature(hall, seat, SEAT_FEATURE.isCompanion)) return COMPANION
  if (hasFeature(hall, seat, SEAT_FEATURE.isLimitedView)) return LIMITED
  return hasFeature(hall, seat, SEAT_FEATURE.isPremium) ? PREMIUM : AVAILABLE
}

/** Whether pressing it does something. */
export function isPressable(look: number): boolean {
  return ![TAKEN, HELD, BLOCKED].includes(look % DIM)
}

/** One stroke or fill of a glyph: path in a box from −16 to 16, and custom properties without their dashes. */
export interface GlyphPart {
  readonly path: string
  readonly fill?: string
  readonly stroke?: string
  readonly width?: number
  readonly dash?: readonly number[]
}

const CHAIR = 'M-5-11.5H5a6 6 0 0 1 6 6V2.500a6 6 0 0 1-6 6H-5a6 6 0 0 1-6-6V-5.500a6 6 0 0 1 6-6z'
const FOOT = 'M-9 12.500H9'

function chair(fill: string, stroke: string, path = CHAIR): GlyphPart[] {
  return [
    { path, fill, stroke, width: 1.9 },
    { path: FOOT, stroke, width: 2.6 },
  ]
}
function square(half: number, radius: number): string {
  const side = 2 * (half - radius)
  const turn = (x: number, y: number) => `a${radius} ${radius} 0 0 1 ${x} ${y}`
  return `M${radius - half} ${-half}h${side}${turn(radius, radius)}v${side}${turn(-radius, radius)}h${-side}${turn(-radius, -radius)}v${-side}${turn(radius, -radius)}z`
}
function disc(radius: number): string {
  return `M${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}

/** The glyphs by look, at their full size. */
export const GLYPHS: readonly (readonly GlyphPart[])[] = [
  chair('seat-default-fill', 'seat-default-stroke'),
  [
    ...chair('seat-premium-fill', 'seat-premium-stroke'),
    {
      path: 'M0-8.200 1.900-3.900 6.600-3.400 3.100-.3 4.100 4.300 0 1.900-4.100 4.300-3.100-.3-6.600-3.400-1.900-3.900z',
      fill: 'seat-premium-stroke',
    },
  ],
  [
    { path: square(15, 9), fill: 'seat-selected-fill', stroke: 'map-bg', width: 2 },
    { path: 'M-7.500.5l5 5.200L8-6', stroke: 'seat-selected-glyph', width: 3.6 },
  ],
  [{ path: disc(5.6), fill: 'seat-taken-fill' }],
  [
    { path: disc(11), fill: 'seat-hold-fill', stroke: 'seat-hold-stroke', width: 1.9 },
    { path: 'M0-6V.3L4.300 3', stroke: 'seat-hold-stroke', width: 2.2 },
  ],
  [
    { path: square(10, 5), stroke: 'seat-blocked-stroke', width: 1.7, dash: [3.5, 3] },
    { path: 'M-6.500 6 6.500-8', stroke: 'seat-blocked-stroke', width: 2 },
  ],
  [
    { path: square(13, 3), fill: 'seat-accessible-fill' },
    { path: 'M-1.500-4v5h5l2.600 5.500M-1.500-1.500h4M-3.600.2a4.800 4.800 0 1 0 5.800 6', stroke: 'seat-accessible-glyph', width: 2.3 },
    { path: 'M-3.500-8a2 2 0 1 0 4 0a2 2 0 1 0-4 0z', fill: 'seat-accessible-glyph' },
  ],
  [
    { path: square(12, 3), fill: 'seat-default-fill', stroke: 'seat-accessible-fill', width: 2.2 },
    { path: 'M0-5.500v11M-5.500 0h11', stroke: 'seat-accessible-fill', width: 2.6 },
  ],
  [
    ...chair('seat-default-fill', 'seat-limited-stroke', 'M-5-11.500H7a4 4 0 0 1 4 4V4.500a4 4 0 0 1-4 4H-7a4 4 0 0 1-4-4V-5z'),
    { path: 'M-6-1.500q6-7 12 0q-6 7-12 0zM-6 5 6-8', stroke: 'seat-limited-stroke', width: 1.5 },
  ],
]

const solid = (path: string, fill: string): GlyphPart[] => [{ path, fill }]
const framed = (path: string, fill: string, stroke: string): GlyphPart[] => [{ path, fill, stroke, width: 4.5 }]

/** Below 9 px no glyph can be read: edge, lightness and size alone. */
const FRAMED_GLYPHS: readonly (readonly GlyphPart[])[] = [
  framed(square(9, 3), 'seat-default-fill', 'seat-default-stroke'),
  framed(square(9, 3), 'seat-premium-fill', 'seat-premium-stroke'),
  GLYPHS[SELECTED] ?? [],
  solid(disc(5), 'seat-taken-fill'),
  solid(disc(9), 'seat-hold-stroke'),
  solid(square(6, 1), 'seat-blocked-stroke'),
  solid(square(12, 2), 'seat-accessible-fill'),
  framed(square(9, 1), 'seat-default-fill', 'seat-accessible-fill'),
  framed(square(9, 3), 'seat-default-fill', 'seat-limited-stroke'),
]

/** Below 5 px not even an edge. */
const SOLID_GLYPHS = FRAMED_GLYPHS.map((parts, look) => {
  const [{ path, stroke } = { path: '' }] = parts
  return look === SELECTED || !stroke ? parts : solid(look === COMPANION ? path : square(12, 2), stroke)
})

/** The drawings by size: glyph, framed, solid. */
export const SIZES = [GLYPHS, FRAMED_GLYPHS, SOLID_GLYPHS] as const
/** Index into `SIZES`. */
export type Size = 0 | 1 | 2

/** A seat body is 22 units wide. @param unit CSS pixels of one glyph unit */
export function sizeFor(unit: number): Size {
  return unit >= 9 / 22 ? 0 : unit >= 5 / 22 ? 1 : 2
}
