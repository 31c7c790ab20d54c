import { expect, test } from 'vitest'
import { voucherPaymentAnswer } from '#lib/contract/order/orders.ts'
import { productAnswer, serviceChargeAnswer as chargeSchema } from '#lib/contract/wire.ts'
import { serviceChargeAnswer } from '#lib/server/programme/presentation-answers.ts'
import { houseOf, showing } from '#tests/domain/cart/cart-fixtures.ts'

test.each([
  ['R3.15 a product', productAnswer, ['id', 'price', 'selectedQuantity', 'isDeliveryRequired', 'img']],
  ['R3.16 a global service charge', chargeSchema, ['name', 'amountPerOrder', 'percentRatePerOrder']],
  ['R3.18 a voucher payment', voucherPaymentAnswer, ['id', 'amount', 'code', 'balance', 'systemVoucher']],
])('gives %s its fields on the wire', (_name, schema, fields) => {
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(fields))
})

test.each([
  ['he', 'דמי טיפול'],
  ['en', 'Handling fee'],
] as const)('R3.17 calls a global service charge without a name a handling fee (%s)', (locale, name) => {
  const house = houseOf(showing(1))
  expect(serviceChargeAnswer(house, showing(1, { serviceChargeId: 1 }), locale)).toEqual({
    name,
    amountPerOrder: 7,
    percentRatePerOrder: null,
  })
  expect(serviceChargeAnswer(house, showing(1, { serviceChargeId: 2 }), locale)).toEqual({
    name: 'עמלה',
    amountPerOrder: null,
    percentRatePerOrder: 5,
  })
  expect(serviceChargeAnswer(house, showing(1), locale)).toBeNull()
})
