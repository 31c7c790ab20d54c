import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { newCatalogue, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { FEE, newVisitor, ONE } from '#tests/support/buyers/changes.ts'
import { FaultBuyer } from '#tests/support/buyers/fault-buyer.ts'
import { fromHere, seatAt } from '#tests/support/buyers/house.ts'
import { ANY_TICKET, holdVoucher, makeVoucher } from '#tests/support/buyers/vouchers.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import { addDonations, PUPIL, SIXTY } from '#tests/support/sold/donations.ts'
import { addVoucherClasses, HUNDRED, VOUCHER } from '#tests/support/sold/vouchers.ts'

/** Tickets, a product, a donation and a voucher in one payment: one that is bought, or a bundle that pays one of the tickets (a voucher pays for no other). */

openCancelHouse()
beforeAll(addVoucherClasses)
beforeAll(addDonations)
const provider = new FaultyProvider()
beforeEach(() => {
  replaceProvider(provider)
})

const SEATS = [seatAt(1, 1), seatAt(1, 2)]
const PRODUCT = 2_500
const TOTAL = 2 * ONE + FEE + PRODUCT + SIXTY

interface Way {
  readonly due: number
  /** What is due more if a ticket costs ₪10 more: the bundle pays one at its new price. */
  readonly more: number
  readonly isBundle: boolean
}
const WAYS: readonly (readonly [string, Way])[] = [
  ['that a bundle pays in part', { due: TOTAL - ONE, more: 1_000, isBundle: true }],
  ['beside which a voucher is bought', { due: TOTAL + HUNDRED, more: 2_000, isBundle: false }],
]

async function aBuyer(isBundle: boolean): Promise<FaultBuyer> {
  const buyer = new FaultBuyer(provider, SEATS)
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [buyer.uuid])
  const id = await holdVoucher(buyer.uuid, await makeVoucher(1, { bundle: ANY_TICKET }))
  buyer.beside = {
    products: [{ id: 1, quantity: 1 }],
    donations: [PUPIL],
    ...(isBundle ? { voucherPayments: [{ id, amount: ONE / 100 }] } : { vouchers: [VOUCHER] }),
  }
  await buyer.hold()
  return buyer
}

/** All that orders have made, by kind, and what is left of the bundle. */
async function had(): Promise<unknown> {
  return cellOf(`SELECT json_build_object(
    'orders', (SELECT json_agg(state ORDER BY state) FROM orders),
    'tickets', (SELECT count(*) FROM seat_claim c JOIN order_seat s USING (order_id, presentation_id, seat_id) WHERE c.state = 'S' AND s.ticket_identifier IS NOT NULL),
    'products', (SELECT coalesce(sum(quantity), 0) FROM order_product JOIN orders USING (order_id) WHERE state = 'paid'),
    'receipts', (SELECT count(*) FROM donation_receipt), 'vouchers', (SELECT count(*) FROM voucher_purchase JOIN orders USING (order_id) WHERE state = 'paid'),
    'bundle', (SELECT balance FROM system_voucher WHERE bundle IS NOT NULL))`)
}

const allOf = (isBundle: boolean) => ({
  orders: ['paid'],
  tickets: 2,
  products: 1,
  receipts: 1,
  vouchers: isBundle ? 0 : 1,
  bundle: isBundle ? 0 : 1,
})
const NOTHING = { orders: null, tickets: 0, products: 0, receipts: 0, vouchers: 0, bundle: 1 }

/** What ledger and provider say of the buyer's money; no answer lied about it. */
async function expectMoney(buyer: FaultBuyer, net: number): Promise<void> {
  expect(await buyer.settle()).toBeLessThanOrEqual(120)
  expect([buyer.lies, await buyer.ownNet(), provider.netOf(buyer.uuid)]).toEqual([[], net, net])
}

/** Raises a price by ₪10 while a piece of work runs. */
async function dearer(table: 'product' | 'ticket', work: () => Promise<void>): Promise<void> {
  await database().query(`UPDATE ${table} SET price = price + 1000 WHERE ${table}_id IN (1, 11)`)
  await newCatalogue()
  try {
    await work()
  } finally {
    await database().query(`UPDATE ${table} SET price = price - 1000 WHERE ${table}_id IN (1, 11)`)
    await newCatalogue()
  }
}

describe.each(WAYS)('an order of tickets, a product and a donation %s', (_way, { due, more, isBundle }) => {
  const ALL = allOf(isBundle)

  test('is paid once, and everything is had once', async () => {
    const buyer = await aBuyer(isBundle)
    const card = provider.fillIn((await buyer.openForm()).formName, 'card')
    const ends = await Promise.all([buyer.commit(card), buyer.commit(card)])
    expect(ends.filter((end) => end?.ok)).toHaveLength(2)
    await expectMoney(buyer, due)
    expect(await had()).toEqual(ALL)
  })

  test.each([
    ['product', 1_000],
    ['ticket', more],
  ] as const)('whose %s grew dearer says so before the card is charged, and is paid at the new price', async (table, dearerBy) => {
    const buyer = await aBuyer(isBundle)
    const card = provider.fillIn((await buyer.openForm()).formName, 'card')
    await dearer(table, async () => {
      expect(await buyer.commit(card)).toMatchObject({ refusal: { code: 'PRICE_CHANGED' } })
      await expectMoney(buyer, 0)
      expect(await had()).toEqual(NOTHING)
      const [paid] = buyer.beside.voucherPayments ?? []
      if (table === 'ticket' && paid) buyer.beside.voucherPayments = [{ ...paid, amount: (ONE + 1_000) / 100 }]
      await buyer.hold()
      expect(await buyer.commit(provider.fillIn((await buyer.openForm()).formName, 'card'))).toMatchObject({ ok: true })
      await expectMoney(buyer, due + dearerBy)
    })
    expect(await had()).toEqual(ALL)
  })

  test('whose product grew dearer after a wallet paid gives all back', async () => {
    const buyer = await aBuyer(isBundle)
    const paid = provider.fillIn((await buyer.openForm()).formName, 'wallet')
    await dearer('product', async () => {
      expect(await buyer.commit(paid)).toMatchObject({ refusal: { code: 'PAYMENT_RETURNED' } })
      await expectMoney(buyer, 0)
    })
    expect(await had()).toEqual({ ...NOTHING, orders: ['failed'] })
  })

  test('whose hold ended, and a seat is another’s, is neither charged nor had', async () => {
    const buyer = await aBuyer(isBundle)
    const card = provider.fillIn((await buyer.openForm()).formName, 'card')
    await buyer.age(3_600)
    expect((await lock(seatAt(1, 2), fromHere(await newVisitor()))).ok).toBe(true)
    expect(await buyer.commit(card)).toMatchObject({ refusal: { code: 'HOLD_EXPIRED' } })
    await expectMoney(buyer, 0)
    expect(await had()).toEqual(NOTHING)
  })

  test('whose hold ended before a wallet paid is had whole if the seats are still free', async () => {
    const buyer = await aBuyer(isBundle)
    const paid = provider.fillIn((await buyer.openForm()).formName, 'wallet')
    await buyer.age(3_600)
    expect(await buyer.commit(paid)).toMatchObject({ ok: true })
    await expectMoney(buyer, due)
    expect(await had()).toEqual(ALL)
  })

  test('whose seat went to another before a wallet paid gives all back: the money, and what the bundle paid', async () => {
    const buyer = await aBuyer(isBundle)
    const paid = provider.fillIn((await buyer.openForm()).formName, 'wallet')
    await buyer.age(3_600)
    expect((await lock(seatAt(1, 2), fromHere(await newVisitor()))).ok).toBe(true)
    expect(await buyer.commit(paid)).toMatchObject({ refusal: { code: 'PAYMENT_RETURNED' } })
    await expectMoney(buyer, 0)
    expect(await had()).toEqual({ ...NOTHING, orders: ['failed'] })
  })
})
