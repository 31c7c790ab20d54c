import { beforeEach, describe, expect, test } from 'vitest'
import { demoFiles } from '#lib/demo/import-demo.ts'
import type { Known } from '#lib/server/import/check/known.ts'
import { prepareCatalogue, type Prepared } from '#lib/server/import/check/prepare.ts'
import { warnOfDates } from '#lib/server/import/check/warn-of-dates.ts'
import { warnOfPrices } from '#lib/server/import/check/warn-of-prices.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { readImportFile } from '#lib/server/import/read/read-file.ts'
import { ImportNotes, writeRemark } from '#lib/server/import/read/report.ts'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { asFile, smallCatalogue, smallPlan } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeEach(freshDatabase)

type Showing = NonNullable<CatalogueFileInput['presentations']>[number]

const POSTER = { svg: '<svg viewBox="0 0 9 9"/>' }

function feature(change: { readonly minutes?: number; readonly typeId?: number } = {}): Partial<CatalogueFileInput> {
  return { features: [{ id: 1, name: 'הצגה', categoryId: 1, poster: POSTER, minutes: 90, ...change }] }
}

function showing(id: number, start: Showing['start'], change: Partial<Showing> = {}): Showing {
  return { id, featureId: 1, venueId: 1, seatplanId: 1, start, prices: { hall: 1, lawn: 1 }, ...change }
}

async function warningsOf(change: Partial<CatalogueFileInput>): Promise<readonly string[]> {
  const outcome = await importCatalogue([asFile(smallCatalogue(change))], { today: '2030-05-01' })
  expect(outcome.problems).toEqual([])
  return outcome.warnings.map(writeRemark)
}

test('warns of nothing in a catalogue that is whole', async () => {
  expect(await warningsOf({})).toEqual([])
})

describe('two showings in one hall', () => {
  const evening = [showing(1, '2030-05-06T20:00'), showing(2, '2030-05-06T21:00')]

  test('at a time are told once, with both, their times and what mends it; the second time too', async () => {
    const sentence =
      'catalogue.json: $.presentations[1]: presentation 2 (2030-05-06 21:00, 90 minutes) and presentation 1 (2030-05-06 20:00, 90 minutes) are in venue 1 at the same time; ' +
      'another start or venueId mends it, the minutes of the feature, or "typeId": 7 if it has no time of day'
    expect(await warningsOf({ ...feature(), presentations: evening })).toEqual([sentence])
    expect(await warningsOf({ ...feature(), presentations: evening })).toEqual([sentence])
  })

  test.each([
    ['one begins when the other ends', { ...feature({ minutes: 60 }), presentations: evening }],
    [
      'one is cancelled',
      { ...feature(), presentations: [showing(1, '2030-05-06T20:00', { cancelled: true }), showing(2, '2030-05-06T21:00')] },
    ],
    ['the feature has no time of day', { ...feature({ typeId: 7 }), presentations: evening }],
  ])('are fine if %s', async (_name, change) => {
    expect(await warningsOf(change)).toEqual([])
  })

  test('are told if the database has one of them and no file lists it', async () => {
    await warningsOf({ ...feature(), presentations: [showing(1, '2030-05-06T20:00')] })
    expect(await warningsOf({ ...feature(), presentations: [showing(3, '2030-05-06T19:30')] })).toEqual([
      expect.stringMatching(/presentations\[0\]: presentation 1 \(.*\) and presentation 3 \(2030-05-06 19:30/),
    ])
  })

  test('are nowhere in the demo, whatever weekday it begins on', async () => {
    const files = demoFiles().filter((path) => /(features|presentations)\.json$/.test(path))
    for (const today of ['2030-05-05', '2030-05-06', '2030-05-07', '2030-05-08', '2030-05-09', '2030-05-10', '2030-05-11']) {
      const notes = new ImportNotes()
      const read = await Promise.all(files.map((path) => readImportFile(path, notes)))
      const prepared = await prepareCatalogue(
        read.filter((file) => file !== undefined),
        today,
        notes,
      )
      expect(prepared.presentations.length).toBeGreaterThan(400)
      await warnOfDates(database(), prepared, notes)
      expect(notes.warnings.map(writeRemark)).toEqual([])
    }
  })

  test('of a schedule are told once, with the number of all', async () => {
    const { start: _start, id: firstId, ...shown } = showing(10, '2030-05-06T20:00')
    const schedules = [{ firstId, from: 1, days: 5, times: ['20:00', '21:00'], ...shown }]
    expect(await warningsOf({ ...feature(), presentations: [], schedules })).toEqual([
      expect.stringMatching(/^catalogue\.json: \$\.schedules\[0\]: presentation 11 .* and 4 more such pairs;/),
    ])
  })
})

describe('a date before the day of the import', () => {
  test('is told where it is new, not as history', async () => {
    const presentations = [showing(1, '2030-04-30T20:00')]
    expect(await warningsOf({ presentations })).toEqual([
      'catalogue.json: $.presentations[0].start: presentation 1 at 2030-04-30 20:00 is before today, 2030-05-01: nobody can buy it; a later start, or "cancelled": true, mends it',
    ])
    expect(await warningsOf({ presentations })).toEqual([])
    expect(await warningsOf({ presentations: [showing(1, '2030-04-29T20:00')] })).toHaveLength(1)
  })

  test('of a schedule is told once with the number of them', async () => {
    const { start: _start, id: firstId, ...shown } = showing(10, '2030-05-06T20:00')
    const schedules = [{ firstId, from: '2030-04-28', days: 9, times: ['20:00'], ...shown }]
    expect(await warningsOf({ presentations: [], schedules })).toEqual([
      expect.stringMatching(
        /\$\.schedules\[0\]\.from: presentation 10 at 2030-04-28 20:00, the first of 3 such dates, is before today, 2030-05-01/,
      ),
    ])
  })

  test('is fine if it is cancelled, or earlier on that day', async () => {
    expect(
      await warningsOf({ presentations: [showing(1, '2030-04-30T20:00', { cancelled: true }), showing(2, '2030-05-01T00:30')] }),
    ).toEqual([])
  })
})

test('a sale that opens after the start is told', async () => {
  expect(await warningsOf({ presentations: [showing(1, '2030-05-06T20:00', { saleOpens: '2030-06-05T20:00' })] })).toEqual([
    expect.stringContaining(
      '$.presentations[0].saleOpens: 2030-06-05 20:00 is not before the start, 2030-05-06 20:00: it is never on sale',
    ),
  ])
})

describe('seats without a price', () => {
  test('are told by presentation, with their categories', async () => {
    expect(await warningsOf({ presentations: [showing(1, '2030-05-06T20:00', { prices: { hall: 1 } })] })).toEqual([
      'catalogue.json: $.presentations[0].prices: presentation 1 has no price for "lawn", so those seats cannot be bought: ' +
        'name a ticket group for each, or say { "ticketGroupId": …, "allocationId": -1 } if they are not for sale',
    ])
  })

  test('are told of a presentation that has no price at all', async () => {
    expect(await warningsOf({ presentations: [showing(1, '2030-05-06T20:00', { prices: {} })] })).toEqual([
      expect.stringContaining('$.presentations[0].prices: { } gives no price at all, so presentation 1 is shown as not on sale'),
    ])
  })

  test('are fine if the file says that they are not for sale', async () => {
    const lawn = { ticketGroupId: 1, allocationId: -1 }
    expect(await warningsOf({ presentations: [showing(1, '2030-05-06T20:00', { prices: { hall: 1, lawn } })] })).toEqual([])
  })

  test('are told of a group whose tickets have none', async () => {
    const ticketGroups = [{ id: 1, name: 'אולם', tickets: [{ id: 11, name: 'רגיל', price: null }] }]
    expect(await warningsOf({ ticketGroups })).toEqual([
      'catalogue.json: $.ticketGroups[0].tickets: none of the 1 tickets of group 1 "אולם" has a price: seats under it cannot be bought; give one a price',
    ])
  })
})

describe('colours of price categories', () => {
  const COLOURS = { stalls: '#f44336', circle: '#2196f3', box: '#f44336' }
  function warned(prices: Showing['prices']): readonly string[] {
    const plan = { colours: COLOURS, seats: Object.keys(COLOURS).map((category) => ({ category })), sections: [] }
    const here = { file: 'catalogue.json', path: ['presentations', 0] }
    const prepared = {
      plans: [{ item: { id: 1, plan } }],
      presentations: [{ item: showing(1, '2030-05-06T20:00', { prices }), place: here }],
      ticketGroups: [],
    }
    const notes = new ImportNotes()
    warnOfPrices(prepared as unknown as Prepared, { plans: new Map() } as unknown as Known, notes)
    return notes.warnings.map(writeRemark)
  }

  test('that do not show, because one ticket group sells them, are told with what keeps them', () => {
    expect(warned({ stalls: 1, circle: { ticketGroupId: 1, allocationId: 3 }, box: 2 })).toEqual([
      'catalogue.json: $.presentations[0].prices: presentation 1 sells "stalls" (#f44336), "circle" (#2196f3) under one ticket group, 1, so the map shows them in one colour: a group for each keeps theirs',
    ])
  })

  test('are fine with a group for each, and where they are one colour', () => {
    expect([warned({ stalls: 1, circle: 2, box: 3 }), warned({ stalls: 1, box: 1, circle: 2 })]).toEqual([[], []])
  })
})

test('a standing area over seats of its level is told, with how many and the first', async () => {
  const plan = smallPlan()
  if (!('plan' in plan)) throw new Error('The small plan is in its catalogue.')
  const over = plan.plan.sections.map((section) => ({
    ...section,
    ...(section.capacity !== undefined && {
      outline: [
        [0, 0],
        [400, 0],
        [400, 70],
        [0, 70],
      ] as [number, number][],
    }),
  }))
  expect(await warningsOf({ seatplans: [{ ...plan, plan: { ...plan.plan, sections: over } }] })).toEqual([
    expect.stringMatching(
      /^catalogue\.json: \$\.seatplans\[0\]: the standing area "מדשאה" \(50 places\) lies over 4 seats, the first is "אולם, 1, 4"; another outline mends it/,
    ),
  ])
  const apart = over.map((section) => ({ ...section, level: section.name }))
  expect(await warningsOf({ seatplans: [{ ...plan, plan: { ...plan.plan, sections: apart } }] })).toEqual([])
})
