import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { paymentForm } from '#lib/contract/order/orders.ts'
import { Buyer, CARDS } from '#tests/support/buyers/buyer.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  app = await startApp()
})
afterAll(() => app.stop())
afterEach(checkInvariants)

test('reports from the framed card form how it was paid, but never the card number or CVV', async () => {
  const buyer = new Buyer(app.origin)
  await buyer.lock(seatAt(1, 1))
  const { paymentFormURL } = readAnswer(paymentForm, await buyer.get('/api/payment/form/he'))
  const fields = { number: CARDS.accepted, expiry: '12/39', cvv: '987', holderId: '123456782', holderName: 'נועה ברקאי', payments: '1' }
  const body = new URLSearchParams({ ...fields, frame: '1' })
  const answer = await fetch(new URL(paymentFormURL, app.origin), { method: 'POST', redirect: 'manual', body })
  const html = await answer.text()
  expect(html).toMatch(/data-payment-identifier="pay_\w+"/)
  expect(html).toMatch(/data-method="card"/)
  expect(html).toMatch(/data-last4="0000"/)
  expect(html).toMatch(/data-payments="1"/)
  expect(html).not.toContain(CARDS.accepted)
  expect(html).not.toMatch(/[">]987["<]/)
})
