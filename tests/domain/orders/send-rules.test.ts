import { expect, test } from 'vitest'
import { sendRefusal, type TicketToSend } from '#lib/domain/orders/send-rules.ts'

const NOW = 1_000
const SHOW = { startsAt: NOW + 1, isCancelled: false }

test.each<[string, Partial<TicketToSend>, typeof SHOW | undefined, string | undefined]>([
  ['a live ticket', {}, SHOW, undefined],
  ['one that was given back', { isReleased: true }, SHOW, 'ORDER_CONFLICT'],
  ['an evening that is offered for resale', { isOnResale: true }, SHOW, 'ON_RESALE'],
  ['one that a friend has', { isSent: true }, SHOW, 'TICKET_SENT'],
  ['one that was used', { isUsed: true }, SHOW, 'CONTACT_PROVIDER'],
  ['one of a show that is gone', {}, undefined, 'PRSNT_NOT_FOUND'],
  ['one of a show that was called off', {}, { ...SHOW, isCancelled: true }, 'PRSNT_NOT_FOUND'],
  ['one of a show that has begun', {}, { ...SHOW, startsAt: NOW }, 'TOO_CLOSE_TO_PRSNT_DATE'],
])('decides whether %s may be sent', (_name, ticket, show, code) => {
  expect(sendRefusal({ isUsed: false, isReleased: false, isSent: false, isOnResale: false, ...ticket }, show, NOW)).toBe(code)
})
