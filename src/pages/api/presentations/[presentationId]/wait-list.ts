import { joinWaitList as call } from '#lib/contract/show/presentations.ts'
import { refuse } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { joinWaitList } from '#lib/server/wait-list/join-wait-list.ts'

export const POST = serve(
  call,
  async ({ params, body, holder, locale }) => {
    if (!(await verifyCaptcha(body.recaptchaToken, 'waitList', holder))) return refuse('invalid_captcha')
    return joinWaitList({ ...params, contact: body.contact, quantity: body.quantity, isConsented: body.consent, locale })
  },
  'waitList',
)
export const ALL = onlyMethods('POST')
