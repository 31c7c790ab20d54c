import type { SeatRules } from '#lib/domain/catalogue/catalogue.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { isBarredByPolicy, isBesideGone, unitOf } from './seat-rules.ts'

/** What a presentation says about choosing seats (spec §4, §5). */
export type SelectionRules = SeatRules & { readonly seatingPolicyId: number }

/** Seats that one visitor wants, in a hall as it stands. A seat that is neither chosen nor gone is left for others. */
export interface Choice {
  readonly hall: Hall
  readonly chosen: ReadonlySet<number>
  readonly rules: SelectionRules
  /** Whether the visitor cannot have a seat: sold, in somebody else's hands, or not for sale. Never asked of −1. */
  readonly isGone: (seat: number) => boolean
}

export function isLeft({ chosen, isGone }: Choice, seat: number): boolean {
  return seat >= 0 && !chosen.has(seat) && !isGone(seat)
}

/** The chosen seats' neighbours on the same sofa or bed that are missing (spec §5). */
export function missingParts({ hall, chosen }: Choice, seats: Iterable<number>): number[] {
  const missing = new Set<number>()
  for (const seat of seats) for (const part of unitOf(hall, seat)) if (!chosen.has(part)) missing.add(part)
  return [...missing]
}

/** Whether policy 3 bars the seat. */
export function isBlockedIn({ hall, rules, isGone }: Choice, seat: number): boolean {
  return isBarredByPolicy(hall, seat, rules.seatingPolicyId, isGone)
}

/** Where one seat is kept free between parties (spec §5), none may be chosen directly beside a seat that is gone. */
export function isTooNear({ hall, rules, isGone }: Choice, seat: number): boolean {
  return rules.keepOneFree && isBesideGone(hall, seat, isGone)
}

/** Whether nobody may buy the seat because of what is gone beside it. */
export function isBarred(choice: Choice, seat: number): boolean {
  return isBlockedIn(choice, seat) || isTooNear(choice, seat)
}
