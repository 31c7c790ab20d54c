import { listPresentations } from '#lib/contract/presentations.ts'
import { accept } from '#lib/domain/result.ts'
import { presentationsMatching } from '#lib/server/presentations.ts'
import { onlyMethods, serve } from '#lib/server/serve.ts'

export const GET = serve(listPresentations, async ({ query, locale }) => accept(await presentationsMatching(query, locale)))
export const ALL = onlyMethods('GET')
