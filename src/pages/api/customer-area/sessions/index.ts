import { listSessions } from '#lib/contract/area/customers.ts'
import { accept } from '#lib/domain/result.ts'
import { needAreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import { devicesOf } from '#lib/server/customers/session/devices.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'

export const GET = serve(listSessions, async (asked) => {
  const visitor = writer(asked)
  const customer = await needAreaCustomer(visitor)
  return customer.ok ? accept({ sessions: await devicesOf(visitor, customer.value.customerId) }) : customer
})
export const ALL = onlyMethods('GET')
