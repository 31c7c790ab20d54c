import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readSettings, settings } from '#lib/server/platform/config/settings.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { findBest } from '#lib/server/seats/best/best-available.ts'
import { extendHolds, holdTimer } from '#lib/server/seats/claims/holds.ts'
import { forgetBoards } from '#lib/server/seats/board/seat-board.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { countdown } from '#tests/support/browser/countdown.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { fromHere, buildHouse, PLACE, seatAt } from '#tests/support/buyers/house.ts'
import { seatsStatus } from '#tests/support/seats/seats-status.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ places: 3, maxSeats: 4 })
})
beforeEach(async () => {
  await database().query('TRUNCATE seat_claim, past_hold, section_gate, audit')
  forgetBoards()
})
afterEach(checkInvariants)

const [dana, omer] = [randomUUID(), randomUUID()]

function codeOf(result: { ok: boolean; refusal?: { code: string } }): string | undefined {
  return result.refusal?.code
}

/** Moves the end of every lock, as time would. */
async function passTime(seconds: number): Promise<void> {
  await database().query(
    `UPDATE seat_claim SET expires_at = expires_at - $1::int * interval '1 second', claimed_at = claimed_at - $1::int * interval '1 second'`,
    [seconds],
  )
  forgetBoards()
}

async function statusOf(x: number, y: number, uuid?: string): Promise<number | undefined> {
  const status = await seatsStatus(1, undefined, uuid)
  return status?.seats.find((row) => row[0] === 1 && row[2] === x && row[3] === y)?.[6]
}

test('R7.52 R7.53 answers a lock with the locked seat', async () => {
  expect(await lock(seatAt(3, 2), fromHere(dana))).toEqual({ ok: true, value: { x: 3, y: 2 } })
})

test('R8.51 refuses a seat of another visitor, and accepts a repeated lock', async () => {
  await lock(seatAt(3, 2), fromHere(dana))
  expect(codeOf(await lock(seatAt(3, 2), fromHere(omer)))).toBe('SEAT_NOT_AVAILABLE')
  expect((await lock(seatAt(3, 2), fromHere(dana))).ok).toBe(true)
})

test('R4.12 R4.13 R4.14 reads status 1 as free, 2 as the visitor’s own lock and 3 as somebody else’s', async () => {
  await lock(seatAt(1, 1), fromHere(dana))
  expect(await statusOf(2, 1, dana)).toBe(1)
  expect(await statusOf(1, 1, dana)).toBe(2)
  expect(await statusOf(1, 1, omer)).toBe(3)
  expect(await statusOf(1, 1)).toBe(3)
})

test('R7.50 has status rows of [section, group, x, y, allocation, ticketGroup, status]', async () => {
  const status = await seatsStatus(1, undefined, dana)
  expect(status?.seats[0]).toEqual([1, 0, 1, 1, 1, 1, 1])
  expect(status?.seats.at(-1)).toEqual([2, 0, null, null, 1, 2, 1])
})

test('gives a seat whose lock has expired to anybody at once', async () => {
  await lock(seatAt(1, 1), fromHere(dana))
  await passTime(601)
  expect(await statusOf(1, 1, omer)).toBe(1)
  expect((await lock(seatAt(1, 1), fromHere(omer))).ok).toBe(true)
  expect(await statusOf(1, 1, dana)).toBe(3)
})

test('R4.10 keeps a lock for 600 seconds, which a later lock does not extend', async () => {
  const expectLeft = countdown()
  await lock(seatAt(1, 1), fromHere(dana))
  expectLeft((await holdTimer(1, dana))?.timeInSeconds, 600)
  await passTime(100)
  await lock(seatAt(2, 1), fromHere(dana))
  expectLeft((await holdTimer(1, dana))?.timeInSeconds, 500)
})

test('R4.10 lasts as long as the setting says instead, of seats, places and the best that are found', async () => {
  const set = vi.spyOn(settings(), 'holdSeconds', 'get').mockReturnValue(120)
  try {
    expect(readSettings({ HOLD_SECONDS: '120' }).holdSeconds).toBe(120)
    expect(await holdTimer(1, dana)).toMatchObject({ timeInSeconds: 120, wholeInSeconds: 120 })
    for (const hold of [
      (uuid: string) => lock(seatAt(1, 1), fromHere(uuid)),
      (uuid: string) => lock(PLACE, fromHere(uuid)),
      (uuid: string) => findBest({ presentationId: 1, isLock: true }, fromHere(uuid)),
    ]) {
      const [uuid, expectLeft] = [randomUUID(), countdown()]
      expect((await hold(uuid)).ok).toBe(true)
      expectLeft((await holdTimer(1, uuid))?.timeInSeconds, 120)
    }
  } finally {
    set.mockRestore()
  }
})

test('R3.22 R7.46 R4.40 answers the timer with the seconds left and the way back, and changes nothing', async () => {
  const expectLeft = countdown()
  await lock(seatAt(1, 1), fromHere(dana))
  await passTime(10)
  await holdTimer(1, dana)
  const timer = await holdTimer(1, dana)
  expectLeft(timer?.timeInSeconds, 590)
  expect(timer).toMatchObject({ url: '/order/1', canExtend: true })
  expect(Math.abs(new Date(timer?.currentTime ?? '').getTime() - Date.now())).toBeLessThan(60_000)
})

test('the timer gives no time while the visitor waits after a hold that ran out, and the whole again when the wait is over', async () => {
  const expectLeft = countdown()
  expect((await holdTimer(1, dana))?.timeInSeconds, 'nothing held yet').toBe(600)
  await lock(seatAt(1, 1), fromHere(dana))
  await passTime(601)
  const waiting = await holdTimer(1, dana)
  expectLeft(waiting?.waitInSeconds, 59)
  expect(waiting?.timeInSeconds).toBe(0)
  await passTime(61)
  expect(await holdTimer(1, dana)).toMatchObject({ timeInSeconds: 600, waitInSeconds: 0 })
})

test('R4.11 extends a hold once by five minutes, and never again', async () => {
  const expectLeft = countdown()
  await lock(seatAt(1, 1), fromHere(dana))
  expect((await extendHolds(dana)).ok).toBe(true)
  expectLeft((await holdTimer(1, dana))?.timeInSeconds, 900)
  expect(codeOf(await extendHolds(dana))).toBe('EXTENSION_USED')
  await lock(seatAt(2, 1), fromHere(dana))
  expect(codeOf(await extendHolds(dana))).toBe('EXTENSION_USED')
  expect(codeOf(await extendHolds(omer))).toBe('HOLD_EXPIRED')
})

test('frees a seat for others by an unlock of its holder only', async () => {
  await lock(seatAt(1, 1), fromHere(dana))
  expect(codeOf(await unlock(seatAt(1, 1), omer))).toBe('UNLOCK_FAILED')
  expect((await unlock(seatAt(1, 1), dana)).ok).toBe(true)
  expect(codeOf(await unlock(seatAt(1, 1), dana))).toBe('UNLOCK_FAILED')
  expect((await lock(seatAt(1, 1), fromHere(omer))).ok).toBe(true)
})

test('R5.9 refuses a lock beyond the seat limit and names the limit', async () => {
  for (const x of [1, 2, 3, 4]) await lock(seatAt(x, 1), fromHere(dana))
  expect(await lock(seatAt(5, 1), fromHere(dana))).toMatchObject({ refusal: { code: 'SEAT_LIMIT', facts: { max: 4 } } })
  expect((await lock(seatAt(4, 1), fromHere(dana))).ok).toBe(true)
})

test('R5.43 R7.55 locks a place of general admission by null coordinates, up to the capacity', async () => {
  for (let n = 0; n < 3; n++) expect(await lock(PLACE, fromHere(n === 0 ? dana : omer))).toEqual({ ok: true, value: { x: null, y: null } })
  expect(codeOf(await lock(PLACE, fromHere(dana)))).toBe('NOT_ENOUGH_PLACES')
  expect((await seatsStatus(1, 2, dana))?.places[2]).toEqual({ capacity: 3, free: 0, yours: 1 })
})

test('R4.16 has no seats of a full general-admission section in the status, so it shows as sold out', async () => {
  for (let n = 0; n < 3; n++) await lock(PLACE, fromHere(omer))
  expect((await seatsStatus(1, 2, dana))?.seats).toEqual([])
  expect((await seatsStatus(1, 2, omer))?.seats).toEqual([[2, 0, null, null, 1, 2, 2]])
})

test('gives places back one at a time, by their holder only', async () => {
  await lock(PLACE, fromHere(dana))
  await lock(PLACE, fromHere(dana))
  expect(codeOf(await unlock(PLACE, omer))).toBe('UNLOCK_FAILED')
  expect((await unlock(PLACE, dana)).ok).toBe(true)
  expect((await seatsStatus(1, 2, dana))?.places[2]).toEqual({ capacity: 3, free: 2, yours: 1 })
})

test.each([
  ['an unknown presentation', { ...seatAt(1, 1), PresentationId: 99 }],
  ['another venue', { ...seatAt(1, 1), VenueId: 2 }],
  ['another plan', { ...seatAt(1, 1), VenueSeatplanId: 2 }],
  ['an unknown section', { ...seatAt(1, 1), VenueSectionId: 7 }],
  ['coordinates that the plan does not have', seatAt(99, 99)],
  ['no coordinates in a reserved section', { ...seatAt(1, 1), XCoordinate: null, YCoordinate: null }],
  ['coordinates in general admission', { ...PLACE, XCoordinate: 1, YCoordinate: 1 }],
  ['another ticket group', { ...seatAt(1, 1), TicketGroupId: 2 }],
])('answers 404 for %s', async (_name, address) => {
  expect(codeOf(await lock(address, fromHere(dana)))).toBe('NOT_FOUND')
})

test('R4.15 does not lock a seat without an allocation and shows it as held', async () => {
  await database().query(
    `UPDATE presentation_price SET allocation_id = -1 WHERE category = 'A'; UPDATE catalogue_version SET version = version + 1`,
  )
  const { forgetCatalogue } = await import('#lib/server/catalogue/catalogue.ts')
  forgetCatalogue()
  expect(codeOf(await lock(seatAt(1, 1), fromHere(dana)))).toBe('NO_PRICE_POLICY')
  expect((await seatsStatus(1, 1, dana))?.seats[0]).toEqual([1, 0, 1, 1, -1, 1, 3])
  await database().query(`UPDATE presentation_price SET allocation_id = 1; UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
})
