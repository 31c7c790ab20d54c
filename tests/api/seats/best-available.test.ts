import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bestAvailable } from '#lib/contract/show/best-available.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  app = await startApp()
})
afterAll(() => app.stop())
afterEach(checkInvariants)

const BEST = '/api/seats/best-available?presentationId=1&quantity=2'
const LOCK = `${BEST}&isLock=1`

async function heldSeats(): Promise<number> {
  const { rows } = await database().query<{ held: number }>('SELECT count(*)::int AS held FROM seat_claim')
  return rows[0]?.held ?? NaN
}

/** Opens a page as a browser does; fetch would set its own mode. */
async function navigate(path: string, uuid: string) {
  const headers = { uuid, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }
  const [answer] = (await once(request(app.origin + path, { headers }).end(), 'response')) as [IncomingMessage]
  return bestAvailable.answer.parse(JSON.parse(await text(answer)))
}

test('R7.51 accepts every parameter, answers matches, and locks the first with isLock=1', async () => {
  const visitor = new TestVisitor(app.origin)
  const all = `${LOCK}&maxMatches=5&featureId=1&ticketGroupId=1&resultsPerMatch=1&isBestPerPresentation=1&startDate=2020-01-01&endDate=2099-12-31&locationId=1&miniSiteUrl=`
  const { matches } = readAnswer(bestAvailable, await visitor.get(all))
  expect(matches).toHaveLength(1)
  expect(matches[0]).toMatchObject({ presentationId: 1, isLocked: true })
  expect(await heldSeats()).toBe(2)
})

test('changes nothing without a uuid, for another site or for a page navigation', async () => {
  const before = await heldSeats()
  const visitor = new TestVisitor(app.origin)
  expect(await visitor.get(LOCK, { uuid: '' })).toMatchObject({ status: 400, body: { error: 'MISSING_UUID' } })
  for (const site of ['cross-site', 'same-site', 'none'])
    expect(await visitor.get(LOCK, { 'sec-fetch-site': site })).toMatchObject({ status: 403, body: { error: 'CROSS_SITE' } })
  const opened = await navigate(LOCK, visitor.uuid)
  expect(opened.matches.length).toBeGreaterThan(0)
  expect(opened.matches.every(({ isLocked }) => !isLocked)).toBe(true)
  expect(await heldSeats()).toBe(before)
  expect((await visitor.post(LOCK, {})).status).toBe(405)
})

test.each([
  '/api/seats/best-available',
  '/api/seats/best-available?quantity=2',
  `${BEST}&partOfDay=noon`,
  `${BEST}&isLock=yes`,
  `${BEST}&startDate=2026-02-30`,
  '/api/seats/best-available?presentationId=1&quantity=-1',
  '/api/seats/best-available?presentationId=1&quantity=1e3',
  '/api/seats/best-available?presentationId=1&quantity=99999999999',
])('%s is a bad request', async (path) => {
  expect(await new TestVisitor(app.origin).get(path)).toMatchObject({ status: 400, body: { error: 'BAD_REQUEST' } })
})

test('R5.9 answers an absurd quantity with the limit, and what does not exist with 404', async () => {
  const visitor = new TestVisitor(app.origin)
  expect(await visitor.get('/api/seats/best-available?presentationId=1&quantity=999')).toMatchObject({
    status: 409,
    body: { error: 'SEAT_LIMIT' },
  })
  expect(await visitor.get('/api/seats/best-available?presentationId=99&quantity=1')).toMatchObject({
    status: 404,
    body: { error: 'NOT_FOUND' },
  })
})

test('R5.50 requires the captcha if it is on', async () => {
  const guarded = await startApp({ env: { CAPTCHA_PROVIDER: 'altcha' } })
  try {
    for (const token of ['', '&recaptchaToken=made-up', `&recaptchaToken=${randomUUID()}`])
      expect(await new TestVisitor(guarded.origin).get(LOCK + token)).toMatchObject({ status: 403, body: { error: 'invalid_captcha' } })
  } finally {
    await guarded.stop()
  }
})
