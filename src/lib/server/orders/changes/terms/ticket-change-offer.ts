import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { mayExchangeFor } from '#lib/domain/orders/change-rules.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { changeRefusalOf } from './evenings.ts'
import { boughtOrderOf, type BoughtLine, type BoughtOrder } from './ticket-change-rows.ts'

/** What of an order may be exchanged. */
export interface ChangeOffer {
  readonly order: BoughtOrder
  readonly tickets: readonly BoughtLine[]
  /** Why none may; undefined where some may, or where all are exchanged already. */
  readonly refusal: RefusalCode | undefined
}

/** undefined where the reservation is another's, none, or not paid. */
export async function changeOfferOf(catalogue: Catalogue, uuid: string, resId: string): Promise<ChangeOffer | undefined> {
  const order = await boughtOrderOf(database(), uuid, resId)
  if (!order) return undefined
  const kept = order.tickets.filter((ticket) => !ticket.isReleased)
  const refusals = kept.map((ticket) => refusalOf(catalogue, order, ticket))
  const tickets = kept.filter((_ticket, at) => refusals[at] === undefined)
  return { order, tickets, refusal: tickets.length > 0 ? undefined : refusals.find((one) => one !== undefined) }
}

function refusalOf(from: Catalogue, order: BoughtOrder, ticket: BoughtLine): RefusalCode | undefined {
  return changeRefusalOf(from, ticket, order) ?? standingRefusal(ticket)
}

function standingRefusal({ isOnResale, isSent, isUsed }: BoughtLine): RefusalCode | undefined {
  if (isOnResale) return 'ON_RESALE'
  return isSent ? 'TICKET_SENT' : isUsed ? 'CONTACT_PROVIDER' : undefined
}

/** How presentations are sold in exchange for tickets of a reservation. */
export interface ExchangeTerms {
  /** Whether it can be had at all. */
  readonly mayBeHad: (presentation: Presentation) => boolean
  /** Whether a fixed handling fee was paid before: it is not asked for again. */
  readonly isFeePaid: boolean
}

/**
 * By what a presentation can be had in exchange for tickets of a visitor's reservation (spec §7: modifyCart, modifiedTickets). undefined where it is not the
 * visitor's: then nothing is known to be exchanged, and nothing is left out.
 */
export async function exchangeTermsFor(
  catalogue: Catalogue,
  uuid: string | undefined,
  resId: string | undefined,
): Promise<ExchangeTerms | undefined> {
  const order = uuid !== undefined && resId !== undefined ? await boughtOrderOf(database(), uuid, resId) : undefined
  if (!order) return undefined
  const bought = [...new Set(order.tickets.map((ticket) => ticket.presentationId))].map((id) => catalogue.presentations.get(id))
  return {
    mayBeHad: (presentation) => bought.some((one) => one !== undefined && mayExchangeFor(one, presentation, order.now)),
    isFeePaid: order.isFeePaid || order.tickets.some(({ evening }) => evening !== null),
  }
}
