import { listFilms } from '#lib/contract/area/vod.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { filmsForSale } from '#lib/server/vod/films.ts'

export const GET = serve(listFilms, async ({ locale }) => accept({ films: [...(await filmsForSale(locale))] }))
export const ALL = onlyMethods('GET')
