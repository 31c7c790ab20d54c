import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { sectionWord } from '#lib/server/catalogue/showing-words.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { Place } from '#lib/text/place-text.ts'
import type { FactShowing, OrderFacts } from './message-facts.ts'

/** A showing of which an import moved something. */
export interface MovedShowing extends FactShowing {
  /** The start that the order was last told, in ms since 1970; null: it begins when it did. */
  readonly before: number | null
  /** The hall, or the show, that it was; null: it is the same. */
  readonly beforeHall: string | null
  readonly beforeShow: string | null
  readonly seats: readonly MovedSeat[]
}

/** Names are section, row and seat; of general admission the section alone. */
export interface MovedSeat {
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** It stands elsewhere among the others. */
  readonly isShifted: boolean
}

interface DateRow {
  readonly presentationId: number
  readonly before: Date
  readonly after: Date
  readonly fromVenueId: number | null
  readonly fromFeatureId: number | null
  readonly hall: string | null
  readonly show: string | null
}

interface SeatRow extends MovedSeat {
  readonly presentationId: number
}

interface OrderRow {
  readonly documentKey: string
  readonly canGiveBack: boolean
}

/** What an import moved of an order, by its showings, with the order's key of documents. */
export async function movedShowings(
  orderId: string,
  importId: string,
  { showings, locale }: Pick<OrderFacts, 'showings' | 'locale'>,
): Promise<OrderRow & { readonly showings: readonly MovedShowing[] }> {
  const [dates, seats, [order], from] = await Promise.all([
    datesMoved(orderId, importId),
    seatsMoved(orderId, importId),
    orderRows(orderId),
    catalogue(locale),
  ])
  const found = showings.flatMap((showing): MovedShowing[] => {
    const date = dates.find(({ presentationId }) => presentationId === showing.presentationId)
    const own = seats.filter(({ presentationId }) => presentationId === showing.presentationId)
    if (!date && own.length === 0) return []
    const worded = own.map(({ from: before, to, isShifted }) => ({
      from: inWords(before, (name) => sectionWord(from, showing.presentationId, name)),
      to: inWords(to, (name) => sectionWord(from, showing.presentationId, name)),
      isShifted,
    }))
    return [{ ...showing, ...(date ? beforeOf(from, date) : UNMOVED), seats: worded }]
  })
  return { documentKey: order?.documentKey ?? '', canGiveBack: order?.canGiveBack ?? false, showings: found }
}

type Before = Pick<MovedShowing, 'before' | 'beforeHall' | 'beforeShow'>

/** Of a showing whose seats alone were moved. */
const UNMOVED: Before = { before: null, beforeHall: null, beforeShow: null }

/** Names as the catalogue has them, else as they were stored. */
function beforeOf(from: Catalogue, { before, after, fromVenueId, fromFeatureId, hall, show }: DateRow): Before {
  return {
    before: before.getTime() === after.getTime() ? null : before.getTime(),
    beforeHall: from.venues.get(fromVenueId ?? 0)?.name ?? hall,
    beforeShow: from.features.get(fromFeatureId ?? 0)?.name ?? show,
  }
}

function inWords([section = '', ...rest]: readonly string[], wordOf: (section: string) => string): readonly string[] {
  return [wordOf(section), ...rest]
}

export function placeOfName([sectionName = '', rowName, seatName]: readonly string[]): Place {
  return { sectionName, rowName: rowName ?? null, seatName: seatName ?? null }
}

async function datesMoved(orderId: string, importId: string): Promise<readonly DateRow[]> {
  const { rows } = await database().query<DateRow>({
    name: 'moves-of-order',
    text: `SELECT m.presentation_id AS "presentationId", start_known(o, m) AS before, m.to_at AS after, m.from_venue_id AS "fromVenueId",
             m.from_feature_id AS "fromFeatureId", v.name AS hall, f.name AS show
           FROM orders o, start_move m LEFT JOIN venue v ON v.venue_id = m.from_venue_id LEFT JOIN feature f ON f.feature_id = m.from_feature_id
           WHERE o.order_id = $1 AND m.import_id = $2 AND start_known(o, m) IS NOT NULL`,
    values: [orderId, importId],
  })
  return rows
}

async function seatsMoved(orderId: string, importId: string): Promise<readonly SeatRow[]> {
  const { rows } = await database().query<SeatRow>({
    name: 'seat-moves-of-order',
    text: `SELECT m.presentation_id AS "presentationId", seat_known(o, m) AS "from", m.to_name AS "to", m.is_shifted AS "isShifted"
           FROM orders o JOIN order_seat s USING (order_id) JOIN seat_move m USING (presentation_id, seat_id)
           WHERE o.order_id = $1 AND m.import_id = $2 AND NOT is_gone(s) AND (m.is_shifted OR seat_known(o, m) <> m.to_name) ORDER BY s.line`,
    values: [orderId, importId],
  })
  return rows
}

async function orderRows(orderId: string): Promise<readonly OrderRow[]> {
  const { rows } = await database().query<OrderRow>({
    name: 'order-told-of-moves',
    text: `SELECT document_key AS "documentKey", EXISTS (
             SELECT FROM order_seat s WHERE s.order_id = o.order_id AND NOT is_gone(s) AND s.membership_line IS NULL AND s.evening_order IS NULL AND is_moved(s)
           ) AS "canGiveBack" FROM orders o WHERE order_id = $1`,
    values: [orderId],
  })
  return rows
}
