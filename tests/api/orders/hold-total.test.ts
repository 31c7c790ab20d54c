import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeCustomer, makeMembership, signedInVisitor } from '#tests/support/buyers/customers.ts'
import { addOtherDays, cartFor, seatOn } from '#tests/support/buyers/changes.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

const MOST = 5
const BROWSERS = 9

let apps: readonly RunningApp[] = []
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  const env = { HOLDS_PER_CUSTOMER: String(MOST), LOG_LEVEL: 'warn' }
  apps = await Promise.all([startApp({ env }), startApp({ env })])
})
afterAll(() => Promise.all(apps.map((app) => app.stop())))
afterEach(checkInvariants)

test('limits the unpaid seats of one customer across nine browsers and two processes', async () => {
  for (let round = 0; round < 3; round++) {
    await emptyHouse()
    const customerId = await makeCustomer()
    await makeMembership(customerId)
    const browsers = await Promise.all(
      Array.from({ length: BROWSERS }, async (_, n) => {
        const visitor = await signedInVisitor(apps[n % apps.length]?.origin ?? '', customerId)
        const seat = seatOn((n % 3) + 1, n + 1)
        expect((await visitor.put('/api/seats/lock-seat', { seat })).status).toBe(200)
        return { visitor, seat }
      }),
    )
    const answers = await Promise.all(
      browsers.map(({ visitor, seat }) => visitor.post('/api/payment/commit', { cart: { ...cartFor([seat]), isHold: true } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST)
    for (const { status, body } of answers) if (status !== 200) expect(body).toMatchObject({ error: 'HOLD_LIMIT' })
    expect(await cellOf(`SELECT count(*)::int FROM seat_claim WHERE state = 'P'`)).toBe(MOST)
  }
})
