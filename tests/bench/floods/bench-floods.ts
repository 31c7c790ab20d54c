import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { startApp } from '#tests/support/processes/server.ts'
import { ms, percentile, scaled, type Bench } from '../bench.ts'
import { arrive } from '../open-loop.ts'
import { addressOf, freeStadiumSeats, type SeatRow } from '../stadium-seats.ts'
import { wantedFloods, type Flood } from './floods.ts'
import type { FloodOrder } from './flood-worker.ts'

const PER_SECOND = 20
const SECONDS = 8
const LIMIT = 150
const AT_ONCE = 32
/** Of one visitor and one network. */
const LOCKS_EACH = 4

const LOOP_WATCH = join(tmpdir(), `shura-loop-${String(process.pid)}`)

/** Locks of others, of whom each has an address of its own, while one address asks for something heavy without end. Behind a proxy, where addresses are limited. */
export async function benchFloods({ print }: Bench): Promise<void> {
  const preload = fileURLToPath(new URL('loop-watch.ts', import.meta.url))
  const env = {
    TRUSTED_PROXY: 'on',
    LOG_LEVEL: 'fatal',
    LOOP_WATCH,
    NODE_OPTIONS: `--import=${preload}`,
    DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '',
  }
  const app = await startApp({ env })
  try {
    const floods = await wantedFloods()
    const seats = (await freeStadiumSeats((floods.length + 2) * scaled(SECONDS) * PER_SECOND)).values()
    const next = () => Array.from({ length: scaled(SECONDS) * PER_SECOND }, () => seats.next().value).filter((seat) => seat !== undefined)
    await lockAll(app.origin, next()) // the first calls compile and load the plan
    const alone = await lockAll(app.origin, next())
    print(`locks at ${String(PER_SECOND)}/s, nobody else: ${figures(alone)}`)
    for (const flood of floods) await underFlood(flood, { origin: app.origin, seats: next(), alone, print })
  } finally {
    await app.stop()
    rmSync(LOOP_WATCH, { force: true })
  }
}

interface Round {
  readonly origin: string
  readonly seats: readonly SeatRow[]
  readonly alone: readonly number[]
  readonly print: Bench['print']
}

async function underFlood(flood: Flood, { origin, seats, alone, print }: Round): Promise<void> {
  const order: FloodOrder = { origin, flood, address: `203.0.113.${String(++flooders)}`, atOnce: AT_ONCE }
  const worker = new Worker(new URL('flood-worker.ts', import.meta.url), { workerData: order })
  const came = new Promise<Record<string, number>>((done, failed) => worker.once('message', done).once('error', failed))
  const startedAt = Date.now()
  const times = await lockAll(origin, seats)
  const loop = watched('loop', startedAt)
  const work = watched('lock', startedAt)
  worker.postMessage('over')
  const p99 = percentile(times, 0.99)
  print(
    `${flood.name}: ${figures(times)}; ratio to the limit of ${String(LIMIT)} ms ${(p99 / LIMIT).toFixed(2)}, to locks alone ${(p99 / percentile(alone, 0.99)).toFixed(1)}; ` +
      `the shop's thread worked ${figures(work)} from reading a lock to answering it; event loop held for at most ${ms(Math.max(...loop))}; the flood got ${JSON.stringify(await came)}`,
  )
}

function figures(times: readonly number[]): string {
  return `p50 ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}`
}

async function lockAll(origin: string, seats: readonly SeatRow[]): Promise<readonly number[]> {
  let visitor = newVisitor()
  const locks = seats.map((seat, at) => {
    if (at % LOCKS_EACH === 0) visitor = newVisitor()
    return { seat, ...visitor }
  })
  const done = await arrive(locks, PER_SECOND, async ({ seat, uuid: holder, address }) => {
    const headers = { 'content-type': 'application/json', uuid: holder, 'x-forwarded-for': address }
    const answer = await fetch(`${origin}/api/seats/lock-seat`, { method: 'PUT', headers, body: JSON.stringify({ seat: addressOf(seat) }) })
    await answer.arrayBuffer()
    return answer.status
  })
  const refused = done.filter(({ answer }) => answer !== 200 && answer !== 409)
  if (refused.length > 0) throw new Error(`${String(refused.length)} locks were answered ${String(refused[0]?.answer)}.`)
  return done.map(({ ms: time }) => time)
}

let flooders = 0
let networks = 0

/** Somebody of a network that nobody else is in. */
function newVisitor(): { readonly uuid: string; readonly address: string } {
  networks++
  return { uuid: randomUUID(), address: `198.${String(Math.floor(networks / 250))}.${String(networks % 250)}.9` }
}

/** What loop-watch.ts has written of a kind since then, in ms. */
function watched(kind: 'loop' | 'lock', moment: number): readonly number[] {
  const lines = readFileSync(LOOP_WATCH, 'utf8').trim().split('\n')
  return lines
    .map((line) => line.split(' '))
    .filter(([of, at]) => of === kind && Number(at) >= moment)
    .map(([_of, _at, value]) => Number(value))
}
