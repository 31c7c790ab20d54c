import { playFilm } from '#lib/contract/area/vod.ts'
import { describeDevice } from '#lib/domain/customers/device-name.ts'
import { unsupportedDevice } from '#lib/domain/catalogue/films/watch-device.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { play } from '#lib/server/vod/watch.ts'

export const POST = serve(playFilm, async ({ params: { vodId }, body: { resId = null, replaces = null }, visitor, request }) => {
  const userAgent = request.headers.get('user-agent') ?? ''
  const unsupported = settings().vodChromeOnly ? unsupportedDevice(userAgent) : undefined
  if (unsupported) return refuse(unsupported)
  const name = describeDevice(userAgent)
  const stream = await play({ visitor, vodId, resId }, { name, replaces })
  return stream.ok ? accept({ stream: stream.value }) : stream
})
export const ALL = onlyMethods('POST')
