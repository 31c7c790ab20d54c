import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import type { Site } from '#lib/server/platform/http/http-server.ts'
import { countCall } from '#lib/server/platform/http/limits/limits.ts'
import { pathOf } from '#lib/server/platform/http/request-target.ts'
import { readGrant, signGrant } from './media-grant.ts'
import { mayWatch } from './media-right.ts'
import { mediaTypeOf } from './media-folder.ts'
import { openMedia } from './media-store.ts'
import type { LentBytes } from './lent-bytes.ts'
import type { OpenedMedia } from './opened-media.ts'

type Handle = Site['files']
type Answer = Parameters<Handle>[1]

const BELOW = '/vod/media/'
/** Grant and file; what is not spelled plainly, an encoded sign too, names nothing. */
const ADDRESS = /^\/vod\/media\/([\w-]{40,80})\/([\w./-]{1,150})$/

/** Sends the playlists and segments of films by signed addresses, each after asking for the right to it; calls `next` for all other paths. */
export function mediaServer(callerOf: Site['callerOf']): Handle {
  return (request, answer, next) => {
    const path = pathOf(request.url ?? '')
    if (!path.startsWith(BELOW)) {
      next()
      return
    }
    answer.setHeader('Cache-Control', 'no-store')
    serveMedia(request, answer, { path, caller: callerOf(request) }).catch((error: unknown) => {
      log().warn({ err: error }, 'media of a film could not be sent')
      end(answer, 503)
    })
  }
}

async function serveMedia(
  request: IncomingMessage,
  answer: Answer,
  { path, caller }: { readonly path: string; readonly caller: string | null },
): Promise<void> {
  const { method, headers } = request
  if (method !== 'GET' && method !== 'HEAD') {
    end(answer, 405)
    return
  }
  if ((await countCall('media', 'caller', caller)) !== undefined) {
    end(answer, 429)
    return
  }
  const [, signed = '', file = ''] = ADDRESS.exec(path) ?? []
  const type = mediaTypeOf(file)
  if (type === undefined) {
    end(answer, 404)
    return
  }
  const media = await mediaFor(signed, request)
  if (media === undefined) {
    end(answer, 403)
    return
  }
  if (media.renewed !== undefined) {
    answer.setHeader('Location', `${BELOW}${media.renewed}/${file}`)
    end(answer, 307)
    return
  }
  const { range, 'if-none-match': ifNoneMatch } = headers
  const opened = await openMedia(media.folder, file, { range, ifNoneMatch })
  if (!opened) {
    end(answer, 404)
    return
  }
  send(answer, opened, { method, type, isKept: !(media.isLive && file.endsWith('.m3u8')) })
}

interface AllowedMedia {
  readonly folder: string
  readonly isLive: boolean
  /**
   * The grant that follows one that is over. A browser that plays HLS by itself keeps the addresses of the playlist that it began with, so that only a
   * redirect can renew them.
   */
  readonly renewed: string | undefined
}

/** What the session of a request may read by a grant now; undefined if nothing. */
async function mediaFor(signed: string, request: IncomingMessage): Promise<AllowedMedia | undefined> {
  const sid = cookieOf(request, cookieNames().sid)
  if (sid === undefined) return undefined
  const sidHash = createHash('sha256').update(sid).digest()
  const grant = readGrant(signed, sidHash)
  if (!grant || !(await mayWatch(grant, sidHash))) return undefined
  const film = (await catalogue()).films.get(grant.vodId)
  return film && { folder: film.media, isLive: film.startsAt !== null, renewed: grant.isOver ? signGrant(grant, sidHash) : undefined }
}

function cookieOf({ headers: { cookie = '' } }: IncomingMessage, name: string): string | undefined {
  const own = cookie.split(/; */).find((part) => part.startsWith(`${name}=`))
  return own?.slice(name.length + 1)
}

interface Sending {
  readonly method: 'GET' | 'HEAD'
  readonly type: string
  readonly isKept: boolean
}

/** Kept by this browser alone, and for less time than the address is good for. */
function send(answer: Answer, { status, headers, body }: OpenedMedia, { method, type, isKept }: Sending): void {
  answer.statusCode = status
  for (const [name, value] of Object.entries(headers)) answer.setHeader(name, value)
  if (isKept) answer.setHeader('Cache-Control', 'private, max-age=600')
  if (status < 300) answer.setHeader('Content-Type', type)
  if (!body || method === 'HEAD') {
    letGo(body)
    answer.end()
    return
  }
  if (!(body instanceof Readable)) {
    sendLent(answer, body)
    return
  }
  pipeline(body, answer, (error) => {
    if (error) answer.destroy()
  })
}

function letGo(body: OpenedMedia['body']): void {
  if (body instanceof Readable) body.destroy()
  else body?.giveBack()
}

/** Gives the bytes back when the answer is closed: only then has the socket taken all of them, or is gone. */
function sendLent(answer: Answer, { parts, giveBack }: LentBytes): void {
  if (answer.destroyed) {
    giveBack()
    return
  }
  answer.once('close', giveBack)
  answer.cork()
  for (const part of parts) answer.write(part)
  answer.end()
  answer.uncork()
}

function end(answer: Answer, status: number): void {
  if (answer.headersSent) {
    answer.destroy()
    return
  }
  answer.statusCode = status
  answer.end()
}
