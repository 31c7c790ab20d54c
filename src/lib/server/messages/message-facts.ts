import { UNTIMED_FEATURE_TYPE } from '#lib/domain/catalogue/catalogue.ts'
import type { MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { OrderState } from '#lib/domain/orders/states.ts'
import { formatShortDate, formatTime } from '#lib/text/format-date.ts'
import type { Locale } from '#lib/text/locales.ts'
import { unlinked } from '#lib/text/unlinked.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { seriesIn } from '#lib/server/catalogue/line-words.ts'
import { sectionWord, showingWords } from '#lib/server/catalogue/showing-words.ts'
import { openSiteById } from '#lib/server/catalogue/current-mini-site.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { localeOfOrder } from '#lib/server/platform/config/enabled-locales.ts'
import { byStart, soldSeats, type SoldSeat } from '#lib/server/sold/seat/sold-seats.ts'
import type { ShowingLines } from './html/message-words.ts'

/** An order in messages that may have no tickets: an unpaid hold or a cancellation. */
export interface OrderFacts {
  readonly reservationIdentifier: string
  /** As stored. */
  readonly orderNumber: string
  readonly state: OrderState
  /** As typed, but no link. */
  readonly firstName: string
  readonly locale: Locale
  /** The amount due for an unpaid hold. */
  readonly amountDue: Agorot
  /** ms since 1970; null if the order is not an unpaid hold. */
  readonly payUntil: number | null
  /** Whether one of its presentations was called off. */
  readonly isCalledOff: boolean
  /** The mini-site that it was begun in; undefined if none, or if its page is gone. */
  readonly site: MiniSite | undefined
  /** Sorted by start. */
  readonly showings: readonly FactShowing[]
}

export interface FactShowing extends ShowingLines {
  readonly presentationId: number
  readonly featureId: number
}

/** undefined if there is no such order. @param cancellationId only what it cancelled; null: what the order still has. @param line only this line */
export async function factsOfOrder(
  orderId: string,
  cancellationId: string | null = null,
  line: number | null = null,
): Promise<OrderFacts | undefined> {
  const { rows } = await database().query<
    Omit<OrderFacts, 'locale' | 'payUntil' | 'site' | 'showings'> & {
      readonly locale: string
      readonly payUntil: Date | null
      readonly miniSiteId: number | null
    }
  >({
    name: 'facts-of-order',
    text: `SELECT reservation_identifier AS "reservationIdentifier", order_number AS "orderNumber", state, first_name AS "firstName", locale, amount_due AS "amountDue", pay_until AS "payUntil",
             is_called_off(o) AS "isCalledOff", mini_site_id AS "miniSiteId"
           FROM orders o WHERE order_id = $1`,
    values: [orderId],
  })
  const [row] = rows
  if (!row) return undefined
  const { miniSiteId, ...order } = row
  const locale = localeOfOrder(order.locale)
  const [seats, site] = await Promise.all([seatsOf(orderId, cancellationId, line), openSiteById(miniSiteId)])
  const [from, named] = await Promise.all([catalogue(locale), seriesIn(locale, seats)])
  return {
    ...order,
    locale,
    firstName: unlinked(order.firstName),
    payUntil: order.payUntil?.getTime() ?? null,
    site,
    showings: showingsOf(named.map((seat) => ({ ...seat, sectionName: sectionWord(from, seat.presentationId, seat.sectionName) }))).map(
      (showing) => ({ ...showing, ...showingWords(from, showing.presentationId) }),
    ),
  }
}

async function seatsOf(orderId: string, cancellationId: string | null, line: number | null) {
  const seats = await soldSeats(database(), orderId)
  const own = seats.filter((seat) => {
    if (line !== null) return seat.line === line
    return cancellationId === null ? !seat.isGone : seat.cancellationId === cancellationId
  })
  return byStart(own)
}

type NamedSeats = Awaited<ReturnType<typeof seriesIn<SoldSeat>>>

function showingsOf(seats: NamedSeats): readonly FactShowing[] {
  const ids = [...new Set(seats.map(({ presentationId }) => presentationId))]
  return ids.flatMap((id) => showingOf(seats.filter(({ presentationId }) => presentationId === id)))
}

function showingOf(seats: NamedSeats): readonly FactShowing[] {
  const [first] = seats
  if (!first) return []
  return [{ ...first, startsAt: first.startsAt.getTime(), isUntimed: first.featureTypeId === UNTIMED_FEATURE_TYPE, tickets: seats }]
}

/** "24.11 20:30" of a showing, without the time if it has none. */
export function momentOf({ startsAt, isUntimed }: Pick<ShowingLines, 'startsAt' | 'isUntimed'>): string {
  return isUntimed ? formatShortDate(startsAt) : shortMoment(startsAt)
}

/** "24.11 20:30" */
export function shortMoment(instant: number): string {
  return `${formatShortDate(instant)} ${formatTime(instant)}`
}
