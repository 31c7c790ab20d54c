import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '#tests/support/database/database.ts'
import { insertOrder, insertShowings } from '#tests/support/database/order-rows.ts'
import { paintedPages } from '#tests/support/pdf.ts'
import { insertPaidOrder, insertRefund, type PaidOrder } from '#tests/support/database/receipt-rows.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

let app: RunningApp
let order: PaidOrder
let changed: PaidOrder

beforeAll(async () => {
  await freshDatabase()
  await insertShowings()
  order = await insertPaidOrder()
  changed = await insertPaidOrder()
  await insertRefund(changed, 1_500)
  app = await startApp({ env: { BUSINESS_NAME: 'היכל הבדיקה בע״מ', BUSINESS_NUMBER: '514999999', TRUSTED_PROXY: 'on', LOCALES: 'he,en' } })
})
afterAll(async () => {
  await app.stop()
})

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${app.origin}${path}`, { headers, redirect: 'manual' })
}

/** The addresses of an order's receipts. */
async function receiptsOf({ documentKey }: PaidOrder): Promise<string[]> {
  const answer = await get(`/edocument/${documentKey}/receipt`)
  const found = answer.status === 303 ? (answer.headers.get('location') ?? '') : await answer.text()
  return [...new Set([...found.matchAll(/\/edocument\/\w+\/receipt\/\d+/g)].map(([path]) => path))]
}

describe('/edocument/{documentKey}/receipt', () => {
  it('leads to the only receipt, which names seller, buyer and items, and is never cached', async () => {
    const [path = ''] = await receiptsOf(order)
    const answer = await get(path)
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('referrer-policy')]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ])
    const page = await answer.text()
    for (const text of ['היכל הבדיקה בע״מ', '514999999', 'נועה ברקאי', 'כרטיס רגיל', '₪471', '₪496', '4821', 'noindex'])
      expect(page).toContain(text)
    expect(page).toMatch(/<h1[^>]*>קבלה מס׳ \d+<\/h1>/)
  })

  it('offers each receipt as a PDF', async () => {
    const [path = ''] = await receiptsOf(order)
    const answer = await get(`${path}.pdf`)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ])
    expect(paintedPages(Buffer.from(await answer.arrayBuffer())).join()).toContain('₪496')
  })

  it('lists charge and refund, the refund as a credit to the charge', async () => {
    const paths = await receiptsOf(changed)
    expect(paths).toHaveLength(2)
    const page = await (await get(paths[1] ?? '')).text()
    expect(page).toMatch(/<h1[^>]*>קבלת זיכוי מס׳ \d+<\/h1>/)
    expect(page).toContain(`זיכוי של קבלה מס׳ ${paths[0]?.split('/').at(-1) ?? ''}`)
    expect(page).toContain('₪15')
  })

  it('is linked from the e-ticket if money was paid', async () => {
    expect(await (await get(`/edocument/${order.documentKey}`)).text()).toContain(`/edocument/${order.documentKey}/receipt`)
  })

  it('follows the requested language', async () => {
    const [path = ''] = await receiptsOf(order)
    const page = await (await get(`${path}?lang=en`)).text()
    expect(page).toContain('Receipt no.')
    expect(page).toContain('dir="ltr"')
  })

  it('says so if no money was paid', async () => {
    const free = await insertOrder()
    const answer = await get(`/edocument/${free.documentKey}/receipt`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('לא שולם כסף')
  })

  it('answers 404 to the number of another document, invalid numbers and unknown keys', async () => {
    const [path = ''] = await receiptsOf(order)
    const number = path.split('/').at(-1) ?? ''
    for (const wrong of [
      `${changed.documentKey}/receipt/${number}`,
      `${order.documentKey}/receipt/0`,
      `${order.documentKey}/receipt/x`,
      'NOBODY/receipt',
      'NOBODY/receipt/1',
    ]) {
      expect((await get(`/edocument/${wrong}`)).status, wrong).toBe(404)
      expect((await get(`/edocument/${wrong}.pdf`)).status, wrong).toBe(404)
    }
  })

  it('limits guesses of numbers and keys', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' }
    const statuses = []
    for (let n = 0; n < 31; n++) statuses.push((await get(`/edocument/GUESS${String(n)}/receipt/1`, from)).status)
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 404))
    expect(statuses.at(-1)).toBe(429)
  })
})
