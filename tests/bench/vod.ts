import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { database } from '#lib/server/platform/db/connect.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { makeDataDirectory } from '#tests/support/database/data-directory.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { inParallel, ms, percentile, scaled, type Bench } from './bench.ts'
import { cpuSeconds } from './cpu.ts'

const ROUNDS = 5
const REQUESTS = 1_500
const AT_ONCE = 16
const WANTED_SHARE = 0.7
const VIEWERS = 200
const SEGMENT_SECONDS = 2
const WATCHED_SECONDS = 30
const WANTED_CORE = 0.25
/** Twice as many as are kept in memory. */
const SEGMENTS = 120
const MEDIA = 'bench'
const segmentOf = (n: number) => `${String(n % SEGMENTS)}.m4s`
const FILM = 9001

interface Viewer {
  readonly cookie: string
  readonly base: string
}

/** Segments of films beside a static file of the same bytes, and 200 viewers at segments of two seconds, of one stream and of films. The right is checked on each request. */
export async function benchVod({ print }: Bench): Promise<void> {
  const dataDir = await makeDataDirectory()
  const { name, bytes } = await largestScript()
  await mkdir(join(dataDir, 'vod', MEDIA), { recursive: true })
  for (let n = 0; n < SEGMENTS; n++) await writeFile(join(dataDir, 'vod', MEDIA, segmentOf(n)), bytes)
  await writeFile(join(dataDir, 'vod', MEDIA, 'master.m3u8'), '#EXTM3U\n')
  const app = await startApp({ env: { DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '', DATA_DIR: dataDir, LOG_LEVEL: 'fatal' } })
  try {
    await database().query(`UPDATE film SET media = $1 WHERE film_id = $2`, [MEDIA, FILM])
    await database().query('UPDATE catalogue_version SET version = version + 1')
    const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => aViewer(app)))
    await compareRates(app, viewers, { name, bytes, print })
    await watchTogether(app, viewers, { isStream: true, print })
    await watchTogether(app, viewers, { isStream: false, print })
  } finally {
    await app.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The largest file of the build that browsers load: a segment of the same bytes stands beside it. */
async function largestScript(): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const folder = 'dist/client/_astro'
  const names = (await readdir(folder)).filter((one) => one.endsWith('.js'))
  const sizes = await Promise.all(names.map(async (one) => ({ one, size: (await stat(join(folder, one))).size })))
  const { one } = sizes.toSorted((a, b) => b.size - a.size)[0] ?? { one: '' }
  return { name: `/_astro/${one}`, bytes: await readFile(join(folder, one)) }
}

/** Somebody with a paid ticket who has pressed play. The order is written as it stands when it is paid: buying is not what is measured. */
async function aViewer(app: RunningApp): Promise<Viewer> {
  const uuid = randomUUID()
  const sid = randomBytes(32).toString('base64url')
  await database().query('INSERT INTO session (uuid, sid_hash) VALUES ($1, $2)', [uuid, createHash('sha256').update(sid).digest()])
  await writeTicket(uuid)
  const browser = Object.assign(new TestVisitor(app.origin), { uuid })
  browser.cookies.set('sid', sid)
  const { status, body } = await browser.post(`/api/vod/${String(FILM)}/play`, {})
  if (status !== 200) throw new Error(`Play was answered ${String(status)} ${JSON.stringify(body)}`)
  return { cookie: `sid=${sid}`, base: (body as { stream: { base: string } }).stream.base }
}

async function writeTicket(holder: string): Promise<void> {
  const orderId = randomUUID()
  await database().query(
    `INSERT INTO orders (order_id, reservation_identifier, document_key, holder, state, idempotency_key, body_hash, amount_due, seats_price, products_price,
       global_service_charge, first_name, last_name, email, mobile_number, kinds)
     VALUES ($1::uuid, $2, $2, $3, 'paid', $1::text, '', 3900, 0, 0, 0, 'נועה', 'ברקאי', 'noa@example.com', '0547314821', '{film}')`,
    [orderId, `B${orderId.replaceAll('-', '')}`, holder],
  )
  await database().query(
    `INSERT INTO order_item (order_id, kind, line, subject_id, name, quantity, unit_price, identifier) VALUES ($1, 'film', 0, $2, 'סרט', 1, 3900, $3)`,
    [orderId, FILM, orderId],
  )
  await database().query(
    `INSERT INTO film_ticket (order_id, film_id, hours, days, devices, play_until) VALUES ($1, $2, 48, 30, 2, now() + interval '30 days')`,
    [orderId, FILM],
  )
}

interface Compared {
  readonly name: string
  readonly bytes: Buffer
  readonly print: Bench['print']
}

/** In turn, so that whatever else the machine does meets both. */
async function compareRates({ origin }: RunningApp, viewers: readonly Viewer[], { name, bytes, print }: Compared): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const rates = { file: [] as number[], segment: [] as number[] }
  const ask = {
    file: () => get(agent, origin + name),
    segment: (n: number) => {
      const viewer = viewers[n % viewers.length]
      return get(agent, `${origin}${viewer?.base ?? ''}${segmentOf(0)}`, viewer?.cookie)
    },
  }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const kind of ['file', 'segment'] as const) {
      const count = scaled(REQUESTS)
      const startedAt = performance.now()
      await inParallel([...Array(count).keys()], AT_ONCE, async (n) => {
        const length = await ask[kind](n)
        if (length !== bytes.length) throw new Error(`${kind}: ${String(length)} bytes came of ${String(bytes.length)}`)
      })
      // The first round compiles and fills caches.
      if (round > 0) rates[kind].push((count * 1000) / (performance.now() - startedAt))
    }
  }
  agent.destroy()
  const [file, segment] = [percentile(rates.file, 0.5), percentile(rates.segment, 0.5)]
  print(
    `segments of ${(bytes.length / 1000).toFixed(0)} kB, the right checked on each, ${String(AT_ONCE)} at once: ${segment.toFixed(0)}/s; a static file of the same bytes ${file.toFixed(0)}/s; ` +
      `ratio ${(segment / file).toFixed(2)} (${String(WANTED_SHARE)} wanted)`,
  )
}

interface Watched {
  /** All see the same: one segment for all every two seconds. Else everybody is at a place of their own: what is read is seldom what was read before. */
  readonly isStream: boolean
  readonly print: Bench['print']
}

/** Each viewer asks for a segment every two seconds, at a moment of its own. */
async function watchTogether(app: RunningApp, viewers: readonly Viewer[], { isStream, print }: Watched): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const seconds = scaled(WATCHED_SECONDS)
  const times: number[] = []
  const before = await cpuSeconds(app.pid)
  const startedAt = performance.now()
  await Promise.all(
    viewers.map(async ({ base, cookie }, n) => {
      for (let at = (n / viewers.length) * SEGMENT_SECONDS; at < seconds; at += SEGMENT_SECONDS) {
        await sleep(Math.max(0, startedAt + at * 1000 - performance.now()))
        const askedAt = performance.now()
        const segment = Math.floor(at / SEGMENT_SECONDS) + (isStream ? 0 : n)
        await get(agent, `${app.origin}${base}${segmentOf(segment)}`, cookie)
        times.push(performance.now() - askedAt)
      }
    }),
  )
  const core = (await cpuSeconds(app.pid)) - before
  const share = core / ((performance.now() - startedAt) / 1000)
  agent.destroy()
  print(
    `${String(viewers.length)} viewers of ${isStream ? 'one stream' : 'films, each at a place of its own,'} at segments of ${String(SEGMENT_SECONDS)} s for ${String(seconds)} s: ${(share * 100).toFixed(1)} % of a core, ratio to the ${String(WANTED_CORE * 100)} % allowed ${(share / WANTED_CORE).toFixed(2)}; ` +
      `${((core * 1000) / times.length).toFixed(2)} ms of it a segment, which came after p95 ${ms(percentile(times, 0.95))}`,
  )
}

/** Without any encoding, as segments have none. @returns the length of the body */
function get(agent: Agent, url: string, cookie?: string): Promise<number> {
  return new Promise((done, failed) => {
    httpRequest(url, { agent, headers: { 'accept-encoding': 'identity', ...(cookie !== undefined && { cookie }) } }, (answer) => {
      let length = 0
      answer.on('data', (part: Buffer) => (length += part.length))
      answer.on('error', failed)
      answer.on('end', () => {
        if (answer.statusCode === 200) done(length)
        else failed(new Error(`${url.replace(/media\/[^/]+/, 'media/…')} was answered ${String(answer.statusCode)}`))
      })
    })
      .on('error', failed)
      .end()
  })
}
