import { describe, expect, test } from 'vitest'
import { HOLD_QUERY, isHoldMode, isNeverHeld, payUntilOf } from '#lib/domain/orders/unpaid-hold.ts'
import { lastMoment } from '#lib/domain/orders/cancel-rules.ts'
import { maskOf } from '#lib/domain/seating/plan/seat-features.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

describe('an unpaid hold', () => {
  test('is paid until half an hour before its first presentation', () => {
    const [early, late] = [Date.UTC(2026, 10, 24, 18), Date.UTC(2026, 10, 25, 18)]
    expect(payUntilOf([late, early])).toBe(Date.UTC(2026, 10, 24, 17, 30))
    expect(payUntilOf([late])).toBe(Date.UTC(2026, 10, 25, 17, 30))
  })

  test.each([
    ['?isHold=1', true],
    ['?isHold=true', true],
    ['?isHold', true],
    ['?lang=he&isHold=1', true],
    ['?isHold=0', false],
    ['?isHold=false', false],
    ['?lang=he', false],
    ['', false],
  ])('is asked for by the address %j: %s', (search, isHold) => {
    expect(isHoldMode(search)).toBe(isHold)
  })

  test('is still asked for by the query that addresses carry on', () => {
    expect(isHoldMode(`?${HOLD_QUERY}`)).toBe(true)
  })

  test('never has a premium seat', () => {
    const other = Object.values(SEAT_FEATURE).filter((code) => code !== SEAT_FEATURE.isPremium)
    const hall = { features: Uint32Array.from([0, maskOf([SEAT_FEATURE.isPremium]), maskOf(other)]) }
    expect([0, 1, 2, 3].map((seat) => isNeverHeld(hall, seat))).toEqual([false, true, false, false])
  })
})

describe('the last moment before a deadline', () => {
  test.each([
    ['midnight', '2026-07-09T00:00:00+03:00', '2026-07-08T23:59:00+03:00'],
    ['midnight in winter', '2026-12-09T00:00:00+02:00', '2026-12-08T23:59:00+02:00'],
    ['an evening', '2026-07-08T20:30:00+03:00', '2026-07-08T20:30:00+03:00'],
    ['midnight in London', '2026-07-09T00:00:00Z', '2026-07-09T00:00:00Z'],
  ])('at %s is told as people say it', (_when, deadline, moment) => {
    expect(lastMoment(Date.parse(deadline))).toBe(Date.parse(moment))
  })
})
