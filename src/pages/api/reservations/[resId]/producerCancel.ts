import { producerCancel as cancelContract, producerCancelOffer } from '#lib/contract/staff/live-acts.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { actingStaff } from '#lib/server/sales/acts/acting-staff.ts'
import { producerCancel, producerOffer } from '#lib/server/sales/acts/producer-cancel.ts'

export const GET = serve(producerCancelOffer, (asked) =>
  producerOffer(actingStaff(asked), { resId: asked.params.resId, items: asked.query.items }, asked.locale),
)
export const POST = serve(cancelContract, (asked) =>
  producerCancel(actingStaff(asked), { resId: asked.params.resId, body: asked.body, locale: asked.locale }),
)
export const ALL = onlyMethods('GET', 'POST')
