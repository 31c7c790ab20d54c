import type { Catalogue, Presentation, Ticket, TicketGroup } from '#lib/domain/catalogue/catalogue.ts'
import { grantProblem, notFoundCode } from '#lib/domain/entitlements/check-grants.ts'
import {
  grantKey,
  kindOfAccess,
  namedGrantOf,
  normaliseCode,
  type Grant,
  type NamedGrant,
  type OrderFacts,
} from '#lib/domain/entitlements/grant.ts'
import { toAgorot, type Agorot } from '#lib/domain/money/money.ts'
import { priceAt } from '#lib/domain/catalogue/presentation-facts.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { PlanSeat, PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'

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

/** A checked line of the order. `seat` is undefined for a place of general admission: the commit assigns the place. */
export interface CheckedSeat {
  readonly presentation: Presentation
  readonly section: PlanSection
  readonly seat: PlanSeat | undefined
  readonly ticket: Ticket
  /** 0 for a sub-ticket: the line that covers it pays. */
  readonly price: Agorot
  readonly serviceCharge: Agorot
  /** Price of the group's first ticket. */
  readonly firstPrice: Agorot
  /** The grant that the line redeems (code, membership, voucher or benefit); null for an open ticket. */
  readonly grant: Grant | null
  /** The reference that the line uses up; null if nothing is counted. */
  readonly referenceGrant: Grant | null
  readonly isSub: boolean
  readonly ref1: string | null
  readonly ref2: string | null
}

/** The location of a seat. */
type Place = Pick<CheckedSeat, 'presentation' | 'section' | 'seat'>

/** The price of a seat, and what it redeems. */
type Sale = Omit<CheckedSeat, keyof Place>

/**
 * Checks one line. Refusals: NOT_FOUND, SALE_CLOSED, NO_PRICE_POLICY, ticketNotFound, PRICE_CHANGED, those of its code (`grantProblem`), and
 * referenceNotEligible.
 */
export function checkSeat(
  catalogue: Catalogue,
  plans: ReadonlyMap<number, PlanFacts>,
  facts: OrderFacts,
  wanted: WantedSeat,
): Result<CheckedSeat> {
  const place = placeOf(catalogue, plans, wanted)
  if (!place.ok) return place
  const { ticketGroupId, ...where } = place.value
  const sale = saleOf(facts, catalogue.ticketGroups.get(ticketGroupId), where.presentation, wanted)
  return sale.ok ? accept({ ...where, ...sale.value }) : sale
}

function saleOf(facts: OrderFacts, group: TicketGroup | undefined, presentation: Presentation, wanted: WantedSeat): Result<Sale> {
  const ticket = group?.tickets.find((one) => one.id === wanted.ticketId)
  if (!group || !ticket || !isSoldIn(group, ticket)) return refuse('ticketNotFound')
  if (ticket.price === null) return refuse('NO_PRICE_POLICY')
  const isSub = wanted.isSubTicket === true && ticket.multiplyFactor > 1
  const [price, serviceCharge] = isSub ? [0, 0] : [ticket.price, ticket.serviceCharge]
  if (differs(wanted.amount, price) || differs(wanted.serviceCharge, serviceCharge)) return refuse('PRICE_CHANGED')
  const grant = grantOf(facts, ticket, presentation, wanted)
  if (!grant.ok) return grant
  const reference = referenceOf(facts, ticket, presentation, wanted)
  if (!reference.ok) return reference
  const [ref1, ref2] = [typed(wanted.ref1), typed(wanted.ref2)]
  const firstPrice = defaultTicket(group)?.price ?? ticket.price
  return accept({ ticket, price, serviceCharge, firstPrice, grant: grant.value, referenceGrant: reference.value, isSub, ref1, ref2 })
}

/** Whether the site sells the ticket: never if it is for the box office only, and by code only if its group takes codes. */
function isSoldIn({ isByCodeEnabled }: TicketGroup, { walkin, access, multiplyFactor }: Ticket): boolean {
  return !walkin && (access === 'open' ? multiplyFactor <= 1 : isByCodeEnabled)
}

/** The text typed for a prompt; null if blank. */
function typed(text: string | null | undefined): string | null {
  return text?.trim() || null
}

function placeOf(
  catalogue: Catalogue,
  plans: ReadonlyMap<number, PlanFacts>,
  wanted: WantedSeat,
): Result<Place & { readonly ticketGroupId: number }> {
  const presentation = catalogue.presentations.get(wanted.presentationId)
  if (presentation?.venueId !== wanted.venueId || presentation.seatplanId !== wanted.seatplanId) return refuse('NOT_FOUND')
  if (presentation.isCancelled) return refuse('SALE_CLOSED')
  const plan = plans.get(wanted.seatplanId)
  const section = plan?.sectionOf(wanted.sectionId)
  if (!plan || !section) return refuse('NOT_FOUND')
  const hasPoint = wanted.x !== null && wanted.y !== null
  if (hasPoint !== section.isReserved) return refuse('NOT_FOUND')
  const seat = wanted.x !== null && wanted.y !== null ? plan.seatAt(section.id, wanted.x, wanted.y) : undefined
  if (section.isReserved && !seat) return refuse('NOT_FOUND')
  const sold = priceAt(presentation, seat ?? section)
  if (!sold || sold.allocationId === -1) return refuse('NO_PRICE_POLICY')
  if (sold.ticketGroupId !== wanted.ticketGroupId) return refuse('NOT_FOUND')
  return accept({ presentation, section, seat, ticketGroupId: sold.ticketGroupId })
}

/** An amount that the client did not send counts as equal. */
function differs(sent: number | null | undefined, ours: Agorot): boolean {
  return sent != null && toAgorot(sent) !== ours
}

function grantOf({ grants, now }: OrderFacts, ticket: Ticket, presentation: Presentation, wanted: WantedSeat): Result<Grant | null> {
  if (ticket.access === 'open') return accept(null)
  const grant = grants.get(namedGrantOf(ticket.access, wanted) ?? '')
  if (!grant) return refuse(notFoundCode(kindOfAccess(ticket.access)))
  const problem = grantProblem(grant, ticket.id, presentation, now)
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

/** Finds the grant of kind 'reference' under the line's `referenceName`. Tickets whose references nobody checks need none. */
function referenceOf({ grants, now }: OrderFacts, ticket: Ticket, presentation: Presentation, wanted: WantedSeat): Result<Grant | null> {
  if (!hasReferences(ticket, wanted)) return refuse('referenceNotEligible')
  if (ticket.referenceCheck === 'none') return accept(null)
  const grant = grants.get(grantKey('reference', referenceName(ticket.id, wanted)))
  const problem = grant && grantProblem(grant, ticket.id, presentation, now)
  return grant && !problem ? accept(grant) : refuse(problem ?? 'referenceNotEligible')
}
