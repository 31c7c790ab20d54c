import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bestOnDates } from '#lib/contract/area/memberships.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { sellMemberships } from '#tests/support/seats/memberships.ts'
import { addDates } from '#tests/support/seats/series.ts'

let app: RunningApp
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  await freshDatabase()
  await buildHouse()
  await addDates(4)
  await sellMemberships(
    { id: 1, dates: [1, 2, 3], categories: ['A'] },
    { id: 2, typeId: 3, dates: [1, 2], choice: [4] },
    { id: 3, dates: [1, 2], isSkipMemberSeat: true },
    { id: 4, dates: [1, 2], saleClosesAt: "now() - interval '1 day'" },
  )
  app = await startApp({ env: { LOG_LEVEL: 'fatal' } })
})
afterEach(checkInvariants)
afterAll(() => app.stop())

const ask = async (visitor: TestVisitor, query: string) => visitor.get(`/api/membership/best-available?${query}`)

async function heldOn(uuid: string): Promise<readonly string[]> {
  const { rows } = await database().query<{ held: string }>(
    `SELECT presentation_id || ':' || count(*) AS held FROM seat_claim WHERE holder = $1 AND state = 'H' AND expires_at > now() GROUP BY presentation_id ORDER BY 1`,
    [uuid],
  )
  return rows.map(({ held }) => held)
}

test('finds seats side by side that are free on all dates of a membership; nothing is locked unless asked for', async () => {
  await new TestVisitor(app.origin).put('/api/seats/lock-seat', { seat: { ...seatAt(5, 1), PresentationId: 2 } })
  const dana = new TestVisitor(app.origin)
  const { matches } = readAnswer(bestOnDates, await ask(dana, 'membershipId=1&quantity=3'))
  expect(matches.length).toBeGreaterThan(1)
  expect(matches.every(({ isTogether, isLocked, seats }) => isTogether && !isLocked && seats.length === 3)).toBe(true)
  expect(matches.flatMap(({ seats }) => seats).some(({ XCoordinate, YCoordinate }) => XCoordinate === 5 && YCoordinate === 1)).toBe(false)
  expect(await heldOn(dana.uuid)).toEqual([])
})

test('locks them on all dates; another match takes their place', async () => {
  const noa = new TestVisitor(app.origin)
  const first = readAnswer(bestOnDates, await ask(noa, 'membershipId=1&quantity=2&isLock=1')).matches
  expect(first.map(({ isLocked }) => isLocked)).toEqual([true])
  expect(await heldOn(noa.uuid)).toEqual(['1:2', '2:2', '3:2'])
  const other = readAnswer(bestOnDates, await ask(noa, 'membershipId=1&quantity=2&isLock=1&isInstead=1')).matches
  const seatsOf = (matches: typeof first) =>
    JSON.stringify(matches[0]?.seats.map(({ XCoordinate, YCoordinate }) => [XCoordinate, YCoordinate]))
  expect(seatsOf(other)).not.toBe(seatsOf(first))
  expect(await heldOn(noa.uuid)).toEqual(['1:2', '2:2', '3:2'])
  readAnswer(bestOnDates, await ask(new TestVisitor(app.origin), 'membershipId=2&presentationId=4&quantity=1&isLock=1'))
})

test.each([
  ['membershipId=9', 'NOT_FOUND'],
  ['membershipId=1&presentationId=4', 'NOT_FOUND'],
  ['membershipId=3', 'NOT_FOUND'],
  ['membershipId=4', 'SALE_CLOSED'],
  ['membershipId=1&quantity=90', 'NOT_ENOUGH_SEATS'],
  ['membershipId=1&ticketGroupId=77', 'NOT_ENOUGH_SEATS'],
])('refuses %s by %s', async (query, error) => {
  for (const isLock of ['', '&isLock=1']) expect(await ask(new TestVisitor(app.origin), query + isLock)).toMatchObject({ body: { error } })
})
