import { cancellationOffer } from '#lib/contract/cancelling.ts'
import { offerAnswer } from '#lib/server/cancelling/cancellation-wire.ts'
import { onlyMethods, serve, writer } from '#lib/server/http/serve.ts'

export const GET = serve(cancellationOffer, (asked) => offerAnswer(writer(asked), asked.params.resId, asked.query.items, asked.locale))
export const ALL = onlyMethods('GET')
