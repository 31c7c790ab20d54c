import { orderMobileLogin } from '#lib/contract/area/sign-in.ts'
import { normaliseMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { askForCode } from '#lib/server/customers/sign-in/sign-in-by-code.ts'

export const POST = serve(orderMobileLogin, async ({ body, holder, source, locale, ...asked }) => {
  const visitor = writer(asked)
  if (!visitor.sidHash) return refuse('MISSING_UUID')
  const mobileNumber = normaliseMobileNumber(body.mobileNumber)
  if (mobileNumber === undefined) return refuse('invalid_mobileNumber')
  if (!(await verifyCaptcha(body.recaptchaToken, 'login', holder))) return refuse('invalid_captcha')
  const sent = await askForCode({
    ...{ visitor, caller: source.caller, locale, name: { mobileNumber }, purpose: 'order', isFallback: false, customerEmail: '' },
    wantsUnknown: body.sendSmsRegardlessOfCustomerExistence === true,
  })
  return sent.ok ? accept({ success: true }) : sent
})
export const ALL = onlyMethods('POST')
