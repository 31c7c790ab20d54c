import { cancellationOffer } from '#lib/contract/order/cancelling.ts'
import { offerAnswer } from '#lib/server/orders/cancel/cancellation-wire.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'

export const GET = serve(cancellationOffer, (asked) =>
  offerAnswer(writer(asked), asked.params.resId, { items: asked.query.items, locale: asked.locale }),
)
export const ALL = onlyMethods('GET')
