import type { SeatAddress } from '#lib/contract/show/seats.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { SaleState } from '#lib/domain/catalogue/presentation-facts.ts'
import { presentationFacts, priceAt } from '#lib/domain/catalogue/presentation-facts.ts'
import type { PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { isSoldInSiteOf } from '#lib/server/catalogue/current-mini-site.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { claimPlace, claimSeat, releasePlace, releaseSeat } from './seat-claims.ts'
import { planOf, seatKey, type LoadedPlan } from '#lib/server/catalogue/seatplans.ts'

type Point = { x: number | null; y: number | null }

/** A verified seat address: the presentation, its plan, the section, and the seat if the section is reserved. */
interface Target {
  readonly presentation: Presentation
  readonly planVersion: string
  readonly section: PlanSection
  readonly seatId: number | undefined
  readonly allocationId: number
  readonly saleState: SaleState
}

/** Whoever sells as a producer: seats of the own allocations (left out: of all), whatever the flag of a sold-out presentation says (decision 12). */
export interface SellingProducer {
  readonly allocationIds?: readonly number[]
}

/**
 * Locks a seat or one place. Refusals: NOT_FOUND, NO_PRICE_POLICY, SALE_NOT_OPEN, SALE_CLOSED, SEAT_OF_OTHERS (not of the producer's allocations),
 * SEAT_NOT_AVAILABLE, NOT_ENOUGH_PLACES, SEAT_LIMIT, HOLD_WAIT, NETWORK_LIMIT.
 * @param producer who sells the presentation as a producer; left out: it is a purchase in the shop
 */
export async function lock(address: SeatAddress, holder: Holder, producer?: SellingProducer): Promise<Result<Point>> {
  const target = await locate(address)
  if (!target.ok) return target
  const problem = await saleRefusal(target.value, holder.uuid, producer)
  if (problem) return refuse(problem)
  const { presentation, planVersion, section, seatId } = target.value
  const claimant = { presentation, planVersion, holder }
  const claimed = seatId === undefined ? await claimPlace(claimant, section) : await claimSeat(claimant, seatId)
  return claimed.ok ? accept({ x: address.XCoordinate, y: address.YCoordinate }) : claimed
}

/** Frees one of the visitor's own seats or places. Refusals: NOT_FOUND, UNLOCK_FAILED. */
export async function unlock(address: SeatAddress, uuid: string): Promise<Result<Point>> {
  const target = await locate(address)
  if (!target.ok) return target
  const { presentation, section, seatId } = target.value
  const isFreed = seatId === undefined ? await releasePlace(presentation, section, uuid) : await releaseSeat(presentation, seatId, uuid)
  return isFreed ? accept({ x: address.XCoordinate, y: address.YCoordinate }) : refuse('UNLOCK_FAILED')
}

/** Why a seat or place is not sold to who asks for it; undefined if it is. */
async function saleRefusal(
  { presentation, saleState, allocationId }: Target,
  uuid: string,
  producer: SellingProducer | undefined,
): Promise<RefusalCode | undefined> {
  const isInSite = (presentation.isOnlyInSites || presentation.soldout) && (await isSoldInSiteOf(uuid, presentation.id))
  if (presentation.isOnlyInSites && !producer && !isInSite) return 'NOT_FOUND'
  const closed = closedCode(saleState)
  if (closed) return closed
  if (producer?.allocationIds?.includes(allocationId) === false) return 'SEAT_OF_OTHERS'
  return presentation.soldout && !producer && !isInSite ? 'SEAT_NOT_AVAILABLE' : undefined
}

/** A presentation whose last seats are locked is only momentarily sold out, so locks are refused seat by seat instead. */
function closedCode(state: SaleState): RefusalCode | undefined {
  if (state === 'notOpen') return 'SALE_NOT_OPEN'
  if (state === 'unpriced') return 'NO_PRICE_POLICY'
  return state === 'past' || state === 'cancelled' ? 'SALE_CLOSED' : undefined
}

/** Verifies that every id of the address belongs to one presentation, by its plan. */
async function locate(address: SeatAddress): Promise<Result<Target>> {
  const from = await catalogue()
  const presentation = from.presentations.get(address.PresentationId)
  if (presentation?.venueId !== address.VenueId || presentation.seatplanId !== address.VenueSeatplanId) return refuse('NOT_FOUND')
  const plan = await planOf(presentation.seatplanId)
  const section = plan?.sectionsById.get(address.VenueSectionId)
  if (!plan || !section) return refuse('NOT_FOUND')
  const seat = seatAt(plan, section, address)
  if (!seat) return refuse('NOT_FOUND')
  const price = priceAt(presentation, seat)
  if (!price || price.allocationId === -1) return refuse('NO_PRICE_POLICY')
  if (price.ticketGroupId !== address.TicketGroupId) return refuse('NOT_FOUND')
  const { saleState } = presentationFacts(from, presentation, { taken: 0, now: Date.now() })
  return accept({ presentation, planVersion: plan.version, section, seatId: seat.id, allocationId: price.allocationId, saleState })
}

function seatAt(plan: LoadedPlan, section: PlanSection, at: SeatAddress): { category: string; id: number | undefined } | undefined {
  if (!section.isReserved)
    return at.XCoordinate === null && at.YCoordinate === null ? { category: section.category ?? '', id: undefined } : undefined
  return at.XCoordinate === null || at.YCoordinate === null
    ? undefined
    : plan.seatsByAddress.get(seatKey(section.id, at.XCoordinate, at.YCoordinate))
}
