import type { Catalogue, Presentation, Ticket, TicketGroup } from '#lib/domain/catalogue/catalogue.ts'
import { grantProblem, notFoundCode, type RedeemingLine } from '#lib/domain/entitlements/check-grants.ts'
import {
  grantKey,
  kindOfAccess,
  namedGrantOf,
  normaliseCode,
  siteKey,
  type Grant,
  type GrantFacts,
  type NamedGrant,
} from '#lib/domain/entitlements/grant.ts'
import { toAgorot, type Agorot } from '#lib/domain/money/money.ts'
import { priceAt } from '#lib/domain/catalogue/presentation-facts.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { PlanSeat, PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'
import { checkEach, type CartAround, type CheckedLine } from './checked-line.ts'

/** What a visitor wants to buy: ids and quantities. The amounts, in shekels, are only compared with ours. */
export interface WantedSeat extends NamedGrant {
  readonly presentationId: number
  readonly venueId: number
  readonly seatplanId: number
  readonly sectionId: number
  readonly ticketGroupId: number
  readonly ticketId: number
  /** null for a place of general admission. */
  readonly x: number | null
  readonly y: number | null
  readonly amount?: number | null | undefined
  readonly serviceCharge?: number | null | undefined
  readonly isSubTicket?: boolean | undefined
  readonly ref1?: string | null | undefined
  readonly ref2?: string | null | undefined
}

/** The part of a plan that the rules need. */
export interface PlanFacts {
  sectionOf(sectionId: number): PlanSection | undefined
  seatAt(sectionId: number, x: number, y: number): PlanSeat | undefined
}

/** A checked seat of the order. `seat` is undefined for a place of general admission: the commit assigns the place. */
export interface CheckedSeat extends CheckedLine {
  readonly kind: 'seat'
  readonly presentation: Presentation
  readonly section: PlanSection
  readonly seat: PlanSeat | undefined
  readonly ticket: Ticket
  /** The grant that the line redeems (code, membership, voucher or benefit); null for an open ticket. */
  readonly grant: Grant | null
  /** The reference that the line uses up; null if nothing is counted. */
  readonly referenceGrant: Grant | null
  readonly isSub: boolean
  readonly ref1: string | null
  readonly ref2: string | null
  /** The line of the membership that the seat is a date of and that pays it; left out if the seat is bought by itself. */
  readonly coveredBy?: number
  /** The membership of that line. */
  readonly membershipId?: number
  /** The purchase of a series or season whose evening the seat stands in for, and the seat that it was bought with; left out if for none. */
  readonly evening?: { readonly orderId: string; readonly line: number; readonly seat: number }
}

/** The location of a seat. */
type Place = Pick<CheckedSeat, 'presentation' | 'section' | 'seat'>

/** The same with the group of the tickets that are sold there; undefined if there is none. */
interface PricedPlace extends Place {
  readonly group: TicketGroup | undefined
}

/** A ticket of a presentation. */
type TicketThere = Pick<CheckedSeat, 'ticket' | 'presentation'>

/** What a seat costs and redeems. A sub-ticket costs 0, because the line that covers it pays; `firstPrice` is that of the group's first ticket. */
type Sale = Omit<
  CheckedSeat,
  | keyof Place
  | 'coveredBy'
  | 'membershipId'
  | 'evening'
  | 'paidByEvening'
  | 'paidByBundle'
  | 'kind'
  | 'name'
  | 'total'
  | 'seller'
  | 'quantity'
  | 'isCharged'
  | 'redeems'
>

/** What the rules must know of seats beside the catalogue. */
export interface SeatFacts {
  readonly plans: ReadonlyMap<number, PlanFacts>
  readonly grants: GrantFacts['grants']
}

/** Checks the seats of a cart. Refusals: those of `checkSeat` and `mixed`, BAD_REQUEST (a seat twice), SEAT_LIMIT. */
export function checkSeats(
  around: Pick<CartAround, 'catalogue' | 'now' | 'mixed'>,
  facts: SeatFacts,
  wanted: readonly WantedSeat[],
): Result<CheckedSeat[]> {
  const seats = checkEach(wanted, (seat) => checkSeat(around, facts, seat))
  if (!seats.ok) return seats
  const problem = around.mixed(seats.value)
  if (problem) return refuse(problem)
  if (hasSeatTwice(seats.value)) return refuse('BAD_REQUEST')
  const limit = overLimit(seats.value)
  return limit ? refuse('SEAT_LIMIT', { max: limit }) : seats
}

function hasSeatTwice(seats: readonly CheckedSeat[]): boolean {
  const keys = seats.filter((one) => one.seat).map((one) => `${String(one.presentation.id)}:${String(one.seat?.id)}`)
  return new Set(keys).size < keys.length
}

/** Returns the seat limit of the first presentation that exceeds it. */
function overLimit(seats: readonly CheckedSeat[]): number | undefined {
  const byPresentation = Map.groupBy(seats, (seat) => seat.presentation)
  for (const [presentation, own] of byPresentation) if (own.length > presentation.maxSeats) return presentation.maxSeats
  return undefined
}

/** The seats among the lines of a cart. */
export function seatsOf(lines: readonly CheckedLine[]): readonly CheckedSeat[] {
  return lines.filter((line): line is CheckedSeat => line.kind === 'seat')
}

/**
 * Checks one line. Refusals: NOT_FOUND, SALE_CLOSED, NO_PRICE_POLICY, ticketNotFound, PRICE_CHANGED, those of its code (`grantProblem`), and
 * referenceNotEligible.
 */
export function checkSeat(
  { catalogue, now }: Pick<CartAround, 'catalogue' | 'now'>,
  { plans, grants }: SeatFacts,
  wanted: WantedSeat,
): Result<CheckedSeat> {
  const place = placeOf(catalogue, plans, wanted)
  if (!place.ok) return place
  const { presentation, section, seat, group } = place.value
  const sale = saleOf({ grants, now }, { presentation, group }, wanted)
  if (!sale.ok) return sale
  const redeems = redeemedBy(presentation, sale.value)
  return accept({
    kind: 'seat',
    name: sale.value.ticket.name,
    total: 'seats',
    ...{ presentation, section, seat },
    seller: presentation,
    quantity: 1,
    ...sale.value,
    isCharged: true,
    redeems,
  })
}

/** References that an outside system checks are not counted here. */
function redeemedBy(presentation: Presentation, { ticket, isSub, grant, referenceGrant }: Sale): RedeemingLine[] {
  const own = grant ? [{ grant, presentation, ticket, isSub }] : []
  if (!referenceGrant || referenceGrant.id <= 0) return own
  return [...own, { grant: referenceGrant, presentation, ticket: { ...ticket, multiplyFactor: 1 }, isSub: false }]
}

function saleOf(facts: GrantFacts, { presentation, group }: Pick<PricedPlace, 'presentation' | 'group'>, wanted: WantedSeat): Result<Sale> {
  const ticket = group?.tickets.find((one) => one.id === wanted.ticketId)
  if (!group || !ticket || !isSoldIn(group, ticket)) return refuse('ticketNotFound')
  if (ticket.price === null) return refuse('NO_PRICE_POLICY')
  const isSub = wanted.isSubTicket === true && ticket.multiplyFactor > 1
  const [price, serviceCharge] = isSub ? [0, 0] : [ticket.price, ticket.serviceCharge]
  if (differs(wanted.amount, price) || differs(wanted.serviceCharge, serviceCharge)) return refuse('PRICE_CHANGED')
  const grant = grantOf(facts, { ticket, presentation }, wanted)
  if (!grant.ok) return grant
  const reference = referenceOf(facts, { ticket, presentation }, wanted)
  if (!reference.ok) return reference
  const [ref1, ref2] = [typed(wanted.ref1), typed(wanted.ref2)]
  const firstPrice = defaultTicket(group)?.price ?? ticket.price
  return accept({ ticket, price, serviceCharge, firstPrice, grant: grant.value, referenceGrant: reference.value, isSub, ref1, ref2 })
}

/** Whether the site sells the ticket: never if it is for the box office only, and by code only if its group takes codes. */
function isSoldIn({ isByCodeEnabled }: TicketGroup, { walkin, access, multiplyFactor }: Ticket): boolean {
  return !walkin && (access === 'open' || access === 'site' ? multiplyFactor <= 1 : isByCodeEnabled)
}

/** The text typed for a prompt; null if blank. */
function typed(text: string | null | undefined): string | null {
  return text?.trim() || null
}

function placeOf(catalogue: Catalogue, plans: ReadonlyMap<number, PlanFacts>, wanted: WantedSeat): Result<PricedPlace> {
  const presentation = catalogue.presentations.get(wanted.presentationId)
  if (presentation?.venueId !== wanted.venueId || presentation.seatplanId !== wanted.seatplanId) return refuse('NOT_FOUND')
  if (presentation.isCancelled) return refuse('SALE_CLOSED')
  const plan = plans.get(wanted.seatplanId)
  const section = plan?.sectionOf(wanted.sectionId)
  if (!plan || !section) return refuse('NOT_FOUND')
  const seat = seatIn(plan, section, wanted)
  if (seat === null) return refuse('NOT_FOUND')
  const sold = priceAt(presentation, seat ?? section)
  if (!sold || sold.allocationId === -1) return refuse('NO_PRICE_POLICY')
  if (sold.ticketGroupId !== wanted.ticketGroupId) return refuse('NOT_FOUND')
  return accept({ presentation, section, seat, group: catalogue.ticketGroups.get(sold.ticketGroupId) })
}

/** The seat of an address; undefined: a place of general admission, null: the section has no such seat, or none at all. */
function seatIn(plan: PlanFacts, section: PlanSection, { x, y }: WantedSeat): PlanSeat | undefined | null {
  const hasPoint = x !== null && y !== null
  if (!section.isReserved) return hasPoint ? null : undefined
  return hasPoint ? (plan.seatAt(section.id, x, y) ?? null) : null
}

/** An amount that the client did not send counts as equal. */
function differs(sent: number | null | undefined, ours: Agorot): boolean {
  return sent != null && toAgorot(sent) !== ours
}

function grantOf({ grants, now }: GrantFacts, { ticket, presentation }: TicketThere, wanted: WantedSeat): Result<Grant | null> {
  const { access } = ticket
  if (access === 'open') return accept(null)
  const grant = grants.get((access === 'site' ? siteKey(ticket.id) : namedGrantOf(access, wanted)) ?? '')
  if (!grant) return refuse(notFoundCode(access === 'site' ? access : kindOfAccess(access)))
  const problem = grantProblem(grant, { ticketId: ticket.id, presentation }, now)
  return problem ? refuse(problem) : accept(grant)
}

/** The key of a reference on a list: the ticket and the texts typed for it. */
export function referenceName(ticketId: number, { ref1, ref2 }: Pick<WantedSeat, 'ref1' | 'ref2'>): string {
  return JSON.stringify([ticketId, normaliseCode(ref1 ?? ''), normaliseCode(ref2 ?? '')])
}

/** Whether every text that a ticket asks for is typed. */
export function hasReferences({ ref1prompt, ref2prompt }: Ticket, { ref1, ref2 }: Pick<WantedSeat, 'ref1' | 'ref2'>): boolean {
  return (ref1prompt === null || typed(ref1) !== null) && (ref2prompt === null || typed(ref2) !== null)
}

/** What is typed where a ticket asks. An eligible one is a grant of kind 'reference' under its `referenceName`, unless nobody checks it. */
function referenceOf({ grants, now }: GrantFacts, { ticket, presentation }: TicketThere, wanted: WantedSeat): Result<Grant | null> {
  if (!hasReferences(ticket, wanted)) return refuse('referenceNotEligible')
  if (ticket.referenceCheck === 'none') return accept(null)
  const grant = grants.get(grantKey('reference', referenceName(ticket.id, wanted)))
  const problem = grant && grantProblem(grant, { ticketId: ticket.id, presentation }, now)
  return grant && !problem ? accept(grant) : refuse(problem ?? 'referenceNotEligible')
}
