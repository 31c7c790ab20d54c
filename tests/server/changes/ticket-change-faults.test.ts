import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { settleFailed } from '#lib/server/orders/settlement/order-settle.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { PaymentUnknown, type PaymentProvider } from '#lib/server/providers/payment/payment.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import {
  addOtherDays,
  boughtTwo,
  buy,
  cartFor,
  changing,
  CHEAP,
  claimsOn,
  DEAR,
  FEE,
  ledgerOf,
  ONE,
  seatOn,
} from '#tests/support/buyers/changes.ts'
import { chargesInDoubt, letPaymentsAge } from '#tests/support/providers/charges.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse, fromHere, prepareCard } from '#tests/support/buyers/house.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 10 })
  await addOtherDays()
})
beforeEach(emptyHouse)
afterEach(async () => {
  replaceProvider(undefined)
  await checkInvariants()
})

const DEARER = [seatOn(2, 3), seatOn(2, 4)]
const CHEAPER = [seatOn(3, 3), seatOn(3, 4)]
const DIFFERENCE = 2 * DEAR - 2 * ONE
const REST = 2 * ONE - 2 * CHEAP

function codeOf(result: { ok: boolean; refusal?: { code: string } }): string | undefined {
  return result.ok ? undefined : result.refusal?.code
}

/** Crashes the provider in the middle of a call, so that nobody learns the result. */
function dying(at: Partial<PaymentProvider>): void {
  replaceProvider({ ...paymentProvider(), ...at })
}

function gone(): Promise<never> {
  return Promise.reject(new PaymentUnknown('gone'))
}

async function statesOf(): Promise<string[]> {
  const { rows } = await database().query<{ state: string }>('SELECT state FROM orders ORDER BY created_at')
  return rows.map((row) => row.state)
}

async function finish(): Promise<void> {
  replaceProvider(undefined)
  await letPaymentsAge(61)
  await reconcile()
  await letPaymentsAge(61)
  await reconcile()
}

describe('stopped between two steps', () => {
  test('after the intent, before the charge: keeps the old tickets and releases the new seats', async () => {
    const old = await boughtTwo()
    dying({ charge: gone, find: gone })
    expect(codeOf(await buy(old.uuid, DEARER, DIFFERENCE, changing(old)))).toBe('PAYMENT_PENDING')
    expect(await claimsOn(1)).toEqual(['S 1001', 'S 1002'])
    await checkInvariants()
    await finish()
    expect(await statesOf()).toEqual(['paid', 'failed'])
    expect(await claimsOn(1)).toEqual(['S 1001', 'S 1002'])
  })

  test('meanwhile gives the tickets to nobody else', async () => {
    const old = await boughtTwo()
    dying({ charge: gone, find: gone })
    await buy(old.uuid, DEARER, DIFFERENCE, changing(old))
    replaceProvider(undefined)
    expect(codeOf(await buy(old.uuid, [seatOn(3, 7), seatOn(3, 8)], 0, changing(old)))).toBe('ORDER_CONFLICT')
    await finish()
  })

  test('after the charge, before the settlement: makes the change', async () => {
    const old = await boughtTwo()
    const real = paymentProvider()
    dying({ charge: (request) => real.charge(request).then(gone), find: gone })
    expect(codeOf(await buy(old.uuid, DEARER, DIFFERENCE, changing(old)))).toBe('PAYMENT_PENDING')
    await finish()
    expect(await statesOf()).toEqual(['paid', 'paid'])
    expect(await claimsOn(1)).toEqual([])
    expect(await ledgerOf(old.resId)).toEqual([`charge ${String(2 * ONE + FEE)}`, `correction -${String(2 * ONE)}`])
  })

  test('with nothing to pay, before the settlement: the reconciler makes the change and refunds the rest', async () => {
    const old = await boughtTwo()
    await database().query(`
      CREATE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$;
      CREATE TRIGGER stop_here BEFORE INSERT ON refund FOR EACH ROW EXECUTE FUNCTION stop_here()`)
    await expect(buy(old.uuid, CHEAPER, 0, changing(old))).rejects.toThrow('stopped')
    await database().query('DROP TRIGGER stop_here ON refund; DROP FUNCTION stop_here()')
    expect(await statesOf()).toEqual(['paid', 'paying'])
    expect(await claimsOn(1)).toEqual(['S 1001', 'S 1002'])
    await checkInvariants()
    await finish()
    expect(await claimsOn(1)).toEqual([])
    expect(await ledgerOf(old.resId)).toContain(`refund -${String(REST)}`)
  })

  test.each<[string, (real: PaymentProvider) => Partial<PaymentProvider>]>([
    ['before', () => ({ refund: gone, findRefund: gone })],
    ['after', (real) => ({ refund: (request) => real.refund(request).then(gone), findRefund: gone })],
  ])('%s the provider’s refund: refunds once', async (_when, at) => {
    const old = await boughtTwo()
    dying(at(paymentProvider()))
    expect(codeOf(await buy(old.uuid, CHEAPER, 0, changing(old)))).toBeUndefined()
    await reconcile()
    await finish()
    const { rows } = await database().query('SELECT amount FROM sandbox_refund')
    expect(rows).toEqual([{ amount: REST }])
    expect(await ledgerOf(old.resId)).toEqual([
      `charge ${String(2 * ONE + FEE)}`,
      `correction -${String(2 * CHEAP)}`,
      `refund -${String(REST)}`,
    ])
  })

  test('refunds a charge that arrives after the change was given up, and keeps the old tickets', async () => {
    const old = await boughtTwo()
    const real = paymentProvider()
    dying({ charge: gone, find: gone })
    await buy(old.uuid, DEARER, DIFFERENCE, changing(old))
    const [charge] = await chargesInDoubt()
    if (!charge) throw new Error('No charge is in doubt.')
    await settleFailed(charge.orderId, charge.paymentId, 'PAYMENT_TIMEOUT')
    await real.charge({ paymentIdentifier: charge.paymentIdentifier, amount: charge.amount, idempotencyKey: charge.paymentId })
    await finish()
    expect(await claimsOn(1)).toEqual(['S 1001', 'S 1002'])
    const { rows } = await database().query('SELECT amount FROM sandbox_refund')
    expect(rows).toEqual([{ amount: DIFFERENCE }])
  })
})

describe('concurrently', () => {
  test('two changes of the same tickets: one wins, whatever the interleaving', async () => {
    for (let round = 0; round < 8; round++) {
      await emptyHouse()
      const old = await boughtTwo()
      const wanted = [DEARER, CHEAPER] as const
      for (const seat of wanted.flat()) expect((await lock(seat, fromHere(old.uuid))).ok).toBe(true)
      const paymentIdentifier = await prepareCard(old.uuid, DIFFERENCE)
      const answers = await Promise.all([
        commit(old.uuid, { cart: cartFor(DEARER, { ...changing(old), paymentIdentifier }) }, 'he'),
        commit(old.uuid, { cart: cartFor(CHEAPER, changing(old)) }, 'he'),
      ])
      const codes = answers.map(codeOf)
      expect(codes.filter((code) => code === undefined)).toHaveLength(1)
      expect(['ORDER_CONFLICT', 'NOT_FOUND']).toContain(codes.find((code) => code !== undefined))
      await reconcile()
      expect(await claimsOn(1)).toEqual([])
      await checkInvariants()
    }
  })

  test('two changes of different tickets of an order: each refunds its own part, together never more than was paid', async () => {
    for (let round = 0; round < 4; round++) {
      await emptyHouse()
      const old = await boughtTwo()
      const seats = [[seatOn(3, 3)], [seatOn(3, 7)]]
      for (const seat of seats.flat()) expect((await lock(seat, fromHere(old.uuid))).ok).toBe(true)
      const answers = await Promise.all(
        seats.map((own, at) => commit(old.uuid, { cart: cartFor(own, changing(old, { tickets: old.tickets.slice(at, at + 1) })) }, 'he')),
      )
      expect(answers.map(codeOf)).toEqual([undefined, undefined])
      await reconcile()
      const { rows } = await database().query('SELECT sum(amount)::int AS back FROM sandbox_refund')
      expect(rows).toEqual([{ back: REST }])
      await checkInvariants()
    }
  })

  // Which one is faster, and by how much, varies.
  test('makes one order of the same change sent twice', { repeats: 20, retry: 0 }, async () => {
    const old = await boughtTwo()
    for (const seat of CHEAPER) expect((await lock(seat, fromHere(old.uuid))).ok).toBe(true)
    const cart = cartFor(CHEAPER, changing(old))
    const [first, second] = await Promise.all([commit(old.uuid, { cart }, 'he'), commit(old.uuid, { cart }, 'he')])
    expect(first).toEqual(second)
    expect(first.ok).toBe(true)
    expect(await commit(old.uuid, { cart }, 'he')).toEqual(first)
    await reconcile()
  })
})
