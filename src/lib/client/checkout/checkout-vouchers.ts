import { isIsraeliId, normaliseIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import { toAgorot } from '#lib/domain/money/money.ts'
import type { OrderTotals } from '#lib/domain/pricing/price-order.ts'
import { call, type CallRefusal, type CallResult } from '#lib/client/http/call.ts'
import { withPass } from '#lib/client/http/captcha.ts'
import { storeNow, storeWithSsn } from '#lib/client/order/cart.ts'
import { keptCartOf, type Checkout } from './checkout.ts'

/** A voucher of this order was entered again; only the page can say so, because the server answers the same for it. */
export const VOUCHER_TWICE = 'VOUCHER_TWICE'

/**
 * Adds a voucher by its reference. A look-up needs an ID number (spec §5): what the buyer has typed so far goes to the server first, where it is one.
 * Refusals: those of the look-up and of the cart; VOUCHER_TWICE.
 */
export async function addVoucher(checkout: Checkout, reference: string, ssn: string): Promise<CallResult<Checkout>> {
  const cart = keptCartOf(checkout)
  const known = isIsraeliId(ssn.trim()) ? await storeWithSsn(cart, normaliseIsraeliId(ssn.trim()) ?? '') : await storeNow(cart)
  if (!known.ok) return known
  const answer = await withPass('codes', (recaptchaToken) => call('checkVoucher', { query: { reference, recaptchaToken } }))
  if (!answer.ok) return answer
  const { id, code, amount, balance, tickets } = answer.value.payment
  if (checkout.vouchers.some((one) => one.id === id)) return refused(VOUCHER_TWICE)
  const found = { id, code, amount: toAgorot(amount) ?? null, balance: toAgorot(balance) ?? 0, ...(tickets !== undefined && { tickets }) }
  return withVouchers(checkout, [...checkout.vouchers, found])
}

export function removeVoucher(checkout: Checkout, id: number): Promise<CallResult<Checkout>> {
  return withVouchers(
    checkout,
    checkout.vouchers.filter((one) => one.id !== id),
  )
}

/** Stores the cart with these vouchers: only the server says what each pays then, and what is left to pay. */
async function withVouchers(checkout: Checkout, vouchers: Checkout['vouchers']): Promise<CallResult<Checkout>> {
  const next = { ...checkout, vouchers, lostVoucher: null }
  const stored = await storeNow(keptCartOf(next))
  return stored.ok ? { ok: true, value: withAmounts(next, stored.value) } : stored
}

/** A checkout with what the server says that it costs. */
export function withAmounts(checkout: Checkout, totals: OrderTotals): Checkout {
  const vouchers = checkout.vouchers.map((voucher, at) => ({ ...voucher, amount: totals.voucherPayments[at] ?? null }))
  return { ...checkout, totals, vouchers }
}

function refused(code: string): { readonly ok: false; readonly refusal: CallRefusal } {
  return { ok: false, refusal: { code, message: '', status: 0 } }
}
