import { describe, expect, test } from 'vitest'
import { checkCart, type WantedCart } from '#lib/domain/cart/check-cart.ts'
import { checkProducts } from '#lib/domain/cart/check-product.ts'
import { checkSeats } from '#lib/domain/cart/check-seat.ts'
import { stepOf } from '#lib/domain/cart/order-steps.ts'
import { facts, given, houseOf, place, PLANS, seat, showing, voucher } from './cart-fixtures.ts'

const HOUSE = houseOf(
  showing(1, { serviceChargeId: null }),
  showing(2, { serviceChargeId: 2, productIds: [] }),
  showing(3, { serviceChargeId: 1 }),
)

function check({ seats = [], products = [], vouchers }: Partial<WantedCart>, known = facts()) {
  const own = { plans: PLANS, grants: known.grants }
  const result = checkCart(HOUSE, known, {
    parts: [(around) => checkSeats(around, own, seats), (around) => checkProducts(around, products)],
    vouchers,
  })
  return result.ok ? result.value : result.refusal
}

describe('a cart with several presentations', () => {
  test('R9.31 has the handling fee of the first that has one', () => {
    const cart = check({ seats: [seat(1), seat(2, { presentationId: 3 }), seat(3, { presentationId: 2 })] })
    expect(cart).toMatchObject({ serviceCharge: { id: 2 } })
  })

  test('may have a product that only one of them sells, whichever comes first', () => {
    const [one, other] = [seat(1), seat(2, { presentationId: 2 })]
    const products = [{ id: 1, quantity: 1 }]
    for (const seats of [[one, other], [other, one]]) expect(check({ seats, products })).toMatchObject({ totals: { productsPrice: 2_500 } }) // prettier-ignore
  })
})

describe('a cart with a voucher', () => {
  test('R1.30 is refused if the voucher would pay another amount than the client says', () => {
    const known = facts([], [voucher({ id: 7 })])
    expect(check({ seats: [seat(1)], vouchers: [{ id: 7, amount: 99 }] }, known)).toEqual({ code: 'PRICE_CHANGED' })
    expect(check({ seats: [seat(1)], vouchers: [{ id: 7, amount: 100 }] }, known)).toMatchObject({ vouchers: [{ id: 7, amount: 10_000 }] })
  })
})

describe('an exchange', () => {
  test('R8.43 is refused if its excess would go back to a card whose provider refunds nothing', () => {
    const money = { payments: [{ paymentId: 'p', left: 100_000, canRefund: false }], credited: 0, vouchers: [] }
    const known = facts([], [], given({ amount: 50_000, money }))
    expect(check({ seats: [seat(1)] }, known)).toEqual({ code: 'PROVIDER_REFUND_NOT_ALLOWED' })
  })
})

describe('half an address of a seat', () => {
  test.each([
    ['of a reserved section', seat(1, { x: null })],
    ['of a reserved section, the other half', seat(1, { y: null })],
    ['of a place of general admission', place({ x: 1 })],
    ['of a place of general admission, the other half', place({ y: 1 })],
  ])('%s is no seat, or no address', (_where, wanted) => {
    const isPlace = wanted.sectionId === 2
    expect(check({ seats: [wanted] })).toMatchObject(isPlace ? { lines: [{ seat: undefined }] } : { code: 'NOT_FOUND' })
  })
})

test.each([
  ['', 'seats'],
  ['?step=seats', 'seats'],
  ['?step=tickets', 'tickets'],
  ['?lang=he&step=products', 'products'],
  ['?step=payment', 'seats'],
  ['?step=', 'seats'],
])('R2.39 the address %j shows the step %s', (search, step) => {
  expect(stepOf(search)).toBe(step)
})
