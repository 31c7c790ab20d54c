import type { Agorot } from '#lib/domain/money/money.ts'
import type { Locale } from '#lib/text/locales.ts'
import { UNTIMED_FEATURE_TYPE } from '#lib/domain/catalogue/catalogue.ts'
import type { MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import { paidPrices } from '#lib/domain/pricing/share-charge.ts'
import { ticketEndsAt, ticketStateOf, type TicketState } from '#lib/domain/orders/issued-ticket.ts'
import { cancellationsOf, type ShownCancellation } from '#lib/server/orders/read/cancellations-shown.ts'
import { openSiteById } from '#lib/server/catalogue/current-mini-site.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { readOrder, seatsIn, seatsOfOrder, type OrderRow, type SeatRow } from './document-rows.ts'
import { donationReceiptsOf, type DonationReceipt } from '#lib/server/sold/donation/donation-receipts.ts'
import { pricedLine, shownLines, type KindLine } from '#lib/server/sold/shown.ts'
import { localeOfOrder } from '#lib/server/platform/config/enabled-locales.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { changesOfOrder, type OrderChanges } from '#lib/server/orders/changes/ticket-change-shown.ts'
import { filmOfOrder } from '#lib/server/vod/order-film.ts'
import type { TicketSeries } from './order-series.ts'
import { signTicketCode } from './ticket-codes.ts'

/** The data of an order's document, messages, PDF and calendar file. Times are ms since 1970. */
export interface OrderDocument {
  readonly orderId: string
  readonly documentKey: string
  readonly reservationIdentifier: string
  /** The number that people use, as stored. */
  readonly orderNumber: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly mobileNumber: string
  /** The language of its messages. */
  readonly locale: Locale
  readonly amountDue: Agorot
  readonly numberOfPayments: number
  /** What it has beside tickets, without cancelled ones. */
  readonly products: readonly DocumentLine[]
  /** The film that it is for; omitted if none, or if its ticket was cancelled. */
  readonly filmId?: number
  /** Its donation receipts; omitted if none. */
  readonly donationReceipts?: readonly Pick<DonationReceipt, 'number' | 'isRecognised'>[]
  /** The ticket changes of the order; omitted if none. */
  readonly changes?: OrderChanges | undefined
  /** Its cancellations in chronological order; omitted if none. */
  readonly cancellations?: readonly ShownCancellation[]
  /** The mini-site that it was begun in; omitted if none, or if its page is gone. */
  readonly site?: MiniSite
  /** Sorted by start. */
  readonly showings: readonly DocumentShowing[]
}

export interface DocumentLine {
  readonly name: string
  readonly quantity: number
  /** Of all of it, as shown at checkout. */
  readonly amount: Agorot
  /** Whether it is handed over at the box office. */
  readonly isCollected: boolean
}

export interface DocumentShowing {
  readonly presentationId: number
  readonly featureId: number
  readonly featureName: string
  readonly locationName: string
  readonly venueName: string
  readonly city: string
  readonly address: string
  readonly startsAt: number
  /** The end by running time, or 90 minutes after the start if unknown; for calendars. */
  readonly endsAt: number
  /** When this presentation's tickets become past. */
  readonly pastAt: number
  readonly isUntimed: boolean
  /** Opening of the doors; null for untimed entry. */
  readonly doorsAt: number | null
  readonly accessibility: string
  readonly isCancelled: boolean
  readonly tickets: readonly DocumentTicket[]
}

export interface DocumentTicket {
  readonly ticketIdentifier: string
  readonly ticketName: string
  readonly sectionName: string
  /** null in general admission. */
  readonly rowName: string | null
  readonly seatName: string | null
  /** The series or season that pays it; omitted if it was bought by itself. */
  readonly series?: TicketSeries
  /** As shown at checkout. */
  readonly price: Agorot
  readonly state: TicketState
  /** Whether it is offered for resale: it admits until it is sold. */
  readonly isOffered: boolean
  /** The text of its QR code; null unless the ticket is valid. */
  readonly code: string | null
}

const MINUTE = 60_000
const USUAL_MINUTES = 90

/**
 * The document for a key, which is its only proof; undefined if no paid order has that key.
 * @param locale the language in which it is shown what was bought; undefined: the buyer's
 */
export async function documentOf(documentKey: string, now: number = Date.now(), locale?: Locale): Promise<OrderDocument | undefined> {
  return assemble(await readOrder(database(), { documentKey }), now, locale)
}

export async function documentOfOrder(orderId: string, now: number = Date.now()): Promise<OrderDocument | undefined> {
  return assemble(await readOrder(database(), { orderId }), now)
}

/** Until when a device may keep an order's page for want of a network: while any of its tickets admits; undefined if none does. Ms since 1970. */
export function keptTicketUntil({ showings }: Pick<OrderDocument, 'showings'>): number | undefined {
  const coming = showings.filter(({ tickets }) => tickets.some(({ code }) => code !== null))
  return coming.length === 0 ? undefined : Math.max(...coming.map(({ pastAt }) => pastAt))
}

async function assemble(order: OrderRow | undefined, now: number, asked?: Locale): Promise<OrderDocument | undefined> {
  if (!order) return undefined
  const locale = asked ?? localeOfOrder(order.locale)
  const [rows, allProducts, changes, cancellations, site] = await Promise.all([
    seatsOfOrder(database(), order.orderId),
    shownLines(database(), order.orderId, locale),
    changesOfOrder(order.orderId),
    cancellationsOf(order.orderId, locale),
    openSiteById(order.miniSiteId),
  ])
  const hasDonations = allProducts.some(({ kind }) => kind === 'donation')
  const receipts = hasDonations ? await donationReceiptsOf(database(), order.documentKey) : []
  const donationReceipts = receipts.map(({ number, isRecognised }) => ({ number, isRecognised }))
  const film = allProducts.some(({ kind }) => kind === 'film') ? await filmOfOrder(order.reservationIdentifier) : undefined
  const inLanguage = await seatsIn(locale, rows)
  const { seats, products } = withShownPrices(order, inLanguage, allProducts)
  const presentations = [...new Set(seats.map((seat) => seat.presentationId))]
  const showings = presentations.flatMap((id) =>
    readShowing(
      order,
      seats.filter((seat) => seat.presentationId === id),
      now,
    ),
  )
  const { state: _state, globalServiceCharge: _charge, isPercentCharge: _is, chargePercent: _percent, miniSiteId: _site, ...facts } = order
  const more = donationReceipts.length > 0 && { donationReceipts }
  return {
    ...facts,
    ...more,
    ...(film && { filmId: film.vodId }),
    locale: localeOfOrder(order.locale),
    products,
    changes,
    ...(cancellations.length > 0 && { cancellations }),
    ...(site && { site }),
    showings,
  }
}

/** Gives each line the price shown at checkout. Shares of a percentage charge are computed from all lines of the order, including cancelled ones. */
function withShownPrices(
  { globalServiceCharge: charge, isPercentCharge: isPercent, chargePercent: percent }: OrderRow,
  seats: readonly SeatRow[],
  products: readonly KindLine[],
): { readonly seats: readonly SeatRow[]; readonly products: readonly DocumentLine[] } {
  const shown = paidPrices([...seats, ...products.map(pricedLine)], { charge, isPercent, percent }, settings().pricesIncludeCharges)
  const lines = products.map(({ name, quantity, isCancelled, isCollected = false }, at) => ({
    line: { name, quantity, amount: shown.lines[seats.length + at] ?? 0, isCollected },
    isCancelled,
  }))
  return {
    seats: seats.map((seat, at) => ({ ...seat, price: shown.lines[at] ?? 0 })),
    products: lines.flatMap(({ line, isCancelled }) => (isCancelled ? [] : line)),
  }
}

/** The showing with these tickets only, not the order's others; empty without tickets. */
export function readShowing(order: Pick<OrderRow, 'state'>, seats: readonly SeatRow[], now: number): readonly DocumentShowing[] {
  const [first] = seats
  if (!first) return []
  const isUntimed = first.featureTypeId === UNTIMED_FEATURE_TYPE
  const startsAt = first.startsAt.getTime()
  const ending = { startsAt, minutes: first.minutes, dayEndsAt: isUntimed ? first.dayEndsAt.getTime() : null }
  return [
    {
      presentationId: first.presentationId,
      featureId: first.featureId,
      featureName: first.featureName,
      locationName: first.locationName,
      venueName: first.venueName,
      city: first.city,
      address: first.address,
      startsAt,
      endsAt: startsAt + (first.minutes || USUAL_MINUTES) * MINUTE,
      pastAt: ticketEndsAt(ending, settings().ticketGraceMinutes),
      isUntimed,
      doorsAt: isUntimed ? null : startsAt - first.doorsMinutes * MINUTE,
      accessibility: first.accessibility,
      isCancelled: first.isCancelled,
      tickets: seats.map((seat) =>
        readTicket(seat, { ...ending, isCancelled: order.state !== 'paid' || seat.isCancelled || seat.cancellationId !== null }, now),
      ),
    },
  ]
}

function readTicket(
  seat: SeatRow,
  showing: Omit<Parameters<typeof ticketStateOf>[0], 'isUsed' | 'isExchanged' | 'isSent' | 'isSoldOn'>,
  now: number,
): DocumentTicket {
  const state = ticketStateOf(
    { ...showing, isUsed: seat.usedAt !== null, isExchanged: seat.isExchanged, isSent: seat.isSent, isSoldOn: seat.resale === 'sold' },
    now,
    settings().ticketGraceMinutes,
  )
  return {
    // A sent ticket's identifier is the friend's.
    ticketIdentifier: state === 'sent' ? '•••' : seat.ticketIdentifier,
    ticketName: seat.ticketName,
    sectionName: seat.sectionName,
    rowName: seat.rowName,
    seatName: seat.seatName,
    ...(seat.series && { series: seat.series }),
    price: seat.price,
    state,
    isOffered: seat.resale === 'offered',
    code: state === 'valid' ? signTicketCode(seat) : null,
  }
}
