import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/db/connect.ts'
import { migrate } from '#lib/server/db/migrate.ts'
import { addCodeTickets, addEntitlement } from '#tests/support/codes.ts'
import { CrashShop } from '#tests/support/crash-shop.ts'
import { checkInvariants } from '#tests/support/database.ts'
import { buildHouse, seatAt } from '#tests/support/house.ts'
import { MixedBuyers, type MixedOffer, type MixedOrder } from '#tests/support/mixed-buyers.ts'
import { SECRET_OF_TESTS } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { makeVoucher } from '#tests/support/vouchers.ts'

/** How often the app is killed, how often the database; both together a fifth as often. CRASH_KILLS=50 is the full figure. */
const KILLS = Number(process.env.CRASH_KILLS ?? 2)
const BOTH = Math.ceil(KILLS / 5)
const [ROWS, A_ROW] = [60 + KILLS * 8, 100]
const BUYERS = 16
/** Orders between two crashes. */
const BETWEEN = 20
/** Some minutes: what is not settled by then never is. */
const MOST_LOOKS = 800

const offer: MixedOffer = {
  seats: Array.from({ length: ROWS * A_ROW }, (_, n) => seatAt((n % A_ROW) + 1, Math.floor(n / A_ROW) + 1)),
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
    for (let n = 0; n < 500 + KILLS * 200; n++) offer.vouchers.push(await makeVoucher(3_000))
  })
})
afterAll(() => shop.remove())

/** Lets the shop work: until so many more orders are acknowledged, and then a moment, so that it dies anywhere in them. */
async function letWork(buyers: MixedBuyers): Promise<void> {
  const enough = buyers.acknowledged.length + BETWEEN
  await until(() => buyers.acknowledged.length >= enough, 'orders after a crash', 120_000)
  await sleep(Math.random() * 300)
}

async function killAll(buyers: MixedBuyers): Promise<{ readonly app: number[]; readonly database: number[] }> {
  const back = { app: [] as number[], database: [] as number[] }
  for (let kill = 0; kill < KILLS; kill++) {
    await letWork(buyers)
    back.app.push(await shop.crashApp())
    await letWork(buyers)
    back.database.push(await shop.crashDatabase())
    if (kill >= BOTH) continue
    await letWork(buyers)
    back.database.push(await shop.crashBoth())
  }
  return back
}

async function count(text: string): Promise<number> {
  const { rows } = await database().query<{ n: number }>(text)
  return rows[0]?.n ?? -1
}

/** What waits for an answer of the provider, for a refund, for its order or for its receipt. */
const OPEN = `SELECT (SELECT count(*) FROM orders WHERE state IN ('paying', 'refunding'))
  + (SELECT count(*) FROM refund WHERE state = 'intended') + (SELECT count(*) FROM receipt_due)
  + (SELECT count(*) FROM sandbox_charge h WHERE outcome = 'charged'
      AND NOT EXISTS (SELECT FROM payment p WHERE p.payment_identifier = h.payment_identifier AND p.state IN ('captured', 'refunded'))) AS n`

/** Looks, with connections of its own beside the running shop, until nothing is open any more. @returns after how many seconds */
async function waitUntilSettled(): Promise<number> {
  const startedAt = Date.now()
  for (let looks = 0; (await count(OPEN)) > 0; looks++) {
    if (looks > MOST_LOOKS) throw new Error('Something is never settled.')
    await sleep(250)
  }
  return (Date.now() - startedAt) / 1_000
}

test(
  `kill -9 of the app, of the database and of both, ${String(KILLS)}, ${String(KILLS)} and ${String(BOTH)} times, while coupons, members, vouchers, cards, wallets and ticket changes are at work: nothing that was acknowledged is lost`,
  { timeout: 600_000 + KILLS * 60_000, retry: 0 }, // what is lost once is lost
  async () => {
    await shop.open()
    const startedAt = Date.now()
    const buyers = new MixedBuyers(() => shop.origin, offer, BUYERS)
    const back = await killAll(buyers)
    await until(() => buyers.acknowledged.some((order) => order.changes), 'a ticket change', 120_000)
    await buyers.stop()
    const seconds = (Date.now() - startedAt) / 1_000
    const settled = await shop.onItsDatabase(waitUntilSettled) // the app itself settles; we only look
    await shop.close()
    await shop.onItsDatabase(async () => {
      const lost = await lostOf(buyers.acknowledged)
      process.stdout.write(
        `${String(buyers.acknowledged.length)} orders acknowledged in ${seconds.toFixed(0)} s (${String(buyers.acknowledged.filter((order) => order.changes).length)} ticket changes), ` +
          `${String(lost.length)} lost; the app back after at most ${String(Math.max(...back.app))} ms, the database after ${String(Math.max(...back.database))} ms; ` +
          `all in doubt settled after ${settled.toFixed(1)} s\n`,
      )
      expect(lost).toEqual([])
      await checkInvariants()
      await checkExact()
    })
  },
)

/** Acknowledged orders that are not there as they were acknowledged; tickets of one that a later change gave back are gone by right. */
async function lostOf(acknowledged: readonly MixedOrder[]): Promise<readonly MixedOrder[]> {
  const { rows } = await database().query<{ id: string; tickets: string[]; vouchers: number; changes: string | null }>(
    `SELECT o.reservation_identifier AS id, o.voucher_amount AS vouchers, old.reservation_identifier AS changes,
       array(SELECT ticket_identifier FROM order_seat s WHERE s.order_id = o.order_id ORDER BY line) AS tickets
     FROM orders o LEFT JOIN orders old ON old.order_id = o.modifies WHERE o.state = 'paid'`,
  )
  const kept = new Map(rows.map((row) => [row.id, JSON.stringify([row.tickets, row.vouchers, row.changes])]))
  return acknowledged.filter(({ resId, tickets, voucher, changes }) => kept.get(resId) !== JSON.stringify([tickets, voucher, changes]))
}

/** Beside the invariants: every use and every voucher is accounted for, and receipts are numbered from 1 without a gap. */
async function checkExact(): Promise<void> {
  const vouchers = await count(
    `SELECT count(*)::int AS n FROM system_voucher v WHERE balance <> 3000
       - (SELECT coalesce(sum(amount), 0) FROM order_voucher w JOIN orders o USING (order_id) WHERE w.system_voucher_id = v.system_voucher_id AND o.state <> 'failed')`,
  )
  const uses = await count(
    `SELECT count(*)::int AS n FROM entitlement e WHERE
       (SELECT coalesce(sum(quantity), 0) FROM entitlement_use u WHERE u.entitlement_id = e.entitlement_id AND u.order_id IS NOT NULL)
       <> (SELECT count(*) FROM order_seat s JOIN orders o USING (order_id) WHERE s.entitlement_id = e.entitlement_id AND NOT s.is_sub_ticket
           AND o.state = 'paid' AND NOT is_given_back(s.released_by))`,
  )
  const receipts = await count(
    `SELECT (count(*) - coalesce(max(receipt_number), 0) + (SELECT count(*) FROM ledger WHERE kind IN ('charge', 'refund')) - count(*))::int AS n FROM receipt`,
  )
  expect({ vouchers, uses, receipts }).toEqual({ vouchers: 0, uses: 0, receipts: 0 })
}
