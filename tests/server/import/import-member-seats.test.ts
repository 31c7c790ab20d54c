import { beforeEach, expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { asFile, smallCatalogue } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeEach(async () => {
  await freshDatabase()
  forgetCatalogue()
})

type Member = NonNullable<CatalogueFileInput['members']>[number]

const SEAT = { seatplanId: 1, sectionId: 1, row: '2', seat: '3' }
const NOA: Member = {
  ...{ memberNumber: '1', ssn: '000000018', membership: { id: 1, name: 'סדרה' }, seat: SEAT, uses: null, tickets: [14] },
}
const YOAV: Member = { ...NOA, memberNumber: '2', ssn: '000000026', seat: { ...SEAT, seat: '4' } }

async function run(...members: readonly Member[]) {
  const small = smallCatalogue()
  const [first] = small.presentations ?? []
  const [group] = small.ticketGroups ?? []
  if (!first || !group) throw new Error('The small catalogue has a presentation and tickets.')
  const series = { type: 'series' as const, prices: [{ id: 11, code: 'adult', name: 'רגיל', price: 120 }] }
  const file: CatalogueFileInput = {
    ...small,
    ticketGroups: [{ ...group, isByCodeEnabled: true, tickets: [...group.tickets, { id: 14, name: 'מנוי', price: 0, access: 'member' }] }],
    presentations: [first, { ...first, id: 2, start: '2030-05-16T20:30' }, { ...first, id: 3, start: '2030-05-26T20:30' }],
    memberships: [
      { ...series, id: 1, code: 'first', name: 'ראשונה', presentationIds: [1] },
      {
        ...{ ...series, id: 2, code: 'second', name: 'שנייה', presentationIds: [2, 3] },
        prices: [{ id: 21, code: 'adult', name: 'רגיל', price: 240 }],
        renewal: { previousId: 1, until: '2130-01-01T00:00' },
      },
    ],
    members: [...members],
  }
  return importCatalogue([asFile(file)], { today: '2030-05-01' })
}

async function keptNow(): Promise<readonly string[]> {
  const { rows } = await database().query<{ kept: string }>(
    `SELECT k.presentation_id || ': ' || e.public_code || ' ' || s.row_name || '/' || s.seat_name AS kept
     FROM seat_keep k JOIN entitlement e USING (entitlement_id) JOIN seat s ON s.seatplan_id = 1 AND s.seat_id = k.seat_id
     WHERE k.kind = 'renewal' AND k.until > now() ORDER BY 1`,
  )
  return rows.map(({ kept }) => kept)
}

test('the seats of members are kept on every date of the membership that renews theirs', async () => {
  expect(await run(NOA, YOAV)).toMatchObject({ problems: [] })
  expect(await keptNow()).toEqual(['2: 1 2/3', '2: 2 2/4', '3: 1 2/3', '3: 2 2/4'])
  expect(await run(NOA, YOAV)).toMatchObject({ problems: [], changes: 0 })
})

test('a later file changes the seat, or takes it away with the member', async () => {
  await run(NOA, YOAV)
  await run({ ...NOA, seat: { ...SEAT, row: '1' } }, { ...YOAV, seat: null })
  expect(await keptNow()).toEqual(['2: 1 1/3', '3: 1 1/3'])
  await run(YOAV)
  expect(await keptNow()).toEqual(['2: 2 2/4', '3: 2 2/4'])
})

test.each<[string, readonly Member[], string]>([
  [
    'a seat that the plan does not have',
    [{ ...NOA, seat: { ...SEAT, seat: '9' } }],
    'members[0].seat: there is no seat 9 in row 2 of section 1 of seat plan 1',
  ],
  ['a seat of two members', [NOA, { ...YOAV, seat: SEAT }], 'members[1].seat: is the seat of another member of that membership before it'],
  [
    'a seat of a membership that is not there',
    [{ ...NOA, membership: { id: 9, name: 'אחרת' } }],
    'members[0].membership.id: has a seat, but there is no membership 9',
  ],
])('an import refuses %s', async (_what, members, problem) => {
  expect((await run(...members)).problems.map(writeRemark)).toEqual([`catalogue.json: $.${problem}`])
})
