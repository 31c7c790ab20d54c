import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { migrate } from '#lib/server/platform/db/migrate.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { SteadyBuyers } from '#tests/support/processes/crash.ts'
import { CrashShop } from '#tests/support/processes/crash-shop.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { until } from '#tests/support/until.ts'

/** Kills of the app and of the database, each; CRASH_KILLS sets more. */
const KILLS = Number(process.env.CRASH_KILLS ?? 2)
/** Orders between two crashes. */
const BETWEEN = 20
const ROWS = 40 + KILLS
const SEATS = Array.from({ length: ROWS * 100 }, (_, n) => ({ x: (n % 100) + 1, y: Math.floor(n / 100) + 1 }))

let shop: CrashShop
beforeAll(async () => {
  shop = await CrashShop.build(async () => {
    await migrate()
    await buildHouse({ rows: ROWS, seatsPerRow: 100 })
  })
})
afterAll(() => shop.remove())

test(
  `kill -9 of the app and of the database during commits, ${String(KILLS)} times each: every acknowledged order is there`,
  { timeout: 300_000 + KILLS * 60_000, retry: 0 }, // no retry: a lost order is a failure
  async () => {
    await shop.open()
    const buyers = new SteadyBuyers(() => shop.origin, SEATS, 4)
    const back: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await letBuy(buyers)
      back.push(await shop.crashApp())
      await letBuy(buyers)
      back.push(await shop.crashDatabase())
    }
    await letBuy(buyers)
    await buyers.stop()
    await shop.close()
    await shop.onItsDatabase(async () => {
      await letPaymentsAge(60)
      await reconcile()
      const { rows } = await database().query<{ reservation_identifier: string; tickets: number }>(
        `SELECT reservation_identifier, count(ticket_identifier)::int AS tickets FROM orders JOIN order_seat USING (order_id) WHERE state = 'paid' GROUP BY 1`,
      )
      const kept = new Map(rows.map((row) => [row.reservation_identifier, row.tickets]))
      const lost = buyers.acknowledged.filter((order) => kept.get(order.reservationIdentifier) !== order.tickets)
      expect(lost).toEqual([])
      const open = await database().query(`SELECT 1 FROM seat_claim WHERE state = 'P'`)
      expect(open.rowCount).toBe(0)
      await checkInvariants()
      process.stdout.write(
        `${String(buyers.acknowledged.length)} orders acknowledged, ${String(lost.length)} lost, back after at most ${String(Math.max(...back))} ms\n`,
      )
    })
  },
)

/** Waits until a few more orders are acknowledged, so that the crash hits a running load. @throws if no order succeeds any more */
async function letBuy({ acknowledged }: SteadyBuyers): Promise<void> {
  const enough = acknowledged.length + BETWEEN
  await until(() => acknowledged.length >= enough, 'orders after a crash', 120_000)
}
