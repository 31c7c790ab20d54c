import type { CustomerInfo } from '#lib/contract/order/order-cart.ts'
import { textOf } from '#lib/text/text.ts'
import { isLocale } from '#lib/text/locales.ts'
import type { CheckedCart } from '#lib/domain/cart/check-cart.ts'
import { askOrUnknown } from '#lib/server/payments/ask-provider.ts'
import { checkWanted } from '#lib/server/orders/cart/carts.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { checkCustomer } from '#lib/server/orders/cart/order-customer.ts'
import { checkProducersCustomer } from '#lib/server/orders/cart/producer.ts'
import { hashOf } from '#lib/server/orders/place/order-key.ts'
import { openBody } from '#lib/server/payments/payment-form-body.ts'
import { payUnpaid } from './pay-unpaid.ts'
import { returnPayment } from './payment-return.ts'
import { inspectPayment } from './payment-check.ts'
import type { OrderPayment } from '#lib/server/orders/place/order-rows.ts'
import { FORM_COLUMNS, type FormRow, type MoneyFate } from '#lib/server/payments/payment-form-row.ts'
import { placeOrder } from '#lib/server/orders/place/place-order.ts'
import type { FormFate } from '#lib/server/providers/payment/payment.ts'
import { reclaim } from '#lib/server/orders/place/reclaim.ts'
import { wakeReconciler } from '#lib/server/platform/jobs/wake.ts'
import { FORM_STATES } from '#lib/domain/orders/states.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'

const LAPSED = stepOf(FORM_STATES, 'lapsed')
const ORDERED = stepOf(FORM_STATES, 'ordered')

/** Seconds after which an unpaid form is given up: longer than any hold, and than any provider's form. */
const FORM_SECONDS = 3_600

/**
 * Settles the payment of a visitor whose order was refused: if its form has charged, it gets an order or a refund; a payment that is only prepared is released.
 * @param customer what the buyer has said by now, which may be more than when the form was opened.
 */
export async function settleChargedForm(uuid: string, paymentIdentifier: string, customer: CustomerInfo = {}): Promise<MoneyFate> {
  const payment = await inspectPayment(uuid, paymentIdentifier)
  if (payment === 'unknown') return 'waiting'
  if (!payment || payment.formId === null) return 'none'
  if (!payment.isCharged) return letGo(payment.formId)
  const { rows } = await database().query<FormRow>(`SELECT ${FORM_COLUMNS} FROM payment_form WHERE form_id = $1`, [payment.formId])
  return rows[0] ? settleMoney(rows[0], payment, customer) : 'none'
}

/** Intent: the reconciler closes the form, now or when the provider answers again. */
async function letGo(formId: string): Promise<'none'> {
  await database().query({
    name: 'form-let-go',
    text: `UPDATE payment_form SET ${LAPSED.set}, told_at = now() WHERE form_id = $1 AND ${LAPSED.from}`,
    values: [formId],
  })
  wakeReconciler()
  return 'none'
}

/** Looks what became of a form that nobody came back from, and finishes that. Safe in several processes at once: an order of a form is written once. */
export async function settleForm(form: FormRow): Promise<void> {
  await database().query({
    name: 'form-looked',
    text: 'UPDATE payment_form SET looked_at = now() WHERE form_id = $1',
    values: [form.form_id],
  })
  const formName = form.provider_form
  // A form without a provider's name was never shown, so nobody can have paid in it.
  const fate = formName === null ? ({ outcome: 'lapsed' } as const) : await askOrUnknown(form.provider, (one) => one.findForm(formName))
  if (fate === 'unknown') return
  if (fate.outcome === 'charged') await settleMoney(form, { ...fate.payment, provider: form.provider, formId: form.form_id })
  else if (isOver(form, fate) || (await isOfNoUse(form))) await letLapse(form, fate)
  else await noteAnswered(form.form_id, 'open')
}

function isOver({ age, provider_form }: FormRow, { outcome }: FormFate): boolean {
  return outcome === 'lapsed' ? provider_form !== null || age > FORM_SECONDS : age > FORM_SECONDS
}

/** A form that was let go, or whose every payment was given up. */
async function isOfNoUse({ form_id, state }: FormRow): Promise<boolean> {
  if (state !== 'ordered') return state === 'lapsed'
  const { rowCount } = await database().query({
    name: 'live-payment-of-form',
    text: `SELECT FROM payment WHERE form_id = $1 AND state <> 'declined'`,
    values: [form_id],
  })
  return rowCount === 0
}

/**
 * What was only prepared is let go where the provider can do that, however often it has to be asked; a form that is paid afterwards is looked at again when the
 * provider tells us.
 */
async function letLapse({ form_id, provider, provider_form: name }: FormRow, { outcome }: FormFate): Promise<void> {
  const isClosed =
    outcome === 'lapsed' || name === null || (await askOrUnknown(provider, async (one) => one.closeForm?.(name))) !== 'unknown'
  if (isClosed) await noteAnswered(form_id, 'lapsed')
}

/** Notes the result of a check. A callback that came after the check began stays, so that the form is checked again. */
async function noteAnswered(formId: string, state: 'open' | 'lapsed'): Promise<void> {
  await database().query({
    name: 'form-answered',
    text: `UPDATE payment_form SET told_at = CASE WHEN told_at > looked_at THEN told_at END, state = CASE state WHEN 'open' THEN $2 ELSE state END
           WHERE form_id = $1`,
    values: [formId, state],
  })
}

/** Money was taken in the form: it gets its order, or goes back. */
async function settleMoney(form: FormRow, payment: OrderPayment, customer: CustomerInfo = {}): Promise<MoneyFate> {
  const fate = await orderMoney(form, payment, customer)
  if (fate !== 'waiting') await markOrdered(form.form_id)
  return fate
}

async function orderMoney(form: FormRow, payment: OrderPayment, customer: CustomerInfo): Promise<MoneyFate> {
  if (await hasOrder(payment)) return 'ordered'
  const isOwn = payment.amount === form.amount && payment.uuid === form.holder
  const isOrdered = isOwn && (form.order_id === null ? await orderCart(form, payment, customer) : await payReserved(form.order_id, payment))
  if (isOrdered) return 'ordered'
  if (await hasOrder(payment)) return 'ordered'
  return returnPayment(form, payment)
}

/** Whether a payment of ours stands for it already. */
async function hasOrder({ provider, paymentIdentifier }: OrderPayment): Promise<boolean> {
  const { rowCount } = await database().query({
    name: 'payment-of-identifier',
    text: 'SELECT FROM payment WHERE provider = $1 AND payment_identifier = $2',
    values: [provider, paymentIdentifier],
  })
  return (rowCount ?? 0) > 0
}

/** Makes the order that the form was opened for, where it still can be had at the price that was paid. */
async function orderCart(form: FormRow, payment: OrderPayment, said: CustomerInfo): Promise<boolean> {
  if (!form.body) return false
  const { wanted, modify, customer: stored, held, soldBy } = openBody(form.body)
  const checked = await checkWanted(form.holder, { ...wanted, modify })
  if (!checked.ok || checked.value.totals.balanceDue !== payment.amount) return false
  const customer = soldBy ? producersCustomerOf(stored) : wholeOf([{ ...stored, ...said }, stored], checked.value)
  if (!customer || !(await reclaim(form, checked.value, held))) return false
  const locale = isLocale(form.locale) ? form.locale : 'he'
  const placed = await placeOrder({
    uuid: form.holder,
    idempotencyKey: payment.paymentIdentifier,
    bodyHash: hashOf({ form: form.form_id }),
    cart: checked.value,
    customer,
    staffNote: null,
    payment,
    unpaid: undefined,
    isMadeFromForm: true,
    soldBy,
    handlingFeeName: checked.value.serviceCharge?.name ?? textOf(locale)('common.handlingFee'),
    locale,
  })
  return placed.ok || placed.refusal.code === 'PAYMENT_PENDING'
}

/** The first of these details that the form of this cart is satisfied with: without them there would be nobody to send the tickets to. */
function wholeOf(known: readonly CustomerInfo[], cart: CheckedCart): CustomerInfo | undefined {
  for (const info of known) {
    const customer = checkCustomer(info, cart)
    if (customer.ok) return customer.value
  }
  return undefined
}

/** Whom a producer named when the form was opened. */
function producersCustomerOf({ firstName, mobileNumber }: CustomerInfo): CustomerInfo | undefined {
  const customer = checkProducersCustomer({ mobileNumber, customerName: firstName })
  return customer.ok ? customer.value : undefined
}

/** The form was opened for this order by whoever it is of, in this browser or another of the same customer. */
async function payReserved(orderId: string, payment: OrderPayment): Promise<boolean> {
  const { rows } = await database().query<{ reservation_identifier: string }>(
    `SELECT reservation_identifier FROM orders WHERE order_id = $1 AND state = 'unpaid'`,
    [orderId],
  )
  const resId = rows[0]?.reservation_identifier
  if (resId === undefined) return false
  const { paymentIdentifier } = payment
  const paid = await payUnpaid({ orderId, idempotencyKey: paymentIdentifier, paymentIdentifier, bodyHash: Buffer.alloc(0) }, resId, payment)
  return paid.ok || paid.refusal.code === 'PAYMENT_PENDING'
}

async function markOrdered(formId: string): Promise<void> {
  await database().query({
    name: 'form-ordered',
    text: `UPDATE payment_form SET ${ORDERED.set}, told_at = NULL, body = NULL WHERE form_id = $1`,
    values: [formId],
  })
}
