import { beforeAll, describe, expect, test } from 'vitest'
import type { DetailsCaller } from '#lib/server/customers/account/customer-details.ts'
import { dataFileOf } from '#lib/server/customers/area/customer-data-file.ts'
import { pdfOf } from '#lib/server/documents/pdf/document-pdf.ts'
import { documentOfOrder } from '#lib/server/documents/documents.ts'
import { receiptOf, receiptsOf } from '#lib/server/documents/receipt-document.ts'
import { receiptSheet } from '#lib/server/documents/receipt-words.ts'
import { mailOf, smsOf } from '#lib/server/messages/message-bodies.ts'
import { renderMail } from '#lib/server/messages/messages.ts'
import { LOCALES } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { cancelled, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { paintedPages } from '#tests/support/pdf.ts'
import { addEnrolments, SERIES } from '#tests/support/sold/enrolments.ts'
import { subscribes } from '#tests/support/sold/resales.ts'

const house = openCancelHouse()
beforeAll(() => addEnrolments(2))

async function bought() {
  const resId = await subscribes(house.noa)
  const order = await documentOfOrder(String(await cellOf('SELECT order_id FROM orders')))
  if (!order) throw new Error('The series is not paid.')
  return { resId, order }
}

const NAME = 'סדרה, רגיל'
const SEAT = 'אולם · שורה 1 · מושב 3'
const timesIn = (text: string, part: string) => text.split(part).length - 1

describe('a series is one thing with its dates and its seat', () => {
  test('in mails and SMS: once its name, number of evenings, place and seat; then a line for each date, with its code', async () => {
    const { order } = await bought()
    const mail = renderMail(order)
    expect(mail.subject).toBe(`הכרטיסים שלכם: ${NAME}, 4 ערבים`)
    expect(mail.text).toMatch(new RegExp(`${NAME} · 4 ערבים\n.*היכל הבדיקה.*\n${SEAT}\n(?:.*הצגת בדיקה\n){4}\n`))
    expect([timesIn(mail.text, NAME), timesIn(mail.html.slice(mail.html.indexOf('<h2')), NAME)]).toEqual([1, 1])
    expect([timesIn(mail.text, SEAT), timesIn(mail.html, SEAT), timesIn(mail.html, '<h2')]).toEqual([1, 1, 1])
    expect([1, 2, 3, 4].map((number) => timesIn(mail.html, `#ticket-${String(number)}"`))).toEqual([1, 1, 1, 1])
    expect(await smsOf(order.orderId, 'tickets')).toContain(`${NAME}, 4 ערבים. הזמנה`)
    expect(renderMail({ ...order, locale: 'ru' }).subject).toMatch(/^Ваши билеты: .*, 4 вечера$/)
  })

  test('in the mail and SMS of its cancellation', async () => {
    const { order, resId } = await bought()
    await cancelled(house.noa.visitor, resId)
    const kind = String(await cellOf(`SELECT kind FROM outbox WHERE kind LIKE 'cancelled:%' LIMIT 1`))
    const mail = await mailOf(order.orderId, kind)
    expect(mail?.subject).toBe(`ההזמנה בוטלה: ${NAME}, 4 ערבים`)
    expect([timesIn(mail?.text ?? '', NAME), timesIn(mail?.text ?? '', SEAT), timesIn(mail?.text ?? '', 'הצגת בדיקה')]).toEqual([1, 1, 4])
    expect(await smsOf(order.orderId, kind)).toContain(`${NAME}, 4 ערבים. הזמנה`)
  })

  test('in the PDF: a page of all dates before the tickets, which say of what they are one', async () => {
    const { order } = await bought()
    const [first = '', ...tickets] = paintedPages(await pdfOf(order, 'en'))
    expect([timesIn(first, 'Row 1 · Seat 3'), timesIn(first, 'הקידב תגצה'), first.includes('4 evenings')]).toEqual([1, 4, true])
    expect(tickets.map((page, at) => page.includes(`Evening ${String(at + 1)} of 4`))).toEqual([true, true, true, true])
    expect(tickets.filter((page) => page.includes('Price'))).toEqual([])
  })

  test('in receipts, in every language: one line that says its dates and its seat', async () => {
    const { order } = await bought()
    const [made] = await receiptsOf(order.documentKey)
    const receipt = await receiptOf(order.documentKey, String(made?.number))
    if (!receipt) throw new Error('There is no receipt.')
    const counts = { he: '4 ערבים', en: '4 evenings', ru: '4 вечера', ar: '4 أمسيات' }
    for (const locale of LOCALES) {
      const { lines } = receiptSheet(receipt, textOf(locale))
      expect(lines).toEqual([{ text: expect.stringContaining(`${NAME}: ${counts[locale]}, `) as unknown, quantity: 1, amount: SERIES }])
      expect(lines[0]?.text).toMatch(/\d{4}–\d.*, .*3$/)
    }
  })

  test('in the data file: its evenings stand with it', async () => {
    await bought()
    const { visitor, customerId } = house.noa
    const customer = { customerId, isFresh: true }
    const file = await dataFileOf({ visitor, customer, caller: null, locale: 'he' } as unknown as DetailsCaller)
    const { orders } = JSON.parse(await file.text()) as { orders: object[] }
    const evening = { seat: '3', presentation: 'הצגת בדיקה', price: 0, isCancelled: false }
    expect(orders).toMatchObject([
      { tickets: null, items: [{ kind: 'membership', name: NAME, price: SERIES / 100, evenings: [evening, evening, evening, evening] }] },
    ])
  })
})
