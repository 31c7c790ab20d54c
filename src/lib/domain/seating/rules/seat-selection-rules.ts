import { isBlockedIn, isTooNear, missingParts, type Choice, type SelectionRules } from './seat-choice.ts'
import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { loneSeats } from './seat-lone.ts'
import { isGoneIn } from './seat-rules.ts'
import type { HallNow } from './seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

export type { SelectionRules } from './seat-choice.ts'

/** A rule that a choice breaks, and the seats concerned, by their index in the hall. */
export interface SelectionProblem {
  /**
   * SEATS_NOT_WHOLE: missing parts of a sofa or bed. TABLE_NOT_WHOLE: missing seats of a table, bench or box that is sold whole. SEAT_BLOCKED and KEEP_ONE_FREE: chosen seats directly beside a taken one. LONE_SEAT: seats that would be
   * left alone. COMPANION_ALONE: companion places without a wheelchair place in their section.
   */
  readonly code: 'SEAT_BLOCKED' | 'SEATS_NOT_WHOLE' | 'TABLE_NOT_WHOLE' | 'LONE_SEAT' | 'KEEP_ONE_FREE' | 'COMPANION_ALONE'
  readonly seats: readonly number[]
}

/** The state of the hall around a choice. */
export interface Surroundings {
  readonly hall: Hall
  /** Whether the visitor cannot have a seat. Not called for chosen seats. */
  readonly isGone: (seat: number) => boolean
  /**
   * When a seat was taken, or when the visitor's own was chosen, as any increasing numbers. A seat taken at the same time or later never counts against the
   * visitor's seat. Omitted: every taken seat counts.
   */
  readonly takenAt?: ((seat: number) => number) | undefined
  /** Whether somebody else, who no longer has the seat, had it at that time. Omitted: never. */
  readonly wasGone?: (seat: number, at: number) => boolean
}

type Rule = readonly [SelectionProblem['code'], (choice: Choice, seats: readonly number[]) => number[]]

const RULES: readonly Rule[] = [
  [
    'SEATS_NOT_WHOLE',
    (choice, seats) =>
      missingParts(
        choice,
        seats.filter((seat) => !isSoldByTable(choice, seat)),
      ),
  ],
  // Every sofa and bed is whole by now.
  ['TABLE_NOT_WHOLE', missingParts],
  ['SEAT_BLOCKED', (choice, seats) => seats.filter((seat) => isBlockedIn(choice, seat))],
  ['KEEP_ONE_FREE', (choice, seats) => seats.filter((seat) => isTooNear(choice, seat))],
  ['LONE_SEAT', loneSeats],
  ['COMPANION_ALONE', lonelyCompanions],
]

/**
 * The first rule of spec §4 and §5 that the selected seats break, or null. Checks only the rows of these seats, so the cost is the same in every hall. Status 2
 * counts as free if it is not selected, because it will be released; every other unavailable seat is taken, including the visitor's earlier orders.
 * @param selected reserved seats by their index in the hall
 */
export function checkSelection(
  { hall, states, takenAt }: HallNow & Pick<Surroundings, 'takenAt'>,
  selected: readonly number[],
  rules: SelectionRules,
): SelectionProblem | null {
  const isGone = (seat: number) => isGoneIn(states, seat)
  return checkAmong({ hall, isGone, takenAt }, selected, rules)
}

/** `checkSelection` for a caller that knows only some seats of the hall. A problem must have existed when the seat was chosen and still exist. */
export function checkAmong(around: Surroundings, selected: readonly number[], rules: SelectionRules): SelectionProblem | null {
  for (const [code, find] of RULES) {
    for (const { now, then, seats } of momentsOf(around, selected, rules)) {
      const still = find(now, seats)
      const found = still.length === 0 || now === then ? still : intersect(still, find(then, seats))
      if (found.length > 0) return { code, seats: found }
    }
  }
  return null
}

function isSoldByTable({ hall }: Choice, seat: number): boolean {
  return hall.tables?.at(seat)?.sellWhole === true
}

function intersect(some: readonly number[], others: readonly number[]): number[] {
  return some.filter((seat) => others.includes(seat))
}

/** The choice now, and at the time each of its seats was taken: all of its seats, with what others had by then. */
function momentsOf({ hall, isGone, takenAt, wasGone }: Surroundings, selected: readonly number[], rules: SelectionRules) {
  const chosen = new Set(selected)
  const isGoneToOthers = (seat: number) => !chosen.has(seat) && isGone(seat)
  const now: Choice = { hall, chosen, rules, isGone: isGoneToOthers }
  if (!takenAt) return [{ now, then: now, seats: [...chosen] }]
  return [...Map.groupBy(chosen, takenAt)].map(([at, seats]) => {
    const wasGoneThen = (seat: number) => !chosen.has(seat) && wasGone?.(seat, at) === true
    const isGoneByThen = (seat: number) => (isGoneToOthers(seat) ? takenAt(seat) < at : wasGoneThen(seat))
    return { now, then: { ...now, isGone: isGoneByThen }, seats }
  })
}

/** Companions' places beyond the number of wheelchair places chosen in their section (spec §3, §5). */
function lonelyCompanions({ hall, chosen, rules }: Choice, seats: readonly number[]): number[] {
  if (!rules.companionNeedsWheelchair) return []
  const inSection = (seat: number, code: number) => (other: number) =>
    hall.section[other] === hall.section[seat] && hasFeature(hall, other, code)
  return seats.filter((seat) => {
    if (!hasFeature(hall, seat, SEAT_FEATURE.isCompanion)) return false
    const wheelchairs = [...chosen].filter(inSection(seat, SEAT_FEATURE.isHandicap)).length
    return [...chosen].filter(inSection(seat, SEAT_FEATURE.isCompanion)).indexOf(seat) >= wheelchairs
  })
}
