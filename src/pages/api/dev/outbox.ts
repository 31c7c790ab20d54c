import { devOutbox } from '#lib/contract/system.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { isOutboxShown, outboxMessages } from '#lib/server/messages/outbox-view.ts'
import { onlyMethods, serve } from '#lib/server/http/serve.ts'

export const GET = serve(devOutbox, async ({ context }) =>
  isOutboxShown(context) ? accept({ messages: [...(await outboxMessages())] }) : refuse('NOT_FOUND'),
)
export const ALL = onlyMethods('GET')
