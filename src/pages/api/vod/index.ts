import { listFilms } from '#lib/contract/area/vod.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { filmsForSale } from '#lib/server/vod/films.ts'

export const GET = serve(listFilms, async () => accept({ films: [...(await filmsForSale())] }))
export const ALL = onlyMethods('GET')
