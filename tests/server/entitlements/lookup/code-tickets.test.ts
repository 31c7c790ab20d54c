import { beforeAll, expect, test } from 'vitest'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { withCodeTickets } from '#lib/server/entitlements/lookup/code-tickets.ts'
import { addCodeTickets, addEntitlement, grantTo, visitorWithId, type EntitlementRow } from '#tests/support/buyers/codes.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addCodeTickets()
})

const GROUPS = [
  { id: 1, tickets: [] },
  { id: 3, tickets: [] },
]

/** The tickets by group that codes give a visitor after a look-up at a presentation. */
async function given(row: EntitlementRow, codes: string, presentationId = 1): Promise<readonly (readonly number[])[]> {
  const uuid = await visitorWithId()
  await grantTo(uuid, await addEntitlement(row))
  const answer = { id: presentationId, ticketGroups: GROUPS } as unknown as PresentationAnswer
  const [after] = await withCodeTickets([answer], { ticketCodes: codes, uuid })
  return after?.ticketGroups.map(({ tickets }) => tickets.map(({ id }) => id)) ?? []
}

const coupon = (typed: string, more: Partial<EntitlementRow> = {}): EntitlementRow => ({
  kind: 'coupon',
  typed,
  tickets: [101, 301],
  ...more,
})

test('gives the tickets of a looked-up code, each in its group and where it is sold', async () => {
  expect(await given(coupon('OPEN1'), ' open1 ')).toEqual([[101], []])
  expect(await given(coupon('OPEN3'), 'nobody,OPEN3', 3)).toEqual([[], [301]])
  expect(await given({ kind: 'member', typed: '000000018', publicCode: '1001', tickets: [104] }, '1001')).toEqual([[104], []])
})

test.each<[string, EntitlementRow]>([
  ['has expired', coupon('ENDED', { ends: -1 })],
  ['has not begun', coupon('SOON', { starts: 1 })],
  ['is used up', coupon('USED', { uses: 0 })],
  ['was retired', coupon('RETIRED', { isActive: false })],
  ['is another business’s', coupon('FOREIGN', { businessId: 2 })],
  ['is for tickets that are not sold there', coupon('GALLERY', { tickets: [301] })],
])('gives none for a code that %s', async (_what, row) => {
  expect(await given(row, row.typed)).toEqual([[], []])
})

test('gives none for codes that were not named or for the stored name of a reference', async () => {
  expect(await given(coupon('UNNAMED'), 'OTHER')).toEqual([[], []])
  const reference: EntitlementRow = { kind: 'reference', typed: 'ref', publicCode: 'ref 7', tickets: [101] }
  expect(await given(reference, 'ref 7')).toEqual([[], []])
})
