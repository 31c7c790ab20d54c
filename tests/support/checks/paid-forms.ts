import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { formOf } from '#lib/server/providers/payment/sandbox-form.ts'
import { payByWallet } from '#lib/server/providers/payment/sandbox-wallet.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { CUSTOMER, lineOf } from '#tests/support/buyers/house.ts'
import { buyerHolding } from '#tests/support/buyers/vouchers.ts'

/** A form that its buyer has paid and not returned from. */
export interface PaidForm {
  readonly uuid: string
  readonly formId: string
  readonly providerForm: string
  readonly paymentIdentifier: string
}

export async function payInForm(seat: SeatAddress): Promise<PaidForm> {
  const uuid = await buyerHolding([seat])
  await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(seat)] }], customerInfo: CUSTOMER })
  const opened = await openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1:9' }, { method: 'wallet', ssn: CUSTOMER.ssn })
  if (!opened.ok) throw new Error(opened.refusal.code)
  const providerForm = opened.value.paymentFormURL.split('/').at(-1) ?? ''
  const form = await formOf(providerForm)
  const paymentIdentifier = (form && (await payByWallet(form, 'silent'))) ?? ''
  const { rows } = await database().query<{ id: string }>('SELECT form_id AS id FROM payment_form WHERE provider_form = $1', [providerForm])
  return { uuid, formId: rows[0]?.id ?? '', providerForm, paymentIdentifier }
}

/** Runs the shop's handling of abandoned forms. @returns whether the visitor has an order now */
export async function isOrderedByItself(uuid: string): Promise<boolean> {
  await letPaymentsAge()
  await reconcile()
  const { rows } = await database().query(`SELECT FROM orders WHERE holder = $1 AND state = 'paid'`, [uuid])
  return rows.length > 0
}
