import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  enrolSeatplan,
  lockEnrolSeat,
  lockMembershipSeat,
  membershipSeatplan,
  PACKED_DATES,
  packedDates,
  unlockEnrolSeat,
  unlockMembershipSeat,
} from '#lib/contract/area/memberships.ts'
import { unpackDates } from '#lib/domain/seating/plan/packed-dates.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { buildHouse, emptyHouse, seatAt } from '#tests/support/buyers/house.ts'
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
  await sellMemberships({ id: 1, dates: [1, 2, 3], categories: ['A'] }, { id: 2, typeId: 3, dates: [1, 2], choice: [4] })
  app = await startApp({ env: { LOG_LEVEL: 'fatal' } })
})
beforeEach(async () => {
  // Locks of the running app's boards are told to it as another process would.
  await database().query(`UPDATE seat_claim SET expires_at = now() - interval '2 hours', claimed_at = now() - interval '3 hours'`)
  await emptyHouse()
})
afterEach(checkInvariants)
afterAll(() => app.stop())

/** A seat of row 3: each test has its own, because the app keeps its boards. */
const seatOf = (x: number) => ({
  MembershipId: 1,
  VenueId: 1,
  VenueSeatplanId: 1,
  VenueSectionId: 1,
  TicketGroupId: 1,
  XCoordinate: x,
  YCoordinate: 3,
})
const selectionOn = (prsntId: number, x: number) => ({ prsntId, venueId: 1, seatplanId: 1, sectionId: 1, x, y: 3, tgId: 1 })
const enrolled = (x: number) => ({ venueId: 1, seatplanId: 1, sectionId: 1, x, y: 3, ticketGroupId: 1, seasonId: 1 })

describe('series', () => {
  test('R7.61 R7.62 a seat is locked on all dates and freed again, and answers one selection for each date', async () => {
    const dana = new TestVisitor(app.origin)
    const locked = readAnswer(lockMembershipSeat, await dana.put('/api/membership/lock-seat', { seat: seatOf(1) }))
    expect(locked).toEqual({ selections: [1, 2, 3].map((id) => selectionOn(id, 1)) })
    readAnswer(lockMembershipSeat, await dana.put('/api/membership/lock-seat', { seat: seatOf(2) }))
    const both = { seat: seatOf(1), selections: [...locked.selections, selectionOn(1, 2), selectionOn(3, 5)] }
    const freed = readAnswer(unlockMembershipSeat, await dana.put('/api/membership/unlock-seat', both))
    expect(freed).toEqual({ selections: [selectionOn(1, 2)] })
    expect(await dana.put('/api/membership/unlock-seat', { seat: seatOf(1) })).toMatchObject({
      status: 409,
      body: { error: 'UNLOCK_FAILED' },
    })
  })

  test('a seat that is taken on one date is refused in words, and the facts name the date', async () => {
    await new TestVisitor(app.origin).put('/api/seats/lock-seat', { seat: { ...seatAt(3, 3), PresentationId: 2 } })
    expect(await new TestVisitor(app.origin).put('/api/membership/lock-seat', { seat: seatOf(3) })).toMatchObject({
      status: 409,
      body: {
        error: 'SEAT_TAKEN_ON_DATES',
        message: 'המושב תפוס באחד מתוך 3 המועדים. בחרו מושב אחר.',
        facts: { count: 1, total: 3, presentationIds: '2' },
      },
    })
  })

  test('R7.60 answers the plan, and of each seat on which dates this visitor can have it', async () => {
    const [dana, omer] = [new TestVisitor(app.origin), new TestVisitor(app.origin)]
    await dana.put('/api/membership/lock-seat', { seat: seatOf(4) })
    await omer.put('/api/seats/lock-seat', { seat: { ...seatAt(5, 3), PresentationId: 3 } })
    const look = async (visitor: TestVisitor) => {
      const { seatplan, dates } = readAnswer(membershipSeatplan, await visitor.get('/api/membership/seatplan?membershipId=1'))
      const gone = unpackDates(dates, 50, dates.presentationIds.length)
      return { seatplan, dates, gone: [23, 24].map((at) => gone[at]) }
    }
    const [hers, his] = [await look(dana), await look(omer)]
    expect(hers.seatplan.sections['1']?.seats).toHaveLength(50)
    expect([hers.gone, hers.dates.yours]).toEqual([[[], [2]], [23]])
    expect([his.gone, his.dates.yours]).toEqual([[[0, 1, 2], []], []])
    expect(hers.dates.presentationIds).toEqual([1, 2, 3])
    expect(hers.dates.ticketGroup).toEqual([1, 50])
  })

  test('answers packed where asked for, compressed, and nothing to a client that has the version', async () => {
    const address = `${app.origin}/api/membership/seatplan?membershipId=1`
    const first = await fetch(address, { headers: { accept: PACKED_DATES, 'accept-encoding': 'identity' } })
    expect([first.status, first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([
      200,
      PACKED_DATES,
      'private, no-cache',
    ])
    expect(packedDates.parse(await first.json()).presentationIds).toEqual([1, 2, 3])
    const etag = first.headers.get('etag') ?? ''
    const again = await fetch(address, { headers: { accept: PACKED_DATES, 'accept-encoding': 'identity', 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await new TestVisitor(app.origin).put('/api/membership/lock-seat', { seat: seatOf(6) })
    const changed = await fetch(address, { headers: { accept: PACKED_DATES, 'accept-encoding': 'identity', 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })

  test('has no seats of an unknown membership', async () => {
    for (const path of ['/api/membership/seatplan?membershipId=77', '/api/enroll/77/seatplan', '/api/enroll/2/seatplan?presentationId=1'])
      expect(await new TestVisitor(app.origin).get(path)).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } })
  })
})

describe('enrolment', () => {
  test('R7.63 answers the seats of its fixed dates, or of a date that may be chosen', async () => {
    const visitor = new TestVisitor(app.origin)
    const fixed = readAnswer(enrolSeatplan, await visitor.get('/api/enroll/2/seatplan'))
    const chosen = readAnswer(enrolSeatplan, await visitor.get('/api/enroll/2/seatplan?presentationId=4'))
    expect([fixed.dates.presentationIds, chosen.dates.presentationIds]).toEqual([[1, 2], [4]])
    expect(fixed.seatplan.id).toBe(1)
  })

  test('R7.64 R7.65 the selections grow with each chosen date, and shrink when a seat is given back', async () => {
    const dana = new TestVisitor(app.origin)
    const fixed = readAnswer(lockEnrolSeat, await dana.put('/api/enroll/2/lock-seat', enrolled(7)))
    expect(fixed.selections).toEqual([selectionOn(1, 7), selectionOn(2, 7)])
    const more = { ...enrolled(8), presentationId: 4, selections: [...fixed.selections, selectionOn(4, 9)] }
    const all = readAnswer(lockEnrolSeat, await dana.put('/api/enroll/2/lock-seat', more))
    expect(all.selections).toEqual([...fixed.selections, selectionOn(4, 8)])
    const left = await dana.put('/api/enroll/2/unlock-seat', { ...enrolled(7), selections: all.selections })
    expect(readAnswer(unlockEnrolSeat, left).selections).toEqual([selectionOn(4, 8)])
  })

  test('finds nothing in another season', async () => {
    for (const call of ['lock', 'unlock'])
      expect(await new TestVisitor(app.origin).put(`/api/enroll/2/${call}-seat`, { ...enrolled(1), seasonId: 2 })).toMatchObject({
        status: 404,
      })
  })
})

test('the packed answer comes compressed by brotli', async () => {
  const answer = await fetch(`${app.origin}/api/membership/seatplan?membershipId=1`, { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(await answer.json()).toHaveProperty('dates')
})
