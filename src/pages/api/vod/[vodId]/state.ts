import { watchStateOf } from '#lib/contract/area/vod.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { filmOf } from '#lib/server/vod/films.ts'
import { watchStateOf as stateOfVisitor } from '#lib/server/vod/watch.ts'

export const GET = serve(watchStateOf, async ({ params: { vodId }, query: { resId = null }, visitor, locale }) => {
  const film = await filmOf(vodId, locale)
  return film ? accept({ film, watch: await stateOfVisitor({ visitor, vodId, resId }, locale) }) : refuse('VOD_NOT_FOUND')
})
export const ALL = onlyMethods('GET')
