import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'

/** How long a slow count takes at the least, and how long that would put off the next: 20 times as long. In ms. */
const SLOW = 400
const PUT_OFF = 20 * SLOW
let later = 0

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + later)
})
afterEach(async () => {
  later += 60_000
  await takenByPresentation()
  later += 60_000
  await takenByPresentation()
  later += 60_000
})

/** Counts while the counts cannot be read for some time. */
async function countSlowly(): Promise<unknown> {
  const client = await database().connect()
  await client.query('BEGIN')
  await client.query('LOCK seats_taken IN ACCESS EXCLUSIVE MODE')
  const counted = takenByPresentation()
  await sleep(SLOW)
  await client.query('COMMIT')
  client.release()
  return counted
}

test('one count that was late does not put off the next', async () => {
  const late = await countSlowly()
  later += PUT_OFF / 2
  expect(await takenByPresentation()).not.toBe(late)
})

test('counting that takes long is at most a twentieth of the time', async () => {
  await countSlowly()
  later += 60_000
  const slow = await countSlowly()
  later += PUT_OFF - 100
  expect(await takenByPresentation()).toBe(slow)
  later += 60_000
  expect(await takenByPresentation()).not.toBe(slow)
})
