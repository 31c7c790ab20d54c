import { Readable } from 'node:stream'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { mediaTypeOf, POSTER } from './media-folder.ts'
import { openMedia } from './media-store.ts'
import type { OpenedMedia } from './opened-media.ts'

/** The still of a film, which everybody may see; undefined if there is none. */
export async function posterOf(vodId: number, ifNoneMatch: string | undefined): Promise<Response | undefined> {
  const film = (await catalogue()).films.get(vodId)
  const opened = film && (await openMedia(film.media, POSTER, { range: undefined, ifNoneMatch }))
  if (!opened) return undefined
  const headers = { ...opened.headers, 'Cache-Control': 'public, max-age=3600', 'Content-Type': mediaTypeOf(POSTER) ?? '' }
  return new Response(bodyOf(opened), { status: opened.status, headers })
}

function bodyOf({ body }: OpenedMedia): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null {
  if (body instanceof Readable) return Readable.toWeb(body) as ReadableStream<Uint8Array>
  if (!body) return null
  const bytes = Buffer.concat(body.parts)
  body.giveBack()
  return bytes
}
