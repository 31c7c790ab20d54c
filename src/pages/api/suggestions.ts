import { suggestShows } from '#lib/contract/show/features.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { suggestionsFor } from '#lib/server/programme/search.ts'

export const GET = serve(suggestShows, async ({ query, locale }) => accept({ suggestions: [...(await suggestionsFor(query.q, locale))] }))
export const ALL = onlyMethods('GET')
