import { requestLink } from '#lib/contract/area/sign-in.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { holderOf, onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { sendLink } from '#lib/server/customers/sign-in/sign-in-link.ts'

export const POST = serve(requestLink, async ({ body: { customerEmail, recaptchaToken }, ...asked }) => {
  if (!(await verifyCaptcha(recaptchaToken, 'login', holderOf(asked)))) return refuse('invalid_captcha')
  const sent = await sendLink({ ...asked, visitor: writer(asked) }, customerEmail)
  return sent.ok ? accept({ success: true }) : sent
})
export const ALL = onlyMethods('POST')
