import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerAreaData, type CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { makeLink } from '#lib/server/customers/sign-in/sign-in-link-token.ts'
import { orderOf, voucherOf } from '#tests/support/database/customer-orders.ts'
import { makeCustomer, signedInVisitor } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { insertShowings } from '#tests/support/database/order-rows.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { codeTo, forgetCodes } from '#tests/support/buyers/sign-in.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'

const AREA = '/api/customer-area'
const DATA = `${AREA}/customerAreaData`
const PHOTO = Buffer.from('iVBORw0KGgo=', 'base64')
const NEW_MOBILE = '0525550177'

let app: RunningApp
let noa: TestVisitor
let noaId = 0
let otherId = 0
let voucherId = 0
const VOUCHER = 'GIFT-NOA-1111-2222'

beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  await freshDatabase()
  await insertShowings([{ startsAt: '2031-03-30T20:30:00+03:00', minutes: 100 }])
  app = await startApp({ env: { LOG_LEVEL: 'fatal' } })
  noaId = await makeCustomer({ mobileNumber: '0547314821', email: 'noa@shura.example', ssn: '000000018', address1: 'הרצל 5 #7' })
  otherId = await makeCustomer({ firstName: 'יואב', lastName: 'שקד', mobileNumber: '0525550102' })
  await database().query(`UPDATE customer SET photo = $2, photo_type = 'image/png' WHERE customer_id = $1`, [noaId, PHOTO])
  voucherId = await voucherOf(noaId, VOUCHER)
  await orderOf(noaId)
})
beforeEach(async () => {
  await forgetCodes()
  noa = await signedInVisitor(app.origin, noaId)
})
afterAll(() => app.stop())

function areaOf(answer: Answer): CustomerAreaInfo {
  return readAnswer(customerAreaData, answer).customerAreaInfo
}

/** Makes every call of the personal area. */
function everyCall(visitor: TestVisitor, customerId: number): Promise<Answer[]> {
  return Promise.all([
    visitor.get(DATA),
    visitor.put(`${AREA}/customers/${String(customerId)}`, { City: 'נצרת' }),
    visitor.post(`${AREA}/customers/${String(customerId)}/contact`, { smsCode: '123456' }),
    visitor.put(`${AREA}/consents`, { IsSMSAllowed: true }),
    visitor.get(`${AREA}/my-data`),
    visitor.post(`${AREA}/deletion`, { confirm: true }),
    visitor.get(`${AREA}/photo`),
    visitor.get(`/api/system-vouchers/${String(voucherId)}/history`),
  ])
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)
const SIGNED_OUT = Array(8).fill(401)

test('R1.7 R7.28 R6.8 gives returning signed-in customers their own area, which no cache keeps', async () => {
  const answer = await noa.get(DATA)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const area = areaOf(answer)
  expect(area).toMatchObject({ CustomerId: noaId, SSN: '••••••018', Address1: 'הרצל 5 7', Photo: `${AREA}/photo` })
  expect(area.reservations).toMatchObject([{ Quantity: 3, featureName: 'הגשר של אבא' }])
  expect(area.SystemVouchers).toMatchObject([{ SystemVoucherId: voucherId, Reference: '•••• 2222' }])
  expect(JSON.stringify(answer.body)).not.toMatch(/000000018|GIFT/)
})

describe('R6.6 refuses anybody who is not signed in', () => {
  test('without cookies, by header alone', async () => {
    expect(statuses(await everyCall(new TestVisitor(app.origin), noaId))).toEqual(SIGNED_OUT)
  })

  test('in a browser without a sign-in', async () => {
    const stranger = new TestVisitor(app.origin)
    await stranger.openPage('/')
    expect(statuses(await everyCall(stranger, noaId))).toEqual(SIGNED_OUT)
  })

  test('with the uuid of a signed-in customer and no cookie: the uuid proves nothing', async () => {
    const thief = new TestVisitor(app.origin)
    thief.uuid = noa.uuid
    const answers = await everyCall(thief, noaId)
    expect(new Set(statuses(answers))).toEqual(new Set([409]))
    expect(JSON.stringify(answers)).not.toContain('ברקאי')
  })

  test('with a cookie from before the sign-out', async () => {
    const stale = noa.copy()
    expect(areaOf(await stale.get(DATA)).CustomerId).toBe(noaId)
    expect((await noa.post(`${AREA}/logout`, {})).status).toBe(200)
    const answers = await everyCall(stale, noaId)
    expect(statuses(answers).every((status) => status === 401 || status === 409)).toBe(true)
    expect(JSON.stringify(answers)).not.toContain('ברקאי')
    expect(statuses(await everyCall(noa, noaId))).toEqual(SIGNED_OUT)
  })
})

describe('R6.7 another customer', () => {
  let yoav: TestVisitor
  beforeEach(async () => {
    yoav = await signedInVisitor(app.origin, otherId)
  })

  test('gets the same 404 for a stranger’s data as for data that does not exist', async () => {
    const pairs = await Promise.all(
      [String(noaId), '999999'].map((id) =>
        Promise.all([
          yoav.put(`${AREA}/customers/${id}`, { FirstName: 'גנב' }),
          yoav.post(`${AREA}/customers/${id}/contact`, { smsCode: '123456' }),
        ]),
      ),
    )
    const [vouchers, none] = await Promise.all(
      [String(voucherId), VOUCHER, '999999', 'GIFT-NONE'].map((name) => yoav.get(`/api/system-vouchers/${name}/history`)),
    ).then((answers) => [answers.slice(0, 2), answers.slice(2)] as const)
    for (const answer of [...pairs.flat(), ...vouchers, ...none])
      expect(answer).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } })
    expect(new Set([...pairs.flat(), ...vouchers, ...none].map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const { rows } = await database().query('SELECT first_name FROM customer WHERE customer_id = $1', [noaId])
    expect(rows).toEqual([{ first_name: 'נועה' }])
  })

  test('sees only their own area, file and photo', async () => {
    const area = areaOf(await yoav.get(DATA))
    expect([area.CustomerId, area.reservations, area.SystemVouchers]).toEqual([otherId, [], []])
    expect((await yoav.get(`${AREA}/photo`)).status).toBe(404)
    expect(JSON.stringify((await yoav.get(`${AREA}/my-data`)).body)).not.toContain('ברקאי')
  })
})

describe('the calls of a signed-in customer', () => {
  test('R7.31 R6.7 save details under the specification’s names and name invalid ones', async () => {
    const path = `${AREA}/customers/${String(noaId)}`
    const answer = await noa.put(path, { City: 'עכו', FirstName: 'נועה' })
    expect(answer).toMatchObject({ status: 200, body: { pending: null, customerAreaInfo: { City: 'עכו', LastName: 'ברקאי' } } })
    expect(await noa.put(path, { FirstName: '5' })).toMatchObject({
      status: 400,
      body: { error: 'FORM_INVALID', facts: { field: 'FirstName' } },
    })
  })

  test('accept a new number only after its code', async () => {
    const path = `${AREA}/customers/${String(noaId)}`
    const asked = await noa.put(path, { MobileNumber1: NEW_MOBILE })
    expect(asked).toMatchObject({
      body: { pending: 'MobileNumber1', customerAreaInfo: { MobileNumber1: '0547314821', pendingContact: 'MobileNumber1' } },
    })
    const wrong = await noa.post(`${path}/contact`, { smsCode: '000000' })
    expect(wrong).toMatchObject({ status: 409, body: { error: 'INVALID_SMS_CODE' } })
    const done = await noa.post(`${path}/contact`, { smsCode: await codeTo(NEW_MOBILE) })
    expect(areaOf(done)).toMatchObject({ MobileNumber1: NEW_MOBILE, pendingContact: null })
    await database().query(`UPDATE customer SET mobile_number = '0547314821' WHERE customer_id = $1`, [noaId])
  })

  test('R7.12 serve consents, the file, the photo and the history of a voucher, which is not cancelled here if it was not bought here', async () => {
    expect(areaOf(await noa.put(`${AREA}/consents`, { IsEmailAllowed: true }))).toMatchObject({ IsEmailAllowed: true, EmailAllowed: true })
    const file = await noa.get(`${AREA}/my-data`)
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(file.body).toMatchObject({ customer: { FirstName: 'נועה' }, orders: [{ amount: 339 }] })
    const photo = await noa.get(`${AREA}/photo`)
    expect(photo.headers.get('content-type')).toBe('image/png')
    expect(photo.headers.get('cache-control')).toBe('private, no-store')
    expect(photo.headers.get('x-content-type-options')).toBe('nosniff')
    for (const name of [String(voucherId), VOUCHER])
      expect(await noa.get(`/api/system-vouchers/${name}/history`)).toMatchObject({
        body: { history: [{ Kind: 'load', Amount: 100, ReservationIdentifier: null }] },
      })
    for (const call of ['cancel', 'replacement'])
      expect(await noa.post(`/api/system-vouchers/${VOUCHER}/${call}`, { reservationIdentifier: 'A'.repeat(20) })).toMatchObject({
        status: 409,
        body: { error: 'NOT_SOLD_IN_OUTLET' },
      })
  })

  test('ignore requests from another site: they need a header that its pages cannot send', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await noa.get(`${AREA}/my-data`, foreign)).status).toBe(403)
    expect((await noa.put(`${AREA}/consents`, { IsSMSAllowed: true }, foreign)).status).toBe(403)
    expect((await noa.get(DATA, { uuid: '' })).status).toBe(400)
  })

  test('R7.29 sign in once by the token of a link', async () => {
    const visitor = new TestVisitor(app.origin)
    await visitor.openPage('/')
    const token = new URL(await makeLink('noa@shura.example')).hash.replace('#jwtToken=', '')
    const path = `${DATA}?jwtToken=${token}`
    const answer = await visitor.get(path)
    expect(areaOf(answer)).toMatchObject({ CustomerId: noaId, signedInBy: 'link', isFresh: true })
    expect(answer.headers.getSetCookie().join()).toContain('sid=')
    expect(await visitor.get(path)).toMatchObject({ status: 409 })
    const other = new TestVisitor(app.origin)
    await other.openPage('/')
    expect(await other.get(path)).toMatchObject({ body: { error: 'CUSTOMER_TOKEN_REDEEMED' } })
    expect(await other.get(`${DATA}?jwtToken=nonsense`)).toMatchObject({ body: { error: 'ERROR' } })
  })

  test('delete the account if it has no upcoming tickets', async () => {
    expect(await noa.post(`${AREA}/deletion`, { confirm: true })).toMatchObject({ status: 409, body: { error: 'DELETION_HAS_TICKETS' } })
    expect((await noa.post(`${AREA}/deletion`, {})).status).toBe(400)
    const goneId = await makeCustomer({ mobileNumber: '0509990009' })
    const gone = await signedInVisitor(app.origin, goneId)
    await database().query(`UPDATE session SET signed_in_at = now() - interval '1 hour' WHERE uuid = $1`, [gone.uuid])
    expect(await gone.post(`${AREA}/deletion`, { confirm: true })).toMatchObject({ status: 403, body: { error: 'SIGN_IN_AGAIN' } })
    await database().query('UPDATE session SET signed_in_at = now() WHERE uuid = $1', [gone.uuid])
    expect(await gone.post(`${AREA}/deletion`, { confirm: true })).toMatchObject({ status: 200, body: { success: true } })
    expect(statuses(await everyCall(gone, goneId)).every((status) => status === 401 || status === 409)).toBe(true)
  })
})

test('R2.52 opens the tickets of a reservation to holders of the document key only', async () => {
  const key = areaOf(await noa.get(DATA)).reservations[0]?.documentKey ?? ''
  const answer = await new TestVisitor(app.origin).get(`/edocument/${key}/event.ics`)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  for (const file of ['event.ics', 'ticket.pdf', 'apple-wallet', 'google-wallet/T1']) {
    expect((await new TestVisitor(app.origin).get(`/edocument/${key.slice(0, -1)}x/${file}`)).status).toBe(404)
  }
  // Without settings there are no wallet passes.
  expect((await new TestVisitor(app.origin).get(`/edocument/${key}/apple-wallet`)).status).toBe(404)
})
