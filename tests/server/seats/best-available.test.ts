import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bestAvailable, type BestMatch } from '#lib/contract/show/best-available.ts'
import { PARTS_OF_DAY } from '#lib/domain/time/part-of-day.ts'
import { findBest } from '#lib/server/seats/best/best-available.ts'
import type { BestQuery } from '#lib/server/seats/best/best-presentations.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { forgetBoards } from '#lib/server/seats/board/seat-board.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, fromHere, PLACE, seatAt } from '#tests/support/buyers/house.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'

/** Presentation 1 is the small hall of 5 rows of 10 and a lawn of 20; 2, 3 and 4 are the same feature in the same plan, on other days and hours. */
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ places: 20, maxSeats: 6 })
  await database().query(`
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, max_seats, lone_seats) VALUES
      (2, 1, 1, 1, '2031-03-10 08:00Z', 6, 'allowed'), (3, 1, 1, 1, '2031-03-11 18:00Z', 6, 'allowed'), (4, 1, 1, 1, '2031-03-11 22:30Z', 6, 'allowed');
    INSERT INTO presentation_price SELECT p, category, ticket_group_id, allocation_id FROM presentation_price, generate_series(2, 4) p WHERE presentation_id = 1;
    INSERT INTO location VALUES (2, 'אולם אחר', 'עכו', 'רחוב 2');
    UPDATE catalogue_version SET version = version + 1;`)
  forgetCatalogue()
})
beforeEach(async () => {
  await database().query('TRUNCATE seat_claim, past_hold, section_gate, audit')
  await change(`UPDATE presentation SET lone_seats = 'allowed', soldout = false, is_cancelled = false, sale_opens_at = NULL`)
  forgetBoards()
})
afterEach(checkInvariants)

/** Changes the catalogue. */
async function change(statement: string): Promise<void> {
  await database().query(`${statement}; UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

async function find(query: BestQuery, uuid: string = randomUUID()): Promise<BestMatch[] | string> {
  const found = await findBest(query, fromHere(uuid))
  return found.ok ? found.value.matches : found.refusal.code
}

async function matches(query: BestQuery, uuid?: string): Promise<BestMatch[]> {
  const found = await find(query, uuid)
  if (typeof found === 'string') throw new Error(found)
  return found
}

/** Row and number of a match's seats, or the section of a place of general admission. */
function seatsOf(match: BestMatch | undefined): string[] {
  return (match?.seats ?? []).map((seat) => (seat.RowName === null ? seat.SectionName : `${seat.RowName}-${String(seat.SeatName)}`))
}

async function heldBy(uuid: string): Promise<number[]> {
  const { rows } = await database().query<{ seat_id: number }>(
    `SELECT seat_id FROM seat_claim WHERE holder = $1 AND state = 'H' AND expires_at > now() ORDER BY seat_id`,
    [uuid],
  )
  return rows.map(({ seat_id }) => seat_id)
}

/** Gives all row seats except these to somebody else. */
async function takeAllBut(...free: readonly number[]): Promise<void> {
  await database().query(
    `WITH taken AS (
       INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at)
       SELECT 1, seat_id, 'H', $2, now(), now() + interval '1 hour' FROM seat WHERE seat_id <> ALL ($1::int[])
       ON CONFLICT (presentation_id, seat_id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at RETURNING seat_id)
     INSERT INTO audit (action, subject, uuid) SELECT 'lock', '1:' || seat_id, $2 FROM taken`,
    [free, randomUUID()],
  )
  forgetBoards()
}

describe('the offers', () => {
  test('R7.51 R9.10 are at most five, each with seats, time and price, and lock nothing', async () => {
    const uuid = randomUUID()
    const found = await matches({ presentationId: 1, quantity: 3, maxMatches: 999 }, uuid)
    expect(found).toHaveLength(5)
    expect(found[0]).toMatchObject({ presentationId: 1, total: 322, isTogether: true, isLocked: false })
    expect(found[0]?.seats).toHaveLength(3)
    expect(found[0]?.seats[0]).toMatchObject({ VenueId: 1, VenueSeatplanId: 1, VenueSectionId: 1, TicketGroupId: 1, AllocationId: 1 })
    expect(bestAvailable.answer.safeParse({ matches: found }).success).toBe(true)
    const all = found.flatMap((match) => seatsOf(match))
    expect(new Set(all).size).toBe(15)
    expect(await heldBy(uuid)).toEqual([])
  })

  test('of one presentation count no sold seats of all others, which those of a feature do', async () => {
    const asked = vi.spyOn(database(), 'query')
    const counts = () => asked.mock.calls.filter((call) => JSON.stringify(call).includes('sum(taken)')).length
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] }) // what was counted before is too old
    try {
      expect(await matches({ presentationId: 1, quantity: 2 })).not.toEqual([])
      expect(counts()).toBe(0)
      expect(await matches({ featureId: 1, quantity: 2 })).not.toEqual([])
      expect(counts()).toBe(1)
    } finally {
      vi.useRealTimers()
      asked.mockRestore()
    }
  })

  test('R9.10 have one match per presentation if the best of each is requested', async () => {
    const found = await matches({ featureId: 1, quantity: 2, isBestPerPresentation: true, resultsPerMatch: 1 })
    expect(found.map(({ presentationId }) => presentationId).sort()).toEqual([1, 2, 3, 4])
    const two = await matches({ featureId: 1, quantity: 2, isBestPerPresentation: true, maxMatches: 2 })
    expect(two).toHaveLength(2)
    const pairs = await matches({ featureId: 1, quantity: 2, isBestPerPresentation: true, resultsPerMatch: 2 })
    const counts = Map.groupBy(pairs, ({ presentationId }) => presentationId)
    expect(pairs).toHaveLength(5)
    expect(Math.max(...[...counts.values()].map(({ length }) => length))).toBe(2)
    expect(new Set(pairs.flatMap((match) => seatsOf(match).map((seat) => `${String(match.presentationId)} ${seat}`))).size).toBe(10)
  })

  test('R7.51 use dates and parts of the day of Asia/Jerusalem', async () => {
    const shows = async (query: BestQuery) => {
      const found = await find({ featureId: 1, isBestPerPresentation: true, ...query })
      return typeof found === 'string' ? found : found.map(({ presentationId }) => presentationId).sort()
    }
    expect(await shows({ startDate: '2031-03-11' })).toEqual([3, 4])
    expect(await shows({ startDate: '2031-03-10', endDate: '2031-03-10' })).toEqual([2])
    expect(await shows({ startDate: '2031-03-12', endDate: '2031-03-12' })).toEqual([4])
    const parts = await Promise.all(PARTS_OF_DAY.map((partOfDay) => shows({ startDate: '2031-01-01', partOfDay })))
    expect(parts).toEqual([[2], 'NOT_ENOUGH_SEATS', [3], [4]])
    expect(await shows({ startDate: '2031-03-11', endDate: '2031-03-10' })).toBe('BAD_REQUEST')
    expect(await shows({ locationId: 1, startDate: '2031-01-01' })).toEqual([2, 3, 4])
    expect(await shows({ locationId: 2 })).toBe('NOT_ENOUGH_SEATS')
  })

  test('prefer one row, use several if no row has room, and never if one row was requested', async () => {
    await takeAllBut(1001, 1002, 2005, 2006, 5010)
    expect(await find({ presentationId: 1, quantity: 4, isTogether: true, ticketGroupId: 1 })).toBe('NOT_ENOUGH_RESERVED_SEATS')
    const [match] = await matches({ presentationId: 1, quantity: 4 })
    expect(match?.isTogether).toBe(false)
    expect(seatsOf(match).sort()).toEqual(['1-1', '1-2', '2-5', '2-6'])
    expect(seatsOf((await matches({ presentationId: 1, quantity: 2 }))[0])).toEqual(['2-5', '2-6'])
  })

  test('follow the rules of the presentation', async () => {
    await change(`UPDATE presentation SET lone_seats = 'never' WHERE presentation_id = 1`)
    await takeAllBut(1001, 1002, 1003)
    expect(await find({ presentationId: 1, quantity: 2, sectionId: 1 })).toBe('NOT_ENOUGH_SEATS_IN_SECTION')
    expect(seatsOf((await matches({ presentationId: 1, quantity: 3 }))[0])).toEqual(['1-1', '1-2', '1-3'])
  })
})

describe('locking', () => {
  test('R4.19 locks the first match for the visitor and only shows the others', async () => {
    const uuid = randomUUID()
    const found = await matches({ presentationId: 1, quantity: 3, isLock: true }, uuid)
    expect(found.map(({ isLocked }) => isLocked)).toEqual([true, false, false, false, false])
    expect(await heldBy(uuid)).toHaveLength(3)
    expect(seatsOf(found[0])).toHaveLength(3)
    const next = await matches({ presentationId: 1, quantity: 3, isLock: true })
    expect(seatsOf(next[0]).some((seat) => seatsOf(found[0]).includes(seat))).toBe(false)
  })

  test('replaces the previous choice in one transaction', async () => {
    const uuid = randomUUID()
    await matches({ presentationId: 1, quantity: 6, isLock: true }, uuid)
    const before = await heldBy(uuid)
    await matches({ presentationId: 1, quantity: 2, isLock: true, isInstead: true }, uuid)
    const after = await heldBy(uuid)
    expect([before.length, after.length]).toEqual([6, 2])
    const { rows } = await database().query(
      `SELECT count(DISTINCT expires_at)::int AS ends FROM seat_claim WHERE holder = $1 AND expires_at > now()`,
      [uuid],
    )
    expect(rows).toEqual([{ ends: 1 }])
  })

  test('R4.19 gives other seats to a visitor who asks to replace as many as they have', async () => {
    const uuid = randomUUID()
    await matches({ presentationId: 1, quantity: 2, isLock: true }, uuid)
    const before = await heldBy(uuid)
    await matches({ presentationId: 1, quantity: 2, isLock: true, isInstead: true }, uuid)
    const after = await heldBy(uuid)
    expect(after).toHaveLength(2)
    expect(after.filter((seat) => before.includes(seat))).toEqual([])
    await takeAllBut(...after)
    expect((await matches({ presentationId: 1, quantity: 2, isLock: true, isInstead: true }, uuid))[0]).toMatchObject({ isLocked: true })
    expect(await heldBy(uuid)).toEqual(after)
  })

  test('keeps the old seats if nothing else is available', async () => {
    const uuid = randomUUID()
    await takeAllBut(1001, 1002)
    expect((await lock(seatAt(1, 1), fromHere(uuid))).ok).toBe(true)
    expect(await find({ presentationId: 1, quantity: 3, isLock: true, isInstead: true, sectionId: 1 }, uuid)).toBe(
      'NOT_ENOUGH_SEATS_IN_SECTION',
    )
    expect(await heldBy(uuid)).toEqual([1001])
  })

  test('keeps the old seats if a rival takes the others first', async () => {
    await takeAllBut(1001, 1002)
    const uuid = randomUUID()
    await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
    await lock(seatAt(1, 1), fromHere(uuid))
    let swap: Promise<BestMatch[] | string> = Promise.resolve([])
    await inTransaction(async (client) => {
      await client.query('SELECT FROM session WHERE uuid = $1 FOR UPDATE', [uuid])
      // It has chosen both seats and is about to claim them.
      swap = find({ presentationId: 1, quantity: 2, isLock: true, isInstead: true, sectionId: 1 }, uuid)
      await untilWaiting()
      expect((await lock(seatAt(2, 1), fromHere(randomUUID()))).ok).toBe(true)
    })
    expect(await swap).toBe('NOT_ENOUGH_SEATS_IN_SECTION')
    expect(await heldBy(uuid)).toEqual([1001])
  })

  test('gives a seat to either a swapping visitor or a concurrent rival', async () => {
    for (let round = 0; round < 10; round++) {
      await database().query('TRUNCATE seat_claim, past_hold, audit')
      await takeAllBut(1001, 1002)
      const uuid = randomUUID()
      await lock(seatAt(1, 1), fromHere(uuid))
      const swap = find({ presentationId: 1, quantity: 2, isLock: true, isInstead: true, sectionId: 1 }, uuid)
      const theirs = await lock(seatAt(2, 1), fromHere(randomUUID()))
      expect(typeof (await swap)).toBe(theirs.ok ? 'string' : 'object')
      expect(await heldBy(uuid)).toEqual(theirs.ok ? [1001] : [1001, 1002])
    }
  })

  test('R5.9 refuses a quantity beyond the limit, counting what is held already', async () => {
    const uuid = randomUUID()
    for (const quantity of [7, 11, 999])
      expect(await findBest({ presentationId: 1, quantity }, fromHere(uuid))).toMatchObject({
        refusal: { code: 'SEAT_LIMIT', facts: { max: 6 } },
      })
    await matches({ presentationId: 1, quantity: 4, isLock: true }, uuid)
    expect(await find({ presentationId: 1, quantity: 3, isLock: true }, uuid)).toBe('SEAT_LIMIT')
    expect(await heldBy(uuid)).toHaveLength(4)
    expect((await matches({ presentationId: 1, quantity: 2, isLock: true }, uuid))[0]?.isLocked).toBe(true)
  })

  test('refuses a visitor whose hold expired and a network with its full share, with the reason', async () => {
    const uuid = randomUUID()
    await matches({ presentationId: 1, quantity: 2, isLock: true }, uuid)
    await database().query(`UPDATE seat_claim SET expires_at = now() - interval '1 second', claimed_at = now() - interval '10 minutes'`)
    expect(await find({ presentationId: 1, quantity: 2, isLock: true }, uuid)).toBe('HOLD_WAIT')
    const codes: string[] = []
    for (let n = 0; n < 12; n++) {
      const found = await findBest({ presentationId: 2, quantity: 6, isLock: true }, { uuid: randomUUID(), network: '203.0.113.0/24' })
      if (!found.ok) codes.push(found.refusal.code)
    }
    expect(codes).toContain('NETWORK_LIMIT')
    const { rows } = await database().query<{ held: number }>(
      `SELECT count(*)::int AS held FROM seat_claim WHERE network = '203.0.113.0/24'`,
    )
    expect(rows[0]?.held).toBeLessThanOrEqual(20)
  })

  test('R4.21 R8.54 R8.55 R8.58 answers NOT_ENOUGH_SEATS for a sold-out house, and what there is not enough of', async () => {
    await change('UPDATE presentation SET soldout = true WHERE presentation_id = 1')
    for (const isLock of [true, false]) expect(await find({ presentationId: 1, isLock })).toBe('NOT_ENOUGH_SEATS')
    await change('UPDATE presentation SET soldout = false')
    await takeAllBut()
    expect(await find({ presentationId: 1, isLock: true, ticketGroupId: 1 })).toBe('NOT_ENOUGH_RESERVED_SEATS')
    expect(await find({ presentationId: 1, isLock: true, sectionId: 1 })).toBe('NOT_ENOUGH_SEATS_IN_SECTION')
    for (let n = 0; n < 4; n++) await matches({ presentationId: 1, isLock: true, quantity: 5 })
    expect(await find({ presentationId: 1, isLock: true })).toBe('NOT_ENOUGH_SEATS')
  })

  test('says that a requested presentation is not on sale, over or cancelled, and skips it among others', async () => {
    await change(`UPDATE presentation SET sale_opens_at = now() + interval '1 hour' WHERE presentation_id = 2`)
    await change('UPDATE presentation SET is_cancelled = true WHERE presentation_id = 3')
    expect(await find({ presentationId: 2 })).toBe('SALE_NOT_OPEN')
    expect(await find({ presentationId: 3 })).toBe('SALE_CLOSED')
    const found = await matches({ featureId: 1, isBestPerPresentation: true })
    expect(found.map(({ presentationId }) => presentationId).sort()).toEqual([1, 4])
  })

  test.each<[string, BestQuery, string]>([
    ['neither a presentation nor a feature', { quantity: 2 }, 'BAD_REQUEST'],
    ['an unknown presentation', { presentationId: 99 }, 'NOT_FOUND'],
    ['an unknown feature', { featureId: 99 }, 'NOT_FOUND'],
    ['a presentation of another feature', { presentationId: 1, featureId: 2 }, 'NOT_FOUND'],
    ['an unknown section', { presentationId: 1, sectionId: 9 }, 'NOT_FOUND'],
    ['an unknown ticket group', { presentationId: 1, ticketGroupId: 9 }, 'NOT_FOUND'],
  ])('refuses %s', async (_name, query, code) => {
    expect(await find(query)).toBe(code)
  })
})

describe('general admission', () => {
  test('R4.20 creates places from the first of their section, all or none', async () => {
    const uuid = randomUUID()
    const [match, ...others] = await matches({ presentationId: 1, quantity: 3, sectionId: 2, isLock: true }, uuid)
    expect(match).toMatchObject({ isLocked: true, total: 157, isTogether: true })
    const place = { VenueSectionId: 2, XCoordinate: null, YCoordinate: null, RowName: null }
    expect(match?.seats).toMatchObject([place, place, place])
    expect(others).toEqual([])
    expect(await heldBy(uuid)).toEqual([1_000_000, 1_000_001, 1_000_002])
    await unlock(PLACE, uuid)
    expect(await heldBy(uuid)).toHaveLength(2)
  })

  test('R8.53 refuses more places than are left and takes none', async () => {
    for (let n = 0; n < 3; n++) await matches({ presentationId: 1, quantity: 6, ticketGroupId: 2, isLock: true })
    const uuid = randomUUID()
    expect(await find({ presentationId: 1, quantity: 3, ticketGroupId: 2, isLock: true }, uuid)).toBe('NOT_ENOUGH_PLACES')
    expect(await heldBy(uuid)).toEqual([])
    expect(await matches({ presentationId: 1, quantity: 2, sectionId: 2, isLock: true }, uuid)).toHaveLength(1)
  })

  test('offers reserved seats of a mixed presentation as long as there are some, then places', async () => {
    expect(seatsOf((await matches({ presentationId: 1, quantity: 2 }))[0])).not.toContain('מדשאה')
    await takeAllBut(1001)
    const uuid = randomUUID()
    expect(seatsOf((await matches({ presentationId: 1, quantity: 2, isLock: true }, uuid))[0])).toEqual(['מדשאה', 'מדשאה'])
    await matches({ presentationId: 1, quantity: 6, isLock: true, isInstead: true, sectionId: 2 }, uuid)
    expect(await heldBy(uuid)).toHaveLength(6)
  })

  test('gives every place once to concurrent visitors', async () => {
    const found = await Promise.all(Array.from({ length: 12 }, () => find({ presentationId: 1, quantity: 2, sectionId: 2, isLock: true })))
    expect(found.filter((one) => typeof one !== 'string')).toHaveLength(10)
    expect(found.filter((one) => typeof one === 'string')).toEqual(['NOT_ENOUGH_PLACES', 'NOT_ENOUGH_PLACES'])
  })
})

test('R3.10 answers a match with every field of a seat', async () => {
  const [match] = await matches({ presentationId: 1, quantity: 1, isLock: true })
  const [seat] = match?.seats ?? []
  expect(Object.keys(seat ?? {}).sort()).toEqual(SEAT_FIELDS)
  expect(seat).toMatchObject({
    PresentationId: 1,
    isAvailable: false,
    isSelected: true,
    isHold: false,
    isFromBestAvailable: true,
    ref1: '',
    ref2: '',
  })
  expect(seat?.ticket).toMatchObject({ id: 11, price: 100 })
  expect(seat?.XOffsetPercent).toBeCloseTo(((seat?.SeatplanX ?? 0) / 1000) * 100)
})

const SEAT_FIELDS =
  `PresentationId TicketGroupId VenueId VenueSeatplanId VenueSectionId VenueSectionSeatGroupId SectionName XCoordinate YCoordinate SeatplanX
  SeatplanY XOffsetPercent YOffsetPercent WidthPercent HeightPercent RotateAngle RowName SeatName AllocationId isAvailable isHold isSelected isBlocked
  isSingleSeatBlock isFromBestAvailable ticket firstTicket isMultiplyFactorSubTicket ref1 ref2`
    .split(/\s+/)
    .sort()
