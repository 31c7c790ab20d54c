import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, database } from '#lib/server/db/connect.ts'
import { launchDatabase } from '#lib/server/db/launch.ts'
import { migrate } from '#lib/server/db/migrate.ts'
import { reconcile } from '#lib/server/reconcile.ts'
import { SteadyBuyers } from '#tests/support/crash.ts'
import { letPaymentsAge } from '#tests/support/charges.ts'
import { makeDataDirectory } from '#tests/support/data-directory.ts'
import { checkInvariants } from '#tests/support/database.ts'
import { buildHouse } from '#tests/support/house.ts'
import { startApp, type RunningApp } from '#tests/support/server.ts'

/** How often each of the two is killed; `npm run bench` does it ten times. */
const KILLS = Number(process.env.CRASH_KILLS ?? 2)
const SEATS = Array.from({ length: 4_000 }, (_, n) => ({ x: (n % 100) + 1, y: Math.floor(n / 100) + 1 }))

let dataDir: string
beforeAll(async () => {
  dataDir = await makeDataDirectory()
  await onItsDatabase(async () => {
    await migrate()
    await buildHouse({ rows: 40, seatsPerRow: 100 })
  })
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Works on the shop's own database while no process of the app runs. */
async function onItsDatabase(work: () => Promise<void>): Promise<void> {
  await closeDatabase()
  const launched = await launchDatabase(dataDir, () => undefined)
  try {
    await work()
  } finally {
    await closeDatabase()
    await launched.stop()
  }
}

function openShop(): Promise<RunningApp> {
  return startApp({ env: { DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'fatal' } })
}

function killDatabase(): void {
  const pid = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  const children = execFileSync('pgrep', ['-P', pid], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
  for (const one of [pid, ...children]) {
    try {
      process.kill(Number(one), 'SIGKILL')
    } catch {
      // It was faster.
    }
  }
}

async function waitUntilReady(origin: string): Promise<number> {
  const startedAt = Date.now()
  for (;;) {
    const answer = await fetch(`${origin}/api/health`).catch(() => undefined)
    if (answer?.ok) return Date.now() - startedAt
    if (Date.now() - startedAt > 30_000) throw new Error('The shop did not come back.')
    await sleep(50)
  }
}

test(
  `kill -9 of the app and of the database during commits, ${String(KILLS)} times each: every acknowledged order is there`,
  async () => {
    let app = await openShop()
    const buyers = new SteadyBuyers(() => app.origin, SEATS, 4)
    const back: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(1_000)
      await app.kill9()
      app = await openShop()
      back.push(await waitUntilReady(app.origin))
      await sleep(1_000)
      killDatabase()
      await sleep(100)
      back.push(await waitUntilReady(app.origin))
    }
    await sleep(500)
    await buyers.stop()
    await app.stop()
    await onItsDatabase(async () => {
      await letPaymentsAge(60)
      await reconcile()
      const { rows } = await database().query<{ reservation_identifier: string; tickets: number }>(
        `SELECT reservation_identifier, count(ticket_identifier)::int AS tickets FROM orders JOIN order_seat USING (order_id) WHERE state = 'paid' GROUP BY 1`,
      )
      const kept = new Map(rows.map((row) => [row.reservation_identifier, row.tickets]))
      const lost = buyers.acknowledged.filter((order) => kept.get(order.reservationIdentifier) !== order.tickets)
      expect(lost).toEqual([])
      expect(buyers.acknowledged.length).toBeGreaterThan(KILLS * 4)
      expect(Math.max(...back)).toBeLessThan(15_000)
      const open = await database().query(`SELECT 1 FROM seat_claim WHERE state = 'P'`)
      expect(open.rowCount).toBe(0)
      await checkInvariants()
      process.stdout.write(
        `${String(buyers.acknowledged.length)} orders acknowledged, ${String(lost.length)} lost, back after at most ${String(Math.max(...back))} ms\n`,
      )
    })
  },
  60_000 + KILLS * 30_000,
)
