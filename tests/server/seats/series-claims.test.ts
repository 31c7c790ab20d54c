import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { boardOf } from '#lib/server/seats/board/seat-board.ts'
import { extendHolds } from '#lib/server/seats/claims/holds.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { claimSeries, releaseSeries } from '#lib/server/seats/claims/series-claims.ts'
import { countdown } from '#tests/support/browser/countdown.ts'
import { buildHouse, emptyHouse, fromHere, seatAt } from '#tests/support/buyers/house.ts'
import { SERIES_CHECKS } from '#tests/support/checks/series-checks.ts'
import { withoutChecks } from '#tests/support/checks/without-checks.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { addDates, heldSeats, seatOnDates } from '#tests/support/seats/series.ts'

const DATES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const SEAT = 2_003
/** 50 seconds, or some fewer on a machine that stalls, and never more. */
const ABOUT_50 = expect.closeTo(46, -1) as number

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 4, maxSeats: 2 })
  await addDates(10)
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

const onDate = (presentationId: number, x = 3) => ({ ...seatAt(x, 2), PresentationId: presentationId })

async function claim(uuid: string, seatId = SEAT, dates: readonly number[] = DATES, network: string | null = null) {
  const claimed = await claimSeries(await seatOnDates(seatId, dates), { uuid, network })
  return claimed.ok ? 'claimed' : claimed.refusal
}

/** Lets a visitor's locks of a date have ended so many seconds ago. */
async function letEnd(uuid: string, presentationId: number, secondsAgo: number): Promise<void> {
  await database().query(
    `UPDATE seat_claim SET claimed_at = now() - interval '1 hour', expires_at = now() - $3 * interval '1 second' WHERE holder = $1 AND presentation_id = $2`,
    [uuid, presentationId, secondsAgo],
  )
}

/** Expects that all locks of a visitor end together, so many seconds from when the countdown began, and whether they were extended. */
async function expectEnd(uuid: string, expectLeft: ReturnType<typeof countdown>, [seconds, extended]: readonly [number, boolean]) {
  const { rows } = await database().query<{ seconds: number; extended: boolean }>(
    `SELECT DISTINCT round(extract(epoch FROM expires_at - now()))::int AS seconds, extended FROM seat_claim WHERE holder = $1 AND expires_at > now() ORDER BY 1`,
    [uuid],
  )
  expect(rows).toMatchObject([{ extended }])
  expectLeft(rows[0]?.seconds, seconds)
}

describe('one seat on ten dates', () => {
  test('is locked on all of them at once, writes the lock of each date down, and other visitors see it on each date', async () => {
    const dana = randomUUID()
    for (const id of DATES) await boardOf(id)
    expect(await claim(dana)).toBe('claimed')
    expect(await heldSeats()).toEqual(DATES.map((id) => `${String(id)}-${String(SEAT)} ${dana}`))
    const { rows } = await database().query(`SELECT count(*)::int AS locks FROM audit WHERE action = 'lock' AND uuid = $1`, [dana])
    expect(rows).toEqual([{ locks: 10 }])
    for (const id of DATES) {
      const board = await boardOf(id)
      expect(board?.states.status[board.plan.indexById.get(SEAT) ?? -1]).toBe(3)
    }
  })

  test('is refused whole if one date is taken, and the refusal names the dates that stand in the way', async () => {
    const [dana, omer] = [randomUUID(), randomUUID()]
    await lock(onDate(4), fromHere(omer))
    await lock(onDate(9), fromHere(omer))
    expect(await claim(dana)).toEqual({ code: 'SEAT_TAKEN_ON_DATES', facts: { count: 2, total: 10, presentationIds: '4,9' } })
    expect(await heldSeats()).toEqual([`4-${String(SEAT)} ${omer}`, `9-${String(SEAT)} ${omer}`])
    expect(await claim(dana, SEAT, [4, 9])).toEqual({ code: 'SEAT_NOT_AVAILABLE', facts: { presentationIds: '4,9' } })
  })

  test('leaves no trace if it is refused on a late date: neither locks, nor lines of the log, nor past time', async () => {
    const [dana, omer] = [randomUUID(), randomUUID()]
    for (const x of [1, 2]) await lock(onDate(7, x), fromHere(dana))
    await lock(onDate(2), fromHere(omer))
    await letEnd(omer, 2, 5)
    const before = await heldSeats()
    expect(await claim(dana)).toEqual({ code: 'SEAT_LIMIT', facts: { max: 2, presentationIds: '7' } })
    expect(await heldSeats()).toEqual(before)
    const { rows } = await database().query(
      `SELECT (SELECT count(*) FROM past_hold)::int AS past, (SELECT count(*) FROM audit WHERE action = 'lock' AND subject LIKE '%:2003')::int AS locks`,
    )
    expect(rows).toEqual([{ past: 0, locks: 1 }])
  })

  test('control: without “a series is claimed whole or not at all” a refusal of one date leaves the others', async () => {
    const dana = randomUUID()
    const wanted = await seatOnDates(SEAT, DATES)
    const old = wanted.map((one) => ({ ...one, planVersion: one.presentation.id === 5 ? 'v0' : one.planVersion }))
    await withoutChecks([SERIES_CHECKS['a series is claimed whole or not at all']], () => claimSeries(old, fromHere(dana)))
    expect(await heldSeats()).toHaveLength(9)
    await emptyHouse()
  })

  test('has as many seats of each date as one visitor may have, counting those that the visitor has already once', async () => {
    const dana = randomUUID()
    const beside = async (x: number) => seatOnDates(2_000 + x, DATES)
    await lock(onDate(4, 1), fromHere(dana))
    const both = [...(await beside(1)), ...(await beside(2))]
    expect(await claimSeries([...both, ...(await beside(3))], fromHere(dana))).toMatchObject({
      refusal: { facts: { presentationIds: '1' } },
    })
    expect(await claimSeries(both, fromHere(dana))).toMatchObject({ ok: true })
    expect(await claim(dana)).toEqual({ code: 'SEAT_LIMIT', facts: { max: 2, presentationIds: '1' } })
    expect(await heldSeats()).toHaveLength(20)
  })

  test.each([
    ['the visitor’s own locks count towards the limits of a series', { code: 'SEAT_LIMIT', facts: { max: 2, presentationIds: '7' } }],
    [
      'the visitor’s own past time counts towards the wait of a series',
      { code: 'HOLD_WAIT', facts: { seconds: ABOUT_50, presentationIds: '6' } },
    ],
  ] as const)('control: without “%s” those of others do', async (name, refusal) => {
    const omer = randomUUID()
    for (const x of [1, 2]) await lock(onDate(7, x), fromHere(omer))
    await lock(onDate(6, 1), fromHere(omer))
    await letEnd(omer, 6, 10)
    expect(await claim(randomUUID(), 2_001, [6])).toBe('claimed') // what omer had is past time now
    expect(await withoutChecks([SERIES_CHECKS[name]], () => claim(randomUUID(), 2_004))).toEqual(refusal)
    expect(await claim(randomUUID(), 2_004)).toBe('claimed')
  })

  test('is claimed again by who has it, and keeps its end', async () => {
    const dana = randomUUID()
    const expectLeft = countdown()
    await claim(dana)
    await database().query(`UPDATE seat_claim SET expires_at = expires_at - interval '100 seconds'`)
    expect(await claim(dana)).toBe('claimed')
    await expectEnd(dana, expectLeft, [500, false])
  })
})

describe('time', () => {
  test('all its locks end with the first lock that the visitor has on any of the dates', async () => {
    const dana = randomUUID()
    const expectLeft = countdown()
    await lock(onDate(5, 1), fromHere(dana))
    await database().query(`UPDATE seat_claim SET expires_at = now() + interval '90 seconds'`)
    expect(await claim(dana)).toBe('claimed')
    await expectEnd(dana, expectLeft, [90, false])
  })

  test('a date whose time was extended gives the others its end, and no date is extended twice', async () => {
    const dana = randomUUID()
    const expectLeft = countdown()
    await lock(onDate(5, 1), fromHere(dana))
    await database().query(`UPDATE seat_claim SET expires_at = now() + interval '90 seconds', extended = true`)
    expect(await claim(dana)).toBe('claimed')
    await expectEnd(dana, expectLeft, [90, true])
    expect(await extendHolds(dana)).toEqual({ ok: false, refusal: { code: 'EXTENSION_USED' } })
  })

  test('is extended on all dates together', async () => {
    const dana = randomUUID()
    const expectLeft = countdown()
    await claim(dana)
    expect(await extendHolds(dana)).toEqual({ ok: true, value: 10 })
    await expectEnd(dana, expectLeft, [900, true])
  })

  test('waits after a lock that ran out on one of the dates', async () => {
    const dana = randomUUID()
    await lock(onDate(8, 1), fromHere(dana))
    await letEnd(dana, 8, 10)
    expect(await claim(dana)).toEqual({ code: 'HOLD_WAIT', facts: { seconds: ABOUT_50, presentationIds: '8' } })
    expect(await heldSeats()).toEqual([])
  })

  test('takes a seat over whose lock has run out, and its former holder has to wait', async () => {
    const [dana, omer] = [randomUUID(), randomUUID()]
    await lock(onDate(6), fromHere(omer))
    await letEnd(omer, 6, 1)
    expect(await claim(dana)).toBe('claimed')
    expect(await lock(onDate(6, 1), fromHere(omer))).toMatchObject({ refusal: { code: 'HOLD_WAIT' } })
  })
})

test('a network has no more of each date than its share, by series as by single locks', async () => {
  const from = '198.51.100.0/24'
  expect(await claim(randomUUID(), 1_001, DATES, from)).toBe('claimed')
  expect(await lock(onDate(3, 1), { uuid: randomUUID(), network: from })).toMatchObject({ ok: true })
  expect(await claim(randomUUID(), 1_003, DATES, from)).toMatchObject({ code: 'NETWORK_LIMIT', facts: { presentationIds: '3' } })
  expect(await claim(randomUUID(), 1_003, [1, 2], from)).toBe('claimed')
  expect(await claim(randomUUID(), 1_004, [1, 2], from)).toMatchObject({ code: 'NETWORK_LIMIT' })
})

test('claims nothing in a plan that an import has changed since', async () => {
  const wanted = await seatOnDates(SEAT, DATES)
  const old = wanted.map((one) => ({ ...one, planVersion: one.presentation.id === 5 ? 'v0' : one.planVersion }))
  expect(await claimSeries(old, fromHere(randomUUID()))).toMatchObject({ refusal: { facts: { presentationIds: '5' } } })
  expect(await heldSeats()).toEqual([])
  forgetCatalogue()
})

describe('giving back', () => {
  test('frees the seat on all dates at once, and the next lock continues with the same time', async () => {
    const dana = randomUUID()
    const expectLeft = countdown()
    await claim(dana)
    await database().query(`UPDATE seat_claim SET expires_at = expires_at - interval '100 seconds'`)
    expect((await releaseSeries(await seatOnDates(SEAT, DATES), dana)).map(({ presentation }) => presentation.id)).toEqual(DATES)
    expect(await heldSeats()).toEqual([])
    const { rows } = await database().query(`SELECT count(*)::int AS lines FROM audit WHERE action = 'unlock' AND uuid = $1`, [dana])
    expect(rows).toEqual([{ lines: 10 }])
    expect(await claim(dana, 2_004)).toBe('claimed')
    await expectEnd(dana, expectLeft, [500, false])
  })

  test('frees own seats only, and says which', async () => {
    const [dana, omer] = [randomUUID(), randomUUID()]
    await claim(dana)
    await unlock(onDate(4), dana)
    await lock(onDate(4), fromHere(omer))
    expect(await releaseSeries(await seatOnDates(SEAT, DATES), omer)).toMatchObject([{ presentation: { id: 4 } }])
    expect(await heldSeats()).toHaveLength(9)
    expect(await releaseSeries(await seatOnDates(SEAT, DATES), randomUUID())).toEqual([])
    expect(await heldSeats()).toHaveLength(9)
  })

  test('control: without “own seats of a series are freed” anybody frees them', async () => {
    await claim(randomUUID())
    const seats = await seatOnDates(SEAT, DATES)
    await withoutChecks([SERIES_CHECKS['own seats of a series are freed']], () => releaseSeries(seats, randomUUID()))
    expect(await heldSeats()).toEqual([])
  })
})
