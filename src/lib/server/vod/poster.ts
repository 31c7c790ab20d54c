import { Readable } from 'node:stream'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { mediaTypeOf, POSTER } from './media-folder.ts'
import { openMedia } from './media-store.ts'

/** The still of a film, which everybody may see; undefined if there is none. */
export async function posterOf(vodId: number, ifNoneMatch: string | undefined): Promise<Response | undefined> {
  const film = (await catalogue()).films.get(vodId)
  const opened = film && (await openMedia(film.media, POSTER, { range: undefined, ifNoneMatch }))
  if (!opened) return undefined
  const headers = { ...opened.headers, 'Cache-Control': 'public, max-age=3600', 'Content-Type': mediaTypeOf(POSTER) ?? '' }
  const body = opened.body ? (Readable.toWeb(opened.body) as ReadableStream<Uint8Array>) : null
  return new Response(body, { status: opened.status, headers })
}
