import { rankGroups, type BestGroup, type BestWish } from '#lib/domain/seating/best/best-seats.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { SelectionRules } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import { emptyStates, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { planOf, sectionOf } from '#tests/domain/seating/rules/seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

const { isCouch, isHandicap, isCompanion, isLimitedView, isMiddleSeat } = SEAT_FEATURE
export const FREE_RULES: SelectionRules = { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: true, seatingPolicyId: 1 }

export interface House {
  readonly hall: Hall
  readonly states: HallStates
}

/** Rows of seats: a available, t taken, y the visitor’s own, s sofa, w wheelchair, c companion, l limited view, m middle seat; a full stop is an aisle. */
export function houseOf(...rows: readonly string[]): House {
  return houseOfSections({ 1: rows })
}

const FEATURES: Readonly<Record<string, readonly number[]>> = {
  s: [isCouch],
  w: [isHandicap],
  c: [isCompanion],
  l: [isLimitedView],
  m: [isMiddleSeat],
}

export function houseOfSections(sections: Readonly<Record<string, readonly string[]>>): House {
  let top = 0
  const parts = Object.entries(sections).map(([id, rows]) => {
    const section = sectionOf(
      id,
      rows.map((row) => [...row].map((seat) => (seat === '.' ? null : (FEATURES[seat] ?? [])))),
      top,
    )
    top += rows.length * 35 + 100
    return [id, section] as const
  })
  const hall = buildHall(planOf(Object.fromEntries(parts)))
  const states = emptyStates(hall)
  const letters = Object.values(sections)
    .flat()
    .flatMap((row) => [...row].filter((seat) => seat !== '.'))
  states.allocation.fill(1)
  letters.forEach((letter, seat) => {
    states.status[seat] = letter === 't' ? 3 : letter === 'y' ? 2 : 1
    states.ticketGroup[seat] = Number(hall.sections[hall.section[seat] ?? 0]?.id)
  })
  return { hall, states }
}

export function rank({ hall, states }: House, quantity: number, wish: Partial<BestWish> = {}): BestGroup[] {
  return rankGroups(hall, states, { quantity, rules: FREE_RULES, together: 'first', ...wish })
}

/** Seats as row and number, for example 2-4. */
export function placesOf({ hall }: House, group: BestGroup | undefined): string[] {
  return (group?.seats ?? []).map((seat) => `${String(hall.addressY[seat])}-${String(hall.addressX[seat])}`)
}
