import { describe, expect, test } from 'vitest'
import { percentOf, toAgorot, toShekels } from '#lib/domain/money/money.ts'
import { splitRefund, sumOf, voucherParts } from '#lib/domain/money/split-refund.ts'
import { chargeOn, priceOrder } from '#lib/domain/pricing/price-order.ts'
import { paidPrices, sharesOf } from '#lib/domain/pricing/share-charge.ts'

describe('R9.31 the handling fee', () => {
  test.each([
    ['a fixed amount of nothing', 10_000, { amountPerOrder: 0, percentRatePerOrder: null }, 0],
    ['a fixed amount', 1, { amountPerOrder: 700, percentRatePerOrder: null }, 700],
    ['a fixed amount on a free order', 0, { amountPerOrder: 700, percentRatePerOrder: null }, 0],
    ['a percentage', 10_000, { amountPerOrder: null, percentRatePerOrder: 5 }, 500],
    ['neither', 10_000, { amountPerOrder: null, percentRatePerOrder: null }, 0],
  ])('is %s', (_what, amount, charge, fee) => {
    expect(chargeOn(amount, charge)).toBe(fee)
  })

  test('is taken on a free seat with a product, and not on products that cost nothing', () => {
    const charge = { amountPerOrder: 700, percentRatePerOrder: null }
    const free = { price: 0, serviceCharge: 0 }
    expect(priceOrder({ seats: [free], products: [{ price: 100, quantity: 1 }], serviceCharge: charge }).balanceDue).toBe(800)
    expect(priceOrder({ seats: [], products: [{ price: 100, quantity: 0 }], serviceCharge: charge }).balanceDue).toBe(0)
  })
})

describe('amounts on the wire', () => {
  test.each([
    [169.5, 16_950],
    [0.1, 10],
    [-1, -100],
    [0, 0],
    [10_000_000_000.01, 1_000_000_000_001],
  ])('%d shekels are %d agorot', (shekels, agorot) => {
    expect(toAgorot(shekels)).toBe(agorot)
    expect(toShekels(agorot)).toBe(shekels)
  })

  test.each([0.005, -0.004, 1e15, Number.NEGATIVE_INFINITY])('%d shekels are no amount', (shekels) => {
    expect(toAgorot(shekels)).toBeUndefined()
  })

  test('a percentage knows thousandths and no finer part', () => {
    expect([percentOf(100_000, 0.001), percentOf(100_000, 0.0004), percentOf(100_000, 100)]).toEqual([1, 0, 100_000])
  })
})

describe('shares of a fee', () => {
  test('of lines without a price are nothing, whatever the rate', () => {
    expect(sharesOf({ charge: 700, percent: null }, [0, 0])).toEqual([0, 0])
    expect(sharesOf({ charge: 0, percent: 5 }, [0])).toEqual([0])
    expect(sharesOf({ charge: 0, percent: 5 }, [])).toEqual([])
  })

  test('are the parts of large sums to the agora', () => {
    expect(sharesOf({ charge: 9_007_199_254_740_991, percent: null }, [1, 9_007_199_254_740_990])).toEqual([1, 9_007_199_254_740_990])
  })

  test('of a purchase whose rate is not known are shown in its lines, and the remainder beside them', () => {
    const paid = { charge: 701, isPercent: true, percent: null }
    expect(paidPrices([{ price: 100 }, { price: 100 }], paid, true)).toEqual({
      lines: [450, 450],
      ticketCharges: 0,
      orderCharge: 0,
      rounding: 1,
    })
  })
})

describe('the parts of a refund', () => {
  const card = (paymentId: string, left: number, canRefund = true) => ({ paymentId, left, canRefund })

  test('that were credited before belong to the first cards, and no card gives what it does not have', () => {
    const money = { payments: [card('a', 100), card('b', 300)], credited: 150, vouchers: [] }
    expect(splitRefund(250, money, false)).toMatchObject({ value: { toPayments: [{ paymentId: 'b', amount: 250 }] } })
    expect(splitRefund(251, money, false)).toMatchObject({ refusal: { code: 'CONTACT_PROVIDER' } })
  })

  test('of nothing go nowhere, even to a card that cannot refund', () => {
    const money = { payments: [card('a', 100, false)], credited: 0, vouchers: [] }
    expect(splitRefund(0, money, false)).toEqual({ ok: true, value: { toPayments: [], toVouchers: [], renewed: [], toCredit: 0 } })
  })

  test('are told apart by whether their voucher can still be used, without further facts', () => {
    const part = (voucherId: number, isUsable: boolean) => ({ orderId: 'o', voucherId, amount: voucherId, isUsable })
    expect(voucherParts([part(1, true), part(2, false), part(3, true)])).toEqual({
      toVouchers: [
        { orderId: 'o', voucherId: 1, amount: 1 },
        { orderId: 'o', voucherId: 3, amount: 3 },
      ],
      renewed: [{ orderId: 'o', voucherId: 2, amount: 2 }],
    })
    expect([sumOf([]), sumOf([part(1, true), part(2, false)])]).toEqual([0, 3])
  })
})
