import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { payReservation } from '#lib/server/orders/commit/unpaid-payment.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { letDieAtQueries, liveUntil } from '#tests/support/processes/crash-points.ts'
import { signInMember } from '#tests/support/buyers/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { FaultBuyer } from '#tests/support/buyers/fault-buyer.ts'
import { FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import { buildHouse, cartOf, emptyHouse, fromHere, seatAt } from '#tests/support/buyers/house.ts'
import { addDonations, PUPIL, SIXTY } from '#tests/support/sold/donations.ts'
import { addFilms, FILM, FILM_PRICE } from '#tests/support/sold/films.ts'
import { giftItem } from '#tests/support/sold/gifts.ts'
import { addVoucherClasses, HUNDRED } from '#tests/support/sold/vouchers.ts'

/** The process dies between two of its own steps: before or after each query of a payment, in turn. Nothing may be lost, and nothing charged twice. */

/** Every n-th query; CRASH_STEP=1 takes all of them, before and after. */
const STEP = Number(process.env.CRASH_STEP ?? 3)
const SEAT = seatAt(4, 4)
const provider = new FaultyProvider()
const figures = { points: 0 }

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addFilms()
  await addDonations()
  await addVoucherClasses()
  replaceProvider(provider)
  letDieAtQueries()
})
beforeEach(emptyHouse)
afterAll(() => {
  replaceProvider(undefined)
  process.stdout.write(`${String(figures.points)} points at which a process died between its own steps\n`)
})

/** A buyer, and the work during which the process dies. */
interface Scene {
  readonly buyer: FaultBuyer
  readonly work: () => Promise<unknown>
  /** The buyer's actions afterwards, if the browser is still open. */
  readonly again?: () => Promise<unknown>
}

async function begin(
  method: 'card' | 'wallet',
  buyer = new FaultBuyer(provider, [SEAT]),
): Promise<{ buyer: FaultBuyer; identifier: string; formName: string }> {
  await buyer.hold()
  const { formName } = await buyer.openForm()
  return { buyer, formName, identifier: provider.fillIn(formName, method) }
}

function commitOf(buyer: FaultBuyer, identifier: string): () => Promise<unknown> {
  return () => commit(buyer.uuid, { cart: buyer.cartBy(identifier) }, 'he')
}

const SCENES: readonly (readonly [string, 'paid' | 'nothing' | 'either', () => Promise<Scene>])[] = [
  [
    'a commit of a card',
    'either',
    async () => {
      const { buyer, identifier } = await begin('card')
      return { buyer, work: commitOf(buyer, identifier) }
    },
  ],
  [
    'a commit of a card that the buyer repeats',
    'either',
    async () => {
      const { buyer, identifier } = await begin('card')
      return { buyer, work: commitOf(buyer, identifier), again: commitOf(buyer, identifier) }
    },
  ],
  [
    'a commit of a card for a film',
    'either',
    async () => {
      const { buyer, identifier } = await begin('card', new FaultBuyer(provider, [], [{ vodId: FILM }]))
      return { buyer, work: commitOf(buyer, identifier) }
    },
  ],
  [
    'a commit of a card for a seat, a donation and a gift',
    'either',
    async () => {
      const giver = new FaultBuyer(provider, [SEAT])
      giver.beside = { donations: [PUPIL], vouchers: [giftItem()] }
      const { buyer, identifier } = await begin('card', giver)
      return { buyer, work: commitOf(buyer, identifier) }
    },
  ],
  [
    'a commit of a wallet',
    'paid',
    async () => {
      const { buyer, identifier } = await begin('wallet')
      return { buyer, work: commitOf(buyer, identifier) }
    },
  ],
  [
    'a form that nobody came back from',
    'paid',
    async () => {
      const { buyer, formName } = await begin('wallet')
      await buyer.tell(formName)
      return { buyer, work: () => reconcile() }
    },
  ],
  [
    'the return of a payment whose seat is gone',
    'nothing',
    async () => {
      const { buyer, identifier } = await begin('wallet')
      await buyer.age(3_600)
      const rival = new FaultBuyer(provider, [SEAT])
      await database().query('INSERT INTO session (uuid) VALUES ($1)', [rival.uuid])
      expect((await lock(SEAT, fromHere(rival.uuid))).ok).toBe(true)
      return { buyer, work: commitOf(buyer, identifier) }
    },
  ],
  [
    'the payment of a reservation by a wallet',
    'paid',
    async () => {
      const buyer = new FaultBuyer(provider, [SEAT])
      await buyer.hold()
      await signInMember(buyer.uuid)
      const held = await commit(buyer.uuid, { cart: { ...cartOf([SEAT]), isHold: true } }, 'he')
      if (!held.ok) throw new Error(held.refusal.code)
      const resId = held.value.reservationIdentifier
      const form = await openPaymentForm({ uuid: buyer.uuid, locale: 'he', origin: 'http://127.0.0.1' }, { method: 'card', resId })
      const paymentIdentifier = provider.fillIn(form.ok ? (form.value.paymentFormURL.split('/').at(-1) ?? '') : '', 'wallet')
      return { buyer, work: () => payReservation(buyer.uuid, resId, { cart: { seats: [], paymentIdentifier } }) }
    },
  ],
  [
    'a reconciler that finds a charge without its answer',
    'paid',
    async () => {
      const { buyer, identifier } = await begin('card')
      provider.plan(buyer.uuid, 'charge', 'silentAfter')
      await liveUntil('payment-unknown', false, commitOf(buyer, identifier))
      await buyer.age(31)
      return { buyer, work: () => reconcile() }
    },
  ],
]

test.each(SCENES)(
  '%s: a death at any of its own steps leaves the books right',
  async (_name, end, prepare) => {
    const whole = await play(prepare, end, undefined, false)
    for (let at = 0; at < whole.length; at += STEP) await play(prepare, end, at, at % 2 === 1)
    if (STEP === 1) for (let at = 0; at < whole.length; at += 1) await play(prepare, end, at, at % 2 === 0)
  },
  600_000,
)

function priceOf({ films, beside }: FaultBuyer): number {
  if (films.length > 0) return FILM_PRICE
  return 11_200 + (beside.donations ? SIXTY + HUNDRED : 0)
}

async function play(
  prepare: () => Promise<Scene>,
  end: 'paid' | 'nothing' | 'either',
  at: number | undefined,
  isAfter: boolean,
): Promise<readonly string[]> {
  await emptyHouse()
  const { buyer, work, again } = await prepare()
  const asked = await liveUntil(at, isAfter, work)
  if (at !== undefined) figures.points += 1
  const where = `${isAfter ? 'after' : 'before'} ${asked.at(-1) ?? ''} (${String(at)})`
  const repeated = again?.()
  const seconds = await buyer.settle()
  await repeated
  const paid = (await buyer.orders()).filter((state) => state === 'paid').length
  const found = { where, lies: buyer.lies, isInTime: seconds <= 120, own: await buyer.ownNet(), paid }
  const theirs = provider.netOf(buyer.uuid)
  const due = end === 'either' ? paid : end === 'paid' ? 1 : 0
  expect(found).toEqual({ where, lies: [], isInTime: true, own: theirs, paid: due })
  expect({ where, theirs }).toEqual({ where, theirs: due * priceOf(buyer) })
  await checkInvariants()
  return asked
}
