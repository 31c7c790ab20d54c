import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { LIMITS } from '#lib/server/platform/http/limits/limits.ts'
import { sweepCounts } from '#lib/server/platform/http/limits/shared-counter.ts'
import { addKey } from '#lib/server/keys/api-keys.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { buildHouse, cartOf, prepareCard } from '#tests/support/buyers/house.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { addDonations, PUPIL, SIXTY } from '#tests/support/sold/donations.ts'

process.env.SECRET = SECRET_OF_TESTS

let apps: readonly RunningApp[] = []
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addDonations()
  apps = await Promise.all([1, 2].map(() => startApp({ env: { TRUSTED_PROXY: 'on' } })))
})
afterAll(() => Promise.all(apps.map((app) => app.stop())))

const originOf = (n: number) => apps[n % apps.length]?.origin ?? ''

describe('over two processes', () => {
  test('an address pays for five donations an hour, not for five at each', async () => {
    const give = async (n: number) => {
      const visitor = Object.assign(new TestVisitor(originOf(n)), { uuid: await newVisitor() })
      const cart = { ...cartOf([], await prepareCard(visitor.uuid, SIXTY, 'declined')), donations: [PUPIL] }
      return visitor.post('/api/payment/commit', { cart }, { 'x-forwarded-for': '203.0.113.9' })
    }
    const answers = []
    for (let n = 0; n < 8; n++) answers.push(await give(n))
    expect(answers.map(({ status }) => status === 429)).toEqual([
      ...Array<boolean>(LIMITS.donation.caller.calls).fill(false),
      true,
      true,
      true,
    ])
    expect(await cellOf('SELECT count(*)::int FROM call_count WHERE key LIKE $1', ['%203.0%'])).toBe(0)
  })

  test('an API key makes so many calls a minute, however they are spread, also all at once', async () => {
    const { key } = await addKey(database(), { name: 'spread', scopes: ['catalogue'], businessIds: [], callsPerMinute: 20 })
    const call = async (n: number) => {
      const { status } = await fetch(`${originOf(n)}/api/presentations`, { headers: { authorization: `Bearer ${key}` } })
      return status
    }
    const statuses = await Promise.all(Array.from({ length: 50 }, (_none, n) => call(n)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  test('what was counted is forgotten when its time is over', async () => {
    await database().query('UPDATE call_count SET expire = 1')
    await sweepCounts()
    expect(await cellOf('SELECT count(*)::int FROM call_count')).toBe(0)
  })

  test('each knows of the other', async () => {
    await expect.poll(() => cellOf('SELECT count(*)::int FROM shop_process'), { timeout: 20_000 }).toBe(2)
  })
})
