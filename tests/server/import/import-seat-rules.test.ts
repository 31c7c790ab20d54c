import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { asFile, smallCatalogue } from '#tests/support/catalogue-files.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'

beforeEach(async () => {
  await freshDatabase()
  forgetCatalogue()
})
afterEach(checkInvariants)

type SeatRules = NonNullable<CatalogueFileInput['presentations']>[number]['seatRules']
const SHOWING = { featureId: 1, venueId: 1, seatplanId: 1, prices: { hall: 1 } }

function withRules(seatRules?: SeatRules): CatalogueFileInput {
  return smallCatalogue({ presentations: [{ id: 1, ...SHOWING, start: '2030-05-06T20:30', ...(seatRules && { seatRules }) }] })
}

async function importedRules(json: unknown, id = 1) {
  const { problems } = await importCatalogue([asFile(json)], { today: '2030-05-01' })
  expect(problems).toEqual([])
  forgetCatalogue()
  return (await catalogue()).presentations.get(id)?.seatRules
}

test('R5.11 R5.12 avoids lone seats if possible, keeps no seats free and joins companions to wheelchairs by default', async () => {
  expect(await importedRules(withRules())).toEqual({ loneSeats: 'unavoidable', keepOneFree: false, companionNeedsWheelchair: true })
})

test('R5.11 R5.12 sets each rule separately, in a presentation or a schedule, and changes it later', async () => {
  expect(await importedRules(withRules({ keepOneFree: true }))).toMatchObject({ loneSeats: 'unavoidable', keepOneFree: true })
  expect(await importedRules(withRules({ loneSeats: 'never' }))).toMatchObject({ loneSeats: 'never', keepOneFree: false })
  const schedule = { ...SHOWING, firstId: 50, from: 0, days: 2, times: ['18:00'], seatRules: { companionNeedsWheelchair: false } }
  expect(await importedRules({ schedules: [schedule] }, 51)).toMatchObject({ loneSeats: 'unavoidable', companionNeedsWheelchair: false })
})

test.each([
  ['an unknown word', { loneSeats: 'sometimes' }, '$.presentations[0].seatRules.loneSeats: '],
  ['a number', { keepOneFree: 1 }, '$.presentations[0].seatRules.keepOneFree: '],
  ['a misspelt rule', { keepTwoFree: true }, '$.presentations[0].seatRules: '],
])('reports %s with its path and changes nothing', async (_what, seatRules, place) => {
  const { presentations, ...rest } = withRules()
  const { problems, changes } = await importCatalogue([
    asFile({ ...rest, presentations: presentations?.map((one) => ({ ...one, seatRules })) }),
  ])
  expect(problems.map(writeRemark)).toEqual([expect.stringContaining(place)])
  expect(changes).toBe(0)
})
