import type { SeatRules } from '#lib/domain/catalogue/catalogue.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { isBarredBySingleSeats, isBesideGone, SINGLE_SEAT_POLICY, unitOf } from './seat-rules.ts'

/** A presentation's settings for choosing seats (spec §4, §5). */
export type SelectionRules = SeatRules & { readonly seatingPolicyId: number }

/** The seats that one visitor wants, and the state of the hall. A seat neither chosen nor taken is left for others. */
export interface Choice {
  readonly hall: Hall
  readonly chosen: ReadonlySet<number>
  readonly rules: SelectionRules
  /** Whether the visitor cannot have a seat: sold, locked by somebody else, or not for sale. Never called with −1. */
  readonly isGone: (seat: number) => boolean
}

export function isLeft({ chosen, isGone }: Choice, seat: number): boolean {
  return seat >= 0 && !chosen.has(seat) && !isGone(seat)
}

/** The missing neighbours of chosen seats on the same sofa or bed (spec §5), or at the same table that is sold whole. */
export function missingParts({ hall, chosen }: Choice, seats: Iterable<number>): number[] {
  const missing = new Set<number>()
  for (const seat of seats) for (const part of unitOf(hall, seat)) if (!chosen.has(part)) missing.add(part)
  return [...missing]
}

/** Whether policy 3 bars the seat. */
export function isBlockedIn({ hall, rules, isGone }: Choice, seat: number): boolean {
  return rules.seatingPolicyId === SINGLE_SEAT_POLICY && isBarredBySingleSeats(hall, seat, isGone)
}

/** Whether a chosen seat is directly beside a taken one although one seat must stay free between parties (spec §5). */
export function isTooNear({ hall, rules, isGone }: Choice, seat: number): boolean {
  return rules.keepOneFree && isBesideGone(hall, seat, isGone)
}

/** Whether nobody may buy the seat because of a taken neighbour. */
export function isBarred(choice: Choice, seat: number): boolean {
  return isBlockedIn(choice, seat) || isTooNear(choice, seat)
}
