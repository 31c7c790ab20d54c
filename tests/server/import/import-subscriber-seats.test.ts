import { beforeEach, describe, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
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

type Kept = NonNullable<NonNullable<CatalogueFileInput['presentations']>[number]['subscriberSeats']>[number]

async function run(subscriberSeats: readonly Kept[], change: Partial<CatalogueFileInput> = {}) {
  const small = smallCatalogue()
  const presentations = (small.presentations ?? []).map((one) => ({ ...one, subscriberSeats: [...subscriberSeats] }))
  return importCatalogue([asFile({ ...small, presentations, ...change })], { today: '2030-05-01' })
}

async function keptNow() {
  const { rows } = await database().query<{ seats: number; until: Date; membership_ids: number[] }>(
    `SELECT count(*)::int AS seats, until, membership_ids FROM seat_keep WHERE kind = 'allocation' GROUP BY 2, 3`,
  )
  return rows
}

const HALL: Kept = { categories: ['hall'], daysBefore: 2 }
const RELEASED = new Date('2030-05-04T20:30+03:00')

describe('seats for subscribers', () => {
  test('are kept until their release, and no longer if a later file leaves them out', async () => {
    expect(await run([HALL])).toMatchObject({ problems: [] })
    expect(await keptNow()).toEqual([{ seats: 12, until: RELEASED, membership_ids: [] }])
    forgetCatalogue()
    const from = await catalogue()
    expect(from.presentations.get(1)?.subscriberSeats).toEqual([{ categories: ['hall'], until: RELEASED.getTime(), membershipIds: [] }])
    expect(await run([HALL])).toMatchObject({ changes: 0 })
    await run([{ categories: ['hall'], until: '2030-05-03T10:00' }])
    expect(await keptNow()).toMatchObject([{ seats: 12, until: new Date('2030-05-03T10:00+03:00') }])
    await run([])
    expect(await keptNow()).toEqual([])
  })

  test('follow the seats of a changed plan', async () => {
    await run([HALL])
    await importCatalogue([asFile({ seatplans: [smallPlan([4, 4])] })], { today: '2030-05-01' })
    expect(await keptNow()).toMatchObject([{ seats: 8 }])
  })

  test.each<[string, Kept, string]>([
    ['neither moment', { categories: ['hall'] }, 'subscriberSeats[0]: says when its seats are released by either until or daysBefore'],
    [
      'two moments',
      { ...HALL, until: '2030-05-03T10:00' },
      'subscriberSeats[0]: says when its seats are released by either until or daysBefore',
    ],
    [
      'a release after the start',
      { categories: ['hall'], until: '2030-05-07T10:00' },
      'subscriberSeats[0].until: is after the start of the presentation',
    ],
    [
      'an unknown category',
      { ...HALL, categories: ['box'] },
      'subscriberSeats[0].categories[0]: the seat plan has no numbered seats of category "box"',
    ],
    [
      'places without numbers',
      { ...HALL, categories: ['lawn'] },
      'subscriberSeats[0].categories[0]: the seat plan has no numbered seats of category "lawn"',
    ],
    ['a category twice', { ...HALL, categories: ['hall', 'hall'] }, 'subscriberSeats[0].categories[1]: category "hall" is listed twice'],
    ['an unknown membership', { ...HALL, membershipIds: [9] }, 'subscriberSeats[0].membershipIds[0]: there is no membership 9'],
  ])('are refused with %s', async (_what, kept, problem) => {
    expect((await run([kept])).problems.map(writeRemark)).toEqual([`catalogue.json: $.presentations[0].${problem}`])
  })

  test('are refused without a price, because nobody could buy them', async () => {
    const [first] = smallCatalogue().presentations ?? []
    if (!first) throw new Error('The small catalogue has a presentation.')
    const presentations = [{ ...first, prices: { lawn: 1 }, subscriberSeats: [HALL] }]
    expect((await run([], { presentations })).problems.map(writeRemark)).toEqual([
      'catalogue.json: $.presentations[0].subscriberSeats[0].categories[0]: category "hall" has no price, so its seats cannot be released',
    ])
  })
})
