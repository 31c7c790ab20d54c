import { openIntegration as call } from '#lib/contract/show/integration.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { openIntegration } from '#lib/server/integrations/open-integration.ts'

export const GET = serve(call, async (asked) => {
  const opened = await openIntegration(asked.query, writer(asked).uuid)
  return opened.ok ? accept({ integrationId: opened.value }) : opened
})
export const ALL = onlyMethods('GET')
