import { beforeAll, describe, expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { importDemo } from '#lib/demo/import-demo.ts'
import { lookUpTicket, type TicketQuestion } from '#lib/server/entitlements/lookup/ticket-lookup.ts'
import { visitorWithId } from '#tests/support/buyers/codes.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

/** The codes listed in docs/demo.md do what it says. */
beforeAll(async () => {
  await freshDatabase()
  await importDemo()
  forgetCatalogue()
})

/** A cinema, tomorrow. */
const CINEMA = 21_031_003
const JUMP = 11
const STUDENTS = 14

async function end(presentationId: number, question: TicketQuestion): Promise<string> {
  const found = await lookUpTicket({ uuid: await visitorWithId(), locale: 'he' }, presentationId, question)
  if (!found.ok) return found.refusal.code
  const { ticket } = found.value
  return [ticket.id, ticket.price, ticket.balance ?? 'any'].join(' ')
}

describe.each<[string, number, readonly (readonly [string, string])[]]>([
  [
    'in the theatre',
    1,
    [
      ['SHURA10', '1001 206.1 any'],
      ['PAIR', '1002 229 any'],
      ['TRIO', '1003 458 2'],
      ['LAST1', '1001 206.1 1'],
      ['USEDUP', 'COUPON_USED'],
      ['ENDED', 'codeNotFound'],
      ['SOON', 'codeNotFound'],
      ['CINEMA', 'codeNotFound'],
      ['NOSUCHCODE', 'codeNotFound'],
      ['ELSEWHERE', 'ticketNotFound'],
      ['SHOW-2026-02', '1006 0 2'],
      ['SHOW-2026-99', 'voucherExpired'],
      ['SHOW-2026-00', 'voucherBalance'],
      ['000000018', '1004 172 4'],
      ['000000026', 'memberExpired'],
      ['000000034', 'memberNotStarted'],
      ['000000042', 'memberNoneAvailable'],
      ['000000059', 'noValidMember'],
      ['000000083', 'memberNotFound'],
      ['000000067', '1005 114 2'],
      ['000000075', 'seniorNoBalance'],
    ],
  ],
  [
    'in a cinema',
    CINEMA,
    [
      ['SHURA10', '11001 39.6 any'],
      ['CINEMA', '11001 39.6 any'],
      ['ELSEWHERE', '11001 39.6 any'],
      ['FILM-2026-02', '11006 0 2'],
      ['000000059', '11004 33 12'],
      ['000000018', 'noValidMember'],
    ],
  ],
  [
    'at the trampolines',
    JUMP,
    [
      ['JUMP-06-11', '36006 0 4'],
      ['JUMP-18', '36007 0 4'],
    ],
  ],
])('%s', (_where, presentationId, rows) => {
  test.each(rows)('%s: %s', async (ticketCode, expected) => {
    expect(await end(presentationId, { ticketCode })).toBe(expected)
  })
})

test('000000083 has no senior benefit', async () => {
  expect(await end(1, { ticketCode: '000000083', ticketId: 1005 })).toBe('seniorNotFound')
})

test.each([
  ['a student on the list', { ticketId: 552, ticketCode: '20260001' }, '552 120 2'],
  ['a student whose tickets are bought', { ticketId: 552, ticketCode: '20260003' }, 'TICKET_BALANCE_INSUFFICIENT'],
  ['a student who is not on it', { ticketId: 552, ticketCode: '20269999' }, 'referenceNotEligible'],
  ['a soldier', { ticketId: 553, ticketCode: '7654321', reference2: 'גולני' }, '553 105 any'],
  ['a number that ends in 00', { ticketId: 553, ticketCode: '7654300', reference2: 'גולני' }, 'referenceNotEligible'],
  ['a number that ends in 99', { ticketId: 553, ticketCode: '7654399', reference2: 'גולני' }, 'referenceCheckFailed'],
  ['the box office’s ticket', { ticketId: 554, ticketCode: 'x' }, 'ticketNotFound'],
])('%s', async (_what, question, expected) => {
  expect(await end(STUDENTS, question)).toBe(expected)
})
