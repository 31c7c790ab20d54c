import { presentationsOfDay } from '#lib/contract/presentations.ts'
import { accept } from '#lib/domain/result.ts'
import { presentationsMatching } from '#lib/server/presentations.ts'
import { onlyMethods, serve } from '#lib/server/http/serve.ts'

export const GET = serve(presentationsOfDay, async ({ query, locale }) => {
  const { presentations } = await presentationsMatching({ date: query.date }, locale)
  return accept({ presentations })
})
export const ALL = onlyMethods('GET')
