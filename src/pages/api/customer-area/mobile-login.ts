import type { BodyOf } from '#lib/contract/endpoint.ts'
import { mobileLogin } from '#lib/contract/area/sign-in.ts'
import { normaliseIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import { normaliseMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { askForCode, type SignInName } from '#lib/server/customers/sign-in/sign-in-by-code.ts'

export const POST = serve(mobileLogin, async ({ body, holder, source, locale, context, ...asked }) => {
  const visitor = writer(asked)
  if (!visitor.sidHash) return refuse('MISSING_UUID')
  const name = nameOf(body)
  if (!name.ok) return name
  if (!(await verifyCaptcha(body.recaptchaToken, 'login', holder))) return refuse('invalid_captcha')
  const { isFallback = false, customerEmail = '' } = body
  const sent = await askForCode({
    ...{ visitor, caller: source.caller, locale, name: name.value, isFallback, customerEmail, wantsUnknown: true },
    purpose: isForCheckout(context.url) ? 'checkout' : 'area',
  })
  return sent.ok ? accept({ isFallbackEnabled: !isFallback, ...sent.value }) : sent
})
export const ALL = onlyMethods('POST')

/** The name to sign in by: the ID number if given, otherwise the mobile number. */
function nameOf({ mobileNumber = '', ssn = '' }: BodyOf<typeof mobileLogin>): Result<SignInName> {
  if (ssn !== '') {
    const digits = normaliseIsraeliId(ssn)
    return digits === undefined ? refuse('invalid_ssn') : accept({ ssn: digits })
  }
  const number = normaliseMobileNumber(mobileNumber)
  return number === undefined ? refuse('invalid_mobileNumber') : accept({ mobileNumber: number })
}

/** `?checkout` needs no value. */
function isForCheckout({ searchParams }: URL): boolean {
  const checkout = searchParams.get('checkout')
  return checkout !== null && checkout !== '0' && checkout !== 'false'
}
