import { payReservation as endpoint } from '#lib/contract/order/orders.ts'
import { refuse } from '#lib/domain/result.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { payReservation } from '#lib/server/orders/commit/unpaid-payment.ts'

export const POST = serve(
  endpoint,
  async (asked) => {
    const holder = holderOf(asked)
    if (!(await verifyCaptcha(asked.body.recaptchaToken, 'payment', holder))) return refuse('invalid_captcha')
    return payReservation(holder.uuid, asked.params.resId, asked.body)
  },
  'payment',
)
export const ALL = onlyMethods('POST')
