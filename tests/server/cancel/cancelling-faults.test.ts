import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { PaymentUnknown, type PaymentProvider } from '#lib/server/providers/payment/payment.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { releaseUnpaid } from '#lib/server/orders/holds/unpaid-hold.ts'
import { payReservation } from '#lib/server/orders/commit/unpaid-payment.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { letDieAtQueries, liveUntil } from '#tests/support/processes/crash-points.ts'
import { ALL, boughtBy, cancelCode, cancelOf, givenBack, openCancelHouse, signedIn, stateOf } from '#tests/support/buyers/cancels.ts'
import { cartFor, changing, claimsOn, DEAR, FEE, ledgerOf, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { makeMembership } from '#tests/support/buyers/customers.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { cartOf, emptyHouse, fromHere, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { holdVoucher, makeVoucher, voucherState } from '#tests/support/buyers/vouchers.ts'

/** Crashes the process at every n-th query; CRASH_STEP=1 takes all of them, before and after. */
const STEP = Number(process.env.CRASH_STEP ?? 2)
const house = openCancelHouse()

beforeAll(letDieAtQueries)

async function finish(): Promise<void> {
  replaceProvider(undefined)
  for (let round = 0; round < 3; round += 1) {
    await letPaymentsAge(61)
    await reconcile()
  }
}

function wait(ms: number): Promise<void> {
  return sleep(Math.max(0, ms))
}

function gone(): Promise<never> {
  return Promise.reject(new PaymentUnknown('gone'))
}

describe('a process that crashes', () => {
  test('at any step of a cancellation by card and voucher leaves it either done once or not at all', async () => {
    const play = async (at: number | undefined, isAfter: boolean): Promise<readonly string[]> => {
      await emptyHouse()
      house.noa = await signedIn()
      const id = await holdVoucher(house.noa.visitor.uuid, await makeVoucher(5_000))
      const { resId } = await boughtBy(house.noa, undefined, ALL - 5_000, { voucherPayments: [{ id, amount: 50 }] })
      const asked = await liveUntil(at, isAfter, () => cancelOf(house.noa.visitor, resId))
      await finish()
      const where = `${isAfter ? 'after' : 'before'} ${asked.at(-1) ?? ''} (${String(at)})`
      const wasDone = (await stateOf(resId)) === 'refunded'
      expect({ where, back: await givenBack(), balance: (await voucherState(id))?.balance, claims: (await claimsOn(1)).length }).toEqual({
        where,
        ...(wasDone ? { back: [ALL - 5_000], balance: 5_000, claims: 0 } : { back: [], balance: 0, claims: 2 }),
      })
      await checkInvariants()
      // A second attempt refunds everything once.
      expect(await cancelCode(house.noa.visitor, resId)).toBe(wasDone ? 'NOTHING_TO_CANCEL' : undefined)
      expect(await givenBack()).toEqual([ALL - 5_000])
      return asked
    }
    const whole = await play(undefined, false)
    expect(whole).toContain('insert-cancellation')
    for (let at = 0; at < whole.length; at += STEP) await play(at, at % (2 * STEP) !== 0)
    if (STEP === 1) for (let at = 0; at < whole.length; at += 1) await play(at, at % 2 === 0)
  }, 600_000)
})

describe('a provider that', () => {
  test.each<[string, (real: PaymentProvider) => Partial<PaymentProvider>]>([
    ['is silent before it gives back', () => ({ refund: gone, findRefund: gone })],
    ['is silent after it has given back', (real) => ({ refund: (request) => real.refund(request).then(gone), findRefund: gone })],
  ])('%s: the reservation is cancelled, and its refund stays pending and is made once', async (_name, at) => {
    const { resId } = await boughtBy(house.noa)
    const real = paymentProvider()
    replaceProvider({ ...real, ...at(real) })
    expect(await cancelCode(house.noa.visitor, resId)).toBeUndefined()
    expect(await stateOf(resId)).toBe('refunding')
    expect(await claimsOn(1)).toEqual([])
    await checkInvariants()
    expect(await cancelCode(house.noa.visitor, resId)).toBe('NOTHING_TO_CANCEL')
    await reconcile()
    await finish()
    expect(await stateOf(resId)).toBe('refunded')
    expect(await givenBack()).toEqual([ALL])
    expect(await ledgerOf(resId)).toEqual([`charge ${String(ALL)}`, `refund -${String(ALL)}`])
  })

  test('refuses for good: the refund says so, the reservation stays pending, and staff can find it', async () => {
    const { resId } = await boughtBy(house.noa)
    const refuses: Partial<PaymentProvider> = {
      refund: () => Promise.resolve({ outcome: 'failed' }),
      findRefund: () => Promise.resolve({ outcome: 'none' }),
    }
    replaceProvider({ ...paymentProvider(), ...refuses })
    expect(await cancelCode(house.noa.visitor, resId)).toBeUndefined()
    for (let round = 0; round < 12; round += 1) {
      await letPaymentsAge(61)
      await reconcile()
    }
    const { rows } = await database().query('SELECT state FROM refund')
    expect(rows).toEqual([{ state: 'refused' }])
    expect(await stateOf(resId)).toBe('refunding')
    expect(await cancelCode(house.noa.visitor, resId)).toBe('NOTHING_TO_CANCEL')
  })

  test('refuses for good a refund that is owed: the next cancellation leaves it alone and takes the rest', async () => {
    const id = await holdVoucher(house.noa.visitor.uuid, await makeVoucher(ONE + FEE))
    const { resId, tickets } = await boughtBy(house.noa, undefined, ONE, { voucherPayments: [{ id, amount: (ONE + FEE) / 100 }] })
    await refusing(ONE, () => cancelCode(house.noa.visitor, resId, { items: tickets.slice(0, 1) }))
    const last = await cancelOf(house.noa.visitor, resId)
    expect(last).toMatchObject({ ok: true, value: { decision: { split: { toPayments: [], toVouchers: [{ amount: ONE + FEE }] } } } })
    expect(await voucherState(id)).toMatchObject({ balance: ONE + FEE })
    expect(await stateOf(resId)).toBe('refunding')
  })
})

/** Refuses refunds of one amount until staff have to look; makes all others. */
async function refusing(amount: number, work: () => Promise<string | undefined>): Promise<void> {
  const real = paymentProvider()
  replaceProvider({
    ...real,
    refund: (asked) => (asked.amount === amount ? Promise.resolve({ outcome: 'failed' }) : real.refund(asked)),
    findRefund: (asked) => (asked.amount === amount ? Promise.resolve({ outcome: 'none' }) : real.findRefund(asked)),
  })
  expect(await work()).toBeUndefined()
  for (let round = 0; round < 12; round += 1) {
    await letPaymentsAge(61)
    await reconcile()
  }
  replaceProvider(undefined)
}

describe('concurrently', () => {
  test('a cancellation and an exchange of the same tickets: one of them wins', async () => {
    const outcomes = new Set<string>()
    // Each is ahead in half of the rounds; a slow machine gets a larger head start.
    for (let n = 0; n <= 10 || (outcomes.size < 2 && n <= 100); n += 1) {
      const round = n % 2 === 0 ? -n / 2 : (n + 1) / 2
      await emptyHouse()
      house.noa = await signedIn()
      const old = await boughtBy(house.noa)
      const seats = [seatOn(2, 3), seatOn(2, 4)]
      for (const seat of seats) expect((await lock(seat, fromHere(house.noa.visitor.uuid))).ok).toBe(true)
      const paymentIdentifier = await prepareCard(house.noa.visitor.uuid, 2 * DEAR - 2 * ONE)
      const [changed, refused] = await Promise.all([
        wait(-8 * round).then(() =>
          commit(house.noa.visitor.uuid, { cart: cartFor(seats, { ...changing(old), paymentIdentifier }) }, 'he'),
        ),
        wait(8 * round).then(() => cancelCode(house.noa.visitor, old.resId)),
      ])
      await finish()
      outcomes.add(changed.ok ? 'changed' : 'cancelled')
      if (changed.ok) expect(['BALANCE_IS_DUE', 'NOTHING_TO_CANCEL', 'PRICE_CHANGED']).toContain(refused)
      else expect(refused).toBeUndefined()
      const back = (await givenBack()).reduce((sum, one) => sum + one, 0)
      expect(back).toBe(changed.ok ? 0 : ALL)
      await checkInvariants()
    }
    expect(outcomes).toEqual(new Set(['changed', 'cancelled']))
  })

  test('a cancellation, a payment and the end of the same unpaid hold: it is paid or released, and no money is lost', async () => {
    for (let round = 0; round < 8; round += 1) {
      await emptyHouse()
      house.noa = await signedIn()
      await makeMembership(house.noa.customerId)
      expect((await lock(seatAt(4, 4), fromHere(house.noa.visitor.uuid))).ok).toBe(true)
      const held = await commit(house.noa.visitor.uuid, { cart: { ...cartOf([seatAt(4, 4)]), isHold: true } }, 'he')
      if (!held.ok) throw new Error(held.refusal.code)
      const resId = held.value.reservationIdentifier
      const form = await openPaymentForm(
        { uuid: house.noa.visitor.uuid, locale: 'he', origin: 'http://127.0.0.1' },
        { method: 'card', resId },
      )
      const formName = form.ok ? (form.value.paymentFormURL.split('/').at(-1) ?? '') : ''
      const paymentIdentifier = await prepareCard(house.noa.visitor.uuid, ONE + FEE, 'accepted', formName)
      const [paid, refused] = await Promise.all([
        payReservation(house.noa.visitor.uuid, resId, { cart: { seats: [], paymentIdentifier } }),
        wait(round * 2).then(() => cancelCode(house.noa.visitor, resId)),
        releaseUnpaid(10),
      ])
      await finish()
      const state = await stateOf(resId)
      // A cancellation after the payment is one of a paid order.
      expect(['paid', 'failed', 'refunded']).toContain(state)
      if (state === 'paid') expect([paid.ok, refused]).toEqual([true, 'BALANCE_IS_DUE'])
      if (state === 'failed') expect([paid.ok, refused]).toEqual([false, undefined])
      const { rows } = await database().query<{ net: number }>(
        `SELECT coalesce(sum(amount), 0)::int AS net FROM ledger WHERE kind IN ('charge', 'refund')`,
      )
      expect(rows[0]?.net).toBe(state === 'paid' ? ONE + FEE : 0)
      await checkInvariants()
    }
  })

  test('two reservations split from one and cancelled at once share what is left of its payment', async () => {
    for (let round = 0; round < 4; round += 1) {
      await emptyHouse()
      house.noa = await signedIn()
      const old = await boughtBy(house.noa)
      const made: string[] = []
      for (const [at, ticket] of old.tickets.entries()) {
        const seat = seatOn(2, 3 + at * 3)
        expect((await lock(seat, fromHere(house.noa.visitor.uuid))).ok).toBe(true)
        const paymentIdentifier = await prepareCard(house.noa.visitor.uuid, DEAR - ONE)
        const result = await commit(
          house.noa.visitor.uuid,
          { cart: cartFor([seat], { ...changing(old, { tickets: [ticket] }), paymentIdentifier }) },
          'he',
        )
        if (!result.ok) throw new Error(result.refusal.code)
        made.push(result.value.reservationIdentifier)
      }
      expect(await Promise.all(made.map((resId) => cancelCode(house.noa.visitor, resId)))).toEqual([undefined, undefined])
      expect((await givenBack()).reduce((sum, one) => sum + one, 0)).toBe(2 * DEAR + FEE)
      await checkInvariants()
    }
  })
})
