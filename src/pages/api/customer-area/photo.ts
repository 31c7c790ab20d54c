import { customerPhoto } from '#lib/contract/area/customers.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { areaCustomerOf } from '#lib/server/customers/session/customer-session.ts'
import { photoOf } from '#lib/server/customers/account/customer-photo.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

/** Requested by an <img> without the header, so the cookie alone identifies the customer. */
export const GET = serve(
  customerPhoto,
  async ({ visitor }) => {
    const customer = await areaCustomerOf(visitor)
    if (!customer) return refuse('NOT_SIGNED_IN')
    const photo = await photoOf(customer.customerId)
    return photo ? accept(photo) : refuse('NOT_FOUND')
  },
  'picture',
)
export const ALL = onlyMethods('GET')
