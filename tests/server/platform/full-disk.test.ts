import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, database } from '#lib/server/platform/db/connect.ts'
import { launchDatabase } from '#lib/server/platform/db/launch.ts'
import { migrate } from '#lib/server/platform/db/migrate.ts'
import { failureAnswer } from '#lib/server/platform/http/answers/answers.ts'
import { isReady } from '#lib/server/operations/health.ts'
import { isStorageFull, lookAfterStorage } from '#lib/server/platform/db/storage.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, CUSTOMER, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { until } from '#tests/support/until.ts'

/** A separate disk for the shop that can be filled; only root may mount one. */
const DISK = mkdtempSync(join(tmpdir(), 'shura-disk-'))
const canMount = mount()

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0755', 'tmpfs', DISK], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const dataDir = join(DISK, 'data')
const ballast = join(DISK, 'ballast')
let app: RunningApp | undefined

async function onItsDatabase<T>(work: () => Promise<T>): Promise<T> {
  await closeDatabase()
  const launched = await launchDatabase(dataDir, () => undefined)
  try {
    return await work()
  } finally {
    await closeDatabase()
    await launched.stop()
  }
}

beforeAll(async () => {
  if (!canMount) return
  process.env.SECRET = SECRET_OF_TESTS
  mkdirSync(dataDir)
  await onItsDatabase(async () => {
    await migrate()
    await buildHouse()
  })
  app = await startApp({ env: { DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn' } })
})
afterAll(async () => {
  await app?.stop()
  if (canMount) execFileSync('umount', [DISK])
  rmSync(DISK, { recursive: true, force: true })
})

/** Uses up the disk to the last block, while the database writes to it as well. */
function fillDisk(): void {
  const piece = Buffer.alloc(2 ** 20)
  try {
    for (;;) appendFileSync(ballast, piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

async function health(): Promise<unknown> {
  const answer = await fetch(`${app?.origin ?? ''}/api/health`)
  return { status: answer.status, body: await answer.json() }
}

function charges(): Promise<unknown> {
  return database()
    .query('SELECT (SELECT count(*)::int FROM sandbox_charge) AS charged, (SELECT count(*)::int FROM orders) AS orders')
    .then(({ rows }) => rows[0] as unknown)
}

test.skipIf(!canMount)(
  'on a full disk is not ready, answers commits with 503 without a charge and still serves reads; with space again the same buyer can buy',
  { timeout: 240_000 },
  async () => {
    const origin = app?.origin ?? ''
    expect(await health()).toEqual({ status: 200, body: { live: true, ready: true } })
    const buyer = new Buyer(origin)
    await buyer.lock(seatAt(1, 1), seatAt(2, 1))
    const paymentIdentifier = await buyer.payByCard()
    const order = { customerInfo: CUSTOMER, seats: [lineOf(seatAt(1, 1)), lineOf(seatAt(2, 1))], paymentIdentifier }

    fillDisk()
    await until(async () => (await fetch(`${origin}/api/health`)).status === 503, 'the shop to see that its disk is full')
    expect(await health()).toEqual({ status: 503, body: { live: true, ready: false } })
    const put = await buyer.commit(order)
    expect([put.status, put.headers.get('retry-after')]).toEqual([503, '3'])
    expect((await fetch(`${origin}/booking/features/1`, { headers: { accept: 'text/html' } })).status).toBeLessThan(504)
    expect((await buyer.get('/api/presentations/1')).status).toBe(200)

    rmSync(ballast)
    await until(async () => (await fetch(`${origin}/api/health`)).ok, 'the shop to have room again')
    const made = await buyer.commit(order)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    await app?.stop()
    app = undefined
    await onItsDatabase(async () => {
      expect(await charges()).toEqual({ charged: 1, orders: 1 })
      await checkInvariants()
    })
  },
)

test('remembers a disk-full error until something large can be written', async () => {
  const full = Object.assign(new pg.DatabaseError('could not extend file: No space left on device', 0, 'error'), { code: '53100' })
  await freshDatabase()
  expect(isStorageFull()).toBe(false)
  const answer = failureAnswer(full, 'request', 'he')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3'])
  expect([isStorageFull(), await isReady()]).toEqual([true, false])
  await lookAfterStorage(tmpdir())
  expect([isStorageFull(), await isReady()]).toEqual([false, true])
})
