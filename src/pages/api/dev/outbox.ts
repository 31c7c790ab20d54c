import { devOutbox } from '#lib/contract/system.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { spend } from '#lib/server/platform/http/limits/limits.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { isOutboxShown, outboxMessages } from '#lib/server/messages/outbox-view.ts'

/** Fifty messages are rendered from hundreds of rows, which costs as much as this many other calls. */
const COST = 25

export const GET = serve(devOutbox, async ({ context, source }) => {
  if (!isOutboxShown(context)) return refuse('NOT_FOUND')
  const wait = await spend('read', source.caller, COST)
  return wait === undefined ? accept({ messages: [...(await outboxMessages())] }) : refuse('TOO_MANY_REQUESTS', { seconds: wait })
})
export const ALL = onlyMethods('GET')
