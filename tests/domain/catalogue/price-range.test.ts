import { expect, test } from 'vitest'
import { hasSeveralPrices, joinRanges, priceRangeOf, ticketForAnybody } from '#lib/domain/catalogue/price-range.ts'
import { plainTicket } from './catalogue-fixtures.ts'

test.each([
  ['a code', { access: 'code' as const }],
  ['a prepaid voucher', { access: 'voucher' as const }],
  ['a membership', { access: 'member' as const }],
  ['a senior benefit', { access: 'senior' as const }],
  ['the box office', { walkin: true }],
  ['a reference', { ref1prompt: 'מספר סטודנט' }],
  ['a price', { price: null }],
  ['two seats', { multiplyFactor: 2 }],
])('skips a ticket that demands %s and takes the first that demands nothing', (_want, more) => {
  const group = { tickets: [plainTicket({ id: 1, price: 1_000, ...more }), plainTicket({ id: 2 }), plainTicket({ id: 3, price: 2_000 })] }
  expect(ticketForAnybody(group)?.id).toBe(2)
  expect(ticketForAnybody({ tickets: group.tickets.slice(0, 1) })).toBeUndefined()
  expect(ticketForAnybody(undefined)).toBeUndefined()
})

const offer = (price: number | null | undefined, isAccessible = false) => ({ price, isAccessible })

test.each([
  ['lowest and highest', [offer(3), offer(1), offer(2)], { from: 1, to: 3 }, true],
  ['one price', [offer(2), offer(2)], { from: 2, to: 2 }, false],
  ['without what has none', [offer(null), offer(2), offer(undefined)], { from: 2, to: 2 }, false],
  ['free of charge', [offer(0), offer(5)], { from: 0, to: 5 }, true],
  ['not of wheelchair places', [offer(1, true), offer(2), offer(9, true)], { from: 2, to: 2 }, false],
  ['of wheelchair places where nothing else is sold', [offer(1, true), offer(3, true), offer(null)], { from: 1, to: 3 }, true],
])('prices: %s', (_name, offers, range, isSeveral) => {
  const found = priceRangeOf(offers)
  expect(found).toEqual(range)
  expect(found && hasSeveralPrices(found)).toBe(isSeveral)
})

test('has no range without prices, and joins several ranges', () => {
  expect(priceRangeOf([])).toBeNull()
  expect(priceRangeOf([offer(null), offer(null, true)])).toBeNull()
  expect(joinRanges([null])).toBeNull()
  expect(joinRanges([{ from: 2, to: 3 }, null, { from: 1, to: 2 }])).toEqual({ from: 1, to: 3 })
})
