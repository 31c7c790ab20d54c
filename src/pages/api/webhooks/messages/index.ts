import { webhookLog } from '#lib/contract/staff/for-keys.ts'
import { accept } from '#lib/domain/result.ts'
import { keyOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { logOfMessages } from '#lib/server/webhooks/webhook-messages.ts'

export const GET = serve(webhookLog, async (asked) => {
  const { webhookId, isFailed = false } = asked.query
  const messages = await logOfMessages({ webhookId, isFailed, businessIds: keyOf(asked).businessIds })
  const written = messages.map(({ at, nextAttemptAt, ...message }) => ({
    ...message,
    at: at.toISOString(),
    nextAttemptAt: nextAttemptAt.toISOString(),
  }))
  return accept({ messages: written })
})
export const ALL = onlyMethods('GET')
