import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { documentOfOrder } from '#lib/server/documents/documents.ts'
import { renderMail } from '#lib/server/messages/messages.ts'
import { receiptOf, receiptsOf, type ReceiptDocument } from '#lib/server/documents/receipt-document.ts'
import { receiptPdf } from '#lib/server/documents/pdf/receipt-pdf.ts'
import { numberReceipts } from '#lib/server/payments/receipts.ts'
import { lineText, receiptFacts, receiptTitle } from '#lib/server/documents/receipt-words.ts'
import { textOf } from '#lib/text/text.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { insertOrder, insertShowings } from '#tests/support/database/order-rows.ts'
import { paintedPages } from '#tests/support/pdf.ts'
import { startProcess } from '#tests/support/processes/processes.ts'
import { insertPaidOrder, insertRefund, LINES } from '#tests/support/database/receipt-rows.ts'

beforeAll(async () => {
  await freshDatabase()
  await insertShowings()
})
beforeEach(() => database().query('TRUNCATE orders, sales_delta, system_voucher, session, receipt_due CASCADE'))

const t = textOf('he')

interface Numbers {
  readonly count: number
  readonly lowest: number | null
  readonly highest: number | null
  readonly owed: number
}

async function numbers(): Promise<Numbers | undefined> {
  const { rows } = await database().query<Numbers>(
    `SELECT count(*)::int AS count, min(receipt_number)::int AS lowest, max(receipt_number)::int AS highest,
       (SELECT count(*)::int FROM ledger l WHERE kind IN ('charge', 'refund') AND NOT EXISTS (SELECT FROM receipt r WHERE r.entry_id = l.entry_id)) AS owed
     FROM receipt`,
  )
  return rows[0]
}

async function onlyReceipt(documentKey: string): Promise<ReceiptDocument> {
  const [first] = await receiptsOf(documentKey)
  const receipt = first && (await receiptOf(documentKey, String(first.number)))
  if (!receipt) throw new Error('The order has no receipt.')
  return receipt
}

describe('receipts are numbered without gaps', () => {
  test('in the order of the ledger, only for charges and refunds, each once', async () => {
    const order = await insertPaidOrder({ withVoucher: true })
    await insertRefund(order, 1_000)
    await database().query(`INSERT INTO ledger (order_id, kind, amount) VALUES ($1, 'correction', 100), ($1, 'voucher', 5000)`, [
      order.orderId,
    ])
    await insertPaidOrder()
    expect(await numberReceipts()).toBe(3)
    expect(await numberReceipts()).toBe(0)
    const { rows } = await database().query(
      'SELECT receipt_number AS number, kind FROM receipt JOIN ledger USING (entry_id) ORDER BY receipt_number',
    )
    expect(rows).toEqual([
      { number: 1, kind: 'charge' },
      { number: 2, kind: 'refund' },
      { number: 3, kind: 'charge' },
    ])
  })

  test('by concurrent processes, while orders settle and some of them roll back', async () => {
    const { orderId } = await insertOrder()
    const settle = async (n: number) => {
      await inTransaction(async (client) => {
        await client.query(`INSERT INTO ledger (order_id, kind, amount) VALUES ($1, 'charge', 100)`, [orderId])
        if (n % 3 === 0) throw new Error('rolled back')
      }).catch(() => undefined)
      await numberReceipts()
    }
    await Promise.all(Array.from({ length: 150 }, (_, n) => settle(n)))
    expect(await numbers()).toEqual({ count: 100, lowest: 1, highest: 100, owed: 0 })
  })

  test('a numbering that rolls back leaves its numbers for the next one', async () => {
    await insertPaidOrder()
    await inTransaction(async (client) => {
      await client.query(`INSERT INTO receipt SELECT 1, entry_id FROM ledger; DELETE FROM receipt_due`)
      throw new Error('rolled back')
    }).catch(() => undefined)
    expect(await numberReceipts()).toBe(1)
    expect(await numbers()).toEqual({ count: 1, lowest: 1, highest: 1, owed: 0 })
  })

  test('by processes that are killed during the numbering', async () => {
    const { orderId } = await insertOrder()
    for (let round = 0; round < 3; round++) {
      const workers = Array.from({ length: 3 }, () => startProcess(['tests/support/processes/number-receipts.ts']))
      await Promise.all(workers.map(({ firstLine }) => firstLine))
      const settling = Promise.all(
        Array.from({ length: 300 }, () =>
          database().query(`INSERT INTO ledger (order_id, kind, amount) VALUES ($1, 'charge', 100)`, [orderId]),
        ),
      )
      for (const { child } of workers) {
        await new Promise((resolve) => setTimeout(resolve, 15))
        child.kill('SIGKILL')
      }
      await Promise.all([settling, ...workers.map(({ finished }) => finished)])
    }
    await numberReceipts()
    expect(await numbers()).toEqual({ count: 900, lowest: 1, highest: 900, owed: 0 })
  })

  test('issued numbers never change', async () => {
    await insertPaidOrder()
    await numberReceipts()
    await expect(database().query('DELETE FROM receipt')).rejects.toThrow('receipt only grows')
    await expect(database().query('UPDATE receipt SET receipt_number = 7')).rejects.toThrow('receipt only grows')
  })
})

describe('a receipt', () => {
  test('lists tickets, products, service charge and vouchers, which add up to the charge', async () => {
    const order = await insertPaidOrder({ withVoucher: true })
    const receipt = await onlyReceipt(order.documentKey)
    expect(receipt).toMatchObject({ kind: 'charge', amount: LINES - 5_000, customerName: 'נועה ברקאי', last4: '4821', ofNumber: null })
    expect(receipt.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['ticket', 47_100],
      ['product', 2_500],
      ['voucher', -5_000],
    ])
    expect(receipt.lines.map((line) => lineText(line, receipt, t).replaceAll(/[\u2066\u2069]/g, ''))).toEqual([
      expect.stringMatching(/^כרטיס רגיל: הגשר של אבא, \d/),
      'תוכנייה',
      expect.stringMatching(/^תשלום בשובר המסתיים ב־\d{4}$/),
    ])
  })

  test('whose lines do not add up to the charge is a single line', async () => {
    const order = await insertPaidOrder()
    await database().query('UPDATE orders SET global_service_charge = 100')
    expect((await onlyReceipt(order.documentKey)).lines).toEqual([{ kind: 'whole', amount: LINES }])
  })

  test('of an exchange subtracts the refund', async () => {
    const [before, order] = [await insertOrder(), await insertPaidOrder()]
    await database().query('UPDATE orders SET global_service_charge = 700, modifies = $1, modified_amount = 700 WHERE order_id = $2', [
      before.orderId,
      order.orderId,
    ])
    const { lines } = await onlyReceipt(order.documentKey)
    expect(lines.slice(-2)).toEqual([
      { kind: 'serviceCharge', name: null, amount: 700 },
      { kind: 'exchange', amount: -700 },
    ])
  })

  test('of a refund states the reason and the refunded charge', async () => {
    const order = await insertPaidOrder()
    await insertRefund(order, 1_500)
    const [charge, refund] = await receiptsOf(order.documentKey)
    expect(refund).toMatchObject({ kind: 'refund', amount: 1_500, reason: 'change', ofNumber: charge?.number })
    const document = await receiptOf(order.documentKey, String(refund?.number))
    expect(document && receiptTitle(document, t)).toBe(`קבלת זיכוי מס׳ ${String(refund?.number)}`)
    expect(document?.lines.map((line) => lineText(line, document, t))).toEqual(['הפרש מהחלפת כרטיסים'])
  })

  test('shows date, customer and means of payment', async () => {
    const receipt = await onlyReceipt((await insertPaidOrder()).documentKey)
    const facts = receiptFacts({ ...receipt, numberOfPayments: 3 }, t).map(([, value]) => value.replaceAll(/[\u2066\u2069]/g, ''))
    expect(facts).toEqual([
      '20.11.2026 20:05',
      'נועה ברקאי',
      formatOrderNumber(receipt.orderNumber),
      'כרטיס אשראי המסתיים ב־4821, 3 תשלומים',
    ])
  })

  test('of another document, or with an invalid number, is not found', async () => {
    const [own, other] = [await insertPaidOrder(), await insertPaidOrder()]
    const [receipt] = await receiptsOf(own.documentKey)
    expect(await receiptOf(other.documentKey, String(receipt?.number))).toBeUndefined()
    for (const number of ['', '0', '01', '1.0', '1e0', '-1', '1 OR 1=1', '99999999999999999999']) {
      expect(await receiptOf(own.documentKey, number)).toBeUndefined()
    }
  })
})

test('the mail with the tickets links to the receipt if money was paid', async () => {
  const order = await insertPaidOrder()
  const link = `/edocument/${order.documentKey}/receipt`
  const mailOf = async () => {
    const document = await documentOfOrder(order.orderId)
    if (!document) throw new Error('The order has no document.')
    return renderMail(document)
  }
  const paid = await mailOf()
  expect([paid.text.includes(link), paid.html.includes(link)]).toEqual([true, true])
  await database().query('UPDATE orders SET amount_due = 0')
  const free = await mailOf()
  expect([free.text.includes(link), free.html.includes(link)]).toEqual([false, false])
})

describe('its PDF', () => {
  test('is one page with embedded fonts, right to left with prices left to right', async () => {
    const order = await insertPaidOrder({ withVoucher: true })
    const pdf = await receiptPdf(await onlyReceipt(order.documentKey), 'he')
    expect(pdf.toString('latin1')).toMatch(/^%PDF-/)
    expect(pdf.toString('latin1')).not.toContain('/BaseFont /Helvetica')
    const [page = '', ...more] = paintedPages(pdf)
    expect(more).toEqual([])
    for (const text of ['₪446', '₪471', '₪25', '−₪50', '4821']) expect(page).toContain(text)
  })

  test('continues on further pages, with the total on the last', async () => {
    const receipt = await onlyReceipt((await insertPaidOrder()).documentKey)
    const lines = Array.from({ length: 60 }, (_, n) => ({
      kind: 'product' as const,
      name: `Programme ${String(n)}`,
      quantity: 1,
      amount: 100,
    }))
    const pages = paintedPages(await receiptPdf({ ...receipt, amount: 6_000, lines }, 'en'))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.at(-1)).toContain('₪60')
    for (const [n] of lines.entries()) expect(pages.join()).toContain(`Programme ${String(n)}`)
  })
})
