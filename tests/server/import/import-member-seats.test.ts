import { beforeEach, describe, expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { asFile, smallCatalogue, smallPlan } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeEach(async () => {
  await freshDatabase()
  forgetCatalogue()
})

type Member = NonNullable<CatalogueFileInput['members']>[number]
type Membership = NonNullable<CatalogueFileInput['memberships']>[number]

const SEAT = { seatplanId: 1, sectionId: 1, row: '2', seat: '3' }
const NOA: Member = {
  ...{ memberNumber: '1', ssn: '000000018', membership: { id: 1, name: 'סדרה' }, seat: SEAT, uses: null, tickets: [14] },
}
const YOAV: Member = { ...NOA, memberNumber: '2', ssn: '000000026', seat: { ...SEAT, seat: '4' } }

const SERIES = { type: 'series' as const, prices: [{ id: 11, code: 'adult', name: 'רגיל', price: 120 }] }
const FIRST: Membership = { ...SERIES, id: 1, code: 'first', name: 'ראשונה', presentationIds: [1] }
const SECOND: Membership = {
  ...{ ...SERIES, id: 2, code: 'second', name: 'שנייה', presentationIds: [2, 3] },
  prices: [{ id: 21, code: 'adult', name: 'רגיל', price: 240 }],
  renewal: { previousId: 1, until: '2130-01-01T00:00' },
}

function run(...members: readonly Member[]) {
  return runOf([FIRST, SECOND], members)
}

async function runOf(
  memberships: readonly Membership[],
  members: readonly Member[],
  around: (presentations: NonNullable<CatalogueFileInput['presentations']>) => Partial<CatalogueFileInput> = (presentations) => ({
    presentations,
  }),
) {
  const small = smallCatalogue()
  const [first] = small.presentations ?? []
  const [group] = small.ticketGroups ?? []
  if (!first || !group) throw new Error('The small catalogue has a presentation and tickets.')
  const file: CatalogueFileInput = {
    ...small,
    ticketGroups: [{ ...group, isByCodeEnabled: true, tickets: [...group.tickets, { id: 14, name: 'מנוי', price: 0, access: 'member' }] }],
    ...around([
      first,
      { ...first, id: 2, start: '2030-05-16T20:30' },
      { ...first, id: 3, start: '2030-05-26T20:30' },
      { ...first, id: 4, start: '2030-05-07T20:30' },
    ]),
    seasons: [{ id: 1, name: 'עונה', starts: '2030-05-01T00:00', ends: '2030-12-01T00:00' }],
    memberships: [...memberships],
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

test('the dates to choose of a renewal have seats for those whose seats it keeps', async () => {
  const season: Membership = { ...SECOND, type: 'season', seasonId: 1, presentationIds: [2], choice: { count: 1, options: [3] } }
  const small = { ...smallPlan([1]), id: 2, name: 'תא' }
  const sentence = 'the dates to choose of membership 2 have 1 seats for 2 subscribers, who need 2: 1 each'
  const around = (presentations: NonNullable<CatalogueFileInput['presentations']>) => ({
    seatplans: [smallPlan(), small],
    presentations: presentations.map((one) => (one.id === 3 ? { ...one, seatplanId: 2 } : one)),
  })
  expect((await runOf([FIRST, season], [NOA, YOAV], around)).problems.map(writeRemark)).toEqual([
    `catalogue.json: $.memberships[1].choice: ${sentence}`,
  ])
  expect((await runOf([FIRST, season], [NOA], around)).problems).toEqual([])
  expect((await importCatalogue([asFile({ members: [NOA, YOAV] })])).problems.map(writeRemark)).toEqual([
    `catalogue.json: $.members[0]: ${sentence}`,
  ])
})

describe('a seat that is promised to two of last year’s subscribers', () => {
  /** Another series of last year, and what it is renewed to. */
  const THIRD: Membership = {
    ...FIRST,
    id: 3,
    code: 'third',
    name: 'שלישית',
    presentationIds: [4],
    prices: [{ id: 31, code: 'adult', name: 'רגיל', price: 120 }],
  }
  const FOURTH: Membership = {
    ...{ ...SECOND, id: 4, code: 'fourth', name: 'רביעית', presentationIds: [3] },
    ...{ prices: [{ id: 41, code: 'adult', name: 'רגיל', price: 120 }], renewal: { previousId: 3, until: '2130-01-01T00:00' } },
  }
  const RON: Member = { ...YOAV, membership: { id: 3, name: 'אחרת' }, seat: SEAT }
  const CHOOSING: Membership = { ...FOURTH, type: 'season', seasonId: 1, presentationIds: [2], choice: { count: 1, options: [3] } }
  const ALL = [FIRST, SECOND, THIRD, FOURTH]

  test.each<[string, readonly Membership[], readonly Member[], string]>([
    [
      'on a date that the renewals of two series share',
      ALL,
      [NOA, RON],
      'members[1].seat: is promised twice on presentation 3: by membership 4 and by membership 2, to member 1',
    ],
    [
      'on a date that two series share',
      [FIRST, { ...THIRD, presentationIds: [1] }],
      [NOA, RON],
      'members[1].seat: is promised twice on presentation 1: by membership 3 and by membership 1, to member 1',
    ],
    [
      'on a date that a series and the renewal of another one share',
      [FIRST, SECOND, { ...THIRD, presentationIds: [2] }],
      [NOA, RON],
      'members[1].seat: is promised twice on presentation 2: by membership 3 and by membership 2, to member 1',
    ],
    [
      'on all dates of two series that renew the same one',
      [FIRST, SECOND, { ...FOURTH, presentationIds: [2, 3], renewal: { previousId: 1, until: '2130-01-01T00:00' } }],
      [],
      'memberships[2].renewal.previousId: membership 2 renews membership 1 as well, and has presentation 2 too: membership 4 would promise the same seats on it',
    ],
    [
      'on a date of the series that is renewed itself',
      [FIRST, { ...SECOND, presentationIds: [2, 1] }],
      [],
      'memberships[1].presentationIds[1]: presentation 1 is one of membership 1, which membership 2 renews: its members have their seats on it already',
    ],
  ])('is refused %s, with file, path and sentence, and nothing is written', async (_what, memberships, members, problem) => {
    expect((await runOf(memberships, members)).problems.map(writeRemark)).toEqual([`catalogue.json: $.${problem}`])
    expect((await database().query('SELECT FROM membership')).rowCount).toBe(0)
  })

  test('by a file of memberships to members who came before, or by members to memberships that came before', async () => {
    expect((await runOf([FIRST, SECOND, THIRD], [NOA, RON])).problems).toEqual([])
    const [remark] = (await runOf([FOURTH], [NOA, RON])).problems.map(writeRemark)
    expect(remark).toContain('members[1].seat: is promised twice on presentation 3')
    expect((await runOf(ALL, [NOA])).problems).toEqual([])
    expect((await runOf([], [NOA, RON])).problems.map(writeRemark)).toEqual([remark])
  })

  test.each<[string, readonly Membership[], readonly Member[]]>([
    ['other seats', ALL, [NOA, { ...RON, seat: { ...SEAT, seat: '4' } }]],
    ['other dates', [FIRST, { ...SECOND, presentationIds: [2] }, THIRD, FOURTH], [NOA, RON]],
    [
      'a deadline that has passed',
      [FIRST, SECOND, THIRD, { ...FOURTH, renewal: { previousId: 3, from: '2020-01-01T00:00', until: '2020-02-01T00:00' } }],
      [NOA, RON],
    ],
    ['a series without seats', [FIRST, SECOND, THIRD, { ...FOURTH, skipMemberSeat: true }], [NOA, RON]],
    ['a date that is only one to choose', [FIRST, { ...SECOND, presentationIds: [3] }, THIRD, CHOOSING], [NOA, RON]],
  ])('is not by %s', async (_what, memberships, members) => {
    expect((await runOf(memberships, members)).problems.map(writeRemark)).toEqual([])
  })
})
