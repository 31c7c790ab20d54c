import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { cartOf, prepareCard } from '#tests/support/buyers/house.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import type { Desk } from '#tests/support/races/desks.ts'
import { lockSeat, SEASON, seasonItem, SERIES, seriesItem, SUPPLEMENT } from './enrolments.ts'

/** Of the series and of the season alike: two of the season's are chosen. */
export const DATES_OF_EACH = 4
const AT_ONCE = 4
const CHAIRS = Array.from({ length: 30 }, (_, n) => ({ x: (n % 10) + 1, y: 1 + Math.floor(n / 10) }))

/** Subscribers who keep ordering at a desk, each a chair of its own: every fourth a season, the others a series. Ends when the desk answers no more. */
export class SteadySubscribers {
  /** Numbers of the reservations that they were told of. */
  readonly acknowledged: string[] = []
  readonly ended: Promise<unknown>
  readonly #chairs = [...CHAIRS]
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
    this.ended = Promise.allSettled(Array.from({ length: AT_ONCE }, (_, n) => this.#keepOrdering(n === 0)))
  }

  async #keepOrdering(isSeason: boolean): Promise<void> {
    for (let chair = this.#chairs.pop(); chair; chair = this.#chairs.pop()) {
      const { x, y } = chair
      const uuid = await newVisitor()
      await (isSeason ? lockSeat(uuid, x, y, 102, [13, 15]) : lockSeat(uuid, x, y))
      const cart = cartOf([], await prepareCard(uuid, isSeason ? SEASON + SUPPLEMENT : SERIES))
      const told = await this.#desk.commit(uuid, { ...cart, memberships: [isSeason ? seasonItem(x, y) : seriesItem(x, y)] })
      if (!told.ok) throw new Error(`A subscriber was refused: ${told.code}`)
      this.acknowledged.push((told.answer as { reservationIdentifier: string }).reservationIdentifier)
    }
  }
}

interface Kept {
  readonly open: number
  readonly paid: number
  /** Acknowledged, and not paid. */
  readonly lost: number
  /** Paid without all of its dates, its member or its money, or not paid with any of them. */
  readonly partial: number
}

/** What there is once all payments in doubt are settled. */
export async function keptOf(acknowledged: readonly string[]): Promise<Kept> {
  await letPaymentsAge(60)
  await reconcile()
  const { rows } = await database().query<Kept>(
    `WITH made AS (
       SELECT o.state, o.amount_due, o.reservation_identifier,
         (SELECT count(*) FROM seat_claim c JOIN order_seat s USING (order_id, presentation_id, seat_id)
          WHERE c.order_id = o.order_id AND c.state = 'S' AND s.ticket_identifier IS NOT NULL) AS dates,
         (SELECT count(*) FROM membership_purchase p JOIN entitlement e USING (entitlement_id) WHERE p.order_id = o.order_id AND e.is_active) AS members,
         (SELECT coalesce(sum(l.amount), 0) FROM ledger l WHERE l.order_id = o.order_id) AS money FROM orders o)
     SELECT count(*) FILTER (WHERE state IN ('paying', 'refunding'))::int AS open, count(*) FILTER (WHERE state = 'paid')::int AS paid,
       $2::int - count(*) FILTER (WHERE state = 'paid' AND reservation_identifier = ANY ($1))::int AS lost,
       count(*) FILTER (WHERE CASE state WHEN 'paid' THEN (dates, members, money) <> ($3, 1, amount_due) ELSE (dates, members, money) <> (0, 0, 0) END)::int AS partial
     FROM made`,
    [acknowledged, acknowledged.length, DATES_OF_EACH],
  )
  return rows[0] ?? { open: 0, paid: 0, lost: acknowledged.length, partial: 0 }
}
