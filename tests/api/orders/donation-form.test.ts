import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { addDonations } from '#tests/support/sold/donations.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addDonations()
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(emptyHouse)
afterEach(checkInvariants)

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function send(fields: Record<string, string>, headers: Record<string, string> = {}, path = '/donations'): Promise<Answer> {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage(path)
  return visitor.post(path, new URLSearchParams(fields).toString(), { ...FORM, origin: app.origin, ...headers })
}
const stored = () => cellOf(`SELECT cart -> 'donations' FROM session WHERE cart IS NOT NULL`)

describe('the form of donations', () => {
  test('R2.47 stores the chosen amounts and leads to the details', async () => {
    const { status, headers } = await send({
      'give-1': '11',
      'times-1': '2',
      'give-3': '33',
      'free-3': '1,234.50',
      dedication: ' לזכר סבתא ',
    })
    expect([status, headers.get('location')]).toEqual([303, '/booking/checkout'])
    expect(await stored()).toEqual([
      { donationId: 1, donationDetailId: 11, quantity: 2, customAmount: 60, dedication: 'לזכר סבתא' },
      { donationId: 3, donationDetailId: 33, quantity: 1, customAmount: 1234.5, dedication: 'לזכר סבתא' },
    ])
  })

  test.each<[string, Record<string, string>, string]>([
    ['nothing', {}, 'בחרו יעד וסכום'],
    ['an amount that there is not', { 'give-1': '31' }, 'בחרו יעד וסכום'],
    ['a cause that is closed', { 'give-6': '61' }, 'בחרו יעד וסכום'],
    ['a free amount below its limit', { 'give-3': '33', 'free-3': '4.99' }, 'הקטן ביותר ₪5, הגדול ביותר ₪5000'],
    ['a free amount that is none', { 'give-3': '33', 'free-3': '1e3' }, 'הקטן ביותר ₪5'],
    ['causes of two houses', { 'give-1': '11', 'give-4': '41' }, 'שייכים לארגונים שונים'],
  ])('with %s says what is missing, keeps what was typed and stores nothing', async (_what, fields, sentence) => {
    const { status, body } = await send(fields)
    expect(status).toBe(400)
    expect(body).toContain(sentence)
    if (fields['free-3']) expect(body).toContain(`value="${fields['free-3']}"`)
    expect(await stored()).toBeUndefined()
  })

  test('is refused from another site, and stores nothing', async () => {
    const { status } = await send({ 'give-1': '11' }, { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' })
    expect(status).toBe(403)
    expect(await stored()).toBeUndefined()
  })

  test('of one cause shows it alone; of none that there is, nothing', async () => {
    const visitor = new TestVisitor(app.origin)
    const body = await (await fetch(`${app.origin}/donations/d3`)).text()
    expect([body.includes('יעד 3'), body.includes('יעד 1')]).toEqual([true, false])
    expect((await visitor.get('/donations/d9')).status).toBe(404)
    expect((await fetch(`${app.origin}/donations/d3/picture.svg`)).headers.get('content-type')).toContain('image/svg+xml')
  })
})
