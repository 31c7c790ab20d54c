import { type CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import { mobileLoginValidation } from '#lib/contract/area/sign-in.ts'
import { accept } from '#lib/domain/result.ts'
import { customerAreaOf } from '#lib/server/customers/area/customer-area.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { signInByCode } from '#lib/server/customers/sign-in/sign-in-by-code.ts'

export const POST = serve(mobileLoginValidation, async ({ body, source, request, context, ...asked }) => {
  const visitor = writer(asked)
  const signedIn = await signInByCode({
    ...{ visitor, cookies: context.cookies, caller: source.caller, purposes: ['area', 'checkout'], code: body.smsCode },
    userAgent: request.headers.get('user-agent') ?? '',
  })
  if (!signedIn.ok) return signedIn
  const { customer, purpose } = signedIn.value
  const area = await customerAreaOf(visitor, customer, asked.locale)
  return accept({ customerAreaInfo: purpose === 'checkout' ? withoutPurchases(area) : area })
})
export const ALL = onlyMethods('POST')

/** Empties the customer's purchases: at checkout the sign-in fills the order form, but the personal area stays closed. */
function withoutPurchases(area: CustomerAreaInfo): CustomerAreaInfo {
  return { ...area, SystemVouchers: [], VODTickets: [], Tickets: [], TicketsHistory: [], reservations: [] }
}
