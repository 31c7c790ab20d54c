import { expect, test } from 'vitest'
import { CLAIM_STATES, FORM_STATES, mayFollow, ORDER_STATES, PAYMENT_STATES, REFUND_STATES, stepsOf } from '#lib/domain/orders/states.ts'

test.each([
  ['order', ORDER_STATES, 'unpaid>paying unpaid>failed paying>paid paying>failed paying>unpaid paid>refunding refunding>refunded'],
  [
    'payment',
    PAYMENT_STATES,
    'intended>captured intended>declined intended>unknown unknown>captured unknown>declined declined>captured captured>refunded',
  ],
  ['form', FORM_STATES, 'open>ordered open>lapsed lapsed>ordered'],
  ['refund', REFUND_STATES, 'intended>done intended>refused refused>intended refused>done refused>settled'],
  ['claim', CLAIM_STATES, 'H>P P>S P>H'],
])('the %s machine has these steps and no others', (_name, machine, steps) => {
  expect(stepsOf(machine).toSorted()).toEqual(steps.split(' ').toSorted())
})

test('money that was captured is never declined, and what was sold never becomes a lock again', () => {
  expect(PAYMENT_STATES.captured).toEqual(['refunded'])
  expect(mayFollow(CLAIM_STATES, 'S', 'H')).toBe(false)
  expect(mayFollow(REFUND_STATES, 'done', 'intended')).toBe(false)
  expect(mayFollow(ORDER_STATES, 'failed', 'paid')).toBe(false)
})
