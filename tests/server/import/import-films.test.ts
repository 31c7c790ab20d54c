import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { isOnDemand } from '#lib/domain/catalogue/catalogue.ts'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'

type FilmInput = NonNullable<CatalogueFileInput['films']>[number]

const FILM: FilmInput = { id: 500, featureId: 1, venueId: 51, price: 39, media: 'demo-nine-minutes' }
const VENUES = [101, 102, 103, 104].map((venueTypeId, at) => ({ id: 51 + at, locationId: 1, name: 'בבית', venueTypeId }))

const SVG = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 840'/>"

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})
beforeEach(forgetCatalogue)

async function problemsOf(films: readonly Partial<FilmInput>[], more: Partial<CatalogueFileInput> = {}): Promise<readonly string[]> {
  const json = { venues: VENUES, films: films.map((film) => ({ ...FILM, ...film })), ...more }
  const { problems } = await importCatalogue([{ name: 'films.json', json, folder: undefined }], { today: '2026-11-22', dryRun: true })
  return problems.map(writeRemark)
}

test('R3.9 a presentation of a venue of type 101 to 104 is watched at home: 104 is live, the others are films', async () => {
  const start = '2026-12-01T20:30'
  const films = VENUES.map(({ id, venueTypeId }, at) => ({ ...FILM, id: 500 + at, venueId: id, ...(venueTypeId === 104 && { start }) }))
  const { problems } = await importCatalogue([{ name: 'films.json', json: { venues: VENUES, films }, folder: undefined }])
  expect(problems).toEqual([])
  forgetCatalogue()
  const from = await catalogue()
  expect([...from.films.values()].map(({ id, venueTypeId, startsAt }) => [id, venueTypeId, startsAt !== null])).toEqual([
    [500, 101, false],
    [501, 102, false],
    [502, 103, false],
    [503, 104, true],
  ])
  expect([...from.venues.values()].filter(isOnDemand)).toHaveLength(4)
  expect(from.films.get(500)).toMatchObject({
    ...{ price: 3_900, hours: 48, days: 30, devices: 2, capacity: null, seconds: 80 },
    subtitles: [{ language: 'he', isForHardOfHearing: false }],
    sounds: [{ isDescription: false }, { isDescription: true }],
  })
})

test('a feature says from which age it is meant to be seen, or does not', async () => {
  const ages = async (fromAge: number | null | undefined) => {
    const feature = { id: 91, name: 'חצות', categoryId: 1, poster: { svg: SVG }, ...(fromAge !== undefined && { fromAge }) }
    const { problems } = await importCatalogue([{ name: 'films.json', json: { features: [feature] }, folder: undefined }])
    forgetCatalogue()
    return problems.length > 0 ? problems.map(writeRemark) : (await catalogue()).features.get(91)?.fromAge
  }
  expect([await ages(14), await ages(0), await ages(undefined)]).toEqual([14, 0, null])
  expect(await ages(22)).toEqual([expect.stringContaining('features[0].fromAge')])
})

test.each<[string, Partial<FilmInput>, Partial<CatalogueFileInput>?]>([
  ['films.json: $.films[0].featureId: there is no feature 99', { featureId: 99 }],
  ['films.json: $.films[0].venueId: there is no venue 99', { venueId: 99 }],
  ['films.json: $.films[0].venueId: is a venue of seats: films need one of type 101 to 104', { venueId: 1 }],
  ['films.json: $.films[0]: is a live stream without a start', { venueId: 54 }],
  ['films.json: $.films[0].start: is that of a live stream, but its venue is not of type 104', { start: '2026-12-01T20:30' }],
  ['films.json: $.films[0].media: there is no film nowhere: npm run vod -- list names those that are there', { media: 'nowhere' }],
  ['films.json: $.films[0].cancellationPolicyId: there is no cancellation policy 99', { cancellationPolicyId: 99 }],
  ['films.json: $.films[0].id: the id 1 is that of a presentation with seats already', { id: 1 }],
  [
    'films.json: $.films[0].chapters[1].at: is before the chapter before it',
    {
      chapters: [
        { at: 9, name: 'א' },
        { at: 3, name: 'ב' },
      ],
    },
  ],
  ['films.json: $.films[0].chapters[0].at: is after the end of the film', { chapters: [{ at: 80, name: 'א' }] }],
  ['films.json: $.films[0].saleCloses: is not after its start', { saleOpens: '2026-12-01T20:30', saleCloses: '2026-11-01T20:30' }],
])('refuses: %s', async (sentence, film, more) => {
  expect(await problemsOf([film], more)).toEqual([sentence])
  expect(await cellOf('SELECT count(*)::int FROM film WHERE film_id = 99')).toBe(0)
})

test('refuses shapes by their path: a folder that is a path, three devices, no hours', async () => {
  const sentences = await problemsOf([{ media: '../secret', devices: 3, hours: 0 }])
  expect(sentences.map((one) => /films\[0\]\.(\w+)/.exec(one)?.[1])).toEqual(['media', 'hours', 'devices'])
})

test('refuses a film twice, and a presentation with its id', async () => {
  expect(await problemsOf([{}, {}])).toEqual([expect.stringContaining('films[1]: the id 500 is taken by another of the films')])
})
