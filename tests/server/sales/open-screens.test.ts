import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { businessDayOf } from '#lib/domain/sales/business-day.ts'
import { addDays } from '#lib/domain/time/days.ts'
import { instantOfWall } from '#lib/domain/time/wall-clock.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { foldSales } from '#lib/server/sales/sums.ts'
import { closeScreens } from '#lib/server/sales/stream/open-screens.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { openChanges } from '#tests/support/staff/ask-staff.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

/** What happens before a screen is read, and what after that keeps its answer back. */
const during = vi.hoisted(() => ({ reads: 0, before: () => Promise.resolve(), after: () => Promise.resolve() }))
vi.mock('#lib/server/sales/screens/screens.ts', async (importOriginal) => {
  const own = await importOriginal<typeof import('#lib/server/sales/screens/screens.ts')>()
  return {
    ...own,
    readScreen: async (...asked: Parameters<typeof own.readScreen>) => {
      during.reads += 1
      const { before, after } = during
      await before()
      const read = await own.readScreen(...asked)
      await after()
      return read
    },
  }
})

const BEAT_MS = 5_000
let one: StaffPerson
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  one = await aStaffMember()
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
})
beforeEach(() => {
  Object.assign(during, { reads: 0, before: () => Promise.resolve(), after: () => Promise.resolve() })
})
afterEach(closeScreens)
afterAll(async () => {
  vi.useRealTimers()
  await database().query('DELETE FROM sales_delta; DELETE FROM sales_day; DELETE FROM sales_presentation; DELETE FROM sales_feature_day')
  await checkInvariants()
})

async function sell(count: number): Promise<void> {
  await database().query(
    `INSERT INTO sales_delta (day, presentation_id, kind, subject_id, channel, quantity, gross) VALUES ($1, 1, 'seat', 11, 'shop', $2, $2 * 10000)`,
    [businessDayOf(Date.now(), '04:00'), count],
  )
  await foldSales()
}

type Stream = Awaited<ReturnType<typeof openChanges>>

/** Reads a stream as a dashboard does. @returns what stands in the sum of tickets there now */
function shownBy(stream: Stream): () => string | undefined {
  let shown: string | undefined
  void (async () => {
    for (let told = await stream.nextCells(); told; told = await stream.nextCells()) shown = told.cells['sum.sold'] ?? shown
  })()
  return () => shown
}

test('a dashboard that opens while others are told that nothing changed is told of what is sold', async () => {
  // The first reading says whether the screen may be seen, the second one is that of the stream.
  during.before = () => {
    if (during.reads === 2) vi.advanceTimersByTime(BEAT_MS)
    return Promise.resolve()
  }
  const stream = await openChanges(one, 'screen=reports')
  const shown = shownBy(stream)
  await expect.poll(shown).toBe('0')
  await sell(2)
  await expect.poll(shown, { timeout: 10_000 }).toBe('2')
  stream.leave()
})

test('a reading that takes long does not put older numbers over newer ones', async () => {
  const first = await openChanges(one, 'screen=reports&asked=sort%3Ddays.sold')
  const shown = shownBy(first)
  await expect.poll(shown).toBe('2')
  const { promise: kept, resolve: letGo } = Promise.withResolvers<undefined>()
  const { promise: isRead, resolve: hasRead } = Promise.withResolvers<undefined>()
  during.reads = 0
  during.after = async () => {
    if (during.reads !== 2) return
    during.after = () => Promise.resolve()
    hasRead(undefined)
    await kept
  }
  const opening = openChanges(one, 'screen=reports&asked=sort%3Ddays.sold')
  await isRead
  await sell(1)
  // As long as the slow reading lasts, the sale is told or waits for it; in the end it is told.
  await Promise.race([
    expect
      .poll(shown, { timeout: 1_500 })
      .toBe('3')
      .catch(() => undefined),
    opening,
  ])
  letGo(undefined)
  const second = await opening
  await expect.poll(shownBy(second), { timeout: 10_000 }).toBe('3')
  await expect.poll(shown).toBe('3')
  first.leave()
  second.leave()
})

test('an account has 20 streams at once, however fast they are asked for, and others have theirs', async () => {
  const asked = await Promise.all(Array.from({ length: 22 }, () => openChanges(one, 'screen=reports')))
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(2)
  const other = await openChanges(await aStaffMember(), 'screen=reports')
  expect(other.status).toBe(200)
  asked.find(({ status }) => status === 200)?.leave()
  const next = await openChanges(one, 'screen=reports')
  expect(next.status).toBe(200)
  for (const stream of [...asked, other, next]) stream.leave()
})

test('a dashboard that is open as the business day ends turns to the new day by itself', async () => {
  const startsAt = Number(await cellOf('SELECT extract(epoch FROM starts_at) * 1000 FROM presentation WHERE presentation_id = 1'))
  const day = businessDayOf(startsAt, '04:00')
  const begins = instantOfWall(`${day}T04:00`) ?? 0
  vi.setSystemTime(begins - 60_000)
  const stream = await openChanges(one, 'screen=locations')
  const before = await stream.nextCells()
  expect([before?.day, before?.cells['locations.1.capacity']]).toEqual([addDays(day, -1), undefined])
  vi.setSystemTime(begins + 1_000)
  vi.advanceTimersByTime(BEAT_MS)
  const told = await Promise.race([stream.nextCells(), sleep(20_000, undefined)])
  expect([told?.day, told?.cells['locations.1.capacity']]).toEqual([day, '100'])
  stream.leave()
})
