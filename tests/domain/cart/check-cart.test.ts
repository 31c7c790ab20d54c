import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCart, type CheckedCart, type WantedCart } from '#lib/domain/cart/check-cart.ts'
import { checkProducts, productsOf, type CheckedProduct } from '#lib/domain/cart/check-product.ts'
import { checkSeats, referenceName, seatsOf, type CheckedSeat } from '#lib/domain/cart/check-seat.ts'
import type { CartAround, CartPart, CheckedLine } from '#lib/domain/cart/checked-line.ts'
import type { GivenEvening, Grant, VoucherBalance } from '#lib/domain/entitlements/grant.ts'
import { accept } from '#lib/domain/result.ts'
import { facts, given, grant, houseOf, place, PLANS, PRODUCT, seat, showing, TICKET, voucher } from './cart-fixtures.ts'

const HOUSE = houseOf(
  showing(1, { serviceChargeId: 1, maxSeats: 50 }),
  showing(2, { maxSeats: 2, productIds: [] }),
  showing(3, { authProfileId: 2 }),
  showing(4, { businessId: 2 }),
  showing(5, { serviceChargeId: 2 }),
)

type Known = ReturnType<typeof facts>

/** Seats and products, and behind them whatever else. */
function checkWith(more: readonly CartPart[], { seats = [], products = [], vouchers }: Partial<WantedCart>, known: Known = facts()) {
  const own = { plans: PLANS, grants: known.grants }
  const parts: CartPart[] = [(around) => checkSeats(around, own, seats), (around) => checkProducts(around, products), ...more]
  return checkCart(HOUSE, known, { parts, vouchers })
}

type Shown = CheckedCart & { readonly seats: readonly CheckedSeat[]; readonly products: readonly CheckedProduct[] }

function check(wanted: Partial<WantedCart>, known: Known = facts()): Shown | object {
  const result = checkWith([], wanted, known)
  return result.ok ? { ...result.value, seats: seatsOf(result.value.lines), products: productsOf(result.value.lines) } : result.refusal
}

test('R9.31 prices a cart with its seats, products and handling fee', () => {
  const cart = check({ seats: [seat(1), seat(2, { ticketId: TICKET.student }), place()], products: [{ id: 1, quantity: 2 }] })
  expect(cart).toMatchObject({
    serviceCharge: { id: 1 },
    products: [{ product: PRODUCT, quantity: 2 }],
    totals: {
      seatsPrice: 23_500,
      productsPrice: 5_000,
      globalServiceCharge: 700,
      originalPrice: 26_500,
      discount: 3_000,
      balanceDue: 29_200,
    },
  })
})

test('R5.9 limits the seats of each presentation separately', () => {
  expect(check({ seats: [seat(1), seat(2), seat(1, { presentationId: 2 }), seat(2, { presentationId: 2 })] })).toMatchObject({
    seats: { length: 4 },
  })
})

test('prices an empty cart at nothing', () => {
  expect(check({})).toMatchObject({ serviceCharge: null, uses: [], vouchers: [], totals: { balanceDue: 0 } })
})

test('R5.20 refuses a cart that mixes profiles, including those of tickets given back', () => {
  expect(check({ seats: [seat(1)] }, facts([], [], given({ authProfileId: 2 })))).toEqual({ code: 'CART_INCOMPATIBLE' })
  expect(check({ seats: [seat(1), seat(2, { presentationId: 3 })] })).toEqual({ code: 'CART_INCOMPATIBLE' })
})

test('R5.21 refuses a cart that mixes businesses, including those of tickets given back', () => {
  expect(check({ seats: [seat(1), seat(2, { presentationId: 4 })] })).toEqual({ code: 'CART_INCOMPATIBLE' })
  expect(check({ seats: [seat(1)] }, facts([], [], given({ businessId: 2 })))).toEqual({ code: 'CART_INCOMPATIBLE' })
})

test('R5.20 refuses what is not sold together before anything that the cart breaks as a whole', () => {
  const foreign = seat(2, { presentationId: 3 })
  const tooMany = [1, 2, 3].map((x) => seat(x, { presentationId: 2 }))
  for (const seats of [
    [seat(1), seat(1), foreign],
    [...tooMany, foreign],
  ])
    expect(check({ seats })).toEqual({ code: 'CART_INCOMPATIBLE' })
  expect(check({ seats: [seat(1), foreign], products: [{ id: 99, quantity: 1 }] })).toEqual({ code: 'CART_INCOMPATIBLE' })
  expect(check({ seats: [seat(99), foreign] })).toEqual({ code: 'NOT_FOUND' })
})

test.each<[string, Partial<WantedCart>, object]>([
  ['a seat that is wrong', { seats: [seat(99)] }, { code: 'NOT_FOUND' }],
  ['a seat twice', { seats: [seat(1), seat(1)] }, { code: 'BAD_REQUEST' }],
  [
    'more seats than the showing allows',
    { seats: [1, 2, 3].map((x) => seat(x, { presentationId: 2 })) },
    { code: 'SEAT_LIMIT', facts: { max: 2 } },
  ],
  [
    'R5.9 more seats than the second showing allows',
    { seats: [seat(4), ...[1, 2, 3].map((x) => seat(x, { presentationId: 2 }))] },
    { code: 'SEAT_LIMIT', facts: { max: 2 } },
  ],
  ['an unknown product', { seats: [seat(1)], products: [{ id: 9, quantity: 1 }] }, { code: 'PRODUCT_NOT_FOUND' }],
  [
    'a product of another showing',
    { seats: [seat(1, { presentationId: 2 })], products: [{ id: 1, quantity: 1 }] },
    { code: 'PRODUCT_NOT_FOUND' },
  ],
  [
    'more of a product than one may have, on two lines',
    { seats: [seat(1)], products: [{ id: 1, quantity: 3 }, { id: 1, quantity: 2 }] }, // prettier-ignore
    { code: 'PRODUCT_LIMIT', facts: { max: 4 } },
  ],
  ['a voucher nobody knows', { seats: [seat(1)], vouchers: [{ id: 9 }] }, { code: 'SYSTEM_VOUCHER_NOT_FOUND' }],
])('refuses %s', (_name, wanted, refusal) => {
  expect(check(wanted)).toEqual(refusal)
})

test('accepts several places of general admission, which have no address', () => {
  expect(check({ seats: [place(), place()] })).toMatchObject({ totals: { seatsPrice: 12_000 } })
})

test.each([
  ['in the order 1, 5', [1, 5]],
  ['in the order 5, 1', [5, 1]],
])('charges one handling fee per order, that of the presentation with the lowest id: %s', (_name, ids) => {
  const seats = ids.map((presentationId, at) => seat(at + 1, { presentationId }))
  expect(check({ seats })).toMatchObject({ serviceCharge: { id: 1 }, totals: { globalServiceCharge: 700 } })
})

test('R4.24 charges a coupon for two once and counts it as one use', () => {
  const pair = { ticketId: TICKET.pair, code: 'STAGE' }
  const cart = check({ seats: [seat(1, pair), seat(2, { ...pair, isSubTicket: true })] }, facts([grant({ usesLeft: 1 })]))
  expect(cart).toMatchObject({
    uses: [{ entitlementId: 1, presentationId: 1, quantity: 1 }],
    totals: { seatsPrice: 10_500, discount: 10_000 },
  })
  expect(check({ seats: [seat(1, pair)] }, facts([grant()]))).toEqual({ code: 'COUPON_NEEDS_ONE' })
})

test('R8.57 gives no more tickets for a listed reference than it has', () => {
  const reference = grant({ kind: 'reference', publicCode: referenceName(TICKET.listed, { ref1: '7001' }), usesLeft: 1 })
  const listed = (x: number) => seat(x, { ticketId: TICKET.listed, ref1: '7001' })
  expect(check({ seats: [listed(1)] }, facts([reference]))).toMatchObject({ uses: [{ quantity: 1 }] })
  expect(check({ seats: [listed(1), listed(2)] }, facts([reference]))).toEqual({ code: 'TICKET_BALANCE_INSUFFICIENT' })
})

test('does not count a reference that another system counts', () => {
  const outside = grant({ id: 0, kind: 'reference', publicCode: referenceName(TICKET.listed, { ref1: '7001' }) })
  expect(check({ seats: [seat(1, { ticketId: TICKET.listed, ref1: '7001' })] }, facts([outside]))).toMatchObject({ uses: [] })
})

test('R9.2 R5.29 R9.28 lets several vouchers pay in their order, never more than is due', () => {
  const known = facts([], [voucher(), voucher({ id: 2, balance: 20_000 })])
  const cart = check({ seats: [seat(1)], vouchers: [{ id: 2, amount: 112 }] }, known)
  expect(cart).toMatchObject({ vouchers: [{ id: 2, amount: 11_200 }], totals: { balanceDue: 0 } })
  const both = check({ seats: [seat(1), seat(2)], vouchers: [{ id: 1 }, { id: 2 }] }, known)
  expect(both).toMatchObject({
    vouchers: [{ amount: 10_000 }, { amount: 11_700 }],
    totals: { voucherPayments: [10_000, 11_700], balanceDue: 0 },
  })
})

test('R5.30 refuses a voucher that has nothing left to pay', () => {
  const known = facts([], [voucher({ balance: 50_000 }), voucher({ id: 2 })])
  expect(check({ seats: [seat(1)], vouchers: [{ id: 1 }, { id: 2 }] }, known)).toEqual({ code: 'VOUCHER_NO_BALANCE' })
})

test('R9.2 values returned tickets at what was paid for them and gives the excess back', () => {
  const givenBack = given({ amount: 15_000 })
  expect(check({ seats: [seat(1)] }, facts([], [], givenBack))).toMatchObject({
    givenBack,
    totals: { modifiedPrice: 15_000, balanceDue: 0, giveBack: 3_800 },
  })
})

test('R4.29 exchanges nothing while there are no new seats', () => {
  const givenBack = given({ amount: 15_000 })
  expect(check({}, facts([], [], givenBack))).toMatchObject({ totals: { modifiedPrice: 0, balanceDue: 0, giveBack: 0 } })
})

test('R8.40 refuses an exchange whose excess no payment can take back', () => {
  const givenBack = given({ amount: 15_000, money: { payments: [], credited: 0, vouchers: [] } })
  expect(check({ seats: [seat(1)] }, facts([], [], givenBack))).toEqual({ code: 'CONTACT_PROVIDER' })
  expect(check({ seats: [seat(1), seat(2)] }, facts([], [], givenBack))).toMatchObject({ totals: { giveBack: 0 } })
})

test('R9.2 keeps lines and vouchers of any cart adding up to the balance due', () => {
  const ticket = fc.constantFrom(
    { ticketId: TICKET.full },
    { ticketId: TICKET.student },
    { ticketId: TICKET.half, code: 'STAGE' },
    { ticketId: TICKET.member, memberNumber: 'M' },
  )
  const balances = fc.array(fc.integer({ min: 1, max: 300_000 }), { maxLength: 3 })
  const known = [grant(), grant({ id: 2, kind: 'member', publicCode: 'M' })]
  fc.assert(
    fc.property(fc.array(ticket, { maxLength: 50 }), fc.integer({ min: 0, max: 4 }), balances, (tickets, quantity, vouchers) => {
      const wanted = {
        seats: tickets.map((more, at) => seat(at + 1, more)),
        products: quantity > 0 && tickets.length > 0 ? [{ id: 1, quantity }] : [],
        vouchers: vouchers.map((_balance, id) => ({ id })),
      }
      const result = checkWith([], wanted, facts(known, vouchers.map((balance, id) => voucher({ id, balance })))) // prettier-ignore
      if (!result.ok) {
        expect(result.refusal.code).toBe('VOUCHER_NO_BALANCE')
        return
      }
      const { lines: all, totals, vouchers: payments } = result.value
      const [seats, products] = [seatsOf(all), productsOf(all)]
      const lines = seats.reduce((sum, one) => sum + one.price + one.serviceCharge, 0)
      const extras = products.reduce((sum, one) => sum + one.product.price * one.quantity, 0)
      const paid = payments.reduce((sum, one) => sum + one.amount, 0)
      expect(totals.balanceDue).toBe(lines + extras + totals.globalServiceCharge - paid)
      for (const { id, amount } of payments) expect(amount).toBeLessThanOrEqual(vouchers[id] ?? 0)
    }),
  )
})

/** A thing of another kind: 30 ₪ and 1 ₪ of service for each of two. */
function other(more: Partial<CheckedLine> = {}): CartPart {
  const line = {
    kind: 'other',
    name: 'Other',
    total: 'others',
    presentation: null,
    seller: null,
    quantity: 2,
    price: 3_000,
    serviceCharge: 100,
  } as const
  return () => accept([{ ...line, firstPrice: 3_000, isCharged: true, redeems: [], ...more }])
}

test('tickets given back pay seats and products, and no value to pay with later: it would be paid by a voucher that paid them', () => {
  const known = facts([], [], given({ amount: 15_000 }))
  const beside = (more: Partial<CheckedLine>) => checkWith([other(more)], { seats: [seat(1)] }, known)
  for (const more of [{ isPrepaid: true }, { isMoneyOnly: true }, {}])
    expect(beside(more)).toEqual({ ok: false, refusal: { code: 'CART_INCOMPATIBLE' } })
  const products = [{ id: 1, quantity: 1 }]
  expect(check({ seats: [seat(1)], products }, known)).toMatchObject({ totals: { productsPrice: 2_500, giveBack: 1_300 } })
})

describe('tickets are kept, and not given back for nothing, by a cart', () => {
  const kept = { givenBack: null, totals: { modifiedPrice: 0, balanceDue: 6_200, giveBack: 0 } }

  test.each<[string, readonly CartPart[], Parameters<typeof given>[0]]>([
    ['without seats', [other()], {}],
    ['without seats, of whatever business', [other()], { businessId: 2 }],
    ['whose seats another line pays', [other(), coveredSeat], {}],
  ])('%s', (_what, parts, more) => {
    expect(checkWith(parts, {}, facts([], [], given({ amount: 15_000, ...more })))).toMatchObject({ ok: true, value: kept })
  })
})

/** A seat of a series, which its membership pays. */
function coveredSeat(around: CartAround): ReturnType<CartPart> {
  const seats = checkSeats({ ...around, mixed: () => undefined }, { plans: PLANS, grants: new Map() }, [seat(1, { presentationId: 2 })])
  return seats.ok ? accept(seats.value.map((one) => ({ ...one, price: 0, serviceCharge: 0, coveredBy: 0 }))) : seats
}

test('a line of another kind counts in the total, and in a percentage on the order where it is charged', () => {
  const percent = { seats: [seat(1, { presentationId: 5 })] }
  const sums = (part: CartPart) => {
    const checked = checkWith([part], percent)
    return checked.ok ? checked.value.totals : checked.refusal
  }
  const seatAlone = 10_500
  expect(sums(other())).toMatchObject({
    seatsPrice: seatAlone,
    productsPrice: 0,
    othersPrice: 6_200,
    globalServiceCharge: 835,
    balanceDue: 17_535,
  })
  expect(sums(other({ isCharged: false }))).toMatchObject({ othersPrice: 6_200, globalServiceCharge: 525, balanceDue: 17_225 })
})

test('a line of another kind is sold alone, and by the seller of the rest only', () => {
  expect(checkWith([other()], {})).toMatchObject({
    ok: true,
    value: { serviceCharge: null, seller: undefined, totals: { balanceDue: 6_200 } },
  })
  const foreign = checkWith([other({ seller: { businessId: 2, authProfileId: 1 } })], { seats: [seat(1)] })
  expect(foreign).toEqual({ ok: false, refusal: { code: 'CART_INCOMPATIBLE' } })
})

test('the check of a kind sees the lines of those before it', () => {
  const seen: (readonly CheckedLine[])[] = []
  checkWith([({ before }) => (seen.push(before.slice()), accept([]))], { seats: [seat(1)], products: [{ id: 1, quantity: 1 }] })
  expect(seen).toMatchObject([[{ kind: 'seat' }, { kind: 'product', quantity: 1 }]])
})

/** A membership of money, which pays the tickets of presentation 2 that it gives, at 30 ₪. */
function purse(publicCode: string, balance: number): Grant {
  const voucherId = publicCode === 'M' ? 70 : 71
  return grant({ id: voucherId, kind: 'member', publicCode, purse: { voucherId, balance } })
}

function ofMember(x: number, memberNumber = 'M') {
  return seat(x, { presentationId: 2, ticketId: TICKET.member, memberNumber })
}

const FULL = seat(9, { presentationId: 2 })

describe('a membership of money', () => {
  test.each<[string, Partial<WantedCart>, Known, object]>([
    [
      'its ticket as far as its balance goes',
      { seats: [ofMember(1)] },
      facts([purse('M', 2_000)]),
      { vouchers: [{ id: 70, amount: 2_000 }], totals: { memberPaid: 2_000, voucherPayments: [], balanceDue: 1_000 } },
    ],
    [
      'no other ticket, however much it has',
      { seats: [ofMember(1), FULL] },
      facts([purse('M', 50_000)]),
      { vouchers: [{ id: 70, amount: 3_000 }], totals: { memberPaid: 3_000, voucherPayments: [], balanceDue: 10_500 } },
    ],
    [
      'before a voucher, which pays of the rest and is no money of members',
      { seats: [ofMember(1), FULL], vouchers: [{ id: 1 }] },
      facts([purse('M', 2_000)], [voucher()]),
      {
        vouchers: [
          { id: 70, amount: 2_000 },
          { id: 1, amount: 10_000 },
        ],
        totals: { memberPaid: 2_000, voucherPayments: [10_000], balanceDue: 1_500 },
      },
    ],
    [
      'its own ticket beside another membership, which pays its own',
      { seats: [ofMember(1), ofMember(2, 'N')] },
      facts([purse('M', 2_000), purse('N', 1_000)]),
      {
        vouchers: [
          { id: 70, amount: 2_000 },
          { id: 71, amount: 1_000 },
        ],
        totals: { memberPaid: 3_000, balanceDue: 3_000 },
      },
    ],
    [
      'nothing of what tickets given back pay already, and is no payment then',
      { seats: [ofMember(1)] },
      facts([purse('M', 2_000)], [], given({ amount: 5_000 })),
      { vouchers: [], totals: { memberPaid: 0, balanceDue: 0, giveBack: 2_000 } },
    ],
  ])('pays %s', (_what, wanted, known, cart) => {
    expect(check(wanted, known)).toMatchObject(cart)
  })

  test('gives no second ticket at the price for members of which it pays no part', () => {
    const both = { seats: [ofMember(1), ofMember(2)] }
    expect(check(both, facts([purse('M', 3_000)]))).toEqual({ code: 'memberNoneAvailable' })
    expect(check(both, facts([purse('M', 3_001)]))).toMatchObject({ totals: { memberPaid: 3_001, balanceDue: 2_999 } })
  })
})

describe('a ticket bundle in a cart', () => {
  const bundle = (more: Partial<VoucherBalance> = {}) =>
    voucher({ balance: 2, bundle: { ticketGroupIds: null, categoryIds: null, most: null }, ...more })

  test('pays whole tickets, which are counted beside the amount, while a voucher of money has an amount alone', () => {
    const known = facts([], [bundle(), voucher({ id: 2 })])
    const one = check({ seats: [FULL], vouchers: [{ id: 1 }] }, known)
    expect(one).toMatchObject({ vouchers: [{ id: 1, amount: 10_500, tickets: 1 }], totals: { voucherPayments: [10_500], balanceDue: 0 } })
    const place2 = place({ presentationId: 2 })
    const both = checkWith([other({ price: 2_000 })], { seats: [FULL, place2], vouchers: [{ id: 2 }, { id: 1 }] }, known)
    expect(both.ok && both.value.vouchers).toEqual([
      { id: 2, amount: 4_200 },
      { id: 1, amount: 16_500, tickets: 2 },
    ])
  })

  test('pays no ticket for which tickets given back pay a part already', () => {
    const known = facts([], [bundle()], given({ amount: 5_000 }))
    expect(check({ seats: [FULL], vouchers: [{ id: 1 }] }, known)).toEqual({ code: 'VOUCHER_NO_TICKET' })
    expect(check({ seats: [FULL, seat(1, { presentationId: 2 })], vouchers: [{ id: 1 }] }, known)).toMatchObject({
      vouchers: [{ id: 1, amount: 10_500, tickets: 1 }],
      totals: { modifiedPrice: 5_000, balanceDue: 5_500 },
    })
  })
})

describe('an evening of a membership that is given back', () => {
  const evening: GivenEvening = {
    ...{ orderId: 'o', line: 0, paid: 0, now: { presentationId: 1, category: 'A' } },
    bought: { seat: 0, worth: 10_500, seatplanId: 1, category: 'A', supplement: 0 },
    standIns: new Map([[2, 0]]),
  }
  const known = facts([], [], given({ amount: 0, evenings: [evening] }))

  test.each<[string, readonly number[], object]>([
    ['pays for a seat that it may be exchanged for', [2], { totals: { balanceDue: 0 } }],
    ['pays for that one of two seats', [1, 2], { totals: { seatsPrice: 10_500 } }],
    ['is not exchanged for a seat of another presentation', [5], { code: 'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT' }],
    ['may wait until a seat is chosen', [], { totals: { balanceDue: 0 } }],
  ])('%s', (_what, presentationIds, cart) => {
    expect(check({ seats: presentationIds.map((presentationId, at) => seat(at + 1, { presentationId })) }, known)).toMatchObject(cart)
  })

  test('leaves a bundle no more to pay than the tickets given back with it leave', () => {
    const bundle = voucher({ balance: 2, bundle: { ticketGroupIds: null, categoryIds: null, most: null } })
    const back = given({ amount: 5_000, evenings: [evening] })
    const seats = [seat(1, { presentationId: 2 }), FULL]
    expect(check({ seats, vouchers: [{ id: 1 }] }, facts([], [bundle], back))).toEqual({ code: 'VOUCHER_NO_TICKET' })
    expect(check({ seats }, facts([], [], back))).toMatchObject({ totals: { modifiedPrice: 5_000, balanceDue: 5_500, giveBack: 0 } })
  })
})
