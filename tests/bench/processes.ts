import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { inParallel, scaled, type Bench } from './bench.ts'
import { addressOf, freeStadiumSeats } from './stadium-seats.ts'

const COUNTS = [1, 2, 4, 8]
const CLIENTS = 32
/** The warm-up is of each process. */
const [PAGES, SEATS, WARM_UP] = [scaled(4_000), scaled(3_000), scaled(400)]
/** Until each has counted the others, and has the plan. */
const SETTLED = 3_000

interface Figures {
  readonly pages: number
  readonly locks: number
  readonly megabytes: number
  readonly connections: number
}

/**
 * The same load on one, two, four and eight processes on one database: pages, and locks for which two visitors at two processes ask at once. One of them has to have
 * the seat, and the database has to know it as they were told.
 */
export async function benchProcesses({ print }: Bench): Promise<void> {
  const seats = [...(await freeStadiumSeats(COUNTS.reduce((sum, count) => sum + SEATS + WARM_UP * count, 0)))].map((seat) => ({
    id: seat.seat_id,
    seat: addressOf(seat),
  }))
  const others = await openConnections()
  let alone: Figures | undefined
  for (const count of COUNTS) {
    const apps = await startMany(count)
    try {
      await sleep(SETTLED)
      await lockTwice(apps, seats.splice(0, WARM_UP * count))
      await readPages(apps, WARM_UP * count)
      const pages = await readPages(apps, PAGES)
      const locks = await lockTwice(apps, seats.splice(0, SEATS))
      const found = { pages, locks, megabytes: await residentMb(apps), connections: (await openConnections()) - others }
      alone ??= found
      print(describe(count, found, alone))
    } finally {
      await Promise.all(apps.map((app) => app.stop()))
    }
  }
  await verify()
}

function describe(count: number, { pages, locks, megabytes, connections }: Figures, alone: Figures): string {
  return (
    `${String(count)} processes: ${pages.toFixed(0)} pages/s (ratio ${(pages / alone.pages).toFixed(2)} to one), ${locks.toFixed(0)} locks/s asked for by two each ` +
    `(ratio ${(locks / alone.locks).toFixed(2)}), 0 lost, 0 double; ${(megabytes / count).toFixed(0)} MB each; ${String(connections)} connections, ` +
    `${(connections / count).toFixed(0)} each`
  )
}

function startMany(count: number): Promise<RunningApp[]> {
  const env = { DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '', DATABASE_POOL: '16', LOG_LEVEL: 'fatal' }
  return Promise.all(Array.from({ length: count }, () => startApp({ env })))
}

/** @returns pages a second */
async function readPages(apps: readonly RunningApp[], count: number): Promise<number> {
  const startedAt = performance.now()
  await inParallel([...Array(count).keys()], CLIENTS, async (n) => {
    const { status } = await ask(apps, n, 'GET', '/')
    if (status !== 200) throw new Error(`The home page was answered with ${String(status)}.`)
  })
  return count / ((performance.now() - startedAt) / 1_000)
}

type Wanted = { readonly id: number; readonly seat: SeatAddress }

/** @returns locks that were asked for a second. @throws where a seat has not exactly one holder, the one that was told so */
async function lockTwice(apps: readonly RunningApp[], wanted: readonly Wanted[]): Promise<number> {
  const told: string[] = []
  const startedAt = performance.now()
  await inParallel(
    wanted.map((one, n) => ({ ...one, n })),
    CLIENTS / 2,
    async ({ id, seat, n }) => {
      const rivals = [randomUUID(), randomUUID()]
      const answers = await Promise.all(rivals.map((uuid, at) => ask(apps, n + at, 'PUT', '/api/seats/lock-seat', { seat }, uuid)))
      answers.forEach(({ status }, at) => {
        if (status === 200) told.push(`${String(id)} ${rivals[at] ?? ''}`)
        else if (status !== 409) throw new Error(`A lock was answered with ${String(status)}.`)
      })
    },
  )
  const rate = (2 * wanted.length) / ((performance.now() - startedAt) / 1_000)
  const { rows } = await database().query<{ one: string }>(
    `SELECT seat_id || ' ' || holder AS one FROM seat_claim WHERE presentation_id = $1 AND seat_id = ANY ($2::int[]) AND state = 'H'`,
    [wanted[0]?.seat.PresentationId, wanted.map(({ id }) => id)],
  )
  const stored = rows.map(({ one }) => one)
  if (JSON.stringify(stored.toSorted()) !== JSON.stringify(told.toSorted()) || told.length !== wanted.length)
    throw new Error(`${String(wanted.length)} seats, ${String(told.length)} told, ${String(stored.length)} in the database.`)
  return rate
}

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

/** Asks one process after the other. */
function ask(
  apps: readonly RunningApp[],
  n: number,
  method: string,
  path: string,
  body?: unknown,
  uuid?: string,
): Promise<{ status: number }> {
  const origin = apps[n % apps.length]?.origin ?? ''
  const sent = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    accept: body === undefined ? 'text/html' : 'application/json',
    ...(uuid && { uuid, 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
  }
  return new Promise((resolve, reject) => {
    const asked = request(origin + path, { method, agent, headers }, (answer) => {
      answer.resume().on('end', () => {
        resolve({ status: answer.statusCode ?? 0 })
      })
    })
    asked.on('error', reject).end(sent)
  })
}

async function residentMb(apps: readonly RunningApp[]): Promise<number> {
  const sizes = await Promise.all(
    apps.map(async ({ pid }) => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0)),
  )
  return sizes.reduce((sum, kb) => sum + kb / 1_024, 0)
}

/** All connections to the database but the one that asks. */
async function openConnections(): Promise<number> {
  const { rows } = await database().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  return rows[0]?.count ?? 0
}

const INVARIANTS = new URL('../../src/lib/server/platform/db/invariants.sql', import.meta.url)

/** @throws if an invariant is broken */
async function verify(): Promise<void> {
  const { rows } = await database().query(await readFile(INVARIANTS, 'utf8'))
  if (rows.length > 0) throw new Error(`${String(rows.length)} violations, the first: ${JSON.stringify(rows[0])}`)
}
