import { endSession } from '#lib/contract/area/customers.ts'
import { accept } from '#lib/domain/result.ts'
import { needAreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import { endDevice } from '#lib/server/customers/session/devices.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'

export const POST = serve(endSession, async ({ params, source, ...asked }) => {
  const customer = await needAreaCustomer(writer(asked))
  if (!customer.ok) return customer
  const ended = await endDevice(customer.value.customerId, params.sessionId, source.caller)
  return ended.ok ? accept({ success: true }) : ended
})
export const ALL = onlyMethods('POST')
