import { expect, test } from 'vitest'
import { DOMAIN_QUERY, isPresLive } from '#lib/domain/orders/producer-area.ts'

test.each([
  ['?domain=presLive', true],
  ['?lang=he&domain=presLive', true],
  ['', false],
  ['?domain=', false],
  ['?domain=preslive', false],
  ['?domain=shop', false],
  ['?area=presLive', false],
])('the address of an order with %j is of the area of producers: %s', (search, isProducers) => {
  expect(isPresLive(new URLSearchParams(search).get(DOMAIN_QUERY))).toBe(isProducers)
})

test('a call that names no domain is not of the area of producers', () => {
  expect(isPresLive(undefined)).toBe(false)
})
