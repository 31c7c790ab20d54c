import { expect, test } from 'vitest'
import { hasCode, standingOf } from '#lib/domain/entitlements/member-standing.ts'

const CARD = { isActive: true, startsAt: null, endsAt: null, left: null, money: null } as const

test.each([
  ['active', true, 'without any bound', CARD],
  ['active', true, 'within its time, with an entry left', { ...CARD, startsAt: 100, endsAt: 101, left: 1 }],
  ['notStarted', true, 'before its time: its code can be printed', { ...CARD, startsAt: 101 }],
  ['notStarted', false, 'before its time and already empty', { ...CARD, startsAt: 101, left: 0 }],
  ['expired', false, 'from its end on', { ...CARD, endsAt: 100 }],
  ['usedUp', false, 'without entries', { ...CARD, left: 0 }],
  ['usedUp', false, 'without money', { ...CARD, money: 0 }],
  ['active', true, 'with an agora', { ...CARD, money: 1 }],
  ['cancelled', false, 'cancelled, whatever else', { ...CARD, isActive: false, endsAt: 1 }],
] as const)('a card is %s, with a code: %s, %s', (standing, code, _name, card) => {
  expect([standingOf(card, 100), hasCode(card, 100)]).toEqual([standing, code])
})
