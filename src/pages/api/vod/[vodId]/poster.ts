import { filmPoster } from '#lib/contract/area/vod.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { posterOf } from '#lib/server/vod/poster.ts'

export const GET = serve(
  filmPoster,
  async ({ params, request }) => {
    const poster = await posterOf(params.vodId, request.headers.get('if-none-match') ?? undefined)
    return poster ? accept(poster) : refuse('VOD_NOT_FOUND')
  },
  'picture',
)
export const ALL = onlyMethods('GET')
