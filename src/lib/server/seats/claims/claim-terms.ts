import type { Presentation, SeatplanFacts } from '#lib/domain/catalogue/catalogue.ts'
import { mostOfNetwork } from '#lib/domain/seating/rules/fair-share.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** On what terms seats of a presentation are held, as `claim_seat` and `claim_group` in the database take them. */
export interface ClaimTerms {
  /** Most seats of one visitor. */
  readonly most: number
  /** How long a hold lasts. */
  readonly seconds: number
  /** How long a visitor waits whose hold ran out. */
  readonly waitSeconds: number
  /** Most unpaid seats of all visitors of one network. */
  readonly networkMost: number
}

export async function claimTerms({ maxSeats, seatplanId }: Presentation): Promise<ClaimTerms> {
  const { holdSeconds, holdWaitSeconds, holdsPerNetwork } = settings()
  const plan = (await catalogue()).seatplans.get(seatplanId)
  return {
    most: maxSeats,
    seconds: holdSeconds,
    waitSeconds: holdWaitSeconds,
    networkMost: mostOfNetwork(maxSeats, houseOf(plan), holdsPerNetwork),
  }
}

/** Seats and places of a whole plan. */
export function houseOf(plan: SeatplanFacts | undefined): number {
  return plan?.sections.reduce((sum, section) => sum + section.capacity, 0) ?? 0
}
