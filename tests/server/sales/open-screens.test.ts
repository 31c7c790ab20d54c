import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { businessDayOf } from '#lib/domain/sales/business-day.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { foldSales } from '#lib/server/sales/sums.ts'
import { closeScreens } from '#lib/server/sales/stream/open-screens.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
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
  vi.useFakeTimers({ toFake: ['setInterval'] })
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
