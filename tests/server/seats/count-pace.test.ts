import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'

/** How long a slow count takes, and how long that would put off the next: 20 times as long. In ms. */
const SLOW = 400
const PUT_OFF = 20 * SLOW
/** The clock of this process, which only a test moves. */
let now = Date.now()

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})
afterEach(async () => {
  now += 60_000
  await takenByPresentation()
  now += 60_000
  await takenByPresentation()
  now += 60_000
})

/** Counts while the counts cannot be read for some time. */
async function countSlowly(): Promise<unknown> {
  const client = await database().connect()
  await client.query('BEGIN')
  await client.query('LOCK seats_taken IN ACCESS EXCLUSIVE MODE')
  const counted = takenByPresentation()
  now += SLOW
  await client.query('COMMIT')
  client.release()
  return counted
}

test('one count that was late does not put off the next', async () => {
  const late = await countSlowly()
  now += PUT_OFF / 2
  expect(await takenByPresentation()).not.toBe(late)
})

test('counting that takes long is at most a twentieth of the time', async () => {
  await countSlowly()
  now += 60_000
  const slow = await countSlowly()
  now += PUT_OFF - 100
  expect(await takenByPresentation()).toBe(slow)
  now += 60_000
  expect(await takenByPresentation()).not.toBe(slow)
})
