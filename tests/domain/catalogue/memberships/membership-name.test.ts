import { expect, test } from 'vitest'
import { membershipName } from '#lib/domain/catalogue/memberships/memberships.ts'
import { plainMembership, plainPrice } from './membership-fixtures.ts'

test('a membership is called in an order by its name and its price', () => {
  expect(membershipName(plainMembership({ name: 'שמונה ערבים' }), plainPrice({ name: 'ותיקים' }))).toBe('שמונה ערבים, ותיקים')
})
