import { expect, test } from 'vitest'
import { ownAllocations } from '#lib/domain/sales/broker-part.ts'

const prices = [10, 9, -1, 9, 2].map((allocationId) => ({ allocationId }))

test.each([
  ['every allocation that is sold, once and in order, if it is limited to none', undefined, [2, 9, 10]],
  ['those of its own that the presentation has', [10, 2, 77], [2, 10]],
  ['none, if it has none of its own', [], []],
  ['none, if all of its own are of other presentations', [77], []],
  ['never the seats that nobody sells', [-1, 9], [9]],
])('R4.15 of a presentation an account sells %s', (_what, own, expected) => {
  expect(ownAllocations({ prices }, own)).toEqual(expected)
})
