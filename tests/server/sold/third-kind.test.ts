import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { receiptOf, receiptsOf } from '#lib/server/documents/receipt-document.ts'
import { orderAccountOf } from '#lib/server/orders/read/order-account.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { sellMore } from '#lib/server/sold/kinds.ts'
import { boughtBy, cancelCode, cancelled, givenBack, openCancelHouse, stateOf } from '#tests/support/buyers/cancels.ts'
import { FaultBuyer } from '#tests/support/buyers/fault-buyer.ts'
import { cartOf, CUSTOMER, emptyHouse, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { FEE, newVisitor, ONE } from '#tests/support/buyers/changes.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { letDieAtQueries, liveUntil } from '#tests/support/processes/crash-points.ts'
import { FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import { brokenParking, openCarPark, parking } from '#tests/support/sold/parking.ts'

/** A kind that the order machine does not know: every step of an order works through the port alone. */

const PLACE = 4_000
const SEAT = seatAt(4, 4)
const vouchers = [{ SystemVoucherId: 7, Quantity: 1 }]

const house = openCancelHouse()
let end: () => void = () => undefined
beforeAll(() => {
  end = sellMore(parking)
})
beforeEach(() => openCarPark())
afterEach(async () => {
  expect(await brokenParking()).toEqual([])
})
afterAll(() => {
  end()
})

function parkingCart(more: Partial<OrderCart> = {}): OrderCart {
  return { ...cartOf([]), vouchers, ...more }
}

async function order(uuid: string, due: number, more: Partial<OrderCart> = {}, behaviour = 'accepted') {
  return commit(uuid, { cart: parkingCart({ paymentIdentifier: await prepareCard(uuid, due, behaviour), ...more }) }, 'he')
}

async function codeOf(made: ReturnType<typeof order>): Promise<string | undefined> {
  const result = await made
  return result.ok ? undefined : result.refusal.code
}

async function sold(): Promise<unknown> {
  return cellOf('SELECT array_agg(is_sold) FROM parking_place')
}

describe('a third kind is sold', () => {
  test('alone: the paid items are issued, each with its own identifier', async () => {
    const made = await order(await newVisitor(), PLACE)
    expect(made).toMatchObject({ ok: true, value: { ticketIdentifiers: [expect.stringMatching(/^.{20}$/)] } })
    expect(await sold()).toEqual([true])
    expect(await cellOf('SELECT kinds FROM orders')).toEqual(['parking'])
  })

  test('with a seat, in one order and one payment', async () => {
    const { resId, tickets } = await boughtBy(house.noa, [SEAT], ONE + FEE + PLACE, { vouchers })
    expect(tickets).toHaveLength(2)
    expect(await stateOf(resId)).toBe('paid')
    expect(await cellOf('SELECT kinds FROM orders')).toEqual(['seat', 'parking'])
  })

  test('never beyond its stock: a late buyer pays nothing, and keeps the seat locked', async () => {
    expect(await codeOf(order(await newVisitor(), 2 * PLACE, { vouchers: [{ SystemVoucherId: 7, Quantity: 2 }] }))).toBeUndefined()
    const late = await newVisitor()
    expect(await codeOf(order(late, PLACE))).toBe('NOT_ENOUGH_PLACES')
    expect(await cellOf('SELECT count(*)::int FROM orders WHERE holder = $1', [late])).toBe(0)
  })

  test('again after a refused payment: the place is free, and another card gets it', async () => {
    await openCarPark(1)
    const uuid = await newVisitor()
    expect(await codeOf(order(uuid, PLACE, {}, 'declined'))).toBe('CARD_DECLINED')
    expect(await sold()).toBeNull()
    expect(await codeOf(order(uuid, PLACE))).toBeUndefined()
  })

  test('but not in another shape, nor if it does not exist', async () => {
    const uuid = await newVisitor()
    expect(await codeOf(order(uuid, PLACE, { vouchers: ['a place'] }))).toBe('BAD_REQUEST')
    expect(await codeOf(order(uuid, PLACE, { vouchers: [{ SystemVoucherId: 8 }] }))).toBe('PRODUCT_NOT_FOUND')
  })

  test('but not as an unpaid hold, if the kind does not allow it', async () => {
    expect(await codeOf(order(house.noa.visitor.uuid, PLACE, { isHold: true }))).toMatch(/HOLD_NEEDS_MEMBERSHIP|BAD_REQUEST/)
  })

  test('unlike arrays of kinds not for sale, and memberships and donations in another shape, which are refused', async () => {
    const uuid = await newVisitor()
    expect(await codeOf(order(uuid, PLACE, { donations: [{}] }))).toBe('BAD_REQUEST')
    expect(await codeOf(order(uuid, PLACE, { memberships: [{}] }))).toBe('BAD_REQUEST')
    end()
    expect(await codeOf(order(uuid, PLACE))).toBe('SYSTEM_VOUCHER_NOT_FOUND')
    end = sellMore(parking)
  })
})

describe('a third kind is shown', () => {
  test('in its reservation, its account and its receipt', async () => {
    const { resId, tickets } = await boughtBy(house.noa, [], PLACE, { vouchers })
    const reservation = await reservationOf(resId, house.noa.visitor)
    expect(reservation).toMatchObject({ Quantity: 1, ResStateId: 1, featureName: 'Car park', ticketIdentifiers: tickets })
    const account = await orderAccountOf(resId, house.noa.visitor.uuid)
    expect(account).toMatchObject({ products: [{ id: 7, name: 'Car park', quantity: 1, unitPrice: PLACE }], amountDue: PLACE })
    const receipt = await receiptOf(reservation?.documentKey ?? '', await firstReceipt(reservation?.documentKey ?? ''))
    expect(receipt).toMatchObject({ amount: PLACE, lines: [{ kind: 'product', name: 'Car park', quantity: 1, amount: PLACE }] })
    await cancelled(house.noa.visitor, resId)
    expect(await reservationOf(resId, house.noa.visitor)).toMatchObject({ Quantity: 0, ResStateId: 3, ticketIdentifiers: [] })
  })
})

async function firstReceipt(documentKey: string): Promise<string> {
  return String((await receiptsOf(documentKey))[0]?.number)
}

describe('a third kind is cancelled', () => {
  test('by its own terms: a tenth is kept, the place is free, and the rest is refunded to the card', async () => {
    const { resId } = await boughtBy(house.noa, [], PLACE, { vouchers })
    const { decision } = await cancelled(house.noa.visitor, resId)
    expect(decision).toMatchObject({ worth: PLACE, charge: 400, isWhole: true, policyName: 'Parking' })
    expect(await stateOf(resId)).toBe('refunded')
    expect(await givenBack()).toEqual([PLACE - 400])
    expect(await sold()).toBeNull()
    expect(await cancelCode(house.noa.visitor, resId)).toBe('NOTHING_TO_CANCEL')
  })

  test('as one item of an order: the seat stays, and is cancelled later by the terms of its presentation', async () => {
    const { resId, tickets } = await boughtBy(house.noa, [SEAT], ONE + FEE + PLACE, { vouchers })
    const place = tickets.at(-1) ?? ''
    await cancelled(house.noa.visitor, resId, { items: [place] })
    expect(await stateOf(resId)).toBe('paid')
    expect(await cancelCode(house.noa.visitor, resId, { items: [place] })).toBe('NOTHING_TO_CANCEL')
    await cancelled(house.noa.visitor, resId)
    expect(await givenBack()).toEqual([PLACE - 400, ONE + FEE].sort((a, b) => a - b))
  })
})

describe('a crash', () => {
  const provider = new FaultyProvider()
  beforeAll(letDieAtQueries)
  beforeEach(() => {
    replaceProvider(provider)
  })

  /** Every n-th query of a commit; CRASH_STEP=1 takes all. */
  const STEP = Number(process.env.CRASH_STEP ?? 2)

  /** @returns the names of the queries of the commit */
  async function play(at: number | undefined, isAfter: boolean, isDeclined = false): Promise<readonly string[]> {
    await openCarPark()
    const buyer = new FaultBuyer(provider, [SEAT])
    if (isDeclined) provider.decline(buyer.uuid)
    await buyer.hold()
    const stored = await storeCartOf(buyer.uuid, {
      presentations: [{ id: 1, seats: [lineOf(SEAT)] }],
      vouchers: [{ SystemVoucherId: 7, Quantity: 1 }],
      customerInfo: CUSTOMER,
    })
    expect(stored).toMatchObject({ ok: true, value: { totals: { othersPrice: PLACE } } })
    const { formName } = await buyer.openForm()
    const cart = { ...cartOf([SEAT], provider.fillIn(formName, 'card')), vouchers }
    const asked = await liveUntil(at, isAfter, () => commit(buyer.uuid, { cart }, 'he'))
    const where = `${isAfter ? 'after' : 'before'} ${asked.at(-1) ?? ''}`
    await buyer.settle()
    const paid = (await buyer.orders()).filter((state) => state === 'paid').length
    const due = paid * (ONE + FEE + PLACE)
    expect({ where, lies: buyer.lies, own: await buyer.ownNet(), theirs: provider.netOf(buyer.uuid) }).toEqual({
      where,
      lies: [],
      own: due,
      theirs: due,
    })
    expect({ where, broken: await brokenParking() }).toEqual({ where, broken: [] })
    expect(await sold()).toEqual(paid === 1 ? [true] : null)
    await checkInvariants()
    return asked
  }

  test('at any step of a commit leaves it paid and issued, or neither', { timeout: 600_000 }, async () => {
    const steps = await play(undefined, false)
    for (let at = 0; at < steps.length; at += STEP) {
      await emptyHouse()
      await play(at, at % 4 < 2)
    }
  })

  test('at any step of a commit whose card is declined frees the reserved item, once', { timeout: 600_000 }, async () => {
    const steps = await play(undefined, false, true)
    const release = steps.indexOf('free-parking')
    expect(release).toBeGreaterThan(0)
    const last = steps.lastIndexOf('COMMIT')
    const early = Array.from({ length: Math.ceil(release / (2 * STEP)) }, (_, n) => n * 2 * STEP)
    const around = Array.from({ length: last - release + 3 }, (_, n) => release - 2 + n)
    for (const at of [...early, ...around])
      for (const isAfter of at < release - 2 ? [at % 4 < 2] : [true, false]) {
        await emptyHouse()
        await play(at, isAfter, true)
        expect(await cellOf('SELECT count(*)::int FROM parking_place')).toBe(0)
      }
  })

  test('after a form was paid and the buyer did not return still makes its order', async () => {
    const buyer = new FaultBuyer(provider, [])
    await buyer.hold()
    await storeCartOf(buyer.uuid, { vouchers: [{ SystemVoucherId: 7, Quantity: 1 }], customerInfo: CUSTOMER })
    const { formName } = await buyer.openForm()
    provider.fillIn(formName, 'wallet')
    await buyer.tell(formName)
    await buyer.settle()
    expect(await buyer.orders()).toEqual(['paid'])
    expect(await sold()).toEqual([true])
    expect(await buyer.ownNet()).toBe(PLACE)
  })
})
