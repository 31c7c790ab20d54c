import { playFilm } from '#lib/contract/vod.ts'
import { describeDevice } from '#lib/domain/customers/device-name.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { play } from '#lib/server/vod/watch.ts'

export const POST = serve(playFilm, async ({ params: { vodId }, body: { resId = null, replaces = null }, visitor, request }) => {
  const name = describeDevice(request.headers.get('user-agent') ?? '')
  const stream = await play({ visitor, vodId, resId }, { name, replaces })
  return stream.ok ? accept({ stream: stream.value }) : stream
})
export const ALL = onlyMethods('POST')
