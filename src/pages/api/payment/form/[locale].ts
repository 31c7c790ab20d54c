import { paymentForm } from '#lib/contract/orders.ts'
import { refuse } from '#lib/domain/result.ts'
import { ownOrigin } from '#lib/server/own-origin.ts'
import { openPaymentForm } from '#lib/server/payment-form.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/serve.ts'
import { isEnabledLocale } from '#lib/server/enabled-locales.ts'

export const GET = serve(
  paymentForm,
  async (asked) => {
    const holder = holderOf(asked)
    if (!isEnabledLocale(asked.params.locale)) return refuse('NOT_FOUND')
    if (!(await verifyCaptcha(asked.query.recaptchaToken, 'payment', holder))) return refuse('invalid_captcha')
    return openPaymentForm({ uuid: holder.uuid, locale: asked.params.locale, origin: ownOrigin(asked.request) }, asked.query.total)
  },
  'payment',
)
export const ALL = onlyMethods('GET')
