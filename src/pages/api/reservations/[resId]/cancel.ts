import { cancelReservation } from '#lib/contract/order/cancelling.ts'
import { cancelAnswer } from '#lib/server/orders/cancel/cancellation-wire.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'

export const POST = serve(cancelReservation, (asked) =>
  cancelAnswer({ visitor: writer(asked), caller: asked.source.caller, locale: asked.locale }, asked.params.resId, asked.body),
)
export const ALL = onlyMethods('POST')
