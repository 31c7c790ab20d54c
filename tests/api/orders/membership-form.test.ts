import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMemberships } from '#tests/support/sold/memberships.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'

process.env.SECRET = SECRET_OF_TESTS // references are looked up by the app's key

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addMemberships()
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(emptyHouse)
afterEach(checkInvariants)

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** Price 11 of membership 1 asks for nothing, price 12 for a reference of the list (S-1, S-2). */
const ADULT = { price: '1-11' }
const STUDENT = { price: '1-12', 'reference1-student': 'S-1' }

async function send(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer & { readonly stored: number }> {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage('/membership/m1')
  const answer = await visitor.post('/membership/m1', new URLSearchParams(fields).toString(), { ...FORM, origin: app.origin, ...headers })
  return { ...answer, stored: Number(await cellOf(`SELECT count(*)::int FROM session WHERE cart::text LIKE '%membershipPriceId%'`)) }
}

describe('the form that chooses memberships', () => {
  test('stores the choice and leads to the checkout', async () => {
    const { status, headers, stored } = await send(ADULT)
    expect([status, headers.get('location'), stored]).toEqual([303, '/booking/checkout', 1])
  })

  test('is refused from another site, and stores nothing', async () => {
    const before = await cellOf(`SELECT count(*)::int FROM session WHERE cart::text LIKE '%membershipPriceId%'`)
    const { status, stored } = await send(ADULT, { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' })
    expect([status, stored]).toEqual([403, before])
  })

  test('takes a reference of the list, and refuses another with what was typed', async () => {
    expect((await send(STUDENT)).status).toBe(303)
    const refused = await send({ ...STUDENT, 'reference1-student': 'S-99' })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.status).toBeLessThan(500)
    expect(refused.body).toContain('value="S-99"')
  })

  test('says which price needs a reference that is missing', async () => {
    const { status, body } = await send({ ...STUDENT, 'reference1-student': ' ' })
    expect(status).toBe(400)
    expect(body).toContain('reference1-student')
  })
})
