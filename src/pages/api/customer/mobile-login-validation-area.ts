import { orderMobileLoginValidation } from '#lib/contract/area/sign-in.ts'
import { normaliseMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { orderCustomerOf } from '#lib/server/orders/cart/order-customer-info.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { signInByCode } from '#lib/server/customers/sign-in/sign-in-by-code.ts'

export const POST = serve(orderMobileLoginValidation, async ({ body, source, request, context, ...asked }) => {
  const visitor = writer(asked)
  const target = normaliseMobileNumber(body.mobileNumber)
  if (target === undefined) return refuse('invalid_mobileNumber')
  const signedIn = await signInByCode({
    ...{ visitor, cookies: context.cookies, caller: source.caller, purposes: ['order'], code: body.smsCode, target },
    userAgent: request.headers.get('user-agent') ?? '',
  })
  if (!signedIn.ok) return signedIn
  const customer = await orderCustomerOf(visitor.uuid)
  return customer ? accept(customer) : refuse('CUSTOMER_NOT_FOUND')
})
export const ALL = onlyMethods('POST')
