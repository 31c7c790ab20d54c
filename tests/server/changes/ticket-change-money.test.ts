import { beforeAll, describe, expect, test } from 'vitest'
import type { GivenBack } from '#lib/domain/entitlements/grant.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { givenBackOf, lockGivenBack } from '#lib/server/orders/changes/terms/ticket-change.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { checkWanted } from '#lib/server/orders/cart/carts.ts'
import { wantedSeat } from '#lib/server/sold/seat/seat.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { PaymentUnknown } from '#lib/server/providers/payment/payment.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import { ALL, boughtBy, cancelCode, cancelled, givenBack, openCancelHouse, signedIn } from '#tests/support/buyers/cancels.ts'
import { buy, cartFor, changing, CHEAP, DEAR, ledgerOf, ONE, seatOn, type Bought } from '#tests/support/buyers/changes.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { emptyHouse } from '#tests/support/buyers/house.ts'
import { holdVoucher, makeVoucher, voucherState } from '#tests/support/buyers/vouchers.ts'
import { addDonations, PUPIL } from '#tests/support/sold/donations.ts'
import { addVoucherClasses, VOUCHER } from '#tests/support/sold/vouchers.ts'

const house = openCancelHouse()
const CHEAPER = [seatOn(3, 3), seatOn(3, 4)]

async function changed(old: Bought, ...[seats, due, more]: [Parameters<typeof buy>[1], number, object?]): Promise<Bought> {
  const made = await buy(old.uuid, seats, due, { ...changing(old), ...more })
  if (!made.ok) throw new Error(made.refusal.code)
  return { uuid: old.uuid, resId: made.value.reservationIdentifier, tickets: made.value.ticketIdentifiers }
}

async function voucher(amount: number): Promise<number> {
  return holdVoucher(house.noa.visitor.uuid, await makeVoucher(amount))
}

describe('the remainder of a change is refunded', () => {
  test('to the card first, then to the voucher that paid the rest', async () => {
    const id = await voucher(15_000)
    const old = await boughtBy(house.noa, undefined, ALL - 15_000, { voucherPayments: [{ id, amount: 150 }] })
    await changed(old, CHEAPER, 0)
    await reconcile()
    const rest = 2 * ONE - 2 * CHEAP
    expect(await givenBack()).toEqual([ALL - 15_000])
    expect(await voucherState(id)).toMatchObject({ balance: rest - (ALL - 15_000), entries: ['load 15000', 'use -15000', 'return 2300'] })
    expect(await ledgerOf(old.resId)).toEqual([
      'charge 6700',
      'voucher 15000',
      `correction -${String(2 * CHEAP)}`,
      'voucher -2300',
      'refund -6700',
    ])
  })

  test('to the voucher alone if it paid everything', async () => {
    const id = await voucher(ALL)
    const old = await boughtBy(house.noa, undefined, 0, { voucherPayments: [{ id, amount: ALL / 100 }] })
    await changed(old, CHEAPER, 0)
    expect(await givenBack()).toEqual([])
    expect(await voucherState(id)).toMatchObject({ balance: 2 * ONE - 2 * CHEAP })
  })

  test('to two cards if an earlier change was paid by the later one; neither refunds more than it took', async () => {
    const old = await boughtBy(house.noa)
    const second = await changed(old, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE)
    await changed(second, CHEAPER, 0)
    await reconcile()
    const [nearer, farther] = [2 * DEAR - 2 * ONE, 2 * ONE - 2 * CHEAP]
    expect((await givenBack()).toSorted((a, b) => a - b)).toEqual([nearer, farther].toSorted((a, b) => a - b))
    expect(await cellOf(`SELECT count(*)::int FROM outbox WHERE kind = 'refund:change'`)).toBe(2)
    // The rest of the purchase can still be cancelled from what is left.
    await checkInvariants()
  })

  test('to the voucher of an earlier order, by that order’s ledger', async () => {
    const id = await voucher(ALL)
    const old = await boughtBy(house.noa, undefined, 0, { voucherPayments: [{ id, amount: ALL / 100 }] })
    const second = await changed(old, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE)
    await changed(second, CHEAPER, 0)
    await reconcile()
    expect(await givenBack()).toEqual([2 * DEAR - 2 * ONE])
    expect(await voucherState(id)).toMatchObject({ balance: 2 * ONE - 2 * CHEAP })
    expect(await ledgerOf(old.resId)).toEqual([
      `voucher ${String(ALL)}`,
      `correction -${String(2 * ONE)}`,
      `voucher -${String(2 * ONE - 2 * CHEAP)}`,
      `correction ${String(2 * ONE - 2 * CHEAP)}`,
    ])
  })

  test('R8.40 answers CONTACT_PROVIDER if no payment has enough left', async () => {
    const old = await boughtBy(house.noa)
    await database().query(
      `INSERT INTO refund (refund_id, payment_id, order_id, reason, amount) SELECT gen_random_uuid(), payment_id, order_id, 'late', $1 FROM payment`,
      [ALL],
    )
    const wanted = { seats: cartFor(CHEAPER).seats.map(wantedSeat), products: [] }
    expect(await checkWanted(old.uuid, { ...wanted, modify: changing(old).modify })).toMatchObject({
      refusal: { code: 'CONTACT_PROVIDER' },
    })
    await emptyHouse()
  })
})

describe('a ticket that a voucher paid', () => {
  beforeAll(async () => {
    await addVoucherClasses()
    await addDonations()
  })

  test('is not exchanged for a new voucher, nor for a donation, beside a cheaper seat', async () => {
    const id = await voucher(ALL)
    const old = await boughtBy(house.noa, undefined, 0, { voucherPayments: [{ id, amount: ALL / 100 }] })
    for (const more of [{ vouchers: [VOUCHER] }, { donations: [PUPIL] }])
      expect(await buy(old.uuid, [seatOn(3, 3)], 0, { ...changing(old), ...more })).toMatchObject({
        refusal: { code: 'CART_INCOMPATIBLE' },
      })
    await changed(old, CHEAPER, 0)
    expect(await voucherState(id)).toMatchObject({ balance: 2 * ONE - 2 * CHEAP })
  })
})

describe('the refund of a pending change is reserved', () => {
  test('a cancellation of another branch takes only the rest meanwhile, and both get their part', async () => {
    const [difference, rest] = [DEAR - ONE, DEAR - CHEAP]
    const old = await boughtBy(house.noa)
    const branch = async (at: number, seat: Parameters<typeof buy>[1]) => {
      const id = await voucher(difference)
      const more = { voucherPayments: [{ id, amount: difference / 100 }] }
      return { id, bought: await changed({ ...old, tickets: old.tickets.slice(at, at + 1) }, seat, 0, more) }
    }
    const [one, two] = [await branch(0, [seatOn(2, 3)]), await branch(1, [seatOn(2, 6)])]
    // Stops before the settlement: nothing is due, so only the reservation exists.
    await database().query(`
      CREATE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$;
      CREATE TRIGGER stop_here BEFORE INSERT ON refund FOR EACH ROW WHEN (NEW.reason = 'change') EXECUTE FUNCTION stop_here()`)
    await expect(changed(one.bought, [seatOn(3, 3)], 0)).rejects.toThrow('stopped')
    await database().query('DROP TRIGGER stop_here ON refund; DROP FUNCTION stop_here()')
    expect(await cancelCode(house.noa.visitor, one.bought.resId)).toBe('BALANCE_IS_DUE')
    await cancelled(house.noa.visitor, two.bought.resId)
    expect(await givenBack()).toEqual([ALL - rest])
    expect(await voucherState(two.id)).toMatchObject({ balance: DEAR - (ALL - rest) })
    await checkInvariants()
    for (let round = 0; round < 2; round += 1) {
      await letPaymentsAge(61)
      await reconcile()
    }
    expect((await givenBack()).toSorted((a, b) => a - b)).toEqual([rest, ALL - rest])
  })

  test('two branches of one purchase, changed and cancelled at once, share what the first card has left', async () => {
    for (let round = 0; round < 4; round += 1) {
      await emptyHouse()
      house.noa = await signedIn()
      const old = await boughtBy(house.noa)
      const [one, two] = [
        await changed({ ...old, tickets: old.tickets.slice(0, 1) }, [seatOn(2, 3)], DEAR - ONE),
        await changed({ ...old, tickets: old.tickets.slice(1) }, [seatOn(2, 6)], DEAR - ONE),
      ]
      const [, refusal] = await Promise.all([changed(one, [seatOn(3, 3)], 0), cancelCode(house.noa.visitor, two.resId), reconcile()])
      expect(refusal).toBeUndefined()
      await letPaymentsAge(61)
      await reconcile()
      expect((await givenBack()).reduce((sum, amount) => sum + amount, 0)).toBe(2 * DEAR - CHEAP)
      await checkInvariants()
    }
  })

  test('with a silent provider each payment still refunds its part once', async () => {
    const old = await boughtBy(house.noa)
    const second = await changed(old, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE)
    const gone = () => Promise.reject(new PaymentUnknown('gone'))
    const real = paymentProvider()
    replaceProvider({ ...real, refund: (request) => real.refund(request).then(gone), findRefund: gone })
    await changed(second, CHEAPER, 0)
    await reconcile()
    expect(await cellOf(`SELECT count(*)::int FROM refund WHERE state = 'intended'`)).toBe(2)
    await checkInvariants()
    replaceProvider(undefined)
    for (let at = 0; at < 2; at += 1) {
      await letPaymentsAge(61)
      await reconcile()
    }
    expect((await givenBack()).reduce((sum, amount) => sum + amount, 0)).toBe(2 * DEAR - 2 * CHEAP)
    expect(await cellOf('SELECT count(*)::int FROM sandbox_refund')).toBe(2)
  })
})

test('rechecks the value of the tickets when the order is written; a change since then is a conflict', async () => {
  const old = await boughtBy(house.noa)
  const { modify } = changing(old)
  const priced = await givenBackOf(await catalogue(), old.uuid, modify)
  if (!priced.ok) throw new Error(priced.refusal.code)
  const { value } = priced
  const verdict = async (stale: Partial<GivenBack>) => {
    const locked = await inTransaction((client) => lockGivenBack(client, old.uuid, { ...value, ...stale }))
    return locked.ok ? undefined : locked.refusal.code
  }
  expect(await verdict({})).toBeUndefined()
  expect(await verdict({ amount: value.amount + 1 })).toBe('ORDER_CONFLICT')
  expect(await verdict({ amount: value.amount - 1 })).toBe('ORDER_CONFLICT')
  expect(await verdict({ isFeePaid: !value.isFeePaid })).toBe('ORDER_CONFLICT')
  expect(await verdict({ modify: { ...modify, lastTransactionId: '999999' } })).toBe('ORDER_CONFLICT')
})
