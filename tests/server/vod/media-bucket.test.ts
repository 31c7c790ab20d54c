import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectFile } from '#lib/server/platform/config/project-file.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { filmsFromTerminal, readCommand } from '#lib/server/operations/vod/cli.ts'
import { Bucket } from '#lib/server/providers/bucket/bucket.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { filmBucket } from '#lib/server/vod/media-bucket.ts'
import { filmsFolder } from '#lib/server/vod/media-folder.ts'
import { forgetRights } from '#lib/server/vod/media-right.ts'
import { posterOf } from '#lib/server/vod/poster.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { S3, startS3, type Fault, type S3StandIn } from '#tests/support/providers/s3-stand-in.ts'
import { addFilms, FILM } from '#tests/support/sold/films.ts'
import { ownFilms } from '#tests/support/sold/own-films.ts'
import { aWatchingBrowser, openMediaSite, type MediaSite } from '#tests/support/sold/media-site.ts'

const READY = projectFile('src/lib/demo/films/demo-dusk-quartet')
const stored = (file: string) => readFile(join(READY, file))

let store: S3StandIn
let site: MediaSite
beforeAll(async () => {
  store = await startS3()
  process.env.VOD_S3_URL = store.url
  process.env.VOD_S3_REGION = S3.region
  process.env.VOD_S3_KEY_ID = S3.keyId
  process.env.VOD_S3_SECRET = S3.secret
  await freshDatabase()
  await ownFilms()
  await buildHouse()
  await addFilms()
  site = await openMediaSite()
})
afterAll(async () => {
  site.close()
  await store.stop()
})
beforeEach(() => {
  store.broken = undefined
  store.faults = undefined
})

async function type(...args: readonly string[]): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  return { code: await filmsFromTerminal(readCommand(args), { say: write, complain: write }), lines }
}

describe('a film in a bucket', () => {
  test('is uploaded whole or not at all, its main playlist last; nothing stays in the data directory', async () => {
    store.broken = /^PUT .*360\/7\.m4s/
    const failed = await type('add', READY, '--as', 'quartet')
    expect(failed).toEqual({ code: 1, lines: [expect.stringContaining('quartet could not be uploaded: PUT of vod/quartet/360/7.m4s')] })
    expect([...store.objects.keys()]).toEqual([])
    store.broken = undefined
    expect(await type('add', READY, '--as', 'quartet')).toEqual({ code: 0, lines: [`${READY}: added as quartet`] })
    expect([...store.objects.keys()].at(-1)).toBe('vod/quartet/master.m3u8')
    expect(store.objects.get('vod/quartet/360/3.m4s')?.type).toBe('video/iso.segment')
    expect(await readdir(filmsFolder())).toEqual([])
    expect((await type('list')).lines).toEqual(['quartet  00:01:16, subtitles: 1, sounds: 1'])
    expect((await type('add', READY, '--as', 'quartet')).lines[0]).toContain('There is a film quartet already')
  })

  test('is sent like one of the data directory, with ranges and conditions, to those who may watch it', async () => {
    await database().query(`UPDATE film SET media = 'quartet' WHERE film_id = $1`, [FILM])
    await database().query('UPDATE catalogue_version SET version = version + 1')
    forgetCatalogue()
    const { sid, base, orderId } = await aWatchingBrowser()
    const own = { cookie: `sid=${sid}` }
    const whole = await stored('360/3.m4s')
    const segment = await site.get(`${base}360/3.m4s`, own)
    expect([segment.status, segment.body.equals(whole), segment.headers['content-type']]).toEqual([200, true, 'video/iso.segment'])
    expect(Object.keys(segment.headers)).not.toContain('x-amz-request-id')
    expect((await site.get(`${base}master.m3u8`, own)).body.equals(await stored('master.m3u8'))).toBe(true)
    const part = await site.get(`${base}360/3.m4s`, { ...own, range: 'bytes=10-19' })
    expect([part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      `bytes 10-19/${String(whole.length)}`,
      '10',
    ])
    expect(part.body.equals(whole.subarray(10, 20))).toBe(true)
    const beyond = await site.get(`${base}360/3.m4s`, { ...own, range: 'bytes=99999999-' })
    expect([beyond.status, beyond.headers['content-range'], beyond.body.length]).toEqual([416, `bytes */${String(whole.length)}`, 0])
    const again = await site.get(`${base}360/3.m4s`, { ...own, 'if-none-match': String(segment.headers.etag) })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect((await site.get(`${base}360/999.m4s`, own)).status).toBe(404)
    expect((await posterOf(FILM, undefined))?.status).toBe(200)
    const asked = store.calls.length
    expect((await site.get(`${base}360/3.m4s`, {})).status).toBe(403)
    await database().query('DELETE FROM film_device WHERE order_id = $1', [orderId])
    forgetRights(orderId)
    expect((await site.get(`${base}360/3.m4s`, own)).status).toBe(403)
    expect(store.calls.length).toBe(asked)
  })

  test('is not sent while the store fails; no answer tells its address', async () => {
    const { sid, base } = await aWatchingBrowser()
    store.broken = /360\/3\.m4s/
    const { status, body, headers } = await site.get(`${base}360/3.m4s`, { cookie: `sid=${sid}` })
    expect([status, body.length, JSON.stringify(headers)]).toEqual([503, 0, expect.not.stringContaining('Amz')])
  })

  test('is read, changed and listed through a store that fails for the moment: each call again, later, and signed anew', async () => {
    const bucket = filmBucket()
    if (!bucket) throw new Error('No bucket is set.')
    const key = 'vod/retried.m3u8'
    const tries = async (broken: RegExp, faults: Fault[], work: () => Promise<unknown>) => {
      Object.assign(store, { broken, faults })
      const [from, at] = [store.calls.length, performance.now()]
      const end = await work().then(
        (value) => (value instanceof Response ? value.status : value),
        (error: unknown) => String(error),
      )
      return { end, calls: store.calls.length - from, ms: performance.now() - at }
    }
    const put = await tries(/^PUT/, [503, 'reset', 500], () => bucket.write(key, Buffer.from('#EXTM3U'), 'text/plain'))
    expect(put).toMatchObject({ end: undefined, calls: 4 })
    expect(put.ms).toBeGreaterThanOrEqual(1_050) // half of each pause
    expect(store.objects.get(key)?.body.toString()).toBe('#EXTM3U')
    expect(await tries(/^GET/, ['reset', 500], () => bucket.read(key, 'GET'))).toMatchObject({ end: 200, calls: 3 })
    expect(await tries(/^GET/, ['cut', 429], () => bucket.text(key))).toMatchObject({ end: '#EXTM3U', calls: 3 })
    expect(await tries(/list-type/, ['cut'], () => bucket.list('vod/retried'))).toMatchObject({ end: [key], calls: 2 })
    // Three failures are too many for a reading; a refusal is none of the moment.
    expect(await tries(/^HEAD/, [502, 502, 502, 502], () => bucket.read(key, 'HEAD'))).toMatchObject({
      end: 'Error: HEAD of vod/retried.m3u8 was answered 502',
      calls: 3,
    })
    expect(await tries(/^GET/, [403, 403], () => bucket.text(key))).toMatchObject({ end: expect.stringContaining('403'), calls: 1 })
    expect(await tries(/^DELETE/, ['reset'], () => bucket.remove(key))).toMatchObject({ end: undefined, calls: 2 })
    expect(store.objects.has(key)).toBe(false)
  })

  test('is read by addresses that are signed for a minute; the store refuses another key', async () => {
    const read = store.calls.find((call) => call.startsWith('GET') && call.includes('360/3.m4s')) ?? ''
    expect(read).toContain('X-Amz-Expires=60&')
    const mine = settings().filmBucket
    if (!mine) throw new Error('No bucket is set.')
    const strangers = new Bucket({ ...mine, secret: 'another' })
    await expect(strangers.read('vod/quartet/master.m3u8', 'GET')).rejects.toThrow('GET of vod/quartet/master.m3u8 was answered 403')
    await expect(strangers.write('vod/quartet/master.m3u8', Buffer.from('x'), 'text/plain')).rejects.toThrow('403')
    expect(store.objects.get('vod/quartet/master.m3u8')?.body.length).toBeGreaterThan(1)
  })

  test('gives way to a folder of the data directory, as a live stream has one', async () => {
    await mkdir(join(filmsFolder(), 'stream'), { recursive: true })
    await writeFile(join(filmsFolder(), 'stream', 'master.m3u8'), '#EXTM3U')
    expect((await type('list')).lines.map((line) => line.split(' ')[0])).toEqual(['quartet', 'stream'])
    expect(store.calls.some((call) => call.includes('/stream/'))).toBe(false)
  })

  test('is removed with all its files', async () => {
    expect((await type('remove', 'quartet')).lines[0]).toContain(`presentation ${String(FILM)}`)
    await database().query(`UPDATE film SET media = 'demo-nine-minutes' WHERE film_id = $1`, [FILM])
    expect(store.objects.size).toBeGreaterThan(40) // several pages of the store's list
    expect(await type('remove', 'quartet')).toEqual({ code: 0, lines: ['quartet is removed.'] })
    expect(store.objects.size).toBe(0)
  })
})
