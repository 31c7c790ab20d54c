import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { bestOnDates, lockBestOnDates, type DatesWish } from '#lib/server/seats/best/best-on-dates.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { buildHouse, emptyHouse, fromHere, seatAt } from '#tests/support/buyers/house.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { addDates, heldSeats } from '#tests/support/seats/series.ts'

const DATES = [1, 2, 3]

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 3, seatsPerRow: 6 })
  await addDates(3)
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

async function wishFor(quantity: number, more: Partial<DatesWish> = {}): Promise<DatesWish> {
  const { presentations } = await catalogue()
  const dates = DATES.map((id) => presentations.get(id)).filter((one): one is Presentation => one !== undefined)
  return { presentations: dates, quantity, ...more }
}

/** Somebody takes seats of a row on a date. */
async function take(presentationId: number, y: number, ...xs: readonly number[]): Promise<void> {
  for (const x of xs) expect((await lock({ ...seatAt(x, y), PresentationId: presentationId }, fromHere(randomUUID()))).ok).toBe(true)
}

/** Ids of the offered groups. */
async function offered(quantity: number, more: Partial<DatesWish> = {}): Promise<readonly (readonly number[])[]> {
  const offer = await bestOnDates(await wishFor(quantity, more), randomUUID())
  return (offer?.groups ?? []).map(({ seats }) => seats.map((seat) => offer?.plan.seats[seat]?.id ?? 0))
}

async function setLoneSeats(presentationId: number, rule: 'allowed' | 'never'): Promise<void> {
  await database().query(`UPDATE presentation SET lone_seats = '${rule}' WHERE presentation_id = $1`, [presentationId])
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
}

test('offers only seats that are free together on every date, side by side', async () => {
  await take(1, 1, 1, 2, 3)
  await take(2, 1, 4, 5, 6)
  await take(3, 2, 3)
  const groups = await offered(3)
  expect(groups.length).toBeGreaterThan(0)
  const gone = new Set([1_001, 1_002, 1_003, 1_004, 1_005, 1_006, 2_003])
  expect(groups.flat().filter((id) => gone.has(id))).toEqual([])
  expect(groups).toContainEqual([2_004, 2_005, 2_006])
  for (const group of groups) expect(new Set(group.map((id) => Math.floor(id / 1_000))).size).toBe(1)
})

test('keeps the rule of lone seats on each date, although the seats would leave none where all dates are looked at together', async () => {
  await take(2, 1, 3) // on the second date 4–6 are a stretch of their own; on the others 3 would be left alone beside 2
  await take(1, 1, 1, 2)
  await take(3, 1, 1, 2)
  for (const row of [2, 3]) for (const date of DATES) await take(date, row, 1, 2, 3, 4, 5, 6)
  expect(await offered(3)).toEqual([[1_004, 1_005, 1_006]])
  await setLoneSeats(3, 'never')
  expect(await offered(3)).toEqual([])
  await setLoneSeats(3, 'allowed')
})

test('looks in the wanted section and ticket groups only', async () => {
  expect(await offered(2, { sectionId: 9 })).toEqual([])
  expect(await offered(2, { ticketGroups: new Set([2]) })).toEqual([])
  expect((await offered(2, { sectionId: 1, ticketGroups: new Set([1]) })).length).toBeGreaterThan(0)
})

describe('locking', () => {
  test('locks the best group on all dates', async () => {
    const dana = randomUUID()
    const [best] = await offered(2)
    expect(await lockBestOnDates(await wishFor(2), fromHere(dana))).toEqual({ ok: true, value: best })
    expect(await heldSeats()).toEqual(DATES.flatMap((date) => (best ?? []).map((id) => `${String(date)}-${String(id)} ${dana}`)))
  })

  test('twenty at once get whole pairs on all dates, or are refused for want of seats', async () => {
    const wish = await wishFor(2)
    const visitors = Array.from({ length: 20 }, () => randomUUID())
    const told = await Promise.all(visitors.map((uuid) => lockBestOnDates(wish, fromHere(uuid))))
    const had = told.flatMap((one) => (one.ok ? one.value : []))
    expect(new Set(had).size).toBe(had.length)
    expect(had.length).toBeGreaterThanOrEqual(16)
    expect(await heldSeats()).toHaveLength(had.length * 3)
    expect([...new Set(told.flatMap((one) => (one.ok ? [] : [one.refusal.code])))]).toEqual(['NOT_ENOUGH_SEATS'])
  })

  test('tells a refusal that other seats would not change', async () => {
    await take(2, 1, 1)
    await database().query(`UPDATE presentation SET max_seats = 1 WHERE presentation_id = 2`)
    await database().query('UPDATE catalogue_version SET version = version + 1')
    forgetCatalogue()
    expect(await lockBestOnDates(await wishFor(2), fromHere(randomUUID()))).toMatchObject({ refusal: { code: 'SEAT_LIMIT' } })
    expect(await heldSeats()).toHaveLength(1)
    await database().query(`UPDATE presentation SET max_seats = 8; UPDATE catalogue_version SET version = version + 1`)
    forgetCatalogue()
  })
})
