import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getMiniSite, validateMiniSite } from '#lib/contract/show/mini-sites.ts'
import { getPresentation, getTicketGroups, listPresentations } from '#lib/contract/show/presentations.ts'
import { listFeatures } from '#lib/contract/show/features.ts'
import { commitOrder, storeCart } from '#lib/contract/order/orders.ts'
import { mailOf, smsOf } from '#lib/server/messages/message-bodies.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, emptyHouse, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { addMiniSites, FOR_READERS, FOR_WORKERS, READER_DUE, WORKER, WORKER_BALANCE } from '#tests/support/sold/mini-sites.ts'
import { aStaffMember } from '#tests/support/staff/staff.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { until } from '#tests/support/until.ts'

let app: RunningApp
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  await freshDatabase()
  await buildHouse()
  await addMiniSites()
  app = await startApp({ env: { TRUSTED_PROXY: 'on' } })
})
beforeEach(emptyHouse)
afterEach(checkInvariants)
afterAll(async () => {
  await app.stop()
  expect(await app.log).not.toContain(WORKER.reference1)
  delete process.env.SECRET
})

let last = 0
/** A visitor with a session, from an own address: this machine itself is not limited. */
async function newcomer(address = `192.0.2.${String((last += 1))}`) {
  const visitor = new TestVisitor(app.origin)
  const from = { 'x-forwarded-for': address }
  readAnswer(storeCart, await visitor.post('/api/cart', { cart: {} }, from))
  return { visitor, get: (path: string) => visitor.get(path, from), from }
}

/** The mail of a refund of an order, which leaves no trace in the books. */
async function refundMailOf(orderId: string) {
  await database().query(
    `INSERT INTO refund (refund_id, payment_id, order_id, reason, amount, state, told)
     SELECT gen_random_uuid(), payment_id, order_id, 'late', amount, 'done', 'refund:late' FROM payment WHERE order_id = $1`,
    [orderId],
  )
  const mail = await mailOf(orderId, 'refund:late')
  expect(mail?.text).toContain('₪')
  await database().query('DELETE FROM refund WHERE order_id = $1', [orderId])
  return mail
}

const PAIR = `reference1=${WORKER.reference1}&reference2=${WORKER.reference2}`

describe('GET /mini-site/{url}', () => {
  test('R7.67 R3.23 answers URL, PresentationList, ticket and tickets of an open one', async () => {
    const { get } = await newcomer()
    const { miniSite } = readAnswer(getMiniSite, await get('/api/mini-site/festival'))
    expect(miniSite).toMatchObject({
      ...{ URL: 'festival', isClosed: false, words: { name: 'פסטיבל', note: 'לקוראים' } },
      ticket: { id: FOR_READERS, price: 70, balance: 3 },
      tickets: [{ reference1: null, reference2: null, TicketId: FOR_READERS, Balance: 3 }],
    })
    expect(miniSite.PresentationList.map(({ id }) => id)).toEqual([1, 7])
  })

  test('R4.50 a presentation is sold out there only if no seat with an allocation is free, whatever its flag says', async () => {
    const { get } = await newcomer()
    const inSite = async () =>
      readAnswer(getMiniSite, await get('/api/mini-site/festival')).miniSite.PresentationList.find(({ id }) => id === 7)
    expect(await inSite()).toMatchObject({ soldout: false, saleState: 'open' })
    const read = async (query: string) => readAnswer(getPresentation, await get(`/api/presentations/7${query}`)).presentation
    expect([(await read('')).soldout, (await read('?miniSiteUrl=festival')).soldout]).toEqual([true, false])
    const { visitor, from } = await newcomer()
    const seat = { ...seatAt(1, 1), PresentationId: 7 }
    expect((await visitor.put('/api/seats/lock-seat', { seat }, from)).status).toBe(409)
    readAnswer(validateMiniSite, await visitor.get('/api/mini-site/validate/festival', from))
    expect((await visitor.put('/api/seats/lock-seat', { seat }, from)).status).toBe(200)
    // The shop reads the catalogue anew within a second of a change, on a busy machine later: waited for by the number of looks. Always put back, for the tests after it.
    const allocate = async (allocationId: number, soldout: boolean) => {
      await database().query('UPDATE presentation_price SET allocation_id = $1 WHERE presentation_id = 7', [allocationId])
      await database().query('UPDATE catalogue_version SET version = version + 1')
      await until(async () => (await inSite())?.soldout === soldout, `soldout ${String(soldout)}`)
    }
    try {
      await allocate(-1, true)
    } finally {
      await allocate(1, false)
    }
  })

  test('answers 404 where there is none', async () => {
    const { get } = await newcomer()
    expect((await get('/api/mini-site/no-such')).status).toBe(404)
    expect((await get('/api/mini-site/validate/no-such?reference1=1')).status).toBe(404)
    expect((await fetch(`${app.origin}/mini-site/no-such`)).status).toBe(404)
  })
})

describe('a closed mini-site', () => {
  const SHUT = { URL: 'workers', PresentationList: [], ticket: null, tickets: [], isClosed: true, words: null }

  test('R7.67 shows nothing to whoever has no valid reference, by call and page', async () => {
    const { visitor, get } = await newcomer()
    expect(readAnswer(getMiniSite, await get('/api/mini-site/workers'))).toEqual({ miniSite: SHUT })
    await visitor.openPage('/mini-site/workers')
    const page = await (await fetch(`${app.origin}/mini-site/workers`)).text()
    expect(page).not.toContain('ערב העובדים')
    expect(page).not.toContain('הצגת בדיקה')
    for (const picture of ['mark.svg', 'cover.svg', 'accent.css']) expect((await get(`/mini-site/workers/${picture}`)).status).toBe(404)
    for (const call of ['presentations/8?', 'presentations/8/ticketGroups?', 'seats/seats-status?presentationId=8&'])
      expect((await get(`/api/${call}miniSiteUrl=workers`)).status, call).toBe(404)
    expect(readAnswer(listPresentations, await get('/api/presentations?miniSiteUrl=workers')).presentations).toEqual([])
    expect(readAnswer(listFeatures, await get('/api/features?miniSiteUrl=workers')).features).toEqual([])
  })

  test('R7.68 opens by a valid pair for this visitor alone, who has its tickets then', async () => {
    const { get } = await newcomer()
    const { miniSite } = readAnswer(validateMiniSite, await get(`/api/mini-site/validate/workers?${PAIR}&ticketIds=${String(FOR_WORKERS)}`))
    expect(miniSite).toMatchObject({ ticket: { id: FOR_WORKERS }, tickets: [{ ...WORKER, TicketId: FOR_WORKERS, Balance: 2 }] })
    expect(readAnswer(getMiniSite, await get('/api/mini-site/workers')).miniSite.PresentationList.map(({ id }) => id)).toEqual([1, 8])
    const other = await newcomer()
    expect(readAnswer(getMiniSite, await other.get('/api/mini-site/workers'))).toEqual({ miniSite: SHUT })
  })

  test('R7.68 refuses a wrong pair, an unknown number and other tickets alike, and a mode that is none', async () => {
    const { get } = await newcomer()
    const asked = async (query: string) => {
      const { status, body } = await get(`/api/mini-site/validate/workers?${query}`)
      return { status, body }
    }
    const wrong = await asked('reference1=10234&reference2=9')
    expect(wrong).toMatchObject({ status: 409, body: { error: 'referenceNotEligible' } })
    expect(await asked('reference1=777')).toEqual(wrong)
    expect(await asked('')).toEqual(wrong)
    expect(await asked(`${PAIR}&ticketIds=${String(FOR_WORKERS)},${String(FOR_READERS)}`)).toEqual(wrong)
    for (const query of [`${PAIR}&mode=refund`, `${PAIR}&ticketIds=x`]) expect((await asked(query)).status).toBe(400)
    for (const mode of ['order', 'modify']) expect((await asked(`${PAIR}&mode=${mode}`)).status).toBe(200)
    expect((await asked(`${PAIR}&mode=hold`)).status).toBe(401)
  })

  test('R7.68 by its mode some of the balance has to be left, or none where tickets are exchanged', async () => {
    await database().query('UPDATE entitlement SET uses = 0 WHERE mini_site_id = 2')
    try {
      const asked = async (query: string) => (await (await newcomer()).get(`/api/mini-site/validate/workers?${PAIR}${query}`)).body
      for (const query of ['', '&mode=order', `&mode=order&ticketIds=${String(FOR_WORKERS)}`])
        expect([query, await asked(query)]).toEqual([query, expect.objectContaining({ error: 'TICKET_BALANCE_INSUFFICIENT' })])
      expect(await asked('&mode=modify')).toMatchObject({ miniSite: { ticket: null, tickets: [{ TicketId: FOR_WORKERS, Balance: 0 }] } })
    } finally {
      await database().query('UPDATE entitlement SET uses = $1 WHERE mini_site_id = 2', [WORKER_BALANCE])
    }
  })

  test('R7.68 lets five wrong tries of one number pass in a quarter of an hour, whoever tries it from wherever', async () => {
    const tried: number[] = []
    for (let n = 0; n < 6; n++)
      tried.push((await (await newcomer()).get(`/api/mini-site/validate/workers?reference1=10234&reference2=${String(n)}`)).status)
    expect(tried).toEqual([409, 409, 409, 409, 409, 429])
    const { get } = await newcomer()
    expect((await get(`/api/mini-site/validate/workers?${PAIR}`)).status).toBe(429)
  })
})

describe('what a mini-site sells', () => {
  const LINE = lineOf(seatAt(1, 1), FOR_READERS)
  const groupTickets = async (get: (path: string) => ReturnType<TestVisitor['get']>, query = '') => {
    const { ticketGroups } = readAnswer(getTicketGroups, await get(`/api/presentations/1/ticketGroups${query}`))
    return ticketGroups.find(({ id }) => id === 1)?.tickets.map(({ id, balance, access }) => ({ id, balance, access })) ?? []
  }

  test('R7.44 its tickets stand in the ticket groups of its presentations, after those for everybody, for whoever names it or is there', async () => {
    const { get } = await newcomer()
    const plain = await groupTickets(get)
    const more = [...plain, { id: FOR_READERS, balance: 3, access: 'open' }]
    expect(plain.map(({ id }) => id)).toEqual([11, 12])
    expect(await groupTickets(get, '?miniSiteUrl=festival')).toEqual(more)
    expect(await groupTickets(get)).toEqual(plain)
    await get('/api/mini-site/validate/festival')
    expect(await groupTickets(get)).toEqual(more)
    const listed = readAnswer(listPresentations, await get('/api/presentations?miniSiteUrl=festival')).presentations
    expect(listed.map(({ id, soldout }) => [id, soldout])).toEqual([
      [1, false],
      [7, false],
    ])
    expect(listed[0]?.ticketGroups[0]?.tickets.map(({ id }) => id)).toEqual([11, 12, FOR_READERS])
  })

  test('R7.5 R3.39 a cart and an order keep it, and its price counts only for who is there', async () => {
    const { visitor, from } = await newcomer()
    readAnswer(storeCart, await visitor.post('/api/cart', { cart: {} }, from))
    expect((await visitor.put('/api/seats/lock-seat', { seat: seatAt(1, 1) }, from)).status).toBe(200)
    const cart = { presentations: [{ id: 1, seats: [LINE] }] }
    expect(await visitor.post('/api/cart', { cart }, from)).toMatchObject({ status: 409, body: { error: 'referenceNotEligible' } })
    const named = await visitor.post('/api/cart', { cart: { ...cart, miniSiteUrl: 'festival' } }, from)
    expect(readAnswer(storeCart, named).totals).toMatchObject({ seatsPrice: 70, balanceDue: READER_DUE / 100 })
    const { rows: kept } = await database().query('SELECT cart->>$2 AS url, mini_site_id AS id FROM session WHERE uuid = $1', [
      visitor.uuid,
      'miniSiteUrl',
    ])
    expect(kept).toEqual([{ url: 'festival', id: 1 }])
    const order = { ...cartOf([], await prepareCard(visitor.uuid, READER_DUE)), seats: [LINE] }
    readAnswer(commitOrder, await visitor.post('/api/payment/commit', { cart: order, miniSiteUrl: 'festival' }, from))
    const { rows } = await database().query('SELECT mini_site_id AS id, state FROM orders')
    expect(rows).toEqual([{ id: 1, state: 'paid' }])
    expect((await groupTickets((path) => visitor.get(path, from))).at(-1)).toMatchObject({ id: FOR_READERS, balance: 2 })
  })

  test('R7.5 what is ordered there leads back there by its name: the order, its confirmation, tickets and messages; nothing else does', async () => {
    const WAY = 'href="/mini-site/festival"'
    const ways = async (isThere: boolean) => {
      const { visitor, from } = await newcomer()
      await visitor.openPage(isThere ? '/mini-site/festival' : '/')
      const page = async (path: string) => String((await visitor.get(path, from)).body)
      const ordering = await page('/order/1')
      expect((await visitor.put('/api/seats/lock-seat', { seat: seatAt(2, 1) }, from)).status).toBe(200)
      const order = cartOf([seatAt(2, 1)], await prepareCard(visitor.uuid, 11_200))
      const { reservationIdentifier } = readAnswer(commitOrder, await visitor.post('/api/payment/commit', { cart: order }, from))
      const { rows } = await database().query<{ id: string; key: string }>('SELECT order_id AS id, document_key AS key FROM orders')
      const [{ id, key } = { id: '', key: '' }] = rows
      const pages = [ordering, await page(`/cart/${reservationIdentifier}`), await page(`/edocument/${key}`)]
      for (const text of pages) expect(text).toContain('<main')
      const mails = [await mailOf(id, 'tickets'), await mailOf(id, 'hold'), await refundMailOf(id)]
      return {
        pages: pages.map((text) => text.includes(WAY) && text.includes('פסטיבל')),
        texts: mails.map((mail) => /פסטיבל:\n\S+\/mini-site\/festival\n/.test(mail?.text ?? '')),
        htmls: mails.map((mail) => /href="[^"]+\/mini-site\/festival"/.test(mail?.html ?? '')),
        sms: (await smsOf(id, 'tickets'))?.includes('פסטיבל'),
      }
    }
    expect(await ways(true)).toEqual({
      pages: [true, true, true],
      texts: [true, true, true],
      htmls: [true, true, true],
      sms: true,
    })
    await emptyHouse()
    expect(await ways(false)).toEqual({
      pages: [false, false, false],
      texts: [false, false, false],
      htmls: [false, false, false],
      sms: false,
    })
  })

  test('R7.44 R7.45 R7.49 R7.51 refuses a mini-site that does not sell the presentation, or that is shut', async () => {
    const { visitor, from, get } = await newcomer()
    const cart = { presentations: [{ id: 1, seats: [lineOf(seatAt(1, 1))] }] }
    for (const miniSiteUrl of ['workers', 'no-such']) {
      expect((await visitor.post('/api/cart', { cart: { ...cart, miniSiteUrl } }, from)).status).toBe(404)
      const order = { ...cartOf([seatAt(1, 1)], 'x'.repeat(12)) }
      expect((await visitor.post('/api/payment/commit', { cart: order, miniSiteUrl }, from)).status).toBe(404)
      for (const call of [
        'presentations/1/ticketGroups?',
        'presentations/1?',
        'presentations/1/ticket?ticketCode=x&',
        'seats/seats-status?presentationId=1&',
        'seats/best-available?presentationId=1&quantity=1&',
      ])
        expect((await get(`/api/${call}miniSiteUrl=${miniSiteUrl}`)).status, call).toBe(404)
    }
    expect((await get('/api/presentations/8?miniSiteUrl=festival')).status).toBe(404)
    expect((await get('/api/seats/best-available?presentationId=8&quantity=1&miniSiteUrl=festival')).status).toBe(404)
    const found = await get('/api/seats/best-available?featureId=1&quantity=1&miniSiteUrl=festival')
    expect((found.body as { matches: { presentationId: number }[] }).matches.map((one) => one.presentationId)).not.toContain(8)
  })

  test('a ticket of a mini-site is not sold at a presentation that it does not have', async () => {
    const { visitor, from } = await newcomer()
    await visitor.get('/api/mini-site/validate/festival', from)
    const seat = { ...seatAt(2, 2), PresentationId: 8 }
    expect((await visitor.put('/api/seats/lock-seat', { seat }, from)).status).toBe(200)
    const cart = { presentations: [{ id: 8, seats: [lineOf(seat, FOR_READERS)] }] }
    expect(await visitor.post('/api/cart', { cart }, from)).toMatchObject({ status: 409, body: { error: 'ticketNotFound' } })
  })
})

test('R2.16 R2.27 its page is at /mini-site/{url}, without React, and never indexed', async () => {
  const page = await fetch(`${app.origin}/mini-site/festival`)
  const text = await page.text()
  expect(page.status).toBe(200)
  expect(text).toContain('<h1 class="display">פסטיבל</h1>')
  expect(text).toMatch(/href="\/order\/1"[\s\S]*href="\/order\/7"/)
  expect(text).not.toContain('astro-island')
  expect(text).toContain('<meta name="robots" content="noindex">')
})

describe('a page of a mini-site that is made once for all', () => {
  /** Styles stand in pages from memory alone, for who comes for the first time. */
  const FROM_MEMORY = '<style data-files='

  async function siteOf(visitor: TestVisitor): Promise<number | null> {
    const { rows } = await database().query<{ id: number | null }>('SELECT mini_site_id AS id FROM session WHERE uuid = $1', [visitor.uuid])
    return rows[0]?.id ?? null
  }

  test('is the same to all who have begun nothing, by any spelling of its address, and each of them is in it', async () => {
    const visitors = [new TestVisitor(app.origin), new TestVisitor(app.origin), new TestVisitor(app.origin)]
    const pages: string[] = []
    for (const [at, visitor] of visitors.entries()) {
      const text = await visitor.openPage(at === 2 ? '/mini-site/FESTIVAL' : '/mini-site/festival')
      expect(text).toContain(FROM_MEMORY)
      pages.push(text.replaceAll(visitor.uuid, ''))
    }
    expect(new Set(pages.slice(0, 2)).size).toBe(1)
    expect(await Promise.all(visitors.map(siteOf))).toEqual([1, 1, 1])
    expect((await visitors[0]?.get('/mini-site/festival'))?.headers.get('cache-control')).toBe('no-store')
  })

  test('is not used for a closed mini-site, which no visitor enters without a reference, nor for an unknown address, which is 404', async () => {
    const visitor = new TestVisitor(app.origin)
    expect(await visitor.openPage('/mini-site/workers')).not.toContain(FROM_MEMORY)
    expect(await siteOf(visitor)).toBeNull()
    expect(await new TestVisitor(app.origin).get('/mini-site/nobody')).toMatchObject({ status: 404 })
  })

  test('is one of their own for who holds a seat or has a reference', async () => {
    const { visitor, get, from } = await newcomer()
    await visitor.openPage('/mini-site/festival')
    expect(String((await get('/mini-site/festival')).body)).not.toContain('class="held-pill')
    expect((await visitor.put('/api/seats/lock-seat', { seat: { ...seatAt(5, 1), PresentationId: 1 } }, from)).status).toBe(200)
    expect(String((await get('/mini-site/festival')).body)).toContain('class="held-pill')
    const worker = await newcomer()
    await worker.visitor.openPage()
    readAnswer(validateMiniSite, await worker.get(`/api/mini-site/validate/workers?${PAIR}`))
    expect(String((await worker.get('/mini-site/workers')).body)).toContain('₪60')
    expect(await new TestVisitor(app.origin).openPage('/mini-site/workers')).not.toContain('₪60')
  })
})

test('R1.9 each organiser’s page is of its own presentations, tickets and name alone', async () => {
  const { visitor, get } = await newcomer()
  await visitor.openPage()
  readAnswer(validateMiniSite, await get(`/api/mini-site/validate/workers?${PAIR}`))
  const shown = async (url: string) => {
    const text = String((await get(`/mini-site/${url}`)).body)
    return {
      orders: [...text.matchAll(/href="\/order\/(\d+)"/g)].map(([, id]) => id),
      names: ['פסטיבל', 'ערב העובדים'].filter((name) => text.includes(name)),
      prices: ['₪70', '₪60'].filter((price) => text.includes(price)),
    }
  }
  expect(await shown('festival')).toEqual({ orders: ['1', '7'], names: ['פסטיבל'], prices: ['₪70'] })
  expect(await shown('workers')).toEqual({ orders: ['1', '8'], names: ['ערב העובדים'], prices: ['₪60'] })
})

describe('a presentation that only mini-sites sell', () => {
  const NAME = 'ערב סגור'
  const SEAT = { ...seatAt(3, 3), PresentationId: 9 }
  beforeAll(async () => {
    await database().query(`
      INSERT INTO feature (feature_id, name, feature_category_id, minutes, poster) VALUES (2, '${NAME}', 1, 90, '<svg xmlns="http://www.w3.org/2000/svg"/>');
      INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, lone_seats, only_in_mini_sites)
        VALUES (9, 2, 1, 1, now() + interval '8 days', 'allowed', true);
      INSERT INTO presentation_price VALUES (9, 'A', 1, 1);
      UPDATE mini_site SET presentation_ids = '{1, 8, 9}' WHERE mini_site_id = 2;
      UPDATE catalogue_version SET version = version + 1`)
    const worker = await inClosed()
    await until(async () => (await worker.get('/api/presentations/9')).status === 200, 'the presentation')
  })

  async function inClosed() {
    const one = await newcomer()
    await one.visitor.openPage()
    readAnswer(validateMiniSite, await one.get(`/api/mini-site/validate/workers?${PAIR}`))
    return one
  }

  async function inOpen() {
    const one = await newcomer()
    await one.visitor.openPage()
    readAnswer(validateMiniSite, await one.get('/api/mini-site/validate/festival'))
    return one
  }

  const ONE = [
    'presentations/9',
    'presentations/9/ticketGroups',
    'presentations/9/ticket?ticketCode=x',
    'seats/seats-status?presentationId=9',
    'seats/changes?presentationId=9',
    'seats/best-available?presentationId=9&quantity=1',
  ]

  test.each([
    ['who is in no mini-site', newcomer],
    ['who is in another one', inOpen],
  ])('is not there for a visitor %s: no call or page finds it', async (_who, come) => {
    const { visitor, get, from } = await come()
    for (const call of ONE) expect([call, (await get(`/api/${call}`)).status]).toEqual([call, 404])
    expect((await visitor.put('/api/seats/lock-seat', { seat: SEAT }, from)).status).toBe(404)
    const waits = { contact: '054-731-4821', quantity: 1, consent: true }
    expect((await visitor.post('/api/presentations/9/wait-list', waits, from)).status).toBe(404)
    for (const page of ['/order/9', '/wait-list/9', '/booking/features/2']) expect([page, (await get(page)).status]).toEqual([page, 404])
    for (const page of ['/', '/order', '/booking', `/?q=${encodeURIComponent('סגור')}`]) expect((await get(page)).body).not.toContain(NAME)
    expect(readAnswer(listPresentations, await get('/api/presentations')).presentations.map(({ id }) => id)).not.toContain(9)
    expect(readAnswer(listFeatures, await get('/api/features')).features.map(({ id }) => id)).toEqual([1])
    const best = await get('/api/seats/best-available?featureId=2&quantity=1')
    expect((best.body as { matches?: unknown[] }).matches ?? []).toEqual([])
  })

  test('is there for whoever is in a mini-site that sells it', async () => {
    const { visitor, get, from } = await inClosed()
    for (const call of ONE.filter((one) => !one.includes('ticketCode')))
      expect([call, (await get(`/api/${call}`)).status]).toEqual([call, 200])
    expect((await get('/order/9')).status).toBe(200)
    expect((await visitor.put('/api/seats/lock-seat', { seat: SEAT }, from)).status).toBe(200)
    const { miniSite } = readAnswer(getMiniSite, await get('/api/mini-site/workers'))
    expect(miniSite.PresentationList.map(({ id }) => id)).toEqual([1, 8, 9])
    const listed = readAnswer(listFeatures, await get('/api/features?miniSiteUrl=workers')).features
    expect(listed.map(({ name }) => name)).toContain(NAME)
  })

  test('is there for a producer who opens it, and for no other staff', async () => {
    const opens = async (role: string) => {
      const { visitor, get, from } = await newcomer()
      await visitor.openPage()
      visitor.cookies.set(cookieNames().staff, (await aStaffMember({ role })).sid)
      const { status: page } = await get('/order/9?domain=presLive')
      const { status: seats } = await get('/api/seats/seats-status?presentationId=9')
      const { status: lock } = await visitor.put('/api/seats/lock-seat', { seat: SEAT }, from)
      return { page, seats, lock }
    }
    expect(await opens('gate')).toEqual({ page: 404, seats: 404, lock: 404 })
    expect(await opens('boxOffice')).toEqual({ page: 200, seats: 200, lock: 200 })
  })
})
