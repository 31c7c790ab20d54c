import { commitOrder } from '#lib/contract/orders.ts'
import { refuse } from '#lib/domain/result.ts'
import { commit } from '#lib/server/orders.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha.ts'
import { onlyMethods, serve, writer } from '#lib/server/serve.ts'

export const POST = serve(commitOrder, async (asked) => {
  const { uuid } = writer(asked)
  if (!(await verifyCaptcha(asked.body.recaptchaToken, 'payment', uuid))) return refuse('invalid_captcha')
  return commit(uuid, asked.body, asked.locale)
})
export const ALL = onlyMethods('POST')
