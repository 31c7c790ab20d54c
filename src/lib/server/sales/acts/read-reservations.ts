import { readOrderNumber } from '#lib/domain/orders/order-number.ts'
import type { ReservationSorting } from '#lib/domain/sales/reservation-sorting.ts'
import type { Days } from '#lib/domain/sales/sales-range.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { SHOWS_OF_ORDER } from './own-reservation.ts'

/** Which reservations are looked for. */
export interface Looked {
  /** Business days on which they were made; undefined: whenever. */
  readonly days: Days | undefined
  /** Of which presentations; null: of all and of none. */
  readonly shows: readonly number[] | null
  /** Only those that are of no other presentations, by any of their parts; null: all. */
  readonly own: readonly number[] | null
  /** A part of a name, a mobile number or an order's number; empty: any. */
  readonly search: string
}

/** A place in a list: that of a reservation. */
export interface ListPlace {
  readonly madeAt: string
  readonly orderId: string
}

/** Which of them, in the order of the list: those that follow a place, or those before it. */
export interface Wanted extends Looked {
  readonly sorting: ReservationSorting
  readonly way: 'after' | 'before'
  /** null: from the end at which that way begins. */
  readonly from: ListPlace | null
  readonly most: number
}

export interface Place {
  readonly sectionName: string
  readonly rowName: string | null
  readonly seatName: string | null
}

export interface FoundReservation {
  readonly orderId: string
  /** Microseconds since 1970, as a text: they are too many for a number of JSON. */
  readonly madeAt: string
  readonly resId: string
  readonly orderNumber: string
  readonly state: 'unpaid' | 'paid' | 'refunding' | 'refunded'
  readonly firstName: string
  readonly lastName: string
  readonly mobileNumber: string
  readonly email: string
  readonly createdAt: Date
  readonly amount: number
  readonly channel: string
  /** In the order of their numbers. */
  readonly presentationIds: readonly number[]
  /** Seats that count still, by line. */
  readonly places: readonly Place[]
  /** Of seats and of everything else that counts still. */
  readonly tickets: number
}

/** Seats of an order that count still; the database is asked by its function only of those that may not, which are few of all. */
const SEATS = `FROM order_seat s WHERE s.order_id = o.order_id AND s.cancellation_id IS NULL
  AND (num_nonnulls(s.released_by, s.membership_line, s.evening_line) = 0 OR NOT is_gone(s))`

/** Tickets and everything else of an order that counts still. */
const TICKETS = `((SELECT count(*) ${SEATS})
  + (SELECT count(*) FROM order_item i WHERE i.order_id = o.order_id AND i.cancellation_id IS NULL))::int`

/** Which orders of all: those that were made or paid; unpaid ones and those that were cancelled too. */
const LOOKED = `state IN ('unpaid', 'paid', 'refunding', 'refunded')
  AND ($1::date IS NULL OR created_at >= ($1::date + $3::time) AT TIME ZONE 'Asia/Jerusalem')
  AND ($2::date IS NULL OR created_at < ($2::date + 1 + $3::time) AT TIME ZONE 'Asia/Jerusalem')
  AND ($4 = '' OR position($4 IN lower(first_name || ' ' || last_name)) > 0 OR ($5 <> '' AND starts_with(mobile_number, $5)) OR order_number = $6)
  AND ($8::int[] IS NULL OR NOT EXISTS (SELECT FROM order_seat s WHERE s.order_id = o.order_id AND presentation_id <> ALL ($8))
    AND NOT EXISTS (SELECT FROM order_item i WHERE i.order_id = o.order_id AND presentation_id <> ALL ($8)))`

function looked({ days, search, shows, own }: Looked): readonly unknown[] {
  return [
    ...[days?.from ?? null, days?.to ?? null, settings().businessDayEnds],
    ...[search.trim().toLowerCase(), digitsOf(search), readOrderNumber(search) ?? null, shows, own],
  ]
}

/**
 * What an order is listed by: a figure, upwards unless $9 is false, then a word. Equal ones stand the newest first, so the newest first need neither. Of what is
 * cancelled no tickets are left, and what is of no presentation stands by when it was made.
 */
const LISTED_BY = {
  newest: `0::float8 AS rank, '' AS word`,
  made: `CASE WHEN $9 THEN 1 ELSE -1 END * extract(epoch FROM created_at)::float8 AS rank, '' AS word`,
  show: `CASE WHEN $9 THEN 1 ELSE -1 END * extract(epoch FROM coalesce((SELECT starts_at FROM presentation WHERE presentation_id = (${SHOWS_OF_ORDER})[1]),
    created_at))::float8 AS rank, '' AS word`,
  tickets: `CASE WHEN $9 THEN 1 ELSE -1 END * CASE WHEN state IN ('paid', 'unpaid') THEN ${TICKETS} ELSE 0 END::float8 AS rank, '' AS word`,
  amount: `CASE WHEN $9 THEN 1 ELSE -1 END * (amount_due + voucher_amount)::float8 AS rank, '' AS word`,
  state: `CASE WHEN $9 THEN 1 ELSE -1 END * CASE WHEN state NOT IN ('paid', 'unpaid') OR ${TICKETS} = 0 THEN 2 WHEN state = 'unpaid' THEN 1 ELSE 0 END::float8 AS rank,
    '' AS word`,
  name: `0::float8 AS rank, trim(first_name || ' ' || last_name) COLLATE "he-x-icu" AS word`,
  number: `0::float8 AS rank, order_number AS word`,
} as const

const FOLLOWS = {
  after: `rank > $10 OR rank = $10 AND (CASE WHEN $9 THEN word > $11 ELSE word < $11 END
    OR word = $11 AND ("createdAt", "orderId") < ('epoch'::timestamptz + $12::bigint * interval '1 microsecond', $13::uuid))`,
  before: `rank < $10 OR rank = $10 AND (CASE WHEN $9 THEN word < $11 ELSE word > $11 END
    OR word = $11 AND ("createdAt", "orderId") > ('epoch'::timestamptz + $12::bigint * interval '1 microsecond', $13::uuid))`,
} as const

const ORDERED = {
  after: 'rank, CASE WHEN $9 THEN word END, CASE WHEN NOT $9 THEN word END DESC, "createdAt" DESC, "orderId" DESC',
  before: 'rank DESC, CASE WHEN $9 THEN word END DESC, CASE WHEN NOT $9 THEN word END, "createdAt", "orderId"',
} as const

function listedBy({ column, isDown }: ReservationSorting): keyof typeof LISTED_BY {
  return column === 'made' && isDown ? 'newest' : column
}

/**
 * Reservations in the order of their list, from a place in it. Not prepared: which index serves depends on what is asked.
 * @returns nothing if there is no such place any more
 */
export async function readReservations({ sorting, way, from, most, ...wanted }: Wanted): Promise<readonly FoundReservation[]> {
  const [by, of] = [listedBy(sorting), placeOfSearch(wanted.shows)]
  const key = from && (await keyOf(wanted, sorting, from))
  if (from && !key) return []
  const { rows } = await database().query<FoundReservation>(
    `SELECT "orderId", "madeAt", "resId", "orderNumber", state, "firstName", "lastName", "mobileNumber", email, "createdAt", amount, channel, "presentationIds",
       places, tickets
     FROM (SELECT o.order_id AS "orderId", (extract(epoch FROM created_at) * 1000000)::bigint::text AS "madeAt", reservation_identifier AS "resId",
         order_number AS "orderNumber", state, first_name AS "firstName", last_name AS "lastName", mobile_number AS "mobileNumber", email,
         created_at AS "createdAt", amount_due + voucher_amount AS amount, channel, ${SHOWS_OF_ORDER} AS "presentationIds",
         coalesce((SELECT json_agg(json_build_object('sectionName', section_name, 'rowName', row_name, 'seatName', seat_name) ORDER BY line) ${SEATS}), '[]') AS places, ${TICKETS} AS tickets, ${LISTED_BY[by]}
       FROM orders o WHERE ${LOOKED} AND ${OF[of]}) AS found
     WHERE $12::bigint IS NULL OR ${FOLLOWS[way]} ORDER BY ${ORDERED[way]} LIMIT $14`,
    [...looked(wanted), !sorting.isDown, key?.rank ?? 0, key?.word ?? '', from?.madeAt ?? null, from?.orderId ?? null, most],
  )
  return way === 'after' ? rows : rows.toReversed()
}

/** What the reservation of a place is listed by now, if it is among those that are looked for. */
async function keyOf(wanted: Looked, sorting: ReservationSorting, { orderId }: ListPlace): Promise<Key | undefined> {
  const [by, of] = [listedBy(sorting), placeOfSearch(wanted.shows)]
  if (by === 'newest') return { rank: 0, word: '' }
  const { rows } = await database().query<Key>(
    `SELECT rank, word FROM (SELECT ${LISTED_BY[by]} FROM orders o WHERE ${LOOKED} AND ${OF[of]} AND order_id = $10) AS found WHERE $9::boolean IS NOT NULL`,
    [...looked(wanted), !sorting.isDown, orderId],
  )
  return rows[0]
}

interface Key {
  readonly rank: number
  readonly word: string
}

/** How many there are, of more than `most` that many and one. */
export async function countReservations(wanted: Looked, most: number): Promise<number> {
  const of = placeOfSearch(wanted.shows)
  const { rows } = await database().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM orders o WHERE ${LOOKED} AND ${OF[of]} LIMIT $9) AS found`,
    [...looked(wanted), most + 1],
  )
  return rows[0]?.count ?? 0
}

/**
 * Of which presentations: all; a few, whose orders are found by their seats; many, of which the newest orders are looked at until there are enough. An order is
 * found by any of its parts.
 */
const OF = {
  all: '$7::int[] IS NULL',
  few: `order_id IN (SELECT order_id FROM order_seat WHERE presentation_id = ANY ($7::int[])
             UNION SELECT order_id FROM order_item WHERE presentation_id = ANY ($7::int[]))`,
  many: `(EXISTS (SELECT FROM order_seat s WHERE s.order_id = o.order_id AND presentation_id = ANY ($7::int[]))
             OR EXISTS (SELECT FROM order_item i WHERE i.order_id = o.order_id AND presentation_id = ANY ($7::int[])))`,
} as const

const FEW = 50

function placeOfSearch(shows: readonly number[] | null): keyof typeof OF {
  if (!shows) return 'all'
  return shows.length > FEW ? 'many' : 'few'
}

/** What of a text may be the beginning of a mobile number; empty if it is none. */
function digitsOf(search: string): string {
  const digits = search.replaceAll(/[\s.-]/g, '')
  return /^0\d{2,9}$/.test(digits) ? digits : ''
}
