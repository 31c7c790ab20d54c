import { expect, it } from 'vitest'
import { hasCounterGoneBack, readPasskeyName } from '#lib/domain/staff/passkeys.ts'

it.each([
  ['  הטלפון   של דנה ', 'הטלפון של דנה'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(61), undefined],
  ['', undefined],
  [' \t ', undefined],
  ['a\u0000b', undefined],
  ['a\u202Eb', undefined],
])('the name of a passkey is a short line: %j', (typed, name) => {
  expect(readPasskeyName(typed)).toBe(name)
})

it.each([
  ['counts on', 5, 6, false],
  ['counts on after a pause', 5, 90, false],
  ['begins to count', 0, 1, false],
  ['never counts, since several devices have it', 0, 0, false],
  ['says the same use again', 5, 5, true],
  ['is behind', 5, 4, true],
  ['says 0 after it had counted', 1, 0, true],
])('a passkey whose counter has gone back is there twice: one that %s', (_what, before, now, isTwice) => {
  expect(hasCounterGoneBack(before, now)).toBe(isTwice)
})
