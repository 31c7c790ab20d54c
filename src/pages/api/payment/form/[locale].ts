import { paymentForm } from '#lib/contract/orders.ts'
import { refuse } from '#lib/domain/result.ts'
import { ownOrigin } from '#lib/server/own-origin.ts'
import { openPaymentForm } from '#lib/server/payment-form.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha.ts'
import { onlyMethods, serve, writer } from '#lib/server/serve.ts'
import { isEnabledLocale } from '#lib/server/enabled-locales.ts'

export const GET = serve(paymentForm, async (asked) => {
  const { uuid } = writer(asked)
  if (!isEnabledLocale(asked.params.locale)) return refuse('NOT_FOUND')
  if (!(await verifyCaptcha(asked.query.recaptchaToken, 'payment', uuid))) return refuse('invalid_captcha')
  return openPaymentForm({ uuid, locale: asked.params.locale, origin: ownOrigin(asked.request) }, asked.query.total)
})
export const ALL = onlyMethods('GET')
