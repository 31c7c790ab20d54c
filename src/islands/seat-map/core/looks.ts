import { maskOf } from '#lib/domain/seating/plan/seat-features.ts'
import { isBlocked, SINGLE_SEAT_POLICY, type Bars } from '#lib/domain/seating/rules/seat-rules.ts'
import { isFree, isHeld, isYours, PARTLY, type HallNow } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

const { isCouch, isKidsSeat, isLongSeat, isBedSeat, isBarStool, isWoodenChair, isHeated, isTableSeat } = SEAT_FEATURE
const { isLeftSeat, isMiddleSeat, isRightSeat, isBoatSeat, isPaddleBoatSeat, isPedalBoatSeat } = SEAT_FEATURE
/** The features by which seats stand together as a sofa or bed. */
export const JOINED = maskOf([isBedSeat, isCouch])

/** How a seat is drawn. The order is that of the legend. */
export const LOOKS = [
  'available',
  'premium',
  'selected',
  'taken',
  'held',
  'blocked',
  'wheelchair',
  'companion',
  'limited',
  'partly',
] as const
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
export const PARTLY_FREE = 9
/** Added to a look: the seat does not match the filter. */
export const DIM = 16

/** The features that a free seat shows by its look, as masks, and these looks; where it has several, the first of them counts. */
const SIGNS = /* @__PURE__ */ (['isHandicap', 'isCompanion', 'isLimitedView', 'isPremium'] as const).map((name) =>
  maskOf([SEAT_FEATURE[name]]),
)
const SIGN_LOOKS = [WHEELCHAIR, COMPANION, LIMITED, PREMIUM]

export function lookOf(now: HallNow, seat: number, bars: Bars): number {
  const { hall, states } = now
  if (isYours(states, seat)) return SELECTED
  if (isHeld(states, seat)) return HELD
  if (!isFree(states, seat)) return states.status[seat] === PARTLY ? PARTLY_FREE : TAKEN
  const features = hall.features[seat] ?? 0
  // A seat that is joined to none can only be blocked by a rule about neighbours.
  const isAlone = !hall.tables && (features & JOINED) === 0 && bars.seatingPolicyId !== SINGLE_SEAT_POLICY && !bars.keepOneFree
  if (!isAlone && isBlocked(now, seat, bars)) return BLOCKED
  return freeLook(features)
}

/** The look of a free seat. @param features their mask */
export function freeLook(features: number): number {
  return features === 0 ? AVAILABLE : (SIGN_LOOKS[SIGNS.findIndex((mask) => features & mask)] ?? AVAILABLE)
}

/** Whether pressing it does something. */
export function isPressable(look: number): boolean {
  const plain = look % DIM
  return plain < TAKEN || (plain > BLOCKED && plain < PARTLY_FREE)
}

/** How many units of a glyph one pitch is: seats of the reference drawing stand 33 units apart. */
export const UNITS_PER_PITCH = 33

/** One stroke or fill of a glyph: path in a box from −16 to 16, and custom properties without their dashes. */
export interface GlyphPart {
  readonly path: string
  readonly fill?: string
  readonly stroke?: string
  readonly width?: number
  readonly dash?: readonly number[]
  /** It stays upright however the seat is turned. */
  readonly isSign?: boolean
}
export type Glyph = readonly GlyphPart[]

function square(half: number, radius: number): string {
  const side = 2 * (half - radius)
  const corners = [
    `${radius} 0 ${radius} ${radius}v${side}`,
    `0 ${radius} ${-radius} ${radius}h${-side}`,
    `${-radius} 0 ${-radius} ${-radius}v${-side}`,
  ]
  return `M${radius - half} ${-half}h${side}q${corners.join('q')}q0 ${-radius} ${radius} ${-radius}z`
}
function disc(radius: number): string {
  return `M${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}

/** What a seat is made of, under the sign of its state: an outline, and strokes about it. */
interface Body {
  readonly outline: string
  readonly strokes: string
}

const CHAIR: Body = {
  outline: 'M-5-11.5H5a6 6 0 0 1 6 6V2.5a6 6 0 0 1-6 6H-5a6 6 0 0 1-6-6V-5.5a6 6 0 0 1 6-6z',
  strokes: 'M-9 12.5H9',
}
const CUT_CORNER = 'M-5-11.5H7a4 4 0 0 1 4 4V4.5a4 4 0 0 1-4 4H-7a4 4 0 0 1-4-4V-5z'

/** Features that give a seat another body; where it has several, the first of them counts. */
export const BODIES: readonly (readonly [code: number, body: Body])[] = [
  [isBedSeat, { outline: square(13.5, 2), strokes: 'M-8 9H8' }],
  [isCouch, { outline: square(8.5, 3), strokes: 'M-13.5-5V9q0 4 4 4h19q4 0 4-4V-5' }],
  [isPedalBoatSeat, { outline: 'M-11.5 12V-6L-6.5-14.5-1.5-6H1.5L6.5-14.5 11.5-6V12z', strokes: '' }],
  [isPaddleBoatSeat, { outline: 'M0-15C6-9 8-3 8 4V12H-8V4C-8-3-6-9 0-15z', strokes: 'M-10.5-3-15.5 8M10.5-3 15.5 8' }],
  [isBoatSeat, { outline: 'M0-15.5C8-10 11.5-3 11.5 4V12H-11.5V4C-11.5-3-8-10 0-15.5z', strokes: '' }],
  [isBarStool, { outline: 'M-9.5-4a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0z', strokes: 'M0 5.5V13M-6 13.5H6' }],
  [isWoodenChair, { outline: 'M-9-8.5H9V8.5H-9z', strokes: 'M-13-12.5H13M-8 8.5V15M8 8.5V15' }],
  [isKidsSeat, { outline: square(7.5, 4), strokes: 'M-6 10.5H6M-10 14.5H10' }],
  [isLongSeat, { outline: 'M-4-15H4a4 4 0 0 1 4 4V6a4 4 0 0 1-4 4H-4a4 4 0 0 1-4-4V-11a4 4 0 0 1 4-4z', strokes: 'M-8-9.5H8M-6 13.5H6' }],
]
/** Features that add a stroke to any body. */
export const ADDITIONS: readonly (readonly [code: number, strokes: string])[] = [
  [isTableSeat, 'M-13-15.5H13'],
  [isHeated, 'M-9 15.5l4.5-4 4.5 4 4.5-4 4.5 4'],
  [isLeftSeat, 'M-15-9V9'],
  [isMiddleSeat, 'M-15.5 0h3.5M12 0h3.5'],
  [isRightSeat, 'M15-9V9'],
]
/** Features of a seat above this bit are the number of its price category's colour, --cat-1 and on; 0: it has none. */
export const TINT = 20
const SHAPED = maskOf([...BODIES, ...ADDITIONS].map(([code]) => code)) | (-1 << TINT)

/** The features that show in a seat's shape, and its colour; the others have a look of their own. 0: a plain chair. */
export function kindOf(features: number): number {
  return features & SHAPED
}

function bodyOf(kind: number): Body {
  const isIn = ([code]: readonly [number, unknown]) => (kind & maskOf([code])) !== 0
  const { outline, strokes } = BODIES.find(isIn)?.[1] ?? CHAIR
  const own = strokes === CHAIR.strokes && kind & maskOf([isHeated]) ? '' : strokes
  return { outline, strokes: ADDITIONS.filter(isIn).reduce((all, [, more]) => all + more, own) }
}

function seat({ outline, strokes }: Body, fill: string, stroke: string): GlyphPart[] {
  return [
    { path: outline, fill, stroke, width: 1.9 },
    { path: strokes, stroke, width: 2.6 },
  ]
}
const sign = (path: string, stroke: string, width: number): GlyphPart => ({ path, stroke, width, isSign: true })

const STAR = 'M0-8.2 1.9-3.9 6.6-3.4 3.1-.3 4.1 4.3 0 1.9-4.1 4.3-3.1-.3-6.6-3.4-1.9-3.9z'

/** How each look is drawn on a body, at full size. */
const DRAWN: readonly ((body: Body) => Glyph)[] = [
  (body) => seat(body, 'seat-default-fill', 'seat-default-stroke'),
  (body) => [...seat(body, 'seat-premium-fill', 'seat-premium-stroke'), { path: STAR, fill: 'seat-premium-stroke', isSign: true }],
  ({ outline, strokes }) => [
    ...(outline === CHAIR.outline
      ? [{ path: square(15, 9), fill: 'seat-selected-fill', stroke: 'map-bg', width: 2 }]
      : [{ path: outline, fill: 'seat-selected-fill', stroke: 'seat-selected-fill', width: 5 }]),
    ...(strokes === CHAIR.strokes ? [] : [{ path: strokes, stroke: 'seat-selected-fill', width: 3 }]),
    sign('M-7.5.5l5 5.2L8-6', 'seat-selected-glyph', 3.6),
  ],
  () => [{ path: disc(5.6), fill: 'seat-taken-fill' }],
  () => [
    { path: disc(11), fill: 'seat-hold-fill', stroke: 'seat-hold-stroke', width: 1.9 },
    sign('M0-6V.3L4.3 3', 'seat-hold-stroke', 2.2),
  ],
  ({ outline }) => [
    { path: outline, stroke: 'seat-blocked-stroke', width: 1.7, dash: [3.5, 3] },
    sign('M-6.5 6 6.5-8', 'seat-blocked-stroke', 2),
  ],
  () => [
    { path: square(13, 3), fill: 'seat-accessible-fill' },
    sign('M-1.5-4v5h5l2.6 5.5M-1.5-1.5h4M-3.6.2a4.8 4.8 0 1 0 5.8 6', 'seat-accessible-glyph', 2.3),
    { path: 'M-3.5-8a2 2 0 1 0 4 0a2 2 0 1 0-4 0z', fill: 'seat-accessible-glyph', isSign: true },
  ],
  () => [
    { path: square(12, 3), fill: 'seat-default-fill', stroke: 'seat-accessible-fill', width: 2.2 },
    sign('M0-5.5v11M-5.5 0h11', 'seat-accessible-fill', 2.6),
  ],
  (body) => [
    ...seat(body.outline === CHAIR.outline ? { ...body, outline: CUT_CORNER } : body, 'seat-default-fill', 'seat-limited-stroke'),
    sign('M-6-1.5q6-7 12 0q-6 7-12 0zM-6 5 6-8', 'seat-limited-stroke', 1.5),
  ],
  () => [
    { path: disc(7.2), stroke: 'seat-blocked-stroke', width: 1.9, isSign: true },
    { path: 'M0-7.2a7.2 7.2 0 0 1 0 14.4z', fill: 'seat-blocked-stroke', isSign: true },
  ],
]

/** A seat of a look (without `DIM`) and a kind, at full size. */
export function glyphOf(look: number, kind: number): Glyph {
  return DRAWN[look]?.(bodyOf(kind)) ?? []
}

const solid = (path: string, fill: string): GlyphPart[] => [{ path, fill }]
const framed = (path: string, fill: string, stroke: string): GlyphPart[] => [{ path, fill, stroke, width: 4.5 }]

/** Below 9 px no glyph can be read: edge, lightness and size alone. */
const FRAMED_GLYPHS: readonly Glyph[] = [
  framed(square(9, 3), 'seat-default-fill', 'seat-default-stroke'),
  framed(square(9, 3), 'seat-premium-fill', 'seat-premium-stroke'),
  glyphOf(SELECTED, 0),
  solid(disc(5), 'seat-taken-fill'),
  solid(disc(9), 'seat-hold-stroke'),
  solid(square(6, 1), 'seat-blocked-stroke'),
  solid(square(12, 2), 'seat-accessible-fill'),
  framed(square(9, 1), 'seat-default-fill', 'seat-accessible-fill'),
  framed(square(9, 3), 'seat-default-fill', 'seat-limited-stroke'),
  framed(disc(5), 'map-bg', 'seat-blocked-stroke'),
]

/** Below 5 px not even an edge. */
const SOLID_GLYPHS = FRAMED_GLYPHS.map((parts, look) => {
  const [{ path, stroke } = { path: '' }] = parts
  return look === SELECTED || !stroke ? parts : solid(look === COMPANION ? path : square(12, 2), stroke)
})

/** How the looks are drawn where a glyph cannot be read, by size. */
export const SMALL_GLYPHS = [[], FRAMED_GLYPHS, SOLID_GLYPHS] as const
/** Glyph, framed or solid. */
export type Size = 0 | 1 | 2

/** A seat body is 22 units wide. @param unit CSS pixels of one glyph unit */
export function sizeFor(unit: number): Size {
  return unit >= 9 / 22 ? 0 : unit >= 5 / 22 ? 1 : 2
}
