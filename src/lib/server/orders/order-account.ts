import type { Agorot } from '#lib/domain/money.ts'
import { cancellationsOf, type ShownCancellation } from '#lib/server/cancelling/cancellations-shown.ts'
import { catalogue } from '#lib/server/catalogue.ts'
import { database } from '#lib/server/db/connect.ts'
import { decryptText } from '#lib/server/secrets.ts'
import { maskReference } from '#lib/server/codes/system-vouchers.ts'

/** What an order was made of and what it cost, for the visitor who made it. Amounts are what was agreed, not today's prices. */
export interface OrderAccount {
  readonly seats: readonly AccountSeat[]
  readonly products: readonly { readonly id: number; readonly name: string; readonly quantity: number; readonly unitPrice: Agorot }[]
  readonly handlingFee: Agorot
  readonly handlingFeeName: string
  /** Tickets that were given back in exchange. */
  readonly modifiedAmount: Agorot
  readonly vouchers: readonly { readonly code: string; readonly amount: Agorot }[]
  readonly amountDue: Agorot
  readonly giveBack: Agorot
  readonly numberOfPayments: number
  /** Until when seats that are held without paying can be paid, in ms since 1970; null for others. */
  readonly payUntil: number | null
  /** True of seats that were held without paying, when their time is over, by the database's clock. */
  readonly isLapsed: boolean
  /** The house has called off one of its presentations. */
  readonly isCalledOff: boolean
  /** True of seats that were held without paying and given up by whoever held them. */
  readonly isGivenUp: boolean
  /** What of it was cancelled, in the order of time. */
  readonly cancellations: readonly ShownCancellation[]
  /** True where a second payment of the same seats was returned. */
  readonly wasPaidTwice: boolean
  /** True where the order was settled within the last hour. */
  readonly isNew: boolean
}

export interface AccountSeat {
  readonly presentationId: number
  readonly featureName: string
  readonly categoryName: string
  readonly ticketName: string
  /** With the ticket's service charge. */
  readonly price: Agorot
  /** How much less than the full price. */
  readonly discount: Agorot
}

interface OrderRow {
  readonly order_id: string
  readonly amount_due: number
  readonly global_service_charge: number
  readonly global_service_charge_name: string | null
  readonly modified_amount: number
  readonly give_back: number
  readonly number_of_payments: number
  readonly pay_until: Date | null
  readonly is_lapsed: boolean
  readonly is_called_off: boolean
  readonly is_given_up: boolean
  readonly paid_twice: boolean
  readonly is_new: boolean
}

/** undefined where the reservation is another's, or none. */
export async function orderAccountOf(reservationIdentifier: string, uuid: string): Promise<OrderAccount | undefined> {
  const { rows } = await database().query<OrderRow>({
    name: 'account-order',
    text: `SELECT order_id, amount_due, global_service_charge, global_service_charge_name, modified_amount, give_back, number_of_payments, pay_until,
             kind = 'hold' AND (state = 'unpaid' AND pay_until <= now() OR state = 'failed' AND coalesce(failure_code = 'HOLD_EXPIRED', false)) AS is_lapsed,
             EXISTS (SELECT FROM order_seat s JOIN presentation p USING (presentation_id) WHERE s.order_id = o.order_id AND p.is_cancelled) AS is_called_off,
             state = 'failed' AND failure_code = 'CANCELLED' AS is_given_up,
             EXISTS (SELECT FROM refund r WHERE r.reason = 'double' AND r.cause = o.order_id) AS paid_twice,
             coalesce(settled_at, created_at) > now() - interval '1 hour' AS is_new
           FROM orders o WHERE reservation_identifier = $1 AND is_order_of(o, $2)`,
    values: [reservationIdentifier, uuid],
  })
  const order = rows[0]
  if (!order) return undefined
  const [seats, products, vouchers, cancellations] = await Promise.all([
    seatsOf(order.order_id),
    productsOf(order.order_id),
    vouchersOf(order.order_id),
    cancellationsOf(order.order_id),
  ])
  return {
    seats,
    products,
    vouchers,
    handlingFee: order.global_service_charge,
    handlingFeeName: order.global_service_charge_name ?? '',
    modifiedAmount: order.modified_amount,
    amountDue: order.amount_due,
    giveBack: order.give_back,
    numberOfPayments: order.number_of_payments,
    payUntil: order.pay_until?.getTime() ?? null,
    isLapsed: order.is_lapsed,
    isCalledOff: order.is_called_off,
    isGivenUp: order.is_given_up,
    cancellations,
    wasPaidTwice: order.paid_twice,
    isNew: order.is_new,
  }
}

async function seatsOf(orderId: string): Promise<AccountSeat[]> {
  const { rows } = await database().query<{ presentation_id: number; ticket_name: string; price: number; discount: number }>({
    name: 'account-seats',
    text: `SELECT presentation_id, ticket_name, price + service_charge AS price, greatest(0, coalesce(old_price, price) - price) AS discount
           FROM order_seat WHERE order_id = $1 ORDER BY line`,
    values: [orderId],
  })
  const { presentations, features, categories } = await catalogue()
  return rows.map(({ presentation_id, ticket_name, price, discount }) => {
    const feature = features.get(presentations.get(presentation_id)?.featureId ?? 0)
    const categoryName = categories.get(feature?.categoryId ?? 0)?.name ?? ''
    return { presentationId: presentation_id, featureName: feature?.name ?? '', categoryName, ticketName: ticket_name, price, discount }
  })
}

async function productsOf(orderId: string): Promise<OrderAccount['products']> {
  const { rows } = await database().query<OrderAccount['products'][number]>({
    name: 'account-products',
    text: 'SELECT product_id AS id, name, quantity, unit_price AS "unitPrice" FROM order_product WHERE order_id = $1 ORDER BY product_id',
    values: [orderId],
  })
  return rows
}

async function vouchersOf(orderId: string): Promise<OrderAccount['vouchers']> {
  const { rows } = await database().query<{ reference: Buffer; amount: number }>({
    name: 'account-vouchers',
    text: `SELECT reference_encrypted AS reference, amount FROM order_voucher JOIN system_voucher USING (system_voucher_id)
           WHERE order_id = $1 ORDER BY system_voucher_id`,
    values: [orderId],
  })
  return rows.map(({ reference, amount }) => ({ code: maskReference(decryptText(reference)), amount }))
}
