import { cancelReservation } from '#lib/contract/order/cancelling.ts'
import { cancelAnswer } from '#lib/server/orders/cancel/cancellation-wire.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'

export const POST = serve(cancelReservation, (asked) =>
  cancelAnswer(writer(asked), asked.params.resId, asked.body, { caller: asked.source.caller, locale: asked.locale }),
)
export const ALL = onlyMethods('POST')
