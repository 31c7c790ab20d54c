import { paymentForm } from '#lib/contract/order/orders.ts'
import { refuse } from '#lib/domain/result.ts'
import { ownOrigin } from '#lib/server/platform/http/own-origin.ts'
import { isPresLive } from '#lib/domain/orders/producer-area.ts'
import { producerOf } from '#lib/server/orders/cart/producer.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { isEnabledLocale } from '#lib/server/platform/config/enabled-locales.ts'

export const GET = serve(
  paymentForm,
  async (asked) => {
    const holder = holderOf(asked)
    const { locale } = asked.params
    if (!isEnabledLocale(locale)) return refuse('NOT_FOUND')
    if (!(await verifyCaptcha(asked.query.recaptchaToken, 'payment', holder))) return refuse('invalid_captcha')
    const { paypal, domain, ...query } = asked.query
    const method = paypal === 'true' || paypal === '1' ? 'wallet' : 'card'
    const producer = isPresLive(domain) ? await producerOf(asked) : undefined
    return openPaymentForm({ uuid: holder.uuid, locale, origin: ownOrigin(asked.request), producer }, { ...query, method })
  },
  'payment',
)
export const ALL = onlyMethods('GET')
