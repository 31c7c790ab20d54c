import type { CustomerInfo } from '#lib/contract/order/order-cart.ts'
import type { CheckedCart } from '#lib/domain/cart/check-cart.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'
import type { SoldBy } from '#lib/server/orders/cart/producer.ts'
import type { OrderKey } from './order-answers.ts'
import type { PreparedPayment } from '#lib/server/providers/payment/payment.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { kindsOf } from '#lib/server/sold/kinds.ts'
import { takesCart } from '#lib/server/sold/lines.ts'
import type { UnpaidTerms } from '#lib/server/seats/claims/hold-time.ts'
import { FORM_STATES } from '#lib/domain/orders/states.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'

const FORM_ORDERED = stepOf(FORM_STATES, 'ordered')

/** A payment that stands behind an order: what the provider says of it, and which of our forms it was made in. */
export interface OrderPayment extends PreparedPayment {
  readonly provider: string
  /** null for a payment that no form of ours was opened for. */
  readonly formId: string | null
}

/** What is written and committed before any money is asked for. */
export interface Intent extends OrderKey {
  readonly cart: CheckedCart
  readonly customer: CustomerInfo
  readonly staffNote: Readonly<Record<string, string>> | null
  /** undefined where nothing is to be paid, or not now. */
  readonly payment: OrderPayment | undefined
  /** Set where the seats are held without paying. */
  readonly unpaid: UnpaidTerms | undefined
  /** True where the shop makes the order itself, of a form that was paid. */
  readonly isMadeFromForm: boolean
  /** Set if a producer has sold it. */
  readonly soldBy: SoldBy | undefined
  readonly handlingFeeName: string
  /** In which the buyer reads. */
  readonly locale: Locale
}

export interface Written {
  readonly orderId: string
  /** The key under which the provider charges; of no use where nothing is paid. */
  readonly paymentId: string
}

/**
 * The order itself, as it is before any money is asked for. It is the customer's who is signed in; one that the shop makes of a form, of whoever was when the
 * form was opened, since the next person at the same computer may have signed in meanwhile. What a producer sells is no customer's of that browser. An order of what was not held takes its cart: that of its payment's
 * form, else the visitor's; the database lets one live order have it.
 */
export async function insertOrder(client: Queryable, orderId: string, intent: Intent): Promise<void> {
  const { customer, cart } = intent
  const buyer = contactOf(customer)
  const hold = holdOf(intent.unpaid)
  const change = changeOf(cart)
  const percent = cart.serviceCharge?.percentRatePerOrder ?? null
  await client.query({
    name: 'insert-order',
    text: `INSERT INTO orders (order_id, reservation_identifier, document_key, holder, idempotency_key, body_hash, amount_due, seats_price,
             products_price, global_service_charge, global_service_charge_name, number_of_payments, first_name, last_name, email, mobile_number,
             ssn_encrypted, address, mailing_consent, staff_note, locale, voucher_amount, additional_terms, state, kind, pay_until, made_from_form,
             modifies, modified_amount, give_back, modified_charge, is_percent_charge, charge_percent, kinds, cart_id, customer_id, channel, mini_site_id, opening_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $32, $33, $34, $35,
             CASE WHEN $36 THEN coalesce((SELECT f.cart_id FROM payment_form f WHERE f.form_id = $31::uuid), (SELECT s.cart_id FROM session s WHERE s.uuid = $4)) END,
             (SELECT s.customer_id FROM session s WHERE s.uuid = $4 AND is_signed_in(s) AND $37 = 'shop'
                AND NOT ($27 AND EXISTS (SELECT FROM payment_form f WHERE f.form_id = $31::uuid AND f.created_at < s.signed_in_at))), $37,
             (SELECT m.mini_site_id FROM session s JOIN mini_site m USING (mini_site_id) WHERE s.uuid = $4 AND $37 = 'shop' AND m.presentation_ids && $38::int[]),
             CASE WHEN $37 = 'shop' THEN take_opening($4, $1, $28, $38::int[]) END)`,
    values: [
      orderId,
      unguessable(20),
      unguessable(26),
      intent.uuid,
      intent.idempotencyKey,
      intent.bodyHash,
      cart.totals.balanceDue,
      cart.totals.seatsPrice,
      cart.totals.productsPrice,
      cart.totals.globalServiceCharge,
      intent.handlingFeeName,
      intent.payment?.numberOfPayments ?? 1,
      buyer.firstName,
      buyer.lastName,
      buyer.email,
      buyer.mobileNumber,
      customer.ssn ? encryptText(customer.ssn) : null,
      addressText(customer),
      customer.mailingConsent === true,
      intent.staffNote && JSON.stringify(intent.staffNote),
      intent.locale,
      cart.vouchers.reduce((sum, { amount, tickets }) => (tickets === undefined ? sum + amount : sum), 0),
      customer.additionalTerms === true,
      hold.state,
      hold.kind,
      hold.payUntil,
      intent.isMadeFromForm,
      change.modifies,
      cart.totals.modifiedPrice,
      cart.totals.giveBack,
      intent.payment?.formId ?? null,
      change.charge,
      percent !== null,
      percent,
      kindsOf(cart.lines),
      takesCart(cart.lines),
      intent.soldBy ? (intent.soldBy.as ?? 'producer') : 'shop',
      cart.presentations.map(({ id }) => id),
    ],
  })
}

/** How an order begins: as a hold until when it is to be paid, else while its payment is under way. */
function holdOf(unpaid: UnpaidTerms | undefined) {
  return unpaid ? { state: 'unpaid', kind: 'hold', payUntil: unpaid.payUntil } : { state: 'paying', kind: 'regular', payUntil: null }
}

/** The order whose tickets are given back, if any, and what the change costs. */
function changeOf({ givenBack, totals }: CheckedCart): { readonly modifies: string | null; readonly charge: number } {
  if (!givenBack) return { modifies: null, charge: 0 }
  return { modifies: givenBack.orderId, charge: totals.modifiedPrice === 0 ? 0 : givenBack.charge }
}

/** What was left empty is stored as an empty text. */
function contactOf({ firstName = '', lastName = '', email = '', mobileNumber = '' }: CustomerInfo) {
  return { firstName, lastName, email, mobileNumber }
}

function addressText({ address1, address2, city, postalCode, dateOfBirth, location }: CustomerInfo): string | null {
  const address = Object.entries({ address1, address2, city, postalCode, dateOfBirth, location }).filter(([, text]) => text)
  return address.length === 0 ? null : JSON.stringify(Object.fromEntries(address))
}

/** What is to be charged. */
interface Charge {
  readonly payment: OrderPayment
  readonly amount: number
  /** What a repetition of a later payment is known by; null: it is known by the order's own key. */
  readonly key: { readonly idempotencyKey: string; readonly bodyHash: Buffer } | null
}

/** The intent to charge, and that the form now has an order. */
export async function insertPayment(client: Queryable, { orderId, paymentId }: Written, { payment, amount, key }: Charge): Promise<void> {
  const { provider, paymentIdentifier, formId, last4, method } = payment
  await client.query({
    name: 'insert-payment',
    text: `WITH ordered AS (UPDATE payment_form SET ${FORM_ORDERED.set}, body = NULL WHERE form_id = $6 AND ${FORM_ORDERED.from})
           INSERT INTO payment (payment_id, order_id, provider, payment_identifier, amount, state, form_id, last4, method, idempotency_key, body_hash)
           VALUES ($1, $2, $3, $4, $5, 'intended', $6, $7, $8, $9, $10)`,
    values: [
      ...[paymentId, orderId, provider, paymentIdentifier, amount, formId, last4, method],
      ...[key?.idempotencyKey ?? null, key?.bodyHash ?? null],
    ],
  })
}
