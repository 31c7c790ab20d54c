import { openApi } from '#lib/contract/system.ts'
import { accept } from '#lib/domain/result.ts'
import { apiDocument } from '#lib/server/calls/openapi.ts'
import { readyAnswer } from '#lib/server/platform/http/answers/ready-answer.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(openApi, async ({ request }) => {
  const { bytes, tag } = apiDocument()
  const type = 'application/json; charset=utf-8'
  return accept(await readyAnswer(request, { body: () => bytes, type, tag, cacheControl: 'public, no-cache' }))
})
export const ALL = onlyMethods('GET')
