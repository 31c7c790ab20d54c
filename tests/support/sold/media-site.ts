import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { database } from '#lib/server/platform/db/connect.ts'
import { createSiteServer } from '#lib/server/platform/http/http-server.ts'
import { mediaServer } from '#lib/server/vod/media-server.ts'
import { play } from '#lib/server/vod/watch.ts'
import { aViewer, FILM } from './films.ts'

export interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

/** A server that sends media of films, and a page for all else. */
export interface MediaSite {
  /** By plain HTTP: fetch would tidy the path up before it is sent. */
  get(path: string, headers: Readonly<Record<string, string>>, method?: string): Promise<Got>
  /** An answer of which nothing is read yet. */
  begin(path: string, headers: Readonly<Record<string, string>>, method?: string): Promise<IncomingMessage>
  close(): void
}

export async function openMediaSite(): Promise<MediaSite> {
  const server = createSiteServer({
    files: mediaServer(() => null),
    pages: (_request, answer) => Promise.resolve(void answer.end('page')),
    callerOf: () => null,
    isDatabaseUp: () => true,
    hasRoom: () => true,
    isHttps: false,
    trustsProxy: false,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const begin: MediaSite['begin'] = (path, headers, method = 'GET') =>
    new Promise((began, failed) => {
      ask({ port, path, method, headers: { ...headers } }, began)
        .on('error', failed)
        .end()
    })
  return {
    begin,
    get: async (path, headers, method) => {
      const answer = await begin(path, headers, method)
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: await bodyOf(answer) }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  return Buffer.concat((await answer.toArray()) as Buffer[])
}

/** A browser with a place at the film. */
export async function aWatchingBrowser(): Promise<{ readonly sid: string; readonly base: string; readonly orderId: string }> {
  const viewer = await aViewer()
  const sid = randomBytes(32).toString('base64url')
  const sidHash = createHash('sha256').update(sid).digest()
  await database().query('UPDATE session SET sid_hash = $2 WHERE uuid = $1', [viewer.uuid, sidHash])
  const stream = await play({ visitor: { ...viewer, sidHash }, vodId: FILM, resId: null }, { name: '', replaces: null })
  const { rows } = await database().query<{ id: string }>('SELECT order_id AS id FROM orders WHERE holder = $1', [viewer.uuid])
  return { sid, base: stream.ok ? stream.value.base : '', orderId: rows[0]?.id ?? '' }
}
