import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { projectFile } from '#lib/server/platform/config/project-file.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { filmsFolder } from '#lib/server/vod/media-folder.ts'
import { GRANT_SECONDS, signGrant } from '#lib/server/vod/media-grant.ts'
import { forgetRights } from '#lib/server/vod/media-right.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { addFilms, FILM } from '#tests/support/sold/films.ts'
import { ownFilms } from '#tests/support/sold/own-films.ts'
import { aWatchingBrowser, bodyOf, openMediaSite, type Got, type MediaSite } from '#tests/support/sold/media-site.ts'

let site: MediaSite
let dataDir: string
let sid: string
let base: string
let orderId: string

beforeAll(async () => {
  await freshDatabase()
  dataDir = await ownFilms()
  await buildHouse()
  await addFilms()
  site = await openMediaSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  ;({ sid, base, orderId } = await aWatchingBrowser())
})

const get = (path: string, headers: Readonly<Record<string, string>> = { cookie: `sid=${sid}` }, method = 'GET'): Promise<Got> =>
  site.get(path, headers, method)

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

  test('whose address is over is sent by a new one while the right holds, as a player needs that keeps the addresses of its first playlist', async () => {
    const signedAgo = (seconds: number, by = sid) =>
      `/vod/media/${signGrant({ orderId, vodId: FILM }, createHash('sha256').update(by).digest(), Date.now() - seconds * 1000)}/`
    const hours = signedAgo(4 * 3600)
    for (const file of ['master.m3u8', '360/index.m3u8', '360/3.m4s']) {
      const { status, headers, body } = await get(`${hours}${file}`, { cookie: `sid=${sid}`, range: 'bytes=0-9' })
      expect([status, headers['cache-control'], body.length], file).toEqual([307, 'no-store', 0])
      const renewed = String(headers.location)
      expect(renewed).not.toBe(`${hours}${file}`)
      const followed = await get(renewed, { cookie: `sid=${sid}`, range: 'bytes=0-9' })
      expect([followed.status, followed.body.equals((await stored(file)).subarray(0, 10))], file).toEqual([206, true])
    }
    expect((await get(`${signedAgo(GRANT_SECONDS - 60)}360/3.m4s`)).status).toBe(200)
    // Nothing is renewed for somebody else, by an address of another session, or without the right.
    expect((await get(`${hours}360/3.m4s`, {})).status).toBe(403)
    expect((await get(`${signedAgo(700, 'another')}360/3.m4s`)).status).toBe(403)
    await database().query('DELETE FROM film_device WHERE order_id = $1', [orderId])
    forgetRights(orderId)
    expect((await get(`${hours}360/3.m4s`)).status).toBe(403)
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

describe('memory that segments share', () => {
  const SIZE = 4 * 1024 ** 2
  /** More than is kept. */
  const OTHERS = Array.from({ length: 12 }, (_, n) => `${String(n)}.m4s`)
  const SLOW = 'slow.m4s'
  const bytesOf = (file: string) => Buffer.alloc(SIZE, `${file} `)

  beforeAll(async () => {
    const folder = join(filmsFolder(), 'long')
    expect(folder.startsWith(dataDir)).toBe(true)
    await mkdir(folder, { recursive: true })
    for (const file of [...OTHERS, SLOW]) await writeFile(join(folder, file), bytesOf(file))
    await writeFile(join(folder, 'master.m3u8'), '#EXTM3U')
    await database().query(`UPDATE film SET media = 'long' WHERE film_id = $1`, [FILM])
    await database().query('UPDATE catalogue_version SET version = version + 1')
    forgetCatalogue()
  })

  test('is nobody else’s until the last byte is sent: slow readers of a segment and of a part get their own, whoever reads or leaves meanwhile', async () => {
    const own = { cookie: `sid=${sid}` }
    const whole = await site.begin(`${base}${SLOW}`, own)
    const part = await site.begin(`${base}${SLOW}`, { ...own, range: 'bytes=1-' })
    for (const file of OTHERS) {
      const leaving = await site.begin(`${base}${file}`, { ...own, range: 'bytes=2-' })
      leaving.destroy()
      expect((await get(`${base}${file}`)).body.equals(bytesOf(file)), file).toBe(true)
    }
    expect((await bodyOf(whole)).equals(bytesOf(SLOW))).toBe(true)
    expect((await bodyOf(part)).equals(bytesOf(SLOW).subarray(1))).toBe(true)
  })
})
