import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import type * as z from 'zod/mini'
import type { reservationAnswer } from '#lib/contract/order/orders.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { namesOfLines } from '#lib/text/line-names.ts'
import { listSeatNames } from '#lib/text/seat-names.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { placeFields, sectionWord } from '#lib/server/catalogue/showing-words.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import type { ShownLine } from '#lib/server/sold/port/port.ts'
import { soldSeats, type SoldSeat } from '#lib/server/sold/seat/sold-seats.ts'
import { shownLines } from '#lib/server/sold/shown.ts'

export type Reservation = z.output<typeof reservationAnswer>

interface Row {
  readonly reservation_identifier: string
  readonly order_number: string
  readonly document_key: string
  readonly state: Reservation['state']
  readonly amount_due: number
  readonly email: string
  readonly mobile_number: string
  readonly first_name: string
  readonly order_id: string
  readonly created_at: Date
  /** What was issued of other kinds, and counts still. */
  readonly items: (string | null)[]
}

/** Reservation states of the wire: 1 made, 2 being paid, 3 cancelled (spec §4). */
export const RES_STATE = { unpaid: 1, paying: 2, paid: 1, failed: 3, refunding: 3, refunded: 3 } as const

/** A reservation of this visitor; undefined where it is another's or none. A header-only visitor sees no personal data. */
export async function reservationOf(
  resId: string,
  visitor: Visitor,
  locale: Locale = DEFAULT_LOCALE,
): Promise<(Reservation & { readonly firstName: string }) | undefined> {
  const { rows } = await database().query<Row>({
    name: 'reservation-of',
    text: `SELECT o.order_id, o.created_at, o.reservation_identifier, o.order_number, o.document_key, o.state, o.amount_due, o.email, o.mobile_number, o.first_name,
             ARRAY(SELECT i.identifier FROM order_item i WHERE i.order_id = o.order_id AND i.cancellation_id IS NULL ORDER BY kind, line) AS items
           FROM orders o WHERE o.reservation_identifier = $1 AND is_order_of(o, $2)`,
    values: [resId, visitor.uuid],
  })
  const row = rows[0]
  return row && describe(row, visitor, locale)
}

async function describe(row: Row, visitor: Visitor, locale: Locale): Promise<Reservation & { readonly firstName: string }> {
  const [from, seats, sold] = await Promise.all([
    catalogue(locale),
    soldSeats(database(), row.order_id),
    shownLines(database(), row.order_id, locale),
  ])
  const kept = seats.filter(({ isGone }) => !isGone)
  const isPaid = row.state === 'paid'
  const isBrowser = visitor.proof === 'cookie'
  // One all of whose tickets were given back for others is over, as one that was cancelled.
  const ResStateId = kept.length + row.items.length === 0 ? RES_STATE.refunded : RES_STATE[row.state]
  const lines = ResStateId === RES_STATE.refunded ? [] : kept
  const items = ResStateId === RES_STATE.refunded ? [] : row.items
  return {
    ReservationIdentifier: row.reservation_identifier,
    orderNumber: formatOrderNumber(row.order_number),
    ResStateId,
    Quantity: lines.length + items.length,
    SectionName: distinct(lines.map(({ presentationId, sectionName }) => sectionWord(from, presentationId, sectionName))),
    RowNames: distinct(lines.map(({ rowName }) => rowName)),
    SeatNames: listSeatNames(seatsOnce(lines)),
    IsUnpaid: row.state === 'unpaid',
    state: row.state,
    ...showingOf(row, from, { seats, sold }),
    amount: toShekels(row.amount_due),
    products: ResStateId === RES_STATE.refunded ? [] : sold.filter(({ isCancelled }) => !isCancelled).map(lineAnswer),
    ticketIdentifiers: [...lines.map(({ ticketIdentifier }) => ticketIdentifier), ...items].filter((ticket) => ticket !== null),
    // It opens documents with personal data, so only the browser that ordered gets it.
    documentKey: isPaid && isBrowser ? row.document_key : null,
    ...contactOf(row, isBrowser),
  }
}

/** Where and when its first presentation is, also of seats that are gone; of an order without seats the names of its lines, and when it was made. */
function showingOf(
  row: Row,
  from: Catalogue,
  { seats, sold }: { readonly seats: readonly SoldSeat[]; readonly sold: readonly ShownLine[] },
): Pick<Reservation, 'StartDateTime' | 'featureName' | 'locationName' | 'presentationId'> {
  const presentationId = seats.length === 0 ? 0 : Math.min(...seats.map((seat) => seat.presentationId))
  const presentation = from.presentations.get(presentationId)
  return {
    StartDateTime: new Date(presentation?.startsAt ?? row.created_at).toISOString(),
    featureName: from.features.get(presentation?.featureId ?? 0)?.name ?? namesOfLines(sold),
    locationName: placeFields(from, presentation).locationName,
    presentationId,
  }
}

/** Who bought it; masked for a visitor without a cookie. */
function contactOf({ email, mobile_number: mobileNumber, first_name: firstName }: Row, isShown: boolean) {
  return isShown ? { email, mobileNumber, firstName } : { email: mask(email), mobileNumber: mask(mobileNumber), firstName: '' }
}

/** The names of seats, each seat once: that of a series is the same on all its dates. */
export function seatsOnce(
  places: readonly { readonly sectionName: string; readonly rowName: string | null; readonly seatName: string | null }[],
): readonly string[] {
  const seats = new Map(places.map(({ sectionName, rowName, seatName }) => [JSON.stringify([sectionName, rowName, seatName]), seatName]))
  return [...seats.values()].filter((name) => name !== null)
}

export function lineAnswer({
  name,
  quantity,
  unitPrice,
}: Pick<ShownLine, 'name' | 'quantity' | 'unitPrice'>): Reservation['products'][number] {
  return { name, quantity, price: toShekels(unitPrice) }
}

/** Each name once. */
export function distinct(names: readonly (string | null)[]): string {
  return [...new Set(names.filter((name) => name !== null))].join(', ')
}

/** The last two signs only. */
function mask(text: string): string {
  return text === '' ? '' : `•••${text.slice(-2)}`
}
