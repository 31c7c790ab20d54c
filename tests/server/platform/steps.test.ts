import { expect, test } from 'vitest'
import { FORM_STATES, ORDER_STATES, PAYMENT_STATES } from '#lib/domain/orders/states.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'

test('a step starts from all states that the table leads there from', () => {
  expect(stepOf(FORM_STATES, 'ordered')).toEqual({ set: `state = 'ordered'`, from: `state IN ('open', 'lapsed')` })
  expect(stepOf(ORDER_STATES, 'failed').from).toBe(`state IN ('unpaid', 'paying')`)
})

test('a statement may take a step from fewer states than the table', () => {
  expect(stepOf(PAYMENT_STATES, 'captured', 'intended', 'unknown').from).toBe(`state IN ('intended', 'unknown')`)
})

test('throws for a step that the table does not have', () => {
  // @ts-expect-error the types refuse it as well
  expect(() => stepOf(ORDER_STATES, 'paid', 'failed')).toThrow('No step leads from failed to paid.')
})
