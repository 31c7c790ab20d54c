import { afterEach, beforeAll, expect, test } from 'vitest'
import { Buyer, CARDS, payInForm } from '#tests/support/buyers/buyer.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, CUSTOMER, seatAt } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  app = await startApp({ env: { LOG_LEVEL: 'debug' } })
})
afterEach(checkInvariants)

test('logs no buyer, card or secret for successful, failed and forged payments', async () => {
  const identifiers: string[] = []
  for (const [n, card] of Object.values(CARDS).entries()) {
    const buyer = new Buyer(app.origin)
    await buyer.lock(seatAt(2, n + 1))
    const stored = await buyer.post('/api/cart', { cart: { ...cartOf([]), presentations: [] } })
    expect(stored.status).toBeLessThan(500)
    const identifier = await buyer.payByCard(card)
    identifiers.push(identifier)
    const answers = [
      await buyer.commit(cartOf([seatAt(2, n + 1)], identifier)),
      await buyer.commit(cartOf([seatAt(2, n + 1)], 'x'.repeat(20))),
    ]
    for (const { status } of answers) expect(status).toBeLessThan(500)
    const withCard = { ...cartOf([seatAt(2, n + 1)], identifier), creditcardInfo: { number: card, cvv: '123' } }
    expect((await buyer.commit(withCard)).status).toBeLessThan(500)
    await fetch(`${app.origin}/api/payment/callback/sandbox`, { method: 'POST', body: JSON.stringify({ form: identifier, ...CUSTOMER }) })
    await buyer.get(`/api/payment/form/he?ts=1&ssn=${CUSTOMER.ssn}&total=1`)
  }
  await expect(payInForm(app.origin, `/sandbox/payment/${'x'.repeat(48)}`)).rejects.toThrow()
  await app.stop()
  const log = await app.log
  expect(log.length).toBeGreaterThan(200)
  for (const secret of [
    CUSTOMER.ssn,
    CUSTOMER.email,
    '0547314821',
    CUSTOMER.mobileNumber,
    CUSTOMER.firstName,
    ...Object.values(CARDS),
    ...identifiers,
  ])
    expect(log).not.toContain(secret)
})
