import { readOrderNumber } from '#lib/domain/orders/order-number.ts'
import type { Days } from '#lib/domain/sales/sales-range.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { SHOWS_OF_ORDER } from './own-reservation.ts'

/** Which reservations are looked for. */
export interface Wanted {
  /** Business days on which they were made; undefined: whenever. */
  readonly days: Days | undefined
  /** Only those that were made before this one; null: all. */
  readonly after: { readonly madeAt: string; readonly orderId: string } | null
  /** Of which presentations; null: of all and of none. */
  readonly shows: readonly number[] | null
  /** A part of a name, a mobile number or an order's number; empty: any. */
  readonly search: string
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

/** The reservations that were made or paid, the newest first; unpaid ones and those that were cancelled too. */
export async function readReservations({ days, after, shows, search, most }: Wanted): Promise<readonly FoundReservation[]> {
  const by = placeOfSearch(shows)
  const { rows } = await database().query<FoundReservation>({
    name: `reservations-of-${by}`,
    text: `SELECT o.order_id AS "orderId", (extract(epoch FROM created_at) * 1000000)::bigint::text AS "madeAt", reservation_identifier AS "resId",
             order_number AS "orderNumber", state, first_name AS "firstName", last_name AS "lastName", mobile_number AS "mobileNumber", email,
             created_at AS "createdAt", amount_due + voucher_amount AS amount, channel, ${SHOWS_OF_ORDER} AS "presentationIds",
             coalesce((SELECT json_agg(json_build_object('sectionName', section_name, 'rowName', row_name, 'seatName', seat_name) ORDER BY line)
               FROM order_seat s WHERE s.order_id = o.order_id AND NOT is_gone(s)), '[]') AS places,
             (SELECT count(*) FROM order_seat s WHERE s.order_id = o.order_id AND NOT is_gone(s))::int
               + (SELECT count(*) FROM order_item i WHERE i.order_id = o.order_id AND i.cancellation_id IS NULL)::int AS tickets
           FROM orders o
           WHERE state IN ('unpaid', 'paid', 'refunding', 'refunded')
             AND ($1::date IS NULL OR created_at >= ($1::date + $3::time) AT TIME ZONE 'Asia/Jerusalem')
             AND ($2::date IS NULL OR created_at < ($2::date + 1 + $3::time) AT TIME ZONE 'Asia/Jerusalem')
             AND ($4::bigint IS NULL OR (created_at, order_id) < ('epoch'::timestamptz + $4::bigint * interval '1 microsecond', $5::uuid))
             AND ($6 = '' OR position($6 IN lower(first_name || ' ' || last_name)) > 0 OR ($7 <> '' AND starts_with(mobile_number, $7)) OR order_number = $8)
             AND ${OF[by]}
           ORDER BY created_at DESC, order_id DESC LIMIT $10`,
    values: [
      ...[days?.from ?? null, days?.to ?? null, settings().businessDayEnds, after?.madeAt ?? null, after?.orderId ?? null],
      ...[search.trim().toLowerCase(), digitsOf(search), readOrderNumber(search) ?? null, shows, most],
    ],
  })
  return rows
}

/**
 * Of which presentations: all; a few, whose orders are found by their seats; many, of which the newest orders are looked at until there are enough. An order is
 * found by any of its parts.
 */
const OF = {
  all: '$9::int[] IS NULL',
  few: `order_id IN (SELECT order_id FROM order_seat WHERE presentation_id = ANY ($9::int[])
             UNION SELECT order_id FROM order_item WHERE presentation_id = ANY ($9::int[]))`,
  many: `(EXISTS (SELECT FROM order_seat s WHERE s.order_id = o.order_id AND presentation_id = ANY ($9::int[]))
             OR EXISTS (SELECT FROM order_item i WHERE i.order_id = o.order_id AND presentation_id = ANY ($9::int[])))`,
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
