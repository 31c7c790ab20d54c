import type { Agorot } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { askOrUnknown } from '#lib/server/payments/ask-provider.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { isUuid } from '#lib/server/platform/secrets/identifiers.ts'
import type { OrderPayment } from '#lib/server/orders/place/order-rows.ts'
import { currentProvider } from '#lib/server/providers/payment/current-provider.ts'

interface Expected {
  readonly uuid: string
  readonly amount: Agorot
  /** The unpaid reservation that the form was opened for; null for a cart. */
  readonly orderId: string | null
}

/**
 * Asks the provider for the payment with whose identifier the buyer came back.
 * Refusals: PAYMENT_FORM_INVALID (none, another visitor's, or for something else), PRICE_CHANGED, PAYMENT_PENDING (the provider does not answer: it may have
 * been charged in the form).
 */
export async function checkPayment(paymentIdentifier: string | null | undefined, expected: Expected): Promise<Result<OrderPayment>> {
  if (!paymentIdentifier) return refuse('PAYMENT_FORM_INVALID')
  const payment = await inspectPayment(expected.uuid, paymentIdentifier)
  if (payment === 'unknown') return refuse('PAYMENT_PENDING')
  if (!payment || payment.uuid !== expected.uuid || payment.forOrder !== expected.orderId) return refuse('PAYMENT_FORM_INVALID')
  if (payment.amount !== expected.amount) return refuse('PRICE_CHANGED', { total: expected.amount / 100 })
  return accept(payment)
}

/** What the current provider says; a payment that was charged in a form counts only where that form is this visitor's. */
export async function inspectPayment(
  uuid: string,
  paymentIdentifier: string,
): Promise<(OrderPayment & { readonly forOrder: string | null }) | 'unknown' | undefined> {
  const provider = currentProvider()
  const own = isUuid(paymentIdentifier) ? await formBy(uuid, 'form_id', { provider: provider.name, name: paymentIdentifier }) : undefined
  const prepared = await askOrUnknown(provider, (one) => one.inspect(paymentIdentifier, own?.provider_form ?? undefined))
  if (prepared === 'unknown' || !prepared) return prepared
  const form = own ?? (await formBy(uuid, 'provider_form', { provider: provider.name, name: prepared.formName }))
  if (prepared.isCharged && !form) return undefined
  return { ...prepared, provider: provider.name, formId: form?.form_id ?? null, forOrder: form?.order_id ?? null }
}

interface FormNames {
  readonly form_id: string
  readonly provider_form: string | null
  readonly order_id: string | null
}

/** How a provider's form is called in one of the columns. */
interface FormName {
  readonly provider: string
  readonly name: string
}

async function formBy(uuid: string, column: 'form_id' | 'provider_form', { provider, name }: FormName) {
  const { rows } = await database().query<FormNames>({
    name: `form-by-${column}`,
    text: `SELECT form_id, provider_form, order_id FROM payment_form WHERE provider = $2 AND ${column} = $3 AND holder = $1`,
    values: [uuid, provider, name],
  })
  return rows[0]
}
