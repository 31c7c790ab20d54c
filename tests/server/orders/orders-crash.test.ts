import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#lib/server/platform/db/migrate.ts'
import { addCodeTickets, addEntitlement } from '#tests/support/buyers/codes.ts'
import { CrashShop } from '#tests/support/processes/crash-shop.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { MixedBuyers, type MixedOffer } from '#tests/support/buyers/mixed-buyers.ts'
import { SECRET_OF_TESTS } from '#tests/support/processes/server.ts'
import { checkExact, missingOrders, waitUntilSettled } from '#tests/support/database/settled-orders.ts'
import { addDonations, PUPIL } from '#tests/support/sold/donations.ts'
import { addFilms, FILM } from '#tests/support/sold/films.ts'
import { giftItem } from '#tests/support/sold/gifts.ts'
import { addVoucherClasses } from '#tests/support/sold/vouchers.ts'
import { until } from '#tests/support/until.ts'
import { makeVoucher } from '#tests/support/buyers/vouchers.ts'

/** Kills of the app and of the database, each; a fifth as many of both together. CRASH_KILLS=50 is the full figure. */
const KILLS = Number(process.env.CRASH_KILLS ?? 2)
const BOTH = Math.ceil(KILLS / 5)
const [ROWS, A_ROW] = [60 + KILLS * 8, 100]
const BUYERS = 16
/** Orders between two crashes. */
const BETWEEN = 20

const offer: MixedOffer = {
  seats: Array.from({ length: ROWS * A_ROW }, (_, n) => seatAt((n % A_ROW) + 1, Math.floor(n / A_ROW) + 1)),
  vouchers: [],
  coupon: 'TEN',
  couponForTwo: 'PAIR',
  member: '000000018',
  goods: { beside: { donations: [PUPIL], vouchers: [giftItem()] }, film: FILM },
}

let shop: CrashShop
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  shop = await CrashShop.build(async () => {
    await migrate()
    await buildHouse({ rows: ROWS, seatsPerRow: A_ROW })
    await addCodeTickets()
    await addDonations()
    await addFilms()
    await addVoucherClasses()
    await addEntitlement({ kind: 'coupon', typed: offer.coupon, tickets: [101], uses: 100_000 })
    await addEntitlement({ kind: 'coupon', typed: offer.couponForTwo, tickets: [102], uses: 100_000 })
    await addEntitlement({ kind: 'member', typed: offer.member, publicCode: '1001', tickets: [104], uses: 100_000 })
    for (let n = 0; n < 500 + KILLS * 200; n++) offer.vouchers.push(await makeVoucher(3_000))
  })
})
afterAll(() => shop.remove())

/** Runs the shop until the given number of further orders is acknowledged, plus a random delay, so that the kill hits any step. */
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

test(
  `kill -9 of the app, of the database and of both, ${String(KILLS)}, ${String(KILLS)} and ${String(BOTH)} times, while coupons, members, vouchers, cards, wallets, ticket changes, donations, gifts and films are at work: nothing that was acknowledged is lost`,
  { timeout: 600_000 + KILLS * 60_000, retry: 0 }, // no retry: a lost order is a failure
  async () => {
    await shop.open()
    const startedAt = Date.now()
    const buyers = new MixedBuyers(() => shop.origin, offer, BUYERS)
    const back = await killAll(buyers)
    await until(() => buyers.acknowledged.some((order) => order.changes), 'a ticket change', 120_000)
    await buyers.stop()
    const seconds = (Date.now() - startedAt) / 1_000
    const settled = await shop.onItsDatabase(waitUntilSettled) // the app settles by itself; the test only reads
    await shop.close()
    await shop.onItsDatabase(async () => {
      const lost = await missingOrders(buyers.acknowledged)
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
