import { beatFilm } from '#lib/contract/area/vod.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { beat } from '#lib/server/vod/watch.ts'

export const PUT = serve(beatFilm, async ({ params: { vodId }, body: { resId = null, position, isStopped = false }, visitor }) => {
  const stream = await beat({ visitor, vodId, resId }, { position, isStopped })
  return stream.ok ? accept({ stream: stream.value }) : stream
})
export const ALL = onlyMethods('PUT')
