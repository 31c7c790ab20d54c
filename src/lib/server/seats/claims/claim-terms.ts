import type { Presentation, SeatplanFacts } from '#lib/domain/catalogue/catalogue.ts'
import { mostOfNetwork } from '#lib/domain/seating/rules/fair-share.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** The terms of a presentation's locks, as the database functions `claim_seat` and `claim_group` take them. */
export interface ClaimTerms {
  /** Maximum number of seats of one visitor. */
  readonly most: number
  /** Duration of a lock. */
  readonly seconds: number
  /** Waiting time of a visitor after a lock expired. */
  readonly waitSeconds: number
  /** Maximum number of unpaid seats of all visitors of one network. */
  readonly networkMost: number
}

export async function claimTerms({ maxSeats, seatplanId }: Presentation): Promise<ClaimTerms> {
  const { holdSeconds, holdWaitSeconds, holdsPerNetwork } = settings()
  const plan = (await catalogue()).seatplans.get(seatplanId)
  return {
    most: maxSeats,
    seconds: holdSeconds,
    waitSeconds: holdWaitSeconds,
    networkMost: mostOfNetwork(maxSeats, capacityOfPlan(plan), holdsPerNetwork),
  }
}

/** Number of seats and places of a whole plan. */
export function capacityOfPlan(plan: SeatplanFacts | undefined): number {
  return plan?.sections.reduce((sum, section) => sum + section.capacity, 0) ?? 0
}
