import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#lib/server/platform/db/migrate.ts'
import { addCodeTickets, addEntitlement } from '#tests/support/buyers/codes.ts'
import { CrashShop } from '#tests/support/processes/crash-shop.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { EventStream } from '#tests/support/event-stream.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { MixedBuyers, type MixedOffer } from '#tests/support/buyers/mixed-buyers.ts'
import { SECRET_OF_TESTS } from '#tests/support/processes/server.ts'
import { checkExact, missingOrders, waitUntilSettled } from '#tests/support/database/settled-orders.ts'
import { until } from '#tests/support/until.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { makeVoucher } from '#tests/support/buyers/vouchers.ts'

/** The length of the freeze; FREEZE_SECONDS=25 is the full figure. */
const FROZEN_MS = Number(process.env.FREEZE_SECONDS ?? 10) * 1_000
/** The time within which a visitor is answered, whatever the database does. */
const WANTED_MS = 3_000
const [ROWS, A_ROW, LAST] = [40, 100, 40]

const offer: MixedOffer = {
  seats: Array.from({ length: (ROWS - 1) * A_ROW }, (_, n) => seatAt((n % A_ROW) + 1, Math.floor(n / A_ROW) + 1)),
  vouchers: [],
  coupon: 'TEN',
  couponForTwo: 'PAIR',
  member: '000000018',
}

let shop: CrashShop
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  shop = await CrashShop.build(async () => {
    await migrate()
    await buildHouse({ rows: ROWS, seatsPerRow: A_ROW })
    await addCodeTickets()
    await addEntitlement({ kind: 'coupon', typed: offer.coupon, tickets: [101], uses: 100_000 })
    await addEntitlement({ kind: 'coupon', typed: offer.couponForTwo, tickets: [102], uses: 100_000 })
    await addEntitlement({ kind: 'member', typed: offer.member, publicCode: '1001', tickets: [104], uses: 100_000 })
    for (let n = 0; n < 500; n++) offer.vouchers.push(await makeVoucher(3_000))
  })
  await shop.open()
})
afterAll(() => shop.remove())

/** Pages and calls of every kind: in memory, read, written, streamed. */
const ASKED = [
  ['GET', '/'],
  ['GET', '/booking/features/1'],
  ['GET', '/order/1'],
  ['GET', '/booking/checkout'],
  ['GET', '/customer'],
  ['GET', '/edocument/none'],
  ['GET', '/edocument/none/ticket.pdf'],
  ['GET', '/sandbox/payment/none'],
  ['GET', '/api/presentations/1'],
  ['GET', '/api/presentations?featureIds=1'],
  ['GET', '/api/seats/seats-status?presentationId=1'],
  ['GET', '/api/seats/best-available?presentationId=1&quantity=2&isLock=1'],
  ['GET', '/api/seats/changes?presentationId=1'],
  ['GET', '/api/health'],
  ['PUT', '/api/seats/lock-seat'],
  ['POST', '/api/cart'],
  ['POST', '/api/payment/commit'],
] as const

interface Asked {
  readonly what: string
  readonly status: number
  readonly ms: number
}

/** The ms for which this process itself stood still: a busy machine makes every answer look late. */
let stoodStill = 0
let tickedAt = performance.now()
const ticking = setInterval(() => {
  stoodStill += Math.max(0, performance.now() - tickedAt - 75)
  tickedAt = performance.now()
}, 50)
afterAll(() => {
  clearInterval(ticking)
})

async function ask(method: string, path: string, visitor: TestVisitor): Promise<Asked> {
  const [startedAt, stoodStillBefore] = [performance.now(), stoodStill]
  const headers = { accept: path.startsWith('/api') ? 'application/json' : 'text/html' }
  const body = path.endsWith('lock-seat') ? { seat: seatAt(LAST, ROWS) } : { cart: {} }
  const answer = await (method === 'GET'
    ? visitor.get(path, headers)
    : method === 'PUT'
      ? visitor.put(path, body, headers)
      : visitor.post(path, body, headers))
  return { what: `${method} ${path}`, status: answer.status, ms: performance.now() - startedAt - (stoodStill - stoodStillBefore) }
}

/** Requests everything at once and repeatedly from the moment of the freeze. */
async function askWhile(isFrozen: () => boolean): Promise<readonly Asked[]> {
  const answers: Asked[] = []
  const keepAsking = async (method: string, path: string) => {
    const visitor = new TestVisitor(shop.origin)
    while (isFrozen()) {
      const asked = await ask(method, path, visitor)
      if (isFrozen()) answers.push(asked)
      await sleep(200)
    }
  }
  await Promise.all(ASKED.map(([method, path]) => keepAsking(method, path)))
  return answers
}

async function freeze(ms: number): Promise<readonly Asked[]> {
  const thaw = shop.freezeDatabase()
  let isFrozen = true
  const asking = askWhile(() => isFrozen)
  await sleep(ms)
  isFrozen = false
  thaw()
  return asking
}

test(
  `a database that is frozen for ${String(FROZEN_MS / 1_000)} seconds among orders: every page and call answers 503 within three seconds, then all goes on and nothing is lost`,
  { timeout: 300_000 + FROZEN_MS, retry: 0 }, // what is lost once is lost
  async () => {
    const stream = await EventStream.open(`${shop.origin}/api/seats/changes?presentationId=1`, { uuid: new TestVisitor(shop.origin).uuid })
    expect((await stream.next())?.name).toBeDefined()
    const buyers = new MixedBuyers(() => shop.origin, offer, 8)
    await until(() => buyers.acknowledged.length >= 10, 'orders before the freeze', 120_000)
    const asked = await freeze(FROZEN_MS)
    const thawedAt = Date.now()
    await shop.waitUntilReady()
    const backAfter = Date.now() - thawedAt
    const before = buyers.acknowledged.length
    await until(() => buyers.acknowledged.length >= before + 10, 'orders after the freeze', 120_000)
    await buyers.stop()

    expect(
      asked.filter(({ status }) => status !== 503),
      'other answers than 503',
    ).toEqual([])
    expect(
      asked.filter(({ ms }) => ms > WANTED_MS),
      'answers that came late',
    ).toEqual([])
    expect(new Set(asked.map(({ what }) => what)).size).toBe(ASKED.length)

    // Watchers that stayed connected see what happens now.
    while ((await stream.next(500)) !== undefined);
    const locker = new TestVisitor(shop.origin)
    expect((await locker.put('/api/seats/lock-seat', { seat: seatAt(1, ROWS) })).status).toBe(200)
    expect((await stream.next())?.name).toBeDefined()
    stream.close()

    await shop.onItsDatabase(waitUntilSettled)
    await shop.close()
    await shop.onItsDatabase(async () => {
      expect(await missingOrders(buyers.acknowledged)).toEqual([])
      await checkInvariants()
      await checkExact()
    })
    process.stdout.write(
      `frozen for ${String(FROZEN_MS / 1_000)} s: ${String(asked.length)} answers, all 503, the slowest after ${Math.max(...asked.map(({ ms }) => ms)).toFixed(0)} ms; ` +
        `back ${String(backAfter)} ms after the thaw; ${String(buyers.acknowledged.length)} orders acknowledged, 0 lost\n`,
    )
  },
)
