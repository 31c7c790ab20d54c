import { health } from '#lib/contract/system.ts'
import { accept } from '#lib/domain/result.ts'
import { jsonAnswer } from '#lib/server/platform/http/answers/answers.ts'
import { isReady, takesVisitors } from '#lib/server/operations/health.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(health, async ({ query }) => {
  const ready = query.of === 'process' ? takesVisitors() : await isReady()
  return accept(ready ? { live: true, ready } : jsonAnswer({ live: true, ready }, 503))
})
export const ALL = onlyMethods('GET')
