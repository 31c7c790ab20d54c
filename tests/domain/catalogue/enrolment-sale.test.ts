import { expect, test } from 'vitest'
import type { Feature, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { datesRefusal, enrolmentRefusal, isRenewing } from '#lib/domain/catalogue/enrolment-sale.ts'
import { dayOf } from '#lib/domain/time/days.ts'
import { startOfDay } from '#lib/domain/time/rest-days.ts'
import { plainPresentation, plainShowing } from './catalogue-fixtures.ts'

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

test.each<[string, { opensAt?: number; closesAt?: number }, ReturnType<typeof enrolmentRefusal>]>([
  ['always, if it says neither beginning nor end', {}, undefined],
  ['from its beginning', { opensAt: NOW }, undefined],
  ['not before', { opensAt: NOW + 1 }, 'SALE_NOT_OPEN'],
  ['until its end', { opensAt: NOW - 1, closesAt: NOW + 1 }, undefined],
  ['not from its end on', { opensAt: NOW - 1, closesAt: NOW }, 'SALE_CLOSED'],
  ['not after its end, even if it says no beginning', { closesAt: NOW - 1 }, 'SALE_CLOSED'],
])('seats of a membership that renews none are sold %s', (_when, { opensAt, closesAt }, refusal) => {
  const sale = { saleOpensAt: opensAt ?? null, saleClosesAt: closesAt ?? null, renewal: null }
  expect([enrolmentRefusal(sale, NOW, false), enrolmentRefusal(sale, NOW, true)]).toEqual([refusal, refusal])
})

test('holders do not renew after the sale has closed', () => {
  const renewal = { previousId: 1, until: NOW + 2 }
  expect(enrolmentRefusal({ saleOpensAt: NOW + 3, saleClosesAt: NOW, renewal }, NOW, true)).toBe('SALE_CLOSED')
})

test.each<[string, readonly Partial<Presentation>[], ReturnType<typeof datesRefusal>]>([
  ['are sold while all are to come', [{ startsAt: NOW + 1 }, { startsAt: NOW + 2 }], undefined],
  ['are sold without any date', [], undefined],
  ['are not sold once one has begun', [{ startsAt: NOW + 1 }, { startsAt: NOW }], 'SALE_CLOSED'],
  ['are not sold if one was called off', [{ startsAt: NOW + 1 }, { startsAt: NOW + 2, isCancelled: true }], 'GENERAL_ERROR'],
  [
    'are told to be called off before they are told to have begun',
    [{ startsAt: NOW }, { startsAt: NOW, isCancelled: true }],
    'GENERAL_ERROR',
  ],
  ['are sold through a day that has no hours', [{ startsAt: startOfDay(dayOf(NOW)), featureId: 2 }], undefined],
  ['are not sold after it', [{ startsAt: startOfDay(dayOf(NOW)) - 1, featureId: 2 }], 'SALE_CLOSED'],
  ['are sold though one is sold out', [{ startsAt: NOW + 1, soldout: true }], undefined],
])('seats of dates %s', (_when, dates, refusal) => {
  const { feature } = plainShowing('2026-11-24')
  const features = new Map<number, Feature>([feature, { ...feature, id: 2, featureTypeId: 7 }].map((one) => [one.id, one]))
  expect(datesRefusal({ features }, dates.map(plainPresentation), NOW)).toBe(refusal)
})
