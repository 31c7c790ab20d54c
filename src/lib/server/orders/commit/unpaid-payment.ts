import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { carriesCardData } from '#lib/server/platform/http/card-data.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { hashOf } from '#lib/server/orders/place/order-key.ts'
import { answerOfAttempt, payUnpaid, type AttemptKey, type Paid } from './pay-unpaid.ts'
import { checkPayment } from './payment-check.ts'
import { settleChargedForm } from './payment-form-fate.ts'

interface Reservation {
  readonly order_id: string
  readonly state: string
  readonly amount_due: number
  readonly is_over: boolean
  /** The house has called off one of its presentations. */
  readonly is_called_off: boolean
  readonly email: string
  readonly presentation_ids: number[]
}

/** A reservation of this visitor; undefined where it is another's or none. */
async function reservationToPay(uuid: string, resId: string): Promise<Reservation | undefined> {
  const { rows } = await database().query<Reservation>({
    name: 'reservation-to-pay',
    text: `SELECT o.order_id, o.state, o.amount_due, o.email, coalesce(o.pay_until <= now(), false) AS is_over,
             is_called_off(o),
             array(SELECT DISTINCT presentation_id FROM order_seat s WHERE s.order_id = o.order_id) AS presentation_ids
           FROM orders o WHERE o.reservation_identifier = $1 AND is_order_of(o, $2)`,
    values: [resId, uuid],
  })
  return rows[0]
}

/** What a form is opened for. Refusals: NOT_FOUND (another's, or none), ALREADY_PAID, ORDER_IN_PROGRESS, HOLD_EXPIRED (its time is over), SALE_CLOSED (called off). */
export async function unpaidToPay(uuid: string, resId: string) {
  const reservation = await reservationToPay(uuid, resId)
  if (!reservation) return refuse('NOT_FOUND')
  const refusal = notPayable(reservation)
  if (refusal) return refuse(refusal)
  const { presentations } = await catalogue()
  const shows = reservation.presentation_ids.map((id) => presentations.get(id)).filter((one): one is Presentation => one !== undefined)
  return accept({
    amount: reservation.amount_due,
    presentations: shows,
    seller: shows[0],
    names: [],
    returnPath: `/cart/${resId}`,
    orderId: reservation.order_id,
    cartId: null,
    body: null,
    mail: reservation.email || undefined,
  })
}

function notPayable({ state, is_over, is_called_off }: Reservation): RefusalCode | undefined {
  if (state === 'paying') return 'ORDER_IN_PROGRESS'
  if (state === 'failed') return 'HOLD_EXPIRED'
  if (state !== 'unpaid') return 'ALREADY_PAID'
  if (is_over) return 'HOLD_EXPIRED'
  return is_called_off ? 'SALE_CLOSED' : undefined
}

/**
 * Pays a reservation that was made without paying, once per key and body: asked again, it answers the same. A payment that fails leaves it unpaid, with its
 * seats. Refusals: ITEMS_NOT_SOLD; those of `unpaidToPay` and of the payment, ORDER_CONFLICT for the same key with another body, PAYMENT_PENDING while nobody knows.
 */
export async function payReservation(
  uuid: string,
  resId: string,
  { cart, cartIdentifier }: { readonly cart: OrderCart; readonly cartIdentifier?: string | null | undefined },
): Promise<Result<Paid>> {
  if (carriesCardData(cart)) return refuse('CARD_DATA_REFUSED')
  const reservation = await reservationToPay(uuid, resId)
  if (!reservation) return refuse('NOT_FOUND')
  const bodyHash = hashOf(cart)
  const paymentIdentifier = cart.paymentIdentifier ?? ''
  const key = { orderId: reservation.order_id, idempotencyKey: cartIdentifier ?? paymentIdentifier, paymentIdentifier, bodyHash }
  const earlier = await answerOfAttempt(key, resId)
  if (earlier) return earlier
  // A reservation is paid as it stands: further items in the cart would be lost, so they are refused.
  if ([cart.memberships, cart.vouchers, cart.donations, cart.films].some((items = []) => items.length > 0)) return refuse('ITEMS_NOT_SOLD')
  const refusal = notPayable(reservation)
  if (refusal) return afterRefusal(key, { uuid, resId }, refusal)
  const payment = await checkPayment(cart.paymentIdentifier, { uuid, amount: reservation.amount_due, orderId: reservation.order_id })
  if (!payment.ok) return payment
  return payUnpaid(key, resId, payment.value)
}

/** A form that has charged for a reservation that cannot be paid any more gives its money back. */
async function afterRefusal(
  key: AttemptKey,
  { uuid, resId }: { readonly uuid: string; readonly resId: string },
  refusal: RefusalCode,
): Promise<Result<Paid>> {
  const fate = key.paymentIdentifier === '' ? 'none' : await settleChargedForm(uuid, key.paymentIdentifier)
  if (fate === 'none') return refuse(refusal)
  if (fate === 'returned') return refuse(refusal === 'ALREADY_PAID' ? 'PAID_TWICE' : 'PAYMENT_RETURNED', { reservationIdentifier: resId })
  return (await answerOfAttempt(key, resId)) ?? refuse('PAYMENT_PENDING', { reservationIdentifier: resId })
}
