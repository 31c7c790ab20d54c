import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { FaultBuyer } from '#tests/support/buyers/fault-buyer.ts'
import { FaultyProvider, type Fault } from '#tests/support/providers/faulty-provider.ts'
import { buildHouse, emptyHouse, fromHere, PLACE, seatAt } from '#tests/support/buyers/house.ts'
import { addDonations, PUPIL } from '#tests/support/sold/donations.ts'
import { addFilms, FILM } from '#tests/support/sold/films.ts'
import { giftItem } from '#tests/support/sold/gifts.ts'
import { addVoucherClasses } from '#tests/support/sold/vouchers.ts'
import { seededRandom } from '#lib/domain/seeded-random.ts'
import { tellShop } from '#tests/support/providers/tell-shop.ts'

/** Runs of each scenario; `npm run faults` makes 200. */
const SEEDS = Number(process.env.FAULT_SEEDS ?? 6)
/** Concurrent runs: their buyers, rivals and reconcilers share one database. */
const TOGETHER = 10

const provider = new FaultyProvider()
const totals = { runs: 0, films: 0, gifts: 0, paid: 0, returned: 0, charged: 0, refunded: 0, difference: 0, slowest: 0 }
const ghosts: Promise<unknown>[] = []

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: TOGETHER, seatsPerRow: 10, places: 500 })
  await addFilms()
  await addDonations()
  await addVoucherClasses()
  replaceProvider(provider)
})
beforeEach(emptyHouse)
afterAll(async () => {
  await Promise.all(ghosts)
  replaceProvider(undefined)
  const shekels = (agorot: number) => `₪${(agorot / 100).toFixed(2)}`
  process.stdout.write(
    `${String(totals.runs)} runs, ${String(totals.films)} of them of films, ${String(totals.gifts)} with a donation and a gift: ${String(totals.paid)} orders paid, ${String(totals.returned)} payments returned, ${shekels(totals.charged)} charged, ` +
      `${shekels(totals.refunded)} given back, difference of the ledgers ${shekels(totals.difference)}, settled after at most ${String(totals.slowest)} s\n`,
  )
})

interface Run {
  readonly buyer: FaultBuyer
  readonly random: () => number
  /** Picks a value by the seed. */
  readonly pick: <T>(...choices: readonly T[]) => T
}

/** Expectations of each run's end. */
type End = 'paid' | 'nothing' | 'either'

/** Buys with a card that is charged on commit. Retries as the page does while it gets no answer. */
async function payByCard({ buyer, pick }: Run, ...faults: readonly Fault[]): Promise<void> {
  await buyer.hold()
  const { formName } = await buyer.openForm()
  provider.plan(buyer.uuid, 'charge', ...faults)
  const identifier = provider.fillIn(formName, 'card')
  await Promise.all(Array.from({ length: pick(1, 1, 3) }, () => buyer.commit(identifier)))
}

/** Pays by a wallet that is charged in its form. @returns the form and the identifier of the redirect */
async function payByWallet({ buyer }: Run): Promise<{ formName: string; identifier: string }> {
  await buyer.hold()
  const { formName } = await buyer.openForm()
  return { formName, identifier: provider.fillIn(formName, 'wallet') }
}

/** Expires the hold; a rival may take a seat of it. */
async function loseHold({ buyer }: Run, isResold: boolean): Promise<void> {
  const seat = buyer.seats[0]
  if (isResold && seat) {
    // Before the form is old: the reconciler of another run would sell the free seat for its late payment.
    await buyer.letHoldEnd()
    const rival = new FaultBuyer(provider, [seat])
    const taken = await lock(seat, fromHere(rival.uuid))
    if (!taken.ok) throw new Error(`The rival was refused: ${taken.refusal.code}`)
  }
  await buyer.age(3_600)
}

const DEATHS = [undefined, undefined, 'deadBefore', 'deadAfter'] as const

/** Kills the process at any call of the provider's, before or after it takes effect. */
function mayDie({ buyer, pick }: Run): void {
  const call = pick('inspect', 'charge', 'find', 'refund', 'findForm')
  const death = pick(...DEATHS)
  if (death) provider.plan(buyer.uuid, call, death)
}

const SCENARIOS: readonly (readonly [string, (run: Run) => Promise<End>])[] = [
  [
    'timeout before charge',
    async (run) => {
      await payByCard(run, run.pick<Fault>('silentBefore', 'deadBefore', 'broken'))
      return 'nothing'
    },
  ],
  [
    'timeout after charge',
    async (run) => {
      if (run.pick(true, false)) provider.plan(run.buyer.uuid, 'find', 'silentBefore', 'silentBefore')
      await payByCard(run, run.pick<Fault>('silentAfter', 'deadAfter'))
      return 'paid'
    },
  ],
  [
    '5xx then ok',
    async (run) => {
      provider.plan(run.buyer.uuid, 'find', 'broken', run.pick<Fault>('broken', 'slow'))
      await payByCard(run, run.pick<Fault>('silentAfter', 'broken'))
      return 'either'
    },
  ],
  [
    'duplicate callback, five at once',
    async (run) => {
      const { formName, identifier } = await payByWallet(run)
      mayDie(run)
      const event = { eventId: `evt-${run.buyer.uuid}` }
      const told = await Promise.all(Array.from({ length: 5 }, () => run.buyer.tell(formName, event)))
      expect(new Set(told)).toEqual(new Set([204]))
      await Promise.all([run.buyer.settle(), run.buyer.commit(identifier)])
      return 'paid'
    },
  ],
  [
    'callback before redirect',
    async (run) => {
      const { formName, identifier } = await payByWallet(run)
      mayDie(run)
      expect(await run.buyer.tell(formName)).toBe(204)
      await run.buyer.settle()
      const answer = await run.buyer.commit(identifier)
      expect(answer?.ok).toBe(true)
      return 'paid'
    },
  ],
  [
    'browser closed',
    async (run) => {
      const { formName } = await payByWallet(run)
      mayDie(run)
      expect(await run.buyer.tell(formName)).toBe(204)
      return 'paid'
    },
  ],
  [
    'callback never',
    async (run) => {
      await payByWallet(run)
      mayDie(run)
      await run.buyer.age(31)
      return 'paid'
    },
  ],
  [
    'told of a refund before anything was paid',
    async (run) => {
      await run.buyer.hold()
      const { formName } = await run.buyer.openForm()
      expect(await run.buyer.tell(formName)).toBe(204)
      await run.buyer.settle()
      const identifier = provider.fillIn(formName, run.pick('card', 'wallet'))
      mayDie(run)
      await run.buyer.commit(identifier)
      return 'either'
    },
  ],
  [
    'told of a failure after it was paid',
    async (run) => {
      const { formName, identifier } = await payByWallet(run)
      await run.buyer.commit(identifier)
      expect(await run.buyer.tell(formName)).toBe(204)
      return 'paid'
    },
  ],
  [
    'bad signature',
    async (run) => {
      const { formName, identifier } = await payByWallet(run)
      const forged = provider.callback({ eventId: 'forged', formName }, Date.now() / 1000, 'another secret')
      expect(await tellShop('faulty', forged, null)).toBe(401)
      expect(await orderCount(run)).toBe(0)
      await run.buyer.commit(identifier)
      return 'paid'
    },
  ],
  [
    'stale timestamp',
    async (run) => {
      const { formName, identifier } = await payByWallet(run)
      const stale = provider.callback({ eventId: 'stale', formName }, Date.now() / 1000 - 301 - run.random() * 10_000)
      expect(await tellShop('faulty', stale, null)).toBe(401)
      expect(await orderCount(run)).toBe(0)
      await run.buyer.commit(identifier)
      return 'paid'
    },
  ],
  [
    'wrong amount or currency',
    async (run) => {
      const { formName, identifier } = await payByWallet(run)
      const wrong = run.pick<{ amount?: number; currency?: string }>({ amount: 1 }, { currency: 'USD' })
      expect(await run.buyer.tell(formName, wrong)).toBe(409)
      expect(await orderCount(run)).toBe(0)
      await run.buyer.commit(identifier)
      return 'paid'
    },
  ],
  [
    'unknown order',
    async (run) => {
      const { identifier } = await payByWallet(run)
      expect(await run.buyer.tell('form_of_nobody')).toBe(404)
      await run.buyer.commit(identifier)
      return 'paid'
    },
  ],
  [
    'late payment, seats free or resold',
    async (run) => {
      await run.buyer.hold()
      const { formName } = await run.buyer.openForm()
      const isResold = run.pick(true, false)
      await loseHold(run, isResold)
      const identifier = provider.fillIn(formName, 'wallet')
      mayDie(run)
      if (run.pick(true, false)) await run.buyer.commit(identifier)
      else expect(await run.buyer.tell(formName)).toBe(204)
      return isResold && run.buyer.seats[0]?.XCoordinate !== null ? 'nothing' : 'paid'
    },
  ],
  [
    'two tabs pay twice',
    async (run) => {
      await run.buyer.hold()
      const tabs = [await run.buyer.openForm(), await run.buyer.openForm()]
      const identifiers = tabs.map(({ formName }) => provider.fillIn(formName, 'wallet'))
      mayDie(run)
      if (run.pick(true, false)) await Promise.all(identifiers.map((identifier) => run.buyer.commit(identifier)))
      else for (const { formName } of tabs) expect(await run.buyer.tell(formName)).toBe(204)
      await run.buyer.settle()
      const answers = await Promise.all(identifiers.map((identifier) => run.buyer.commit(identifier)))
      expect(answers.map((answer) => answer && (answer.ok ? 'ok' : answer.refusal.code)).sort()).toEqual(['PAID_TWICE', 'ok'])
      return 'paid'
    },
  ],
  [
    'refund timeout',
    async (run) => {
      const { identifier } = await payByWallet({ ...run })
      await loseHold(run, true)
      provider.plan(run.buyer.uuid, 'refund', run.pick<Fault>('silentBefore', 'silentAfter', 'deadBefore', 'deadAfter', 'broken'))
      provider.plan(run.buyer.uuid, 'findRefund', run.pick<Fault>('silentBefore', 'slow'))
      await run.buyer.commit(identifier)
      return run.buyer.seats[0]?.XCoordinate !== null ? 'nothing' : 'paid'
    },
  ],
]

async function orderCount({ buyer }: Run): Promise<number> {
  return (await buyer.orders()).length
}

/** Scenarios whose seats are lost: a film has none, and is sold for a late payment. */
const SEATS_ONLY: ReadonlySet<string> = new Set(['late payment, seats free or resold', 'refund timeout'])

async function play(seed: number, lane: number, [name, scenario]: (typeof SCENARIOS)[number]): Promise<void> {
  const random = seededRandom(seed)
  const pick = <T>(...choices: readonly T[]): T => {
    const chosen = choices[Math.floor(random() * choices.length)]
    if (chosen === undefined && choices.length === 0) throw new Error('Nothing to choose from.')
    return chosen as T
  }
  const seats = pick(1, 2, 3) === 3 ? [PLACE, PLACE] : pick([seatAt(1, lane)], [seatAt(2, lane), seatAt(3, lane)])
  const isFilm = pick(true, false, false) && !SEATS_ONLY.has(name)
  const buyer = isFilm ? new FaultBuyer(provider, [], [{ vodId: FILM }]) : new FaultBuyer(provider, seats)
  if (!isFilm && pick(true, false, false)) buyer.beside = { donations: [PUPIL], vouchers: [giftItem()] }
  const end = await scenario({ buyer, random, pick })
  if (pick(true, false)) {
    provider.goDown(buyer.uuid)
    await buyer.waitOut()
  }
  provider.recover(buyer.uuid)
  const seconds = await buyer.settle()
  ghosts.push(...buyer.ghosts)
  await judge(buyer, end, seconds)
}

async function judge(buyer: FaultBuyer, end: End, seconds: number): Promise<void> {
  const [own, theirs, orders] = [await buyer.ownNet(), provider.netOf(buyer.uuid), await buyer.orders()]
  totals.runs += 1
  if (buyer.films.length > 0) totals.films += 1
  totals.paid += orders.filter((state) => state === 'paid').length
  totals.returned += provider.refunds.filter(({ uuid }) => uuid === buyer.uuid).length
  totals.difference += Math.abs(own - theirs)
  totals.slowest = Math.max(totals.slowest, seconds)
  expect({ own, lies: buyer.lies, isInTime: seconds <= 120 }).toEqual({ own: theirs, lies: [], isInTime: true })
  await judgeFilm(buyer)
  await judgeGiving(buyer)
  if (end === 'either') return
  expect({ paid: orders.filter((state) => state === 'paid').length, hasMoney: theirs > 0 }).toEqual(
    end === 'paid' ? { paid: 1, hasMoney: true } : { paid: 0, hasMoney: false },
  )
}

/** A film may be played if and only if it is paid. */
async function judgeFilm({ uuid, films }: FaultBuyer): Promise<void> {
  const { rows } = await database().query<{ paid: number; playable: number }>(
    `SELECT count(*) FILTER (WHERE o.state = 'paid')::int AS paid, count(t.play_until)::int AS playable FROM orders o JOIN film_ticket t USING (order_id) WHERE o.holder = $1`,
    [uuid],
  )
  expect({ films: films.length, playable: rows[0]?.playable }).toEqual({ films: films.length, playable: rows[0]?.paid })
}

/** A donation has its receipt, and a gift its voucher, if and only if they are paid. */
async function judgeGiving({ uuid, beside }: FaultBuyer): Promise<void> {
  if (!beside.donations) return
  totals.gifts += 1
  const { rows } = await database().query<{ paid: number; receipts: number; vouchers: number; gifts: number }>(
    `SELECT count(*) FILTER (WHERE o.state = 'paid')::int AS paid, count(r.receipt_id)::int AS receipts, count(p.system_voucher_id)::int AS vouchers,
       count(g.order_id) FILTER (WHERE g.state <> 'ordered')::int AS gifts
     FROM orders o LEFT JOIN donation_receipt r USING (order_id) LEFT JOIN voucher_purchase p USING (order_id) LEFT JOIN voucher_gift g USING (order_id)
     WHERE o.holder = $1`,
    [uuid],
  )
  const paid = rows[0]?.paid ?? 0
  expect(rows[0]).toEqual({ paid, receipts: paid, vouchers: paid, gifts: paid })
}

test.each(SCENARIOS)(
  'payment fault: %s',
  async (...scenario) => {
    const [name] = scenario
    const number = SCENARIOS.findIndex(([other]) => other === name)
    for (let first = 0; first < SEEDS; first += TOGETHER) {
      const lanes = Array.from({ length: Math.min(TOGETHER, SEEDS - first) }, (_, lane) => lane + 1)
      const before = { charges: provider.charges.length, refunds: provider.refunds.length }
      // Runs all to their end, so that a failed run leaves nothing for the next round.
      const played = await Promise.allSettled(lanes.map((lane) => play(number * 100_000 + first + lane, lane, scenario)))
      for (const one of played) if (one.status === 'rejected') throw one.reason
      await checkInvariants()
      await addUp(before)
      await emptyHouse()
    }
  },
  300_000 + SEEDS * 10_000,
)

/** Verifies that every charge and refund of the provider in this round is in our ledger, to the agora. */
async function addUp(before: { charges: number; refunds: number }): Promise<void> {
  const sum = (money: readonly { readonly amount: number }[]) => money.reduce((total, one) => total + one.amount, 0)
  const [charged, refunded] = [sum(provider.charges.slice(before.charges)), sum(provider.refunds.slice(before.refunds))]
  const { rows } = await database().query<{ charged: number; refunded: number }>(
    `SELECT coalesce(sum(amount) FILTER (WHERE kind = 'charge'), 0)::int AS charged, coalesce(-sum(amount) FILTER (WHERE kind = 'refund'), 0)::int AS refunded FROM ledger`,
  )
  expect(rows[0]).toEqual({ charged, refunded })
  totals.charged += charged
  totals.refunded += refunded
}
