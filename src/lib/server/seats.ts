import type { SeatAddress, SeatStatusTuple } from '#lib/contract/seats.ts'
import type { Presentation } from '#lib/domain/catalogue.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { SaleState } from '#lib/domain/presentation-facts.ts'
import { presentationFacts } from '#lib/domain/presentation-facts.ts'
import { SEAT_STATUS, type PlanSection } from '#lib/domain/seatplan.ts'
import type { Holder } from './claim-batches.ts'
import { hasPlace } from './carts.ts'
import { catalogue } from './catalogue.ts'
import { claimPlace, claimSeat, liveClaims, releasePlace, releaseSeat, type LiveClaim } from './seat-claims.ts'
import { planOf, seatKey, type LoadedPlan } from './seatplans.ts'

type Point = { x: number | null; y: number | null }

/** A seat address that is true: the presentation, its plan, the section, and the seat where the section is reserved. */
interface Target {
  readonly presentation: Presentation
  readonly planVersion: string
  readonly section: PlanSection
  readonly seatId: number | undefined
  readonly saleState: SaleState
}

/** Locks a seat or one place. Refusals: NOT_FOUND, NO_PRICE_POLICY, SALE_NOT_OPEN, SALE_CLOSED, SEAT_NOT_AVAILABLE, NOT_ENOUGH_PLACES, SEAT_LIMIT, HOLD_WAIT, NETWORK_LIMIT. */
export async function lock(address: SeatAddress, holder: Holder): Promise<Result<Point>> {
  const target = await locate(address)
  if (!target.ok) return target
  const closed = closedCode(target.value.saleState)
  if (closed) return refuse(closed)
  const { presentation, planVersion, section, seatId } = target.value
  if (presentation.soldout) return refuse('SEAT_NOT_AVAILABLE')
  const claimed =
    seatId === undefined
      ? await claimPlace(presentation, planVersion, section, holder)
      : await claimSeat(presentation, planVersion, seatId, holder)
  return claimed.ok ? accept({ x: address.XCoordinate, y: address.YCoordinate }) : claimed
}

/** Frees a seat or one place of one's own. Refusals: NOT_FOUND, UNLOCK_FAILED. */
export async function unlock(address: SeatAddress, uuid: string): Promise<Result<Point>> {
  const target = await locate(address)
  if (!target.ok) return target
  const { presentation, section, seatId } = target.value
  const isFreed = seatId === undefined ? await releasePlace(presentation, section, uuid) : await releaseSeat(presentation, seatId, uuid)
  return isFreed ? accept({ x: address.XCoordinate, y: address.YCoordinate }) : refuse('UNLOCK_FAILED')
}

/** A presentation whose last seats are locked is sold out for the moment; a lock is refused seat by seat then. */
function closedCode(state: SaleState): RefusalCode | undefined {
  if (state === 'notOpen') return 'SALE_NOT_OPEN'
  return state === 'past' || state === 'cancelled' ? 'SALE_CLOSED' : undefined
}

/** Every id of the address must be of one presentation; nothing is believed that the plan does not say. */
async function locate(address: SeatAddress): Promise<Result<Target>> {
  const from = await catalogue()
  const presentation = from.presentations.get(address.PresentationId)
  if (presentation?.venueId !== address.VenueId || presentation.seatplanId !== address.VenueSeatplanId) return refuse('NOT_FOUND')
  const plan = await planOf(presentation.seatplanId)
  const section = plan?.sectionsById.get(address.VenueSectionId)
  if (!plan || !section) return refuse('NOT_FOUND')
  const seat = seatAt(plan, section, address)
  if (!seat) return refuse('NOT_FOUND')
  const price = presentation.prices.find((one) => one.category === seat.category)
  if (!price || price.allocationId === -1) return refuse('NO_PRICE_POLICY')
  if (price.ticketGroupId !== address.TicketGroupId) return refuse('NOT_FOUND')
  const { saleState } = presentationFacts(from, presentation, 0, Date.now())
  return accept({ presentation, planVersion: plan.version, section, seatId: seat.id, saleState })
}

function seatAt(plan: LoadedPlan, section: PlanSection, at: SeatAddress): { category: string; id: number | undefined } | undefined {
  if (!section.isReserved)
    return at.XCoordinate === null && at.YCoordinate === null ? { category: section.category ?? '', id: undefined } : undefined
  return at.XCoordinate === null || at.YCoordinate === null
    ? undefined
    : plan.seatsByAddress.get(seatKey(section.id, at.XCoordinate, at.YCoordinate))
}

export interface SeatsStatus {
  readonly seats: SeatStatusTuple[]
  readonly places: Record<string, { capacity: number; free: number; yours: number }>
}

/** The state of every seat for one visitor (spec §4, §7). undefined where there is no such presentation. */
export async function seatsStatus(
  presentationId: number,
  sectionId: number | undefined,
  uuid: string | undefined,
): Promise<SeatsStatus | undefined> {
  const presentation = (await catalogue()).presentations.get(presentationId)
  const plan = presentation && (await planOf(presentation.seatplanId))
  if (!plan) return undefined
  const claims = await liveClaims(presentationId, uuid)
  return {
    seats: [...reservedRows(plan, presentation, claims, sectionId), ...placeRows(plan, presentation, claims, sectionId)],
    places: placesOf(plan, claims, sectionId),
  }
}

const NO_PRICE = { ticketGroupId: 0, allocationId: -1 }

function pricesByCategory(presentation: Presentation): ReadonlyMap<string, { ticketGroupId: number; allocationId: number }> {
  return new Map(presentation.prices.map((price) => [price.category, price]))
}

function reservedRows(
  plan: LoadedPlan,
  presentation: Presentation,
  claims: ReadonlyMap<number, LiveClaim>,
  only?: number,
): SeatStatusTuple[] {
  const prices = pricesByCategory(presentation)
  const rows: SeatStatusTuple[] = []
  for (const seat of plan.seats) {
    if (only !== undefined && seat.sectionId !== only) continue
    const { ticketGroupId, allocationId } = prices.get(seat.category) ?? NO_PRICE
    const claim = claims.get(seat.id)
    const status = allocationId === -1 || presentation.soldout ? SEAT_STATUS.held : statusOf(claim)
    // What is sold has no allocation any more: maps tell it from what somebody else holds for the moment.
    rows.push([
      seat.sectionId,
      seat.groupId,
      seat.x,
      seat.y,
      claim?.state === 'S' ? NO_PRICE.allocationId : allocationId,
      ticketGroupId,
      status,
    ])
  }
  return rows
}

function statusOf(claim: LiveClaim | undefined): number {
  if (!claim) return SEAT_STATUS.available
  return claim.isMine && claim.state === 'H' ? SEAT_STATUS.selected : SEAT_STATUS.held
}

/**
 * A general-admission section has one row while places are free or the visitor has some, and none when it is full for everybody: a section
 * without seats is sold out.
 */
function placeRows(plan: LoadedPlan, presentation: Presentation, claims: ReadonlyMap<number, LiveClaim>, only?: number): SeatStatusTuple[] {
  const prices = pricesByCategory(presentation)
  return Object.entries(placesOf(plan, claims, only)).flatMap(([id, places]): SeatStatusTuple[] => {
    const { ticketGroupId, allocationId } = prices.get(plan.sectionsById.get(Number(id))?.category ?? '') ?? NO_PRICE
    if (allocationId === -1 || presentation.soldout || places.free + places.yours === 0) return []
    const status = places.free > 0 ? SEAT_STATUS.available : SEAT_STATUS.selected
    return [[Number(id), 0, null, null, allocationId, ticketGroupId, status]]
  })
}

/** One walk over the claims, however many sections there are: a stadium has tens of thousands of places. */
function placesOf(plan: LoadedPlan, claims: ReadonlyMap<number, LiveClaim>, only?: number): SeatsStatus['places'] {
  const sections = plan.sections.filter((section) => section.firstPlace !== null && (only === undefined || section.id === only))
  const places: SeatsStatus['places'] = Object.fromEntries(sections.map(({ id, capacity }) => [id, { capacity, free: capacity, yours: 0 }]))
  for (const [id, claim] of claims) {
    const counted = places[sections.find((section) => hasPlace(section, id))?.id ?? 0]
    if (!counted) continue
    counted.free--
    if (claim.isMine && claim.state === 'H') counted.yours++
  }
  return places
}
