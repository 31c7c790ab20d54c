import { paymentForm } from '#lib/contract/orders.ts'
import { refuse } from '#lib/domain/result.ts'
import { openPaymentForm } from '#lib/server/payment-form.ts'
import { checkCaptcha } from '#lib/server/providers/captcha.ts'
import { onlyMethods, serve, writer } from '#lib/server/serve.ts'
import { isEnabledLocale } from '#lib/server/enabled-locales.ts'

export const GET = serve(paymentForm, async (asked) => {
  const { uuid } = writer(asked)
  if (!isEnabledLocale(asked.params.locale)) return refuse('NOT_FOUND')
  if (!(await checkCaptcha(asked.query.recaptchaToken, 'payment', uuid))) return refuse('invalid_captcha')
  return openPaymentForm(uuid, asked.params.locale, asked.query.total)
})
export const ALL = onlyMethods('GET')
