import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { buildHouse, cartOf, emptyHouse, prepareCard } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants, freshDatabase, violations } from '#tests/support/database/database.ts'
import { killWhereItWaits } from '#tests/support/processes/kill-where.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { until } from '#tests/support/until.ts'
import { overProcesses, tally } from '#tests/support/races/desks.ts'
import { ONCE } from '#tests/support/seats/race.ts'
import { addDonations, PUPIL, receiptNumbers, SIXTY } from '#tests/support/sold/donations.ts'

process.env.SECRET = SECRET_OF_TESTS
const TRUSTED = { env: { TRUSTED_PROXY: 'on' } } // a call without an address comes from this machine

let apps: RunningApp[] = []
const { deskFor } = overProcesses(() => apps.map(({ origin }) => origin))

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 1, seatsPerRow: 1 })
  await addDonations()
  apps = await Promise.all([startApp(TRUSTED), startApp(TRUSTED)])
})
beforeEach(emptyHouse)
afterEach(checkInvariants)
afterAll(() => Promise.all(apps.map((app) => app.stop())))

/** Gives ₪60 at one of the processes; to a second recipient as well if `others` are. */
async function giveAt(n: number, { behaviour = 'accepted', isToTwo = false } = {}): Promise<string> {
  const uuid = await newVisitor()
  const donations = isToTwo ? [PUPIL, { donationId: 3, donationDetailId: 31 }] : [PUPIL]
  const paymentIdentifier = await prepareCard(uuid, donations.length * SIXTY, behaviour)
  const end = await deskFor(n).commit(uuid, { ...cartOf([], paymentIdentifier), donations })
  return end.ok ? 'done' : end.code
}

const fromOne = (recipient: string, count: number) => Array.from({ length: count }, (_none, at) => `${recipient}:${String(at + 1)}`)

/** Thirty at once over both processes: every third card is declined, every fifth order gives to two recipients. */
async function giveAtOnce(): Promise<void> {
  const asked = Array.from({ length: 30 }, (_none, n) => ({ behaviour: n % 3 === 0 ? 'declined' : 'accepted', isToTwo: n % 5 === 0 }))
  const ends = await Promise.all(asked.map((how, n) => giveAt(n, how)))
  expect(tally(ends)).toEqual({ done: 20, CARD_DECLINED: 10 })
}

describe('receipts of donations', () => {
  test('of thirty who give at once over two processes are numbered without a gap, by recipient', ONCE, async () => {
    await giveAtOnce()
    expect(await receiptNumbers()).toEqual([...fromOne('512345673', 4), ...fromOne('580341192', 20)])
  })

  test('control: numbers of a sequence have gaps once a settlement is rolled back', ONCE, async () => {
    await database().query(`
      CREATE SEQUENCE unsafe_numbers;
      CREATE FUNCTION unsafe_number() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.last_number := nextval(''unsafe_numbers''); RETURN NEW; END';
      CREATE TRIGGER unsafe BEFORE INSERT OR UPDATE ON donation_series FOR EACH ROW EXECUTE FUNCTION unsafe_number()`)
    await killWhereItNeeds('outbox')
    await letPaymentsAge(60)
    await reconcile()
    const broken = await violations()
    await database().query('DROP TRIGGER unsafe ON donation_series; DROP FUNCTION unsafe_number; DROP SEQUENCE unsafe_numbers')
    await emptyHouse()
    expect(JSON.stringify(broken)).toContain('I10 numbers of donation receipts have a gap')
  })
})

/** Lets one give at the first process, kills it where it needs the table, and starts it again. */
async function killWhereItNeeds(table: string): Promise<void> {
  await killWhereItWaits(apps[0], table, () => giveAt(0))
  apps[0] = await startApp(TRUSTED)
}

describe('kill -9 of the process that takes a donation', () => {
  test.each([
    ['before it is charged: it is not given, and draws no number', 'sandbox_charge', 0],
    ['while its number is drawn: it is given once, with the next number', 'donation_series', 1],
    ['while its receipt is written: it is given once, with the next number', 'donation_receipt', 1],
    ['after its number was drawn: it is given once, with the next number', 'outbox', 1],
  ])('%s', ONCE, async (_name, table, times) => {
    expect(await giveAt(1)).toBe('done')
    await killWhereItNeeds(table)
    expect(await receiptNumbers()).toHaveLength(1)
    expect(await giveAt(1)).toBe('done')
    await letPaymentsAge(60)
    // The process that was started again may be looking after the payment itself.
    await until(async () => {
      await reconcile()
      return (await receiptNumbers()).length >= 2 + times
    }, 'the receipt of what was charged')
    for (let round = 0; round < 2; round++) {
      await reconcile()
      expect(await receiptNumbers()).toEqual(fromOne('580341192', 2 + times))
      expect(await cellOf('SELECT coalesce(sum(amount), 0)::int FROM ledger')).toBe((2 + times) * SIXTY)
    }
  })
})
