import { expect, it } from 'vitest'
import { isDoneToStaff, readAction } from '#lib/domain/staff/actions.ts'

it.each([
  ['sign in', 'sign in'],
  ['broker unlock', 'broker unlock'],
  ['sign', undefined],
  ['', undefined],
  [null, undefined],
])('an action of the log is read by its name: %j', (typed, action) => {
  expect(readAction(typed)).toBe(action)
})

it.each([
  ['sign in failed', true],
  ['passkey removed', true],
  ['invite', true],
  ['close account', true],
  ['save role', false],
  ['delete role', false],
  ['sale', false],
  ['end API key', false],
  ['broker lock', false],
  ['something that nobody does', false],
])('what is done to somebody of the staff has that person’s number as its subject: %s, %s', (action, is) => {
  expect(isDoneToStaff(action)).toBe(is)
})
