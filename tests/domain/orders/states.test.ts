import { expect, test } from 'vitest'
import { CLAIM_STATES, FORM_STATES, mayFollow, ORDER_STATES, PAYMENT_STATES, REFUND_STATES } from '#lib/domain/orders/states.ts'

/** Returns every state that is reachable from the first. */
function reachable(machine: Readonly<Record<string, readonly string[]>>, first: string): Set<string> {
  const seen = new Set([first])
  for (const state of seen) for (const next of machine[state] ?? []) seen.add(next)
  return seen
}

test.each([
  ['order', ORDER_STATES, 'paying'],
  ['form', FORM_STATES, 'open'],
  ['refund', REFUND_STATES, 'intended'],
  ['payment', PAYMENT_STATES, 'intended'],
  ['claim', CLAIM_STATES, 'H'],
])('reaches every state of the %s machine', (_name, machine, first) => {
  expect([...reachable(machine, first)].sort()).toEqual(Object.keys(machine).sort())
})

test('never unsettles a settled order', () => {
  for (const state of ['paid', 'failed', 'refunded'] as const) expect(mayFollow(ORDER_STATES, state, 'paying')).toBe(false)
  expect(mayFollow(PAYMENT_STATES, 'unknown', 'captured')).toBe(true)
  expect(mayFollow(PAYMENT_STATES, 'captured', 'declined')).toBe(false)
})
