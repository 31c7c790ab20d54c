import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { getPresentation, getTicketGroups, listPresentations, ticketByCode } from '#lib/contract/show/presentations.ts'
import { storeCart } from '#lib/contract/order/orders.ts'
import { addCodeTickets, addEntitlement } from '#tests/support/buyers/codes.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

const MEMBER = '000000018'

let app: RunningApp
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  await freshDatabase()
  await buildHouse()
  await addCodeTickets()
  await addEntitlement({ kind: 'coupon', typed: 'TEN', tickets: [101, 301] })
  await addEntitlement({ kind: 'coupon', typed: 'HIDDEN', tickets: [102] })
  await addEntitlement({ kind: 'coupon', typed: 'FOREIGN', tickets: [101], businessId: 2 })
  await addEntitlement({ kind: 'coupon', typed: 'ENDED', tickets: [101], ends: -1 })
  await addEntitlement({ kind: 'member', typed: MEMBER, publicCode: '1001', tickets: [104], uses: 4 })
  // Each visitor has an own address, as behind a proxy, because this machine itself is not limited.
  app = await startApp({ env: { TRUSTED_PROXY: 'on' } })
})
afterAll(async () => {
  const code = await app.stop()
  expect(code).toBe(0)
  expect(await app.log).not.toContain(MEMBER)
  delete process.env.SECRET
})

let last = 0

async function visitorFrom(address = `192.0.2.${String((last += 1))}`) {
  const visitor = new TestVisitor(app.origin)
  const from = { 'x-forwarded-for': address }
  readAnswer(storeCart, await visitor.post('/api/cart', { cart: { customerInfo: { ssn: '123456782' } } }, from))
  const ask = (query: string) => visitor.get(`/api/presentations/1/ticket?${query}`, from)
  return { visitor, from, ask }
}

describe('GET /presentations/{id}/ticket', () => {
  test('R7.45 takes sectionId, ticketGroupId, ticketCode, ticketId, ignoreTicketIds, recaptchaToken and miniSiteUrl, and answers ticket and msg', async () => {
    const { ask } = await visitorFrom()
    const query = 'sectionId=1&ticketGroupId=1&ticketCode=ten&ticketId=101&ignoreTicketIds=102,103&recaptchaToken=&miniSiteUrl=&ts=1'
    expect(readAnswer(ticketByCode, await ask(query))).toMatchObject({ ticket: { id: 101, code: 'TEN', price: 90 }, msg: '', member: null })
    expect(readAnswer(ticketByCode, await ask(`ticketCode=${MEMBER}`))).toMatchObject({
      msg: 'נותרו 4 שימושים.',
      member: { memberNumber: '1001' },
    })
  })

  it('changes data and so requires a uuid and the shop’s own origin', async () => {
    const { visitor } = await visitorFrom()
    const bare = await fetch(`${app.origin}/api/presentations/1/ticket?ticketCode=TEN`)
    expect([bare.status, await bare.json()]).toMatchObject([400, { error: 'MISSING_UUID' }])
    const foreign = await visitor.get('/api/presentations/1/ticket?ticketCode=TEN', {
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    })
    expect(foreign).toMatchObject({ status: 403, body: { error: 'CROSS_SITE' } })
    expect((await visitor.post('/api/presentations/1/ticket', {})).status).toBe(405)
  })

  it('R8.59 answers the same bytes for unknown, foreign and expired codes', async () => {
    const { ask } = await visitorFrom()
    const answers = [await ask('ticketCode=NOBODY'), await ask('ticketCode=FOREIGN'), await ask('ticketCode=ENDED')]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [409, { error: 'codeNotFound', message: 'לא מצאנו את הקוד הזה.' }]),
    )
  })

  it.each(['ticketCode=%00', 'ticketCode=', 'ticketCode=A&ticketId=x', `ticketCode=${'A'.repeat(81)}`, 'ticketCode=A&ignoreTicketIds=1,x'])(
    'refuses %s as a bad request',
    async (query) => {
      const { ask } = await visitorFrom()
      expect(await ask(query)).toMatchObject({ status: 400, body: { error: 'BAD_REQUEST' } })
    },
  )

  it('says after five failures when to retry', async () => {
    const { ask } = await visitorFrom()
    for (let n = 1; n <= 5; n++) expect((await ask(`ticketCode=GUESS${String(n)}`)).status).toBe(409)
    const refused = await ask('ticketCode=TEN')
    expect(refused).toMatchObject({ status: 429, body: { error: 'TOO_MANY_CODES' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
  })
})

test('R3.14 R7.44 gives a ticket group tickets, voucherTickets and isByCodeEnabled, and lists tickets by code in neither', async () => {
  const { visitor, from } = await visitorFrom()
  const path = '/api/presentations/1/ticketGroups?miniSiteUrl=&integrationId=&mode=order&modifiedTickets=&isHold=0'
  const { ticketGroups, serviceCharge } = readAnswer(getTicketGroups, await visitor.get(path, from))
  expect(
    ticketGroups.map(({ id, tickets, voucherTickets, isByCodeEnabled }) => ({
      id,
      tickets: tickets.map((ticket) => ticket.id),
      vouchers: voucherTickets.map((ticket) => ticket.id),
      isByCodeEnabled,
    })),
  ).toEqual([
    { id: 1, tickets: [11, 12, 131, 132, 133], vouchers: [106], isByCodeEnabled: true },
    { id: 2, tickets: [21], vouchers: [], isByCodeEnabled: false },
  ])
  expect(serviceCharge).toMatchObject({ amountPerOrder: 7 })
})

describe('ticketCodes', () => {
  test('R7.43 lists the tickets of codes that were looked up, and no others', async () => {
    const { visitor, from, ask } = await visitorFrom()
    await ask('ticketCode=TEN')
    await ask(`ticketCode=${MEMBER}`)
    const path = '/api/presentations/1?ticketCodes=ten,HIDDEN,1001,NOBODY'
    const { presentation } = readAnswer(getPresentation, await visitor.get(path, from))
    const listed = presentation.ticketGroups[0]?.tickets.filter(({ access }) => access !== 'open')
    expect(listed).toMatchObject([
      { id: 101, code: 'TEN' },
      { id: 104, memberNumber: '1001', balance: 4 },
    ])
    const stranger = await visitorFrom()
    const seen = readAnswer(getPresentation, await stranger.visitor.get(path, stranger.from)).presentation
    expect(seen.ticketGroups.flatMap(({ tickets }) => tickets.filter(({ access }) => access !== 'open'))).toEqual([])
  })

  test('R7.42 lists them with presentations too, if they are valid there', async () => {
    const { visitor, from, ask } = await visitorFrom()
    await ask('ticketCode=TEN')
    const { presentations } = readAnswer(listPresentations, await visitor.get('/api/presentations?featureIds=1&ticketCodes=TEN', from))
    const byCode = presentations.map(({ id, ticketGroups }) => [
      id,
      ticketGroups.flatMap(({ tickets }) => tickets.filter(({ code }) => code === 'TEN').map((ticket) => ticket.id)),
    ])
    expect(byCode.sort()).toEqual([
      [1, [101]],
      [2, [101]],
      [3, [301]],
    ])
  })
})
