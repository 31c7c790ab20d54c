import { describe, expect, test } from 'vitest'
import { arrivalOf, isGone, ticketEndsAt, ticketStateOf, type TicketFacts, type TicketState } from '#lib/domain/orders/issued-ticket.ts'

const START = Date.UTC(2026, 10, 24, 18, 30)
const MINUTE = 60_000
const GRACE = 30

/** A ticket of a show of 90 minutes. */
const facts = (more: Partial<TicketFacts> = {}): TicketFacts => ({
  isCancelled: false,
  isUsed: false,
  startsAt: START,
  minutes: 90,
  dayEndsAt: null,
  ...more,
})

test.each([
  ['sent', {}],
  ['used', { isUsed: true }],
  ['cancelled', { isCancelled: true }],
])('a ticket that a friend has is %s for its buyer', (state, more) => {
  expect(ticketStateOf(facts({ isSent: true, ...more }), START, GRACE)).toBe(state)
  expect(ticketStateOf(facts({ isSent: true, ...more }), START + 300 * MINUTE, GRACE)).toBe(state === 'sent' ? 'past' : state)
})

describe('an issued ticket', () => {
  test.each([
    ['the running time and the grace', {}, 120],
    ['the grace alone if the running time is unknown', { minutes: 0 }, 30],
    ['its day and the grace if entry is untimed', { dayEndsAt: START + 300 * MINUTE }, 330],
  ])('ends after %s', (_what, more, minutes) => {
    const end = START + minutes * MINUTE
    expect(ticketEndsAt(facts(more), GRACE)).toBe(end)
    expect(ticketStateOf(facts(more), end - 1, GRACE)).toBe('valid')
    expect(ticketStateOf(facts(more), end, GRACE)).toBe('past')
  })

  test('is shown at the door from twelve hours before the start until it is past', () => {
    const pastAt = START + 120 * MINUTE
    expect(arrivalOf({ startsAt: START, pastAt })).toEqual({ from: Date.UTC(2026, 10, 24, 6, 30), until: pastAt })
  })

  test.each<[string, Partial<TicketFacts>]>([
    ['exchanged', { isExchanged: true, isSoldOn: true, isCancelled: true, isUsed: true }],
    ['exchanged', { isExchanged: true }],
    ['soldOn', { isExchanged: false, isSoldOn: true, isCancelled: true, isUsed: true }],
    ['soldOn', { isSoldOn: true }],
    ['cancelled', { isExchanged: false, isSoldOn: false, isCancelled: true, isUsed: true }],
    ['used', { isUsed: true }],
  ])('is %s rather than valid or past: %j', (state, more) => {
    for (const now of [START, START + 1_000 * MINUTE]) expect(ticketStateOf(facts(more), now, GRACE)).toBe(state)
  })
})

const GONE: Readonly<Record<TicketState, boolean>> = {
  ...{ valid: false, used: false, past: false, sent: false },
  ...{ cancelled: true, exchanged: true, soldOn: true },
}

test.each(Object.entries(GONE) as [TicketState, boolean][])('a ticket that is %s is gone from its order: %s', (state, isNone) => {
  expect(isGone(state)).toBe(isNone)
})
