import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mobileLogin, mobileLoginValidation, orderMobileLogin, orderMobileLoginValidation } from '#lib/contract/area/sign-in.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { makeCustomer, makeMembership } from '#tests/support/buyers/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { codeTo, forgetCodes, ageCodes, makeUnownedOrder, ownersOf, sentCodes, wrongCode } from '#tests/support/buyers/sign-in.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'

process.env.SECRET = SECRET_OF_TESTS // customers are found, and messages read, with the app's keys

const NOA = { mobileNumber: '0547314821', ssn: '000000018', email: 'noa@shura.example' }

let app: RunningApp
let noa: number
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  noa = await makeCustomer(NOA)
  await makeMembership(noa)
  await makeCustomer({ ssn: '000000042', email: 'eitan@shura.example' })
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(forgetCodes)
afterEach(checkInvariants)

async function browser(origin = app.origin): Promise<TestVisitor> {
  const visitor = new TestVisitor(origin)
  await visitor.openPage('/terms')
  return visitor
}

const askArea = (visitor: TestVisitor, body: object, query = '') => visitor.post(`/api/customer-area/mobile-login${query}`, body)
const enterArea = (visitor: TestVisitor, smsCode: string) => visitor.post('/api/customer-area/mobile-login-validation', { smsCode })
const askOrder = (visitor: TestVisitor, body: object) => visitor.post('/api/customer/mobile-login', body)
const enterOrder = (visitor: TestVisitor, smsCode: string, mobileNumber: string) =>
  visitor.post('/api/customer/mobile-login-validation-area', { smsCode, mobileNumber })

function refused(code: string, status = 409) {
  return { status, body: { error: code } }
}

async function sessionOf({ uuid }: TestVisitor) {
  const { rows } = await database().query<{ order: number | null; area: number | null; by: string | null }>(
    'SELECT customer_id AS "order", area_customer_id AS area, signed_in_by AS by FROM session WHERE uuid = $1',
    [uuid],
  )
  return rows[0]
}

const SIGNED_OUT = { order: null, area: null, by: null }

describe('the personal area', () => {
  test('R1.12 R7.25 R7.27 signs in with a mobile number and its code and opens the personal area', async () => {
    const visitor = await browser()
    const asked = readAnswer(mobileLogin, await askArea(visitor, { mobileNumber: '+972 54-731-4821' }))
    expect(asked).toEqual({ isFallbackEnabled: true, messagesLeft: 2, secondsToNext: 20 })
    const { customerAreaInfo: area } = readAnswer(mobileLoginValidation, await enterArea(visitor, await codeTo(NOA.mobileNumber)))
    expect(area).toMatchObject({ CustomerId: noa, FirstName: 'נועה', MobileNumber1: NOA.mobileNumber, signedInBy: 'mobile', isFresh: true })
    expect(area.SSN).not.toContain(NOA.ssn)
    expect(area.Members).toHaveLength(1)
    expect(await sessionOf(visitor)).toEqual({ order: noa, area: noa, by: 'mobile' })
    const { rows } = await database().query(`SELECT facts FROM security_log WHERE action = 'signed in' AND customer_id = $1`, [noa])
    expect(rows).toEqual([{ facts: { by: 'mobile', reach: 'area' } }])
  })

  test('R1.14 R6.16 signs a member in with an ID number and sends the code to the mobile number on file', async () => {
    const visitor = await browser()
    const asked = readAnswer(mobileLogin, await askArea(visitor, { ssn: '18' }))
    expect(asked).toEqual({ isFallbackEnabled: true, messagesLeft: 2, secondsToNext: 20 })
    expect(await sentCodes()).toMatchObject([{ channel: 'sms', recipient: NOA.mobileNumber }])
    const { customerAreaInfo: area } = readAnswer(mobileLoginValidation, await enterArea(visitor, await codeTo(NOA.mobileNumber)))
    expect(area).toMatchObject({ CustomerId: noa, signedInBy: 'ssn', Members: [{ isExpired: false }] })
  })

  test('R7.26 with ?checkout, signs in the order’s customer and keeps the personal area closed', async () => {
    for (const query of ['?checkout', '?checkout=true']) {
      await forgetCodes()
      const visitor = await browser()
      await askArea(visitor, { mobileNumber: NOA.mobileNumber }, query)
      const { customerAreaInfo: area } = readAnswer(mobileLoginValidation, await enterArea(visitor, await codeTo(NOA.mobileNumber)))
      expect(area).toMatchObject({ CustomerId: noa, reservations: [], Tickets: [], TicketsHistory: [], SystemVouchers: [] })
      expect(await sessionOf(visitor)).toEqual({ order: noa, area: null, by: 'mobile' })
      expect(await visitor.get('/api/customer-area/customerAreaData')).toMatchObject({ status: 401 })
    }
  })

  test('R9.12 sends the code by e-mail once, from 20 seconds after the SMS, to the address on file', async () => {
    const visitor = await browser()
    const fallback = { mobileNumber: NOA.mobileNumber, isFallback: true, customerEmail: ' NOA@shura.example ' }
    await askArea(visitor, { mobileNumber: NOA.mobileNumber })
    expect(await askArea(visitor, fallback)).toMatchObject({
      status: 429,
      body: { error: 'TOO_MANY_REQUESTS', facts: { seconds: expect.any(Number) as number } },
    })
    await ageCodes(20)
    expect(readAnswer(mobileLogin, await askArea(visitor, fallback))).toMatchObject({ isFallbackEnabled: false, messagesLeft: 1 })
    await ageCodes(30)
    expect(await askArea(visitor, fallback)).toMatchObject(refused('TOO_MANY_REQUESTS', 429))
    const { customerAreaInfo } = readAnswer(mobileLoginValidation, await enterArea(visitor, await codeTo(NOA.email)))
    expect(customerAreaInfo).toMatchObject({ CustomerId: noa, signedInBy: 'email' })
  })

  test('sends no code to any other address, with the same answer', async () => {
    const ask = async (customerEmail: string) => {
      await forgetCodes()
      const visitor = await browser()
      await askArea(visitor, { mobileNumber: NOA.mobileNumber })
      await ageCodes(20)
      return askArea(visitor, { mobileNumber: NOA.mobileNumber, isFallback: true, customerEmail })
    }
    const wrong = await ask('other@shura.example')
    expect(await sentCodes()).toHaveLength(1)
    expect((await ask(NOA.email)).body).toEqual(wrong.body)
    expect(await sentCodes(NOA.email)).toHaveLength(1)
  })

  test('sends no code to an unverified address, which may be anybody’s', async () => {
    await makeCustomer({ mobileNumber: '0541111111', email: 'typed@shura.example', isEmailProved: false })
    const visitor = await browser()
    await askArea(visitor, { mobileNumber: '0541111111' })
    await ageCodes(20)
    expect(await askArea(visitor, { mobileNumber: '0541111111', isFallback: true })).toMatchObject({ status: 200 })
    expect(await sentCodes('typed@shura.example')).toEqual([])
  })

  test('R8.28 R8.29 refuses invalid numbers and ID numbers with a wrong check digit', async () => {
    const visitor = await browser()
    for (const mobileNumber of ['', '03-7770140', '+1 212 555 0100', '+44 7700 900123', '05473148219'])
      expect(await askArea(visitor, { mobileNumber })).toMatchObject(refused('invalid_mobileNumber', 400))
    for (const ssn of ['000000019', '123', 'abc', '0']) expect(await askArea(visitor, { ssn })).toMatchObject(refused('invalid_ssn', 400))
    expect(await sentCodes()).toEqual([])
  })

  test('R8.24 answers INVALID_SMS_CODE with its text to a wrong code and signs nobody in', async () => {
    const visitor = await browser()
    await askArea(visitor, { mobileNumber: NOA.mobileNumber })
    const answer = await enterArea(visitor, wrongCode(await codeTo(NOA.mobileNumber)))
    expect(answer).toMatchObject(refused('INVALID_SMS_CODE'))
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/[א-ת]/) as string })
    expect(await sessionOf(visitor)).toEqual(SIGNED_OUT)
  })

  test('R8.23 R8.47 answers CUSTOMER_NOT_FOUND only after a right code, if the customer was deleted or the number moved since', async () => {
    const changes = { '0542222222': 'deleted_at = now()', '0542222223': `mobile_number = '0529999999'` }
    for (const [mobileNumber, change] of Object.entries(changes)) {
      const id = await makeCustomer({ mobileNumber })
      const visitor = await browser()
      await askArea(visitor, { mobileNumber })
      const code = await codeTo(mobileNumber)
      await database().query(`UPDATE customer SET ${change} WHERE customer_id = $1`, [id])
      expect(await enterArea(visitor, wrongCode(code))).toMatchObject(refused('INVALID_SMS_CODE'))
      expect(await enterArea(visitor, code)).toMatchObject(refused('CUSTOMER_NOT_FOUND'))
      expect(await sessionOf(visitor)).toEqual(SIGNED_OUT)
    }
  })

  test('R8.48 answers CUSTOMER_NO_MOBILE only after a right code, if there is no mobile number and none may be given', async () => {
    const visitor = await browser()
    const first = await askArea(visitor, { ssn: '000000042' })
    expect(await sentCodes()).toEqual([])
    const unknown = await askArea(await browser(), { ssn: '000000034' })
    expect(first.body).toEqual(unknown.body)
    await ageCodes(20)
    await askArea(visitor, { ssn: '000000042', isFallback: true })
    const code = await codeTo('eitan@shura.example')
    expect(await enterArea(visitor, wrongCode(code))).toMatchObject(refused('INVALID_SMS_CODE'))
    expect(await enterArea(visitor, code)).toMatchObject(refused('CUSTOMER_NO_MOBILE'))
    expect(await sessionOf(visitor)).toEqual(SIGNED_OUT)
  })

  test('signs a buyer without an account in with the number of the order and finds the order', async () => {
    const order = await makeUnownedOrder({ mobileNumber: '0543333333', firstName: 'דנה' })
    const visitor = await browser()
    await askArea(visitor, { mobileNumber: '0543333333' })
    const { customerAreaInfo: area } = readAnswer(mobileLoginValidation, await enterArea(visitor, await codeTo('0543333333')))
    expect(area).toMatchObject({ FirstName: 'דנה', MobileNumber1: '0543333333' })
    expect(await ownersOf([order])).toEqual([area.CustomerId])
    await database().query('DELETE FROM orders')
  })
})

describe('the order', () => {
  test('R7.34 R7.35 signs in the order’s customer with a mobile number and its code and answers their memberships', async () => {
    const visitor = await browser()
    expect(readAnswer(orderMobileLogin, await askOrder(visitor, { mobileNumber: NOA.mobileNumber }))).toEqual({ success: true })
    const code = await codeTo(NOA.mobileNumber)
    expect(await enterOrder(visitor, code, '0540000000')).toMatchObject(refused('INVALID_SMS_CODE'))
    expect(await enterOrder(visitor, code, 'x')).toMatchObject(refused('invalid_mobileNumber', 400))
    expect(await enterArea(visitor, code)).toMatchObject(refused('INVALID_SMS_CODE'))
    const signedIn = readAnswer(orderMobileLoginValidation, await enterOrder(visitor, code, '054-731-4821'))
    expect(signedIn).toMatchObject({ customerInfo: { CustomerId: noa, firstName: 'נועה' }, members: [{ isExpired: false }] })
    expect(await sessionOf(visitor)).toEqual({ order: noa, area: noa, by: 'mobile' })
  })

  test('answers an unknown number the same and sends no SMS, whatever the caller asks for', async () => {
    const known = await askOrder(await browser(), { mobileNumber: NOA.mobileNumber })
    const unknown = await askOrder(await browser(), { mobileNumber: '0540000000', sendSmsRegardlessOfCustomerExistence: true })
    expect(unknown.body).toEqual(known.body)
    expect(await sentCodes('0540000000')).toEqual([])
  })
})

describe('who can sign in where', () => {
  test('answers byte for byte the same for customers, buyers and unknown people, by number or ID number', async () => {
    await makeUnownedOrder({ mobileNumber: '0546666666' })
    const names = [NOA.mobileNumber, '0546666666', '0547777777'].map((mobileNumber) => ({ mobileNumber }))
    const ids = [NOA.ssn, '000000042', '000000034'].map((ssn) => ({ ssn }))
    const answers = new Set<string>()
    for (const name of [...names, ...ids]) {
      const { status, headers, body } = await askArea(await browser(), name)
      const kept = [...headers].filter(([header]) => !['date', 'x-request-id'].includes(header))
      answers.add(JSON.stringify([status, kept, body]))
    }
    expect([...answers]).toEqual([expect.stringMatching(/^\[200,/) as string])
    const { rows } = await database().query<{ sent: boolean }>('SELECT is_sent AS sent FROM sign_in_code ORDER BY created_at')
    expect(rows.map(({ sent }) => sent)).toEqual([true, true, false, false, false, false]) // her number has used up its messages by then
    await database().query('DELETE FROM orders')
  })

  test('refuses clients without cookies and tells them nothing', async () => {
    const client = new TestVisitor(app.origin)
    for (const mobileNumber of [NOA.mobileNumber, '0540000000']) {
      expect(await askArea(client, { mobileNumber })).toMatchObject(refused('MISSING_UUID', 400))
      expect(await askOrder(client, { mobileNumber })).toMatchObject(refused('MISSING_UUID', 400))
    }
    expect(await sentCodes()).toEqual([])
    const visitor = await browser()
    await askArea(visitor, { mobileNumber: NOA.mobileNumber })
    client.uuid = visitor.uuid
    expect(await enterArea(client, await codeTo(NOA.mobileNumber))).toMatchObject(refused('UUID_MISMATCH'))
    expect(await sessionOf(visitor)).toEqual(SIGNED_OUT)
  })

  test('accepts a code only in the browser that requested it', async () => {
    const visitor = await browser()
    await askArea(visitor, { mobileNumber: NOA.mobileNumber })
    const other = await browser()
    const code = await codeTo(NOA.mobileNumber)
    expect(await enterArea(other, code)).toMatchObject(refused('INVALID_SMS_CODE'))
    expect(await sessionOf(other)).toEqual(SIGNED_OUT)
    expect(await enterArea(visitor, code)).toMatchObject({ status: 200 })
    expect(await enterArea(visitor, code)).toMatchObject(refused('INVALID_SMS_CODE'))
  })

  test('gives nothing of the new session to somebody who knew the old one; the cart stays', async () => {
    const visitor = await browser()
    expect(await visitor.put('/api/seats/lock-seat', { seat: seatAt(1, 1) })).toMatchObject({ status: 200 })
    const attacker = visitor.copy()
    await askArea(visitor, { mobileNumber: NOA.mobileNumber })
    expect(await enterArea(visitor, await codeTo(NOA.mobileNumber))).toMatchObject({ status: 200 })
    expect(attacker.cookies.get('sid')).not.toBe(visitor.cookies.get('sid'))
    expect(attacker.uuid).toBe(visitor.uuid)
    for (const answer of [
      await attacker.get('/api/customer-area/customerAreaData'),
      await attacker.post('/api/customer/refresh', {}),
      await attacker.put('/api/seats/unlock-seat', { seat: seatAt(1, 1) }),
    ])
      expect(answer).toMatchObject(refused('UUID_MISMATCH'))
    expect(await visitor.get('/api/customer-area/customerAreaData')).toMatchObject({ body: { customerAreaInfo: { CustomerId: noa } } })
    expect(await visitor.put('/api/seats/unlock-seat', { seat: seatAt(1, 1) })).toMatchObject({ status: 200 })
  })
})

test('logs no numbers, ID numbers or codes', async () => {
  const other = await startApp()
  const visitor = await browser(other.origin)
  await askArea(visitor, { mobileNumber: NOA.mobileNumber })
  const code = await codeTo(NOA.mobileNumber)
  await enterArea(visitor, wrongCode(code))
  await enterArea(visitor, code)
  await askArea(visitor, { ssn: NOA.ssn })
  await other.stop()
  const log = await other.log
  for (const secret of [NOA.mobileNumber, NOA.ssn, NOA.email, code, visitor.cookies.get('sid') ?? '']) expect(log).not.toContain(secret)
})

test('sends codes to unknown numbers and makes them customers, if the shop allows it and the caller asks for it', async () => {
  const open = await startApp({ env: { SMS_TO_UNKNOWN: 'on' } })
  try {
    const visitor = await browser(open.origin)
    await askOrder(visitor, { mobileNumber: '0544444444' })
    expect(await sentCodes('0544444444')).toEqual([])
    await ageCodes(20)
    await askOrder(visitor, { mobileNumber: '0544444444', sendSmsRegardlessOfCustomerExistence: true })
    const signedIn = await enterOrder(visitor, await codeTo('0544444444'), '0544444444')
    expect(readAnswer(orderMobileLoginValidation, signedIn)).toMatchObject({ customerInfo: { mobileNumber: '0544444444' }, members: [] })
    const another = await browser(open.origin)
    await askArea(another, { mobileNumber: '0545555555' })
    expect(await enterArea(another, await codeTo('0545555555'))).toMatchObject({ status: 200 })
    expect(await askArea(await browser(open.origin), { ssn: '000000034' })).toMatchObject({ status: 200 })
    expect(await sentCodes('')).toEqual([])
  } finally {
    await open.stop()
  }
})

test('signs a customer without a number in by ID number and e-mail, if customers may add a number on signing in', async () => {
  const updating = await startApp({ env: { MOBILE_UPDATE_ON_LOGIN: 'on' } })
  try {
    const visitor = await browser(updating.origin)
    await askArea(visitor, { ssn: '000000042' })
    await ageCodes(20)
    await askArea(visitor, { ssn: '000000042', isFallback: true })
    const answer: Answer = await enterArea(visitor, await codeTo('eitan@shura.example'))
    expect(readAnswer(mobileLoginValidation, answer).customerAreaInfo).toMatchObject({ mayUpdateMobile: true, MobileNumber1: '' })
  } finally {
    await updating.stop()
  }
})

test('R8.46 answers GENERAL_ERROR in words with only an id if a member’s sign-in fails on the server, and sends nothing', async () => {
  const visitor = await browser()
  await database().query('ALTER TABLE sign_in_code RENAME TO sign_in_code_away')
  try {
    const broken = await askArea(visitor, { ssn: NOA.ssn })
    expect(broken).toMatchObject({ status: 500, body: { error: 'GENERAL_ERROR', message: 'משהו נתקע אצלנו, לא אצלכם. נסו שוב בעוד רגע.' } })
    expect(Object.keys(broken.body as object).sort()).toEqual(['error', 'id', 'message'])
  } finally {
    await database().query('ALTER TABLE sign_in_code_away RENAME TO sign_in_code')
  }
  expect(await sentCodes()).toEqual([])
})
