import { expect, test } from 'vitest'
import { changeRefusal, mayExchangeFor, ticketsRefusal, valueUsed, type BoughtTicket } from '#lib/domain/orders/change-rules.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { plainPresentation } from '#tests/domain/catalogue/catalogue-fixtures.ts'

const NOW = Date.UTC(2027, 0, 10, 12)
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** In ten days; bought an hour ago. */
function showing(more: Partial<Presentation> = {}): Presentation {
  return plainPresentation({ startsAt: NOW + 10 * DAY, ...more })
}

test.each<[string, readonly (Presentation | undefined)[], number, string | undefined]>([
  ['well before the start', [showing()], 0, undefined],
  ['R8.39 a presentation that is gone', [undefined], 0, 'PRSNT_NOT_FOUND'],
  ['R8.39 a presentation that is cancelled', [showing({ isCancelled: true })], 0, 'PRSNT_NOT_FOUND'],
  [
    'R8.44 an event whose date cannot be changed',
    [showing({ changes: { allowed: false, untilMinutes: 0, withinDays: null } })],
    0,
    'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT',
  ],
  [
    'R8.44 one of two events whose date cannot be changed',
    [showing(), showing({ changes: { allowed: false, untilMinutes: 0, withinDays: null } })],
    0,
    'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT',
  ],
  ['exactly as long before as it must be', [showing({ startsAt: NOW + 4 * HOUR })], 0, undefined],
  ['R8.41 a moment later', [showing({ startsAt: NOW + 4 * HOUR - 1 })], 0, 'TOO_CLOSE_TO_PRSNT_DATE'],
  ['R8.41 one that is over', [showing({ startsAt: NOW - DAY })], 0, 'TOO_CLOSE_TO_PRSNT_DATE'],
  [
    'exactly as long after the purchase as it may be',
    [showing({ changes: { allowed: true, untilMinutes: 0, withinDays: 3 } })],
    3 * DAY,
    undefined,
  ],
  [
    'R8.42 a moment later',
    [showing({ changes: { allowed: true, untilMinutes: 0, withinDays: 3 } })],
    3 * DAY + 1,
    'TOO_FAR_FROM_PURCHASE_DATE',
  ],
])('%s', (_name, presentations, since, code) => {
  expect(changeRefusal(presentations, { boughtAt: NOW - since, now: NOW })).toBe(code)
})

function ticket(ticketIdentifier: string, more: Partial<BoughtTicket> = {}): BoughtTicket {
  return {
    ticketIdentifier,
    presentationId: 1,
    paid: 10_000,
    isUsed: false,
    isReleased: false,
    isOnResale: false,
    isSent: false,
    covered: null,
    ...more,
  }
}

const COUPON = [ticket('A', { covered: '1:9:1' }), ticket('B', { covered: '1:9:1', paid: 0 }), ticket('C')]

test.each<[string, readonly BoughtTicket[], readonly string[], string | undefined]>([
  ['one of two tickets', [ticket('A'), ticket('B')], ['A'], undefined],
  ['both', [ticket('A'), ticket('B')], ['A', 'B'], undefined],
  ['none', [ticket('A')], [], 'NOT_FOUND'],
  ['one of another order', [ticket('A')], ['A', 'Z'], 'NOT_FOUND'],
  ['one that was given back already', [ticket('A', { isReleased: true })], ['A'], 'ORDER_CONFLICT'],
  ['an evening that is offered for resale', [ticket('A', { isOnResale: true }), ticket('B')], ['A', 'B'], 'ON_RESALE'],
  ['one that a friend has', [ticket('A', { isSent: true })], ['A'], 'TICKET_SENT'],
  ['two of which a friend has one', [ticket('A'), ticket('B', { isSent: true })], ['A', 'B'], 'TICKET_SENT'],
  ['another than that which a friend has', [ticket('A', { isSent: true }), ticket('B')], ['B'], undefined],
  ['R8.40 one that was used at the door', [ticket('A', { isUsed: true })], ['A'], 'CONTACT_PROVIDER'],
  ['another than that which was used', [ticket('A', { isUsed: true }), ticket('B')], ['B'], undefined],
  ['R8.40 a part of a coupon for two seats', COUPON, ['A'], 'CONTACT_PROVIDER'],
  ['R8.40 the other part of it', COUPON, ['B', 'C'], 'CONTACT_PROVIDER'],
  ['the whole coupon', COUPON, ['A', 'B'], undefined],
  ['another ticket than those of the coupon', COUPON, ['C'], undefined],
])('decides whether %s may be given back', (_name, bought, chosen, code) => {
  expect(ticketsRefusal(bought, new Set(chosen))).toBe(code)
})

test('pays for the new tickets with what is not refunded', () => {
  expect(valueUsed({ modifiedPrice: 33_800, giveBack: 10_000 })).toBe(23_800)
  expect(valueUsed({ modifiedPrice: 33_800, giveBack: 0 })).toBe(33_800)
})

test.each<[string, Partial<Presentation>, boolean]>([
  ['another date', {}, true],
  ['another business', { businessId: 2 }, false],
  ['another profile', { authProfileId: 2 }, false],
  ['one that is cancelled', { isCancelled: true }, false],
  ['one that is over', { startsAt: NOW - 1 }, false],
])('decides whether tickets may be exchanged for those of %s: %s', (_name, more, may) => {
  expect(mayExchangeFor(showing(), showing(more), NOW)).toBe(may)
})
