import { expect, test } from 'vitest'
import { enrolmentRefusal, isRenewing } from '#lib/domain/catalogue/enrolment-sale.ts'

const NOW = 1_000
const LATER = { saleOpensAt: 2_000, saleClosesAt: null }

test.each<[string, number, number | undefined, number, boolean]>([
  ['at once if it says no beginning', NOW, undefined, NOW + 1, true],
  ['from its beginning', NOW, NOW, NOW + 1, true],
  ['not before', NOW - 1, NOW, NOW + 1, false],
  ['not from the deadline on', NOW + 1, NOW, NOW + 1, false],
])('before the sale opens, holders renew %s', (_when, now, from, until, isAllowed) => {
  const renewal = { previousId: 1, until, ...(from !== undefined && { from }) }
  expect(isRenewing({ renewal }, now)).toBe(isAllowed)
  expect(enrolmentRefusal({ ...LATER, renewal }, now, true)).toBe(isAllowed ? undefined : 'SALE_NOT_OPEN')
  expect(enrolmentRefusal({ ...LATER, renewal }, now, false)).toBe('SALE_NOT_OPEN')
})
