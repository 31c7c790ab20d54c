import { RESALE_STATES } from '#lib/domain/orders/states.ts'
import { tellWhoOrdered } from '#lib/server/outbox/outbox-queue.ts'
import { bookCredit, openCredit } from '#lib/server/payments/book-refund.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'
import type { OrderOfLines } from '../port/port.ts'

const SOLD = stepOf(RESALE_STATES, 'sold')

/** The kind of the messages about one evening that was sold on; the id of its resale follows. */
export const RESOLD = 'resold:'

interface OfferRow {
  readonly resaleId: number
  /** The subscriber's. */
  readonly orderId: string
  readonly customerId: number | null
  /** That of the membership; the same unless the ticket was had in exchange. */
  readonly membershipOrderId: string
  readonly credit: number
  /** What of it is of the subscriber's order: the rest is of the membership's. */
  readonly ownCredit: number
}

/** The order that buys what is offered, and its visitor. */
type Buyer = Pick<OrderOfLines, 'orderId' | 'holder'>

/**
 * In the transaction in which an order is paid, after its seats are sold: evenings that subscribers gave back and that it has bought are sold on. The subscriber's
 * ticket is void from now on, and the subscriber has the promised credit as a voucher: money of a provider may fail to go back, a voucher of our own cannot.
 * What happens to the new order later changes nothing of it.
 */
export async function settleResales(client: Queryable, buyer: Buyer): Promise<void> {
  const { rows } = await client.query<OfferRow>({
    name: 'lock-offers-sold',
    text: `SELECT r.resale_id AS "resaleId", r.order_id AS "orderId", o.customer_id AS "customerId", r.credit, r.own_credit AS "ownCredit", coalesce(t.evening_order, t.order_id) AS "membershipOrderId" FROM order_seat s
             JOIN resale r ON r.presentation_id = s.presentation_id AND r.seat_id = s.seat_id AND r.state = 'offered' JOIN orders o ON o.order_id = r.order_id
             JOIN order_seat t ON t.order_id = r.order_id AND t.line = r.line
           WHERE s.order_id = $1 ORDER BY r.resale_id FOR UPDATE OF r`,
    values: [buyer.orderId],
  })
  for (const offer of rows) await settleResale(client, offer, buyer)
}

async function settleResale(client: Queryable, offer: OfferRow, buyer: Buyer): Promise<void> {
  const { resaleId, orderId, customerId, credit, ownCredit } = offer
  const voucher = await openCredit(client, customerId, credit)
  await client.query({
    name: 'resale-sold',
    text: `UPDATE resale SET ${SOLD.set}, closed_at = now(), sold_to = $2, credit_voucher_id = $3 WHERE resale_id = $1 AND ${SOLD.from}`,
    values: [resaleId, buyer.orderId, voucher?.voucherId ?? null],
  })
  if (voucher && credit > ownCredit)
    await bookCredit(client, { orderId: offer.membershipOrderId, voucherId: voucher.voucherId, amount: credit - ownCredit })
  if (voucher && ownCredit > 0) await bookCredit(client, { orderId, voucherId: voucher.voucherId, amount: ownCredit })
  await tellWhoOrdered(client, orderId, `${RESOLD}${String(resaleId)}`)
  await audit(client, { action: 'sold on', subject: orderId, uuid: buyer.holder, facts: { resale: resaleId, credit } })
}
