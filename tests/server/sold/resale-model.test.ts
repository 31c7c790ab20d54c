import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { keepRenewals } from '#lib/server/seats/claims/renewal-keeps.ts'
import { cancelOf, newCatalogue, openCancelHouse, signedIn, type SignedIn } from '#tests/support/buyers/cancels.ts'
import { emptyHouse } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { addEnrolments, SERIES } from '#tests/support/sold/enrolments.ts'
import { addRenewal, buysSeries } from '#tests/support/sold/renewals.ts'
import { buysSingle, givesBack, takesBack } from '#tests/support/sold/resales.ts'

/** The dates of the series that renews another, and the seat that its subscriber had in that one. */
const DATES = [15, 16] as const
type Day = (typeof DATES)[number]
const X = 3
const CREDIT = SERIES / DATES.length

/** Who has the seat on a date: it is kept, free, the subscriber's, offered for resale, or somebody else's. */
type Seat = 'kept' | 'free' | 'hers' | 'offered' | 'others'

interface Model {
  readonly seats: Map<Day, Seat>
  isRenewed: boolean
  isCancelled: boolean
  /** Dates that were sold on. */
  readonly soldOn: Set<Day>
}

interface Real {
  readonly dana: SignedIn
  renewal: string
  /** The reservation of others by date, and whose it is. */
  readonly others: Map<Day, { readonly buyer: SignedIn; readonly resId: string }>
  /** SQL that breaks a rule after each command; '' for none. */
  readonly sabotage: string
}

openCancelHouse()
beforeAll(async () => {
  await addEnrolments()
  await addRenewal()
  await database().query(
    `UPDATE membership SET cancellation_policy_id = 1, resale_until_minutes = 180, resale_percent = 100, resale_fee = 0 WHERE membership_id = 105`,
  )
  await newCatalogue()
})
beforeEach(emptyHouse)

/** One step: what the model expects, done for real, and compared. */
function step(name: string, expected: (model: Model) => boolean, really: (real: Real) => Promise<boolean>, then: (model: Model) => void) {
  return {
    check: () => true,
    toString: () => name,
    run: async (model: Model, real: Real) => {
      const isExpected = expected(model)
      expect([name, await really(real)]).toEqual([name, isExpected])
      if (isExpected) then(model)
      if (real.sabotage !== '') await database().query(real.sabotage)
      await compare(model)
    },
  }
}

async function compare({ seats, soldOn, isCancelled }: Model): Promise<void> {
  const sold = DATES.filter((day) => seats.get(day) === 'hers' || seats.get(day) === 'others')
  const claims = await cellOf(
    `SELECT coalesce(json_agg(presentation_id ORDER BY presentation_id), '[]') FROM seat_claim WHERE state = 'S' AND presentation_id IN (15, 16)`,
  )
  const credits = await cellOf('SELECT coalesce(sum(balance), 0)::int FROM system_voucher')
  const open = await cellOf(`SELECT coalesce(json_agg(presentation_id ORDER BY presentation_id), '[]') FROM resale WHERE state = 'offered'`)
  expect([claims, credits, open]).toEqual([
    sold,
    soldOn.size * CREDIT,
    isCancelled ? [] : DATES.filter((day) => seats.get(day) === 'offered'),
  ])
}

const isFree = (seat: Seat | undefined) => seat === 'free' || seat === 'offered'

const COMMANDS = [
  step(
    'renews',
    ({ isRenewed, seats }) => !isRenewed && DATES.every((day) => seats.get(day) === 'kept' || seats.get(day) === 'free'),
    async (real) => (real.renewal === '' ? renews(real) : false),
    (model) => {
      model.isRenewed = true
      for (const day of DATES) model.seats.set(day, 'hers')
    },
  ),
  step(
    'the deadline passes',
    () => true,
    async () => {
      await database().query(`UPDATE seat_keep SET until = now() WHERE until > now()`)
      return true
    },
    ({ seats }) => {
      for (const day of DATES) if (seats.get(day) === 'kept') seats.set(day, 'free')
    },
  ),
  step(
    'cancels the membership',
    ({ isRenewed, isCancelled, soldOn }) => isRenewed && !isCancelled && soldOn.size < DATES.length,
    async ({ dana, renewal }) => renewal !== '' && (await cancelOf(dana.visitor, renewal)).ok,
    (model) => {
      model.isCancelled = true
      for (const day of DATES) if (model.seats.get(day) !== 'others') model.seats.set(day, 'free')
    },
  ),
  ...DATES.flatMap((day) => [
    step(
      `gives ${String(day)} back`,
      ({ seats }) => seats.get(day) === 'hers',
      async ({ dana, renewal }) => renewal !== '' && (await givesBack(dana, day)) === undefined,
      ({ seats }) => seats.set(day, 'offered'),
    ),
    step(
      `takes ${String(day)} back`,
      ({ seats }) => seats.get(day) === 'offered',
      async ({ dana, renewal }) => renewal !== '' && (await takesBack(dana, day)) === undefined,
      ({ seats }) => seats.set(day, 'hers'),
    ),
    step(
      `somebody buys ${String(day)}`,
      ({ seats }) => isFree(seats.get(day)),
      async ({ others }) => {
        const buyer = await signedIn()
        const resId = await buysSingle(X, day, buyer.visitor.uuid)
        if (resId.length === 20) others.set(day, { buyer, resId })
        return resId.length === 20
      },
      ({ seats, soldOn }) => {
        if (seats.get(day) === 'offered') soldOn.add(day)
        seats.set(day, 'others')
      },
    ),
    step(
      `the buyer of ${String(day)} cancels`,
      ({ seats }) => seats.get(day) === 'others',
      async ({ others }) => {
        const own = others.get(day)
        others.delete(day)
        return own !== undefined && (await cancelOf(own.buyer.visitor, own.resId)).ok
      },
      ({ seats }) => seats.set(day, 'free'),
    ),
  ]),
]

async function renews(real: Real): Promise<boolean> {
  if (!(await buysSeries(real.dana.visitor.uuid, X, 105))) return false
  real.renewal = String(
    await cellOf(`SELECT o.reservation_identifier FROM orders o JOIN order_item i USING (order_id) WHERE i.subject_id = 105`),
  )
  return true
}

/** Somebody who had the seat in the series before, where it is kept for her. */
async function begin(sabotage: string): Promise<{ readonly model: Model; readonly real: Real }> {
  await emptyHouse()
  await database().query('DELETE FROM seat_keep')
  const dana = await signedIn()
  expect(await buysSeries(dana.visitor.uuid, X, 101)).toBe(true)
  await inTransaction((client) => keepRenewals(client))
  const seats = new Map<Day, Seat>(DATES.map((day) => [day, 'kept']))
  return {
    model: { seats, isRenewed: false, isCancelled: false, soldOn: new Set() },
    real: { dana, renewal: '', others: new Map(), sabotage },
  }
}

const commands = fc.commands(
  COMMANDS.map((one) => fc.constant(one)),
  { maxCommands: 12, size: 'max' },
)

const play = (sabotage: string) =>
  fc.asyncProperty(commands, async (steps) => {
    await fc.asyncModelRun(() => begin(sabotage), steps)
    if (sabotage === '') await checkInvariants()
  })

const RUNS = Number(process.env.MODEL_RUNS ?? 25)

test(
  'a seat is renewed, released, given back, taken back, sold on, cancelled by either side, as in a model of it',
  { timeout: 600_000 },
  async () => {
    await fc.assert(play(''), { numRuns: RUNS, seed: 12 })
  },
)

test.each([
  ['a kept seat is forgotten', 'DELETE FROM seat_keep'],
  ['an offer is forgotten', `UPDATE resale SET state = 'taken_back', closed_at = now() WHERE state = 'offered'`],
  ['the seat of a sale stays free', 'DELETE FROM seat_claim c USING resale r WHERE c.order_id = r.sold_to'],
  ['a credit is lost', 'UPDATE system_voucher SET balance = 0'],
])('negative control: if %s, the model differs', { timeout: 600_000 }, async (_name, sabotage) => {
  const told = await fc.check(play(sabotage), { numRuns: 60, seed: 12, endOnFailure: true })
  await emptyHouse()
  expect(told.failed).toBe(true)
})
