import { featuresOf, maskOf } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { isFree, type HallStates } from './seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

/** The visitor's filter; a seat must meet all of it. */
export interface SeatFilter {
  /** A ticket group's id; null: any price. */
  readonly group: number | null
  /** Feature codes; a seat needs one of them. Empty: any seat. */
  readonly features: readonly number[]
  /** true: no seats with a limited view. */
  readonly isClearView: boolean
}

export const NO_FILTER: SeatFilter = { group: null, features: [], isClearView: false }

/** These features are one choice: whoever needs one needs the other. */
const ACCESSIBLE = [SEAT_FEATURE.isHandicap, SEAT_FEATURE.isCompanion] as const
/** Not offered as choices: limited view can only be excluded, and left, middle and right describe a position on a sofa. */
const NOT_LOOKED_FOR: readonly number[] = [
  ...ACCESSIBLE,
  SEAT_FEATURE.isLimitedView,
  SEAT_FEATURE.isLeftSeat,
  SEAT_FEATURE.isMiddleSeat,
  SEAT_FEATURE.isRightSeat,
]
const LIMITED_MASK = maskOf([SEAT_FEATURE.isLimitedView])

export function isFiltering({ group, features, isClearView }: SeatFilter): boolean {
  return group !== null || features.length > 0 || isClearView
}

/** Returns a predicate for seats that match the filter, free or not. Preparing it once keeps each call cheap. */
export function matcherOf(hall: Hall, states: HallStates, { group, features, isClearView }: SeatFilter): (seat: number) => boolean {
  const mask = maskOf(features)
  return (seat) => {
    const own = hall.features[seat] ?? 0
    if (group !== null && states.ticketGroup[seat] !== group) return false
    if (isClearView && (own & LIMITED_MASK) !== 0) return false
    return mask === 0 || (own & mask) !== 0
  }
}

/** Number of matching free seats by section. */
export function countMatches(hall: Hall, states: HallStates, filter: SeatFilter): readonly number[] {
  const isMatch = matcherOf(hall, states, filter)
  return hall.sections.map(({ first, end }) => {
    let free = 0
    for (let seat = first; seat < end; seat++) if (isFree(states, seat) && isMatch(seat)) free++
    return free
  })
}

/** A kind of seat in the hall, and how many of them are free at the chosen price. */
export interface FeatureChoice {
  readonly codes: readonly number[]
  readonly free: number
}

/** The kinds of seat to choose from in this hall, and the limited-view seats that can be excluded. */
export function featureChoices(hall: Hall, states: HallStates, group: number | null): { kinds: readonly FeatureChoice[]; limited: number } {
  const [all, free] = [new Map<number, number>(), new Map<number, number>()]
  const isPriced = matcherOf(hall, states, { ...NO_FILTER, group })
  for (let seat = 0; seat < hall.count; seat++) {
    const mask = hall.features[seat] ?? 0
    if (mask === 0) continue
    all.set(mask, 1)
    if (isFree(states, seat) && isPriced(seat)) free.set(mask, (free.get(mask) ?? 0) + 1)
  }
  const freeOf = (codes: readonly number[]) => [...free].reduce((sum, [mask, count]) => sum + ((mask & maskOf(codes)) !== 0 ? count : 0), 0)
  const present = new Set([...all.keys()].flatMap((mask) => featuresOf({ features: Uint32Array.of(mask) }, 0)))
  const lists: (readonly number[])[] = [...present]
    .filter((code) => !NOT_LOOKED_FOR.includes(code))
    .sort((a, b) => a - b)
    .map((code) => [code])
  if (ACCESSIBLE.some((code) => present.has(code))) lists.unshift(ACCESSIBLE)
  return { kinds: lists.map((codes) => ({ codes, free: freeOf(codes) })), limited: freeOf([SEAT_FEATURE.isLimitedView]) }
}
