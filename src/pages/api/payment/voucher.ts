import { checkVoucher } from '#lib/contract/order/orders.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { guardNumbers } from '#lib/server/entitlements/code-guesses.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { findVoucher, voucherPaymentOf } from '#lib/server/orders/cart/voucher-check.ts'

/** Only the look-up of the reference is limited as a guess; pricing uses a known voucher. */
export const GET = serve(
  checkVoucher,
  async ({ query: { reference, recaptchaToken }, source, ...asked }) => {
    const holder = holderOf(asked)
    const found = await guardNumbers({ ...holder, caller: source.caller }, reference, async () => {
      if (!(await verifyCaptcha(recaptchaToken, 'codes', holder))) return refuse('invalid_captcha')
      return findVoucher(holder.uuid, reference)
    })
    if (!found.ok) return found
    const payment = await voucherPaymentOf(holder.uuid, found.value, reference)
    return payment.ok ? accept({ payment: payment.value }) : payment
  },
  'payment',
)
export const ALL = onlyMethods('GET')
