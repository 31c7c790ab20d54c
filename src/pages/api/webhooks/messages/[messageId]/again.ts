import { sendMessageAgain } from '#lib/contract/staff/for-keys.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { keyOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { sendAgainByKey } from '#lib/server/webhooks/webhook-messages.ts'

export const POST = serve(sendMessageAgain, async (asked) =>
  (await sendAgainByKey(asked.params.messageId, keyOf(asked))) ? accept({ success: true }) : refuse('NOT_FOUND'),
)
export const ALL = onlyMethods('POST')
