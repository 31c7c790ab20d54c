import type { TicketState } from '#lib/domain/orders/issued-ticket.ts'
import { documentOf, type DocumentShowing, type DocumentTicket, type OrderDocument } from '#lib/server/documents/documents.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import type { Locale } from '#lib/text/locales.ts'
import { formatShortDate, formatTime } from '#lib/text/format-date.ts'
import { textOf } from '#lib/text/text.ts'

/** The contents of a wallet pass for one issued ticket, for any wallet. Times are ms since 1970. */
export interface PassFacts {
  readonly serialNumber: string
  readonly featureId: number
  readonly presentationId: number
  readonly featureName: string
  readonly venueName: string
  readonly locationName: string
  readonly address: string
  readonly startsAt: number
  readonly endsAt: number
  readonly pastAt: number
  readonly doorsAt: number | null
  /** Date and time in the reader's language. */
  readonly when: string
  readonly sectionName: string
  /** null in general admission. */
  readonly rowName: string | null
  readonly seatName: string | null
  readonly ticketName: string
  readonly orderNumber: string
  readonly documentKey: string
  readonly state: TicketState
  /** The text of the QR code; null if the ticket no longer admits. */
  readonly code: string | null
}

/** The passes of an order's tickets, in the order of its document. */
export function passFactsOf(order: OrderDocument, locale: Locale): readonly PassFacts[] {
  return order.showings.flatMap((showing) => showing.tickets.map((ticket) => factsOf(order, { showing, ticket }, locale)))
}

/** The passes of an order's tickets that still admit, in a language, and what the order is called; undefined for an unknown key. */
export async function passesOf(documentKey: string, locale: Locale): Promise<OrderPasses | undefined> {
  const order = await documentOf(documentKey, Date.now(), locale)
  return order && { reservationIdentifier: order.reservationIdentifier, passes: admittingPasses(order, locale) }
}

interface OrderPasses {
  readonly reservationIdentifier: string
  readonly passes: readonly PassFacts[]
}

/** Passes of tickets that still admit; others do not belong in a wallet. */
export function admittingPasses(order: OrderDocument, locale: Locale): readonly PassFacts[] {
  return passFactsOf(order, locale).filter(({ code }) => code !== null)
}

/** A ticket with its showing. */
interface ShownTicket {
  readonly showing: DocumentShowing
  readonly ticket: DocumentTicket
}

function factsOf(order: OrderDocument, { showing, ticket }: ShownTicket, locale: Locale): PassFacts {
  const time = showing.isUntimed ? textOf(locale)('document.untimed') : formatTime(showing.startsAt)
  return {
    serialNumber: ticket.ticketIdentifier,
    featureId: showing.featureId,
    presentationId: showing.presentationId,
    featureName: showing.featureName,
    venueName: showing.venueName,
    locationName: showing.locationName,
    address: [showing.address, showing.city].filter((part) => part !== '').join(', '),
    startsAt: showing.startsAt,
    endsAt: showing.endsAt,
    pastAt: showing.pastAt,
    doorsAt: showing.doorsAt,
    when: `${formatShortDate(showing.startsAt)} ${time}`,
    sectionName: ticket.sectionName,
    rowName: ticket.rowName,
    seatName: ticket.seatName,
    ticketName: ticket.ticketName,
    orderNumber: formatOrderNumber(order.orderNumber),
    documentKey: order.documentKey,
    state: ticket.state,
    code: ticket.code,
  }
}
