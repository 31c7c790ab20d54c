import { passwordLogin } from '#lib/contract/area/sign-in.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { orderCustomerOf } from '#lib/server/orders/cart/order-customer-info.ts'
import { logInByPassword } from '#lib/server/customers/sign-in/password-login.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { holderOf, onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'

export const POST = serve(passwordLogin, async ({ body: { email, password, recaptchaToken, includeMemberships }, ...asked }) => {
  const visitor = writer(asked)
  if (!visitor.sidHash) return refuse('MISSING_UUID')
  if (!(await verifyCaptcha(recaptchaToken, 'login', holderOf(asked)))) return refuse('invalid_captcha')
  const done = await logInByPassword({ ...asked, visitor }, email, password)
  if (!done.ok) return done
  const customer = await orderCustomerOf(visitor.uuid)
  return customer ? accept({ ...customer, members: includeMemberships === true ? customer.members : [] }) : refuse('LOGIN_FAILED')
})
export const ALL = onlyMethods('POST')
