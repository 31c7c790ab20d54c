import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectFile } from '#lib/server/platform/config/project-file.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { createSiteServer, type SiteServer } from '#lib/server/platform/http/http-server.ts'
import { forgetRights } from '#lib/server/vod/media-right.ts'
import { mediaServer } from '#lib/server/vod/media-server.ts'
import { play } from '#lib/server/vod/watch.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { addFilms, aViewer, FILM } from '#tests/support/sold/films.ts'

let server: SiteServer
let port: number
let sid: string
let base: string
let orderId: string

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addFilms()
  server = createSiteServer({
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
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** A browser with a place at the film. */
beforeEach(async () => {
  const viewer = await aViewer()
  sid = randomBytes(32).toString('base64url')
  const sidHash = createHash('sha256').update(sid).digest()
  await database().query('UPDATE session SET sid_hash = $2 WHERE uuid = $1', [viewer.uuid, sidHash])
  const stream = await play({ visitor: { ...viewer, sidHash }, vodId: FILM, resId: null }, { name: '', replaces: null })
  base = stream.ok ? stream.value.base : ''
  const { rows } = await database().query<{ id: string }>('SELECT order_id AS id FROM orders WHERE holder = $1', [viewer.uuid])
  orderId = rows[0]?.id ?? ''
})

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

/** By plain HTTP: fetch would tidy the path up before it is sent. */
function get(path: string, headers: Record<string, string> = { cookie: `sid=${sid}` }, method = 'GET'): Promise<Got> {
  return new Promise((got, failed) => {
    const call = ask({ port, path, method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        got({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) })
      })
    })
    call.on('error', failed).end()
  })
}

const stored = (file: string) => readFile(projectFile(`src/lib/demo/films/demo-nine-minutes/${file}`))

describe('media', () => {
  test('is sent as it is stored, with its type, its tag and for this browser alone', async () => {
    const playlist = await get(`${base}master.m3u8`)
    expect([playlist.status, playlist.headers['content-type'], playlist.headers['cache-control']]).toEqual([
      200,
      'application/vnd.apple.mpegurl',
      'private, max-age=600',
    ])
    const segment = await get(`${base}360/3.m4s`)
    expect(segment.body.equals(await stored('360/3.m4s'))).toBe(true)
    expect(segment.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-type': 'video/iso.segment' })
    const again = await get(`${base}360/3.m4s`, { cookie: `sid=${sid}`, 'if-none-match': String(segment.headers.etag) })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect(await get(`${base}360/3.m4s`, { cookie: `sid=${sid}` }, 'HEAD')).toMatchObject({
      status: 200,
      headers: { 'content-length': segment.headers['content-length'] },
    })
  })

  test('is sent in the part that is asked for', async () => {
    const whole = await stored('360/3.m4s')
    const part = await get(`${base}360/3.m4s`, { cookie: `sid=${sid}`, range: 'bytes=10-19' })
    expect([part.status, part.headers['content-range'], part.body.equals(whole.subarray(10, 20))]).toEqual([
      206,
      `bytes 10-19/${String(whole.length)}`,
      true,
    ])
    expect((await get(`${base}360/3.m4s`, { cookie: `sid=${sid}`, range: 'bytes=99999999-' })).status).toBe(416)
  })

  test('is sent to nobody else: without a cookie, with another one, by a changed address', async () => {
    const others: readonly Record<string, string>[] = [
      {},
      { cookie: `sid=${randomBytes(32).toString('base64url')}` },
      { cookie: 'sid=' },
      { cookie: `uuid=${sid}` },
    ]
    for (const headers of others) expect((await get(`${base}360/3.m4s`, headers)).status).toBe(403)
    const at = 20
    const changed = base.slice(0, at) + (base[at] === 'A' ? 'B' : 'A') + base.slice(at + 1)
    expect((await get(`${changed}360/3.m4s`)).status).toBe(403)
    expect((await get(`${base}360/3.m4s`, undefined, 'POST')).status).toBeGreaterThanOrEqual(400)
  })

  test.each([
    ['whose place another device has', 'UPDATE film_device SET device = gen_random_uuid() WHERE order_id = $1'],
    ['that was stopped here', 'DELETE FROM film_device WHERE order_id = $1'],
    ['that is another’s now', 'UPDATE orders SET holder = gen_random_uuid() WHERE order_id = $1'],
  ])('is not sent by a ticket %s', async (_what, change) => {
    expect((await get(`${base}360/3.m4s`)).status).toBe(200)
    await database().query(change, [orderId])
    expect((await get(`${base}360/3.m4s`)).status).toBe(200) // remembered for ten seconds
    forgetRights(orderId)
    expect((await get(`${base}360/3.m4s`)).status).toBe(403)
  })

  test.each([
    '../demo-dusk-quartet/master.m3u8',
    '..%2fdemo-dusk-quartet%2fmaster.m3u8',
    '360/../../demo-dusk-quartet/master.m3u8',
    '%2e%2e/master.m3u8',
    '360/0.m4s%00.ts',
    '360//0.m4s',
    './master.m3u8',
    '360/0.json',
    '360/999.m4s',
    '',
    '..\\master.m3u8',
  ])('has no file %j', async (file) => {
    const { status, body } = await get(`${base}${file}`)
    expect([404, 200]).toContain(status)
    // What is no path of ours may be a page, never a file.
    expect(['', 'page']).toContain(body.toString())
  })
})
