import { describe, expect, test } from 'vitest'
import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import { plainPresentation } from '#tests/domain/catalogue/catalogue-fixtures.ts'
import { cancellableUntil, cancelRefusal } from '#lib/domain/orders/cancel-rules.ts'
import { cancellationCharge, feesBack } from '#lib/domain/orders/cancel-money.ts'
import { changeRefusal, mayExchangeFor, ticketsRefusal, type BoughtTicket } from '#lib/domain/orders/change-rules.ts'
import { earliestOf } from '#lib/domain/orders/reservation-list.ts'
import { ISRAELI_CONSUMER_POLICY } from '#lib/domain/orders/cancellation-policies.ts'

const at = (text: string) => Date.parse(`${text}+03:00`)
const policy = (more: Partial<CancellationPolicy>): CancellationPolicy => ({ id: 1, name: '', ...ISRAELI_CONSUMER_POLICY, ...more })
const showOf = (more: Partial<CancellationPolicy>) => ({
  startsAt: at('2026-07-16T20:30:00'),
  isCancelled: false,
  cancellation: policy(more),
})

describe('R8.41 R8.42 until when a purchase may be cancelled', () => {
  test.each<[string, Partial<CancellationPolicy>, string]>([
    ['a day before, in any week', { beforeDays: 1, withinDays: null }, '2026-07-16T00:00:00'],
    ['no days before: until the start', { beforeDays: 0, withinDays: null }, '2026-07-16T20:30:00'],
    ['days before that are not set: until the start', { beforeDays: null, withinDays: null }, '2026-07-16T20:30:00'],
    ['the day of the purchase', { beforeDays: null, withinDays: 0 }, '2026-07-02T00:00:00'],
    ['the earlier of both', { beforeDays: 1, withinDays: 2 }, '2026-07-04T00:00:00'],
    ['seven days before, with the Saturday', { beforeDays: 7, countsRestDays: true, withinDays: null }, '2026-07-10T00:00:00'],
    ['seven days before, without the Saturday', { beforeDays: 7, countsRestDays: false, withinDays: null }, '2026-07-09T00:00:00'],
  ])('%s', (_what, more, until) => {
    const boughtAt = at('2026-07-01T09:00:00')
    expect(cancellableUntil(showOf(more), boughtAt)).toBe(at(until))
    expect(cancelRefusal(showOf(more), { boughtAt, now: at(until) - 1 }, true)).toBeUndefined()
    expect(cancelRefusal(showOf(more), { boughtAt, now: at(until) }, true)).toMatch(/^TOO_/)
  })

  test('is not told without a policy, even if cancelling is possible', () => {
    expect(cancellableUntil({ ...showOf({}), cancellation: null }, 0)).toBeNull()
    expect(cancellableUntil({ ...showOf({}), isCancelled: true }, 0)).toBeNull()
  })
})

test('R9.32 a limit covers the charges of earlier cancellations too, for every kind of charge', () => {
  const charge = (charge: CancellationPolicy['charge']) =>
    cancellationCharge({ policy: { charge, chargeLimit: 1_000 }, worth: 50_000, tickets: 3, kept: 400 })
  expect([charge({ kind: 'none' }), charge({ kind: 'fixed', amount: 5_000 }), charge({ kind: 'perTicket', amount: 500 }), charge({ kind: 'percent', percent: 10 })]).toEqual([0, 600, 600, 600]) // prettier-ignore
  expect(charge({ kind: 'perTicket', amount: 100 })).toBe(300)
})

test('refunds no fee of nothing, and each order’s own once', () => {
  const ended = [
    { orderId: 'first', amount: 0 },
    { orderId: 'own', amount: 1 },
  ]
  expect(feesBack({ orderId: 'own', own: 700, ended }, true, 0)).toEqual([{ orderId: 'own', amount: 1 }])
  expect(feesBack({ orderId: 'own', own: 700, ended }, false, 0)).toEqual([])
})

test('finds of two reservations with the same start the first of the list', () => {
  const [one, other] = [
    { id: 1, StartDateTime: '2026-12-01T18:30:00.000Z' },
    { id: 2, StartDateTime: '2026-12-01T18:30:00.000Z' },
  ]
  expect([earliestOf([one, other])?.id, earliestOf([other, one])?.id]).toEqual([1, 2])
})

test('R8.40 one ticket that was used or returned is enough to refuse an exchange of several', () => {
  const ticket = (ticketIdentifier: string, more: Partial<BoughtTicket> = {}): BoughtTicket => {
    const none = { isUsed: false, isReleased: false, covered: null, isSent: false, isOnResale: false }
    return { ticketIdentifier, presentationId: 1, paid: 1, ...none, ...more }
  }
  const both = new Set(['A', 'B'])
  expect(ticketsRefusal([ticket('A'), ticket('B', { isUsed: true })], both)).toBe('CONTACT_PROVIDER')
  expect(ticketsRefusal([ticket('A'), ticket('B', { isReleased: true })], both)).toBe('ORDER_CONFLICT')
})

test('no ticket is exchanged for a presentation that begins at this moment', () => {
  const after = { businessId: 1, authProfileId: 1, isCancelled: false, startsAt: 1_000 }
  expect([999, 1_000].map((now) => mayExchangeFor(after, after, now))).toEqual([true, false])
})

test('R8.42 a purchase of any age may be exchanged if no days are set', () => {
  const now = at('2026-07-01T09:00:00')
  const show = plainPresentation({ startsAt: at('2026-07-16T20:30:00'), changes: { allowed: true, untilMinutes: 240, withinDays: null } })
  expect(changeRefusal([show], { boughtAt: at('2025-07-01T09:00:00'), now })).toBeUndefined()
})
