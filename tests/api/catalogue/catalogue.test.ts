import { afterAll, beforeAll, expect, test } from 'vitest'
import { featurePlaceholderImage, listFeatures, listLocations } from '#lib/contract/show/features.ts'
import { ENDPOINTS } from '#lib/contract/endpoints.ts'
import { getPresentation, getTicketGroups, listPresentations, presentationsOfDay } from '#lib/contract/show/presentations.ts'
import { getSeatplan, getSeatsStatus } from '#lib/contract/show/seats.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

let app: RunningApp
let visitor: TestVisitor
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await database().query(`
    INSERT INTO location VALUES (2, 'בית שני', 'ירושלים', 'רחוב 2'); INSERT INTO venue VALUES (2, 2, 'אולם 2', 1);
    INSERT INTO feature (feature_id, name, feature_type_id, feature_category_id, poster) VALUES (2, 'תערוכה', 7, 1, '<svg xmlns="http://www.w3.org/2000/svg"><desc>2</desc></svg>');
    INSERT INTO seatplan VALUES (2, 2, 'תכנית', 'v1', 100, 100, NULL);
    INSERT INTO section (seatplan_id, section_id, ordinal, name, is_reserved, category, capacity, first_place) VALUES (2, 1, 1, 'כניסה', false, 'G', 10, 1000000);
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at) VALUES (2, 2, 2, 2, now() + interval '2 days');
    UPDATE presentation SET starts_at = date_trunc('day', now() + interval '4 days', 'UTC') - interval '30 minutes' WHERE presentation_id = 1;
    INSERT INTO presentation_price VALUES (2, 'G', 2, 1);
    UPDATE catalogue_version SET version = version + 1`)
  app = await startApp()
  visitor = new TestVisitor(app.origin)
})
afterAll(() => app.stop())

test('R7.42 lists presentations by feature and location, with hasReserved and hasGA', async () => {
  const all = readAnswer(listPresentations, await visitor.get('/api/presentations/?featureIds='))
  expect(all.presentations.map((one) => one.id)).toEqual([2, 1])
  const some = readAnswer(
    listPresentations,
    await visitor.get('/api/presentations/?featureIds=2,77&locationId=2&miniSiteUrl=&ticketCodes=&isHold=0&modifyCart='),
  )
  expect(some).toMatchObject({ presentations: [{ id: 2 }], hasReserved: false, hasGA: true })
  expect(readAnswer(listPresentations, await visitor.get('/api/presentations?featureIds=1&locationId=2')).presentations).toEqual([])
})

test('R7.43 R3.6 answers one presentation with every field of the specification', async () => {
  const { presentation } = readAnswer(getPresentation, await visitor.get('/api/presentations/1?ticketCodes=&isHold=0'))
  const fields = [
    'id',
    'featureId',
    'featureName',
    'featureTypeId',
    'featureCategoryId',
    'featureCategoryName',
    'locationId',
    'locationName',
    'venueId',
    'venueTypeId',
    'seatplanId',
    'seatingPolicyId',
    'authProfileId',
    'businessId',
    'dateTime',
    'seats',
    'seatplan',
    'seatsLoaded',
    'products',
    'ticketGroups',
    'serviceCharge',
    'isReserved',
    'isGA',
    'soldout',
    'seatingMode',
    'hasReservedSection',
    'hasGASection',
    'hasMultiGASections',
    'viewAreaFilename',
    'imageMapHtml',
  ]
  expect(Object.keys(presentation)).toEqual(expect.arrayContaining(fields))
  expect(presentation).toMatchObject({
    featureName: 'הצגת בדיקה',
    locationName: 'היכל הבדיקה',
    seatingMode: 'mixed',
    isGA: 1,
    hasReservedSection: true,
    hasMultiGASections: false,
  })
})

test('R1.31 sends amounts as decimal shekels', async () => {
  const { ticketGroups, serviceCharge } = readAnswer(getTicketGroups, await visitor.get('/api/presentations/1/ticketGroups?mode=order'))
  expect(ticketGroups[0]?.tickets[0]).toMatchObject({ id: 11, price: 100, serviceCharge: 5 })
  expect(serviceCharge).toEqual({ name: 'דמי טיפול', amountPerOrder: 7, percentRatePerOrder: null })
})

test('R7.47 selects the presentations of a day in Jerusalem time', async () => {
  const idsOf = async (date: string) =>
    readAnswer(presentationsOfDay, await visitor.get(`/api/seats/presentations?date=${date}`)).presentations.map(({ id }) => id)
  const { rows } = await database().query<{ starts_at: Date }>('SELECT starts_at FROM presentation WHERE presentation_id = 1')
  const [startsAt] = rows.map((row) => row.starts_at)
  const { date } = datePartsOf(startsAt?.getTime() ?? 0)
  expect(await idsOf(date)).toEqual([1])
  // It starts half an hour before midnight of UTC, when the next day has begun in Jerusalem.
  const ofUtc = startsAt?.toISOString().slice(0, 10) ?? ''
  expect([ofUtc < date, await idsOf(ofUtc)]).toEqual([true, expect.not.arrayContaining([1])])
  expect(await idsOf('2020-02-29')).toEqual([])
})

test('R7.57 selects features by ids, location and mini-site, singly and together', async () => {
  expect(readAnswer(listFeatures, await visitor.get('/api/features/?featureIds=&locationId=&miniSiteUrl=')).features).toHaveLength(2)
  expect(readAnswer(listFeatures, await visitor.get('/api/features/?featureIds=1,2&locationId=2')).features).toMatchObject([
    { id: 2, locationIds: [2], priceFrom: 50 },
  ])
  const idsOf = async (query: string) => readAnswer(listFeatures, await visitor.get(`/api/features/?${query}`)).features.map(({ id }) => id)
  expect([await idsOf('featureIds=1'), await idsOf('locationId=1'), await idsOf('locationId=2')]).toEqual([[1], [1], [2]])
  expect([await idsOf('featureIds=1&locationId=2'), await idsOf('featureIds=99'), await idsOf('locationId=99')]).toEqual([[], [], []])
  expect([await idsOf('miniSiteUrl=no-such-site'), await idsOf('featureIds=1&locationId=1&miniSiteUrl=no-such-site')]).toEqual([[], []])
})

test('R7.58 serves a feature’s placeholder picture as an SVG that cannot run scripts', async () => {
  const picture = await visitor.get(`/api${featurePlaceholderImage.path.replace('{featureId}', '1')}`)
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
  expect(picture.headers.get('content-security-policy')).toContain("default-src 'none'")
  const other = await visitor.get('/api/features/2/placeholderImage')
  expect([picture.body, other.body].map((svg) => String(svg).includes('<desc>2</desc>'))).toEqual([false, true])
  expect((await visitor.get('/api/features/99/placeholderImage')).status).toBe(404)
  expect(await visitor.get('/api/features/1/placeholderImage', { 'if-none-match': picture.headers.get('etag') ?? '' })).toMatchObject({
    status: 304,
  })
})

test('R7.39 lists the locations', async () => {
  expect(readAnswer(listLocations, await visitor.get('/api/customer/locations')).locations).toMatchObject([
    { id: 1, city: 'חיפה' },
    { id: 2, name: 'בית שני' },
  ])
})

test('R7.48 answers a plan as sections by id with groups, rows and compact seats', async () => {
  const { seatplan } = readAnswer(getSeatplan, await visitor.get('/api/seats/seatplan?seatplanId=1&venueId=1'))
  expect(seatplan.sections[1]).toMatchObject({ SectionName: 'אולם', IsReserved: true, isSoldOut: false, capacity: 50 })
  expect(seatplan.sections[1]?.groups).toEqual([
    { id: 0, rows: [1, 2, 3, 4, 5].map((row) => ({ RowName: String(row), first: (row - 1) * 10, count: 10 })) },
  ])
  expect(seatplan.sections[1]?.seats[13]).toEqual([4, 2, 120, 60, 0, '4', []])
  expect(seatplan.sections[2]).toMatchObject({ IsReserved: false, capacity: 50, seats: [] })
})

test('R7.49 accepts every parameter of the status query', async () => {
  const query = 'presentationId=1&venueTypeId=1&isReserved=1&recaptchaToken=&sectionId=1&domain=&miniSiteUrl=&modifySeats=&isHold=0'
  expect(readAnswer(getSeatsStatus, await visitor.get(`/api/seats/seats-status?${query}`)).seats).toHaveLength(50)
})

test('R7.3 answers every declared call at its path under /api and lists it in the OpenAPI document', async () => {
  const { paths } = (await visitor.get('/api/openapi.json')).body as { paths: Record<string, Record<string, unknown>> }
  for (const endpoint of Object.values(ENDPOINTS)) {
    const path = `/api${endpoint.path}`
    expect(paths[path]).toHaveProperty(endpoint.method.toLowerCase())
    const answer = await visitor.get(path.replace(/\{\w+\}/g, '1'))
    expect(answer.headers.get('content-type')).not.toMatch(/text\/html/)
  }
})

test('accepts paths with and without a trailing slash', async () => {
  for (const path of ['/api/features', '/api/presentations/1', '/api/seats/presentations?date=2026-11-24'])
    expect([(await visitor.get(path)).status, (await visitor.get(path.replace(/(\?|$)/, '/$1'))).status]).toEqual([200, 200])
})

test('reports health as live and ready', async () => {
  expect(await visitor.get('/api/health')).toMatchObject({ status: 200, body: { live: true, ready: true } })
})
