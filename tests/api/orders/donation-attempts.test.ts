import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { buildHouse, cartOf, emptyHouse, prepareCard } from '#tests/support/buyers/house.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { addDonations, PUPIL, receiptNumbers, SIXTY } from '#tests/support/sold/donations.ts'

process.env.SECRET = SECRET_OF_TESTS

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addDonations()
  app = await startApp({ env: { TRUSTED_PROXY: 'on' } })
})
afterAll(() => app.stop())
beforeEach(emptyHouse)
afterEach(checkInvariants)

const from = (address: string) => ({ 'x-forwarded-for': address })

/** Pays ₪60 from the address, as another visitor each time. */
async function giveFrom(
  address: string,
  behaviour = 'accepted',
): Promise<{ readonly answer: Answer; readonly again: () => Promise<Answer> }> {
  const visitor = Object.assign(new TestVisitor(app.origin), { uuid: await newVisitor() })
  const cart = { ...cartOf([], await prepareCard(visitor.uuid, SIXTY, behaviour)), donations: [PUPIL] }
  const again = () => visitor.post('/api/payment/commit', { cart }, from(address))
  return { answer: await again(), again }
}

const charges = () => cellOf('SELECT count(*)::int FROM sandbox_charge')

test('an address pays for five donations an hour, declined cards and all: the sixth is not charged, and others give on', async () => {
  const ends = []
  for (const behaviour of ['declined', 'accepted', 'declined', 'accepted', 'declined']) ends.push(await giveFrom('203.0.113.7', behaviour))
  expect(ends.map(({ answer }) => answer.status === 200)).toEqual([false, true, false, true, false])
  // A page that asks again makes no attempt of its own.
  expect((await ends[1]?.again())?.status).toBe(200)
  const before = await charges()
  const { answer } = await giveFrom('203.0.113.7')
  expect(answer).toMatchObject({
    status: 429,
    body: { error: 'TOO_MANY_DONATIONS', message: expect.stringContaining('לא חויבתם') as string },
  })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect([await charges(), await receiptNumbers()]).toEqual([before, ['580341192:1', '580341192:2']])
  expect((await giveFrom('198.51.100.7')).answer.status).toBe(200)
})

test('the form says so before details are filled in, in the language of the visitor, and keeps what was typed', async () => {
  for (let n = 0; n < 6; n++) await giveFrom('203.0.114.7', 'declined')
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage('/donations')
  const send = (address: string) =>
    visitor.post(
      '/donations',
      new URLSearchParams({ 'give-3': '33', 'free-3': '12.5', 'times-3': '2', dedication: 'לזכר סבתא' }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded', origin: app.origin, ...from(address) },
    )
  const { status, body } = await send('203.0.114.7')
  expect(status).toBe(429)
  for (const part of ['ניסיונות לתרום בשעה האחרונה', 'value="12.5"', 'value="לזכר סבתא"', 'value="2"']) expect(body).toContain(part)
  expect((await send('198.51.100.8')).status).toBe(303)
})
