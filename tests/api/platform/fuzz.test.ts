import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { ENDPOINTS } from '#lib/contract/endpoints.ts'
import type { CartSeat } from '#lib/contract/order/order-cart.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { getTimer } from '#lib/contract/show/presentations.ts'
import { ApiDocument } from '#tests/support/api-document.ts'
import { addCodeTickets } from '#tests/support/buyers/codes.ts'
import { makeCustomer, signedInVisitor } from '#tests/support/buyers/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, CUSTOMER, lineOf, PLACE, seatAt } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { sellMemberships } from '#tests/support/seats/memberships.ts'
import { addDonations } from '#tests/support/sold/donations.ts'
import { addFilms, FILM } from '#tests/support/sold/films.ts'
import { addMiniSites } from '#tests/support/sold/mini-sites.ts'
import { giftItem } from '#tests/support/sold/gifts.ts'
import { addVoucherClasses } from '#tests/support/sold/vouchers.ts'
import { aStaffMember } from '#tests/support/staff/staff.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'

/** Cases for each call of the contract; FUZZ_CASES asks for more. */
const CASES = Number(process.env.FUZZ_CASES ?? 60)

let app: RunningApp
let document: ApiDocument
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addCodeTickets()
  await addDonations()
  await addFilms()
  await addMiniSites()
  await addVoucherClasses()
  await sellMemberships({ id: 1, typeId: 3, dates: [1] })
  app = await startApp({ env: { LOG_LEVEL: 'fatal' } })
  document = await ApiDocument.of(app.origin)
})
afterAll(() => app.stop())
afterEach(checkInvariants)

/** Everything that a cart line can redeem, at once. */
const REDEEMED = { code: 'TEN', memberNumber: '1001', systemVoucher: 'v1', ref1: 'S-77', ref2: '7', isMultiplyFactorSubTicket: true }

function redeeming(line: CartSeat): CartSeat {
  return { ...line, replacedTicketId: 11, ticket: { ...line.ticket, ...REDEEMED } }
}

const { PresentationId: _one, ...PLAIN_SEAT } = seatAt(1, 1)
const MEMBERSHIP_SEAT = { MembershipId: 1, ...PLAIN_SEAT }
const ENROLLED_SEAT = { venueId: 1, seatplanId: 1, sectionId: 1, x: 1, y: 1, ticketGroupId: 1, seasonId: 1 }
const SELECTION = { prsntId: 1, venueId: 1, seatplanId: 1, sectionId: 1, x: 1, y: 1, tgId: 1 }

const VOUCHERS = [{ ...giftItem({ at: '2030-01-01T09:00' }), Quantity: 1, Date: '2030-01-01' }]
const PAID_VOUCHERS = [{ ...VOUCHERS[0], Price: 100, RedemptionData: { reference: 'PAIR', price: 100 } }]
const FILMS = [{ vodId: FILM, price: 39 }]
const DONATIONS = [{ donationId: 3, donationDetailId: 33, quantity: 2, customAmount: 12.5, dedication: 'לזכר סבתא' }]

/** A valid body for each call that has one: the starting point of the mutations. */
const BODIES: Readonly<Record<string, unknown>> = {
  lockSeat: { seat: seatAt(1, 1), recaptchaToken: 'x' },
  unlockSeat: { seat: PLACE },
  lockMembershipSeat: { seat: MEMBERSHIP_SEAT, recaptchaToken: 'x' },
  unlockMembershipSeat: { seat: MEMBERSHIP_SEAT, selections: [SELECTION] },
  renewMembership: { membershipId: 1, memberNumber: '4001', recaptchaToken: 'x' },
  moveMembership: { membershipId: 1, memberNumber: '4001', recaptchaToken: 'x' },
  lockEnrolSeat: { ...ENROLLED_SEAT, presentationId: null, selections: [SELECTION], recaptchaToken: 'x' },
  unlockEnrolSeat: { ...ENROLLED_SEAT, presentationId: 1, selections: [SELECTION] },
  storeCart: {
    cart: {
      presentations: [{ id: 1, seats: [lineOf(seatAt(1, 1)), redeeming(lineOf(seatAt(1, 2), 102))] }],
      products: [{ id: 1, quantity: 1 }],
      donations: DONATIONS,
      vouchers: VOUCHERS,
      films: FILMS,
      voucherPayments: [{ id: 1, amount: 50, systemVoucher: '•••• 0001' }],
      modify: { resId: 'A'.repeat(20), lastTransactionId: '1', tickets: ['A'.repeat(20)] },
      customerInfo: CUSTOMER,
    },
  },
  commitOrder: {
    cart: {
      ...cartOf([seatAt(1, 1), PLACE], 'pay_0123456789abcdef', [{ id: 1, quantity: 2 }]),
      ...{ numberOfPayments: 1, donations: DONATIONS, vouchers: PAID_VOUCHERS, films: FILMS },
    },
  },
  payReservation: { cart: cartOf([], 'pay_0123456789abcdef'), cartIdentifier: 'A'.repeat(20) },
  replaceTicket: { ticketIdentifier: 'A'.repeat(20), ticketId: 102 },
  captchaPass: { action: 'seats', payload: Buffer.from('{"challenge":{"parameters":{}}}').toString('base64') },
  extendHold: {},
  joinWaitList: { contact: '054-731-4821', quantity: 2, consent: true, recaptchaToken: 'x' },
  mobileLogin: { mobileNumber: '0547314821', customerEmail: 'noa@shura.example', ssn: '000000018', isFallback: false, recaptchaToken: 'x' },
  mobileLoginValidation: { smsCode: '123456' },
  requestLink: { customerEmail: 'noa@shura.example', recaptchaToken: 'x' },
  peekLink: { jwtToken: 'a.b.c' },
  orderMobileLogin: { mobileNumber: '0547314821', recaptchaToken: 'x', sendSmsRegardlessOfCustomerExistence: true },
  orderMobileLoginValidation: { smsCode: '123456', mobileNumber: '0547314821' },
  passwordLogin: { email: 'noa@shura.example', password: 'shura-noa-2026', recaptchaToken: 'x', includeMemberships: true },
  refreshCustomer: {},
  areaLogout: {},
  orderLogout: {},
  updateCustomer: {
    ...{ Address1: 'הירקון 12', City: 'לוד', DateOfBirth: '1991-04-17', FirstName: 'נועה', LastName: 'ברקאי' },
    ...{ MobileNumber1: '0547314822', EmailAddress1: 'noa2@shura.example' },
  },
  confirmContact: { smsCode: '123456' },
  setConsents: { IsSMSAllowed: true, IsEmailAllowed: false, IsMailingAllowed: true },
  setPassword: { password: 'a password that nobody knows' },
  endSession: {},
  deleteCustomer: { confirm: true },
  cancelVoucher: { reservationIdentifier: 'A'.repeat(20), refundToTransactionCredit: true, expectedRefund: 10 },
  replaceVoucher: { reservationIdentifier: 'A'.repeat(20) },
  cancelReservation: { itemsToCancel: ['A'.repeat(20)], refundToTransactionCredit: false, expectedRefund: 10 },
  resendTickets: {},
  sendMessageAgain: {},
  sendTickets: { mobileNumber: '0547314821' },
  passkeyChallenge: { purpose: 'signIn' },
  saveBrokerPart: { allocationIds: [1] },
  lockBrokerPart: { minutes: 30 },
  releaseProducerSeats: { all: true },
  editReferencePromptOptionQuantity: { reference: 'A1', reference2: '', quantity: 5, expectedQuantity: 4 },
  producerCancel: { itemsToCancel: ['A'.repeat(20)], refundToTransactionCredit: false, expectedRefund: 10, reason: 'x' },
  playFilm: { resId: 'A'.repeat(20), replaces: 'A'.repeat(20) },
  beatFilm: { resId: 'A'.repeat(20), position: 41.5, isStopped: false },
}

const ODD_TEXT = [
  '',
  '\0',
  '\ud800',
  'x\udfffy',
  '\u202e',
  'א'.repeat(5_000),
  "'; DROP TABLE orders; --",
  '../../etc/passwd',
  '%00',
  '\r\nSet-Cookie: a=b',
]
const ODD_NUMBER = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 5e-324, 1e21]
/** A placeholder for JSON text that JavaScript cannot produce. */
const HUGE = '"__1e309__"'

const oddText = fc.oneof(fc.constantFrom(...ODD_TEXT), fc.string({ unit: 'binary', maxLength: 40 }))
const oddKey = fc.constantFrom('__proto__', 'constructor', 'toString', 'x', 'ssn', '\0')
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom(...ODD_NUMBER, null, true, false, [], {}, [[[]]], '__1e309__', '4580000000000000'),
  fc.dictionary(oddKey, oddText, { maxKeys: 2 }),
  fc.array(oddText, { maxLength: 3 }),
)

/** The place of a mutation: a number modulo the places of the body. */
const strike = fc.record({ place: fc.nat(), value: oddValue, isRemoved: fc.boolean() })

function placesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]))]
}

/** Replaces or removes the value at the path. */
function replaceAt(value: unknown, [key, ...rest]: readonly string[], change: { value: unknown; isRemoved: boolean }): unknown {
  if (key === undefined) return change.value
  const entries = Object.entries(Object(value) as object)
  const changed = entries.flatMap(([name, inner]): [string, unknown][] => {
    if (name !== key) return [[name, inner]]
    return rest.length === 0 && change.isRemoved ? [] : [[name, replaceAt(inner, rest, change)]]
  })
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed)
}

const bodyOf = (name: string) =>
  fc.array(strike, { maxLength: 2 }).map((strikes) => {
    const mutated = strikes.reduce<unknown>((body, one) => {
      const places = placesOf(body)
      return replaceAt(body, places[one.place % places.length] ?? [], one)
    }, BODIES[name])
    return JSON.stringify(mutated).replaceAll(HUGE, '1e309')
  })

const QUERY_KEYS = [
  'ts',
  'uuid',
  'lang',
  'featureIds',
  'locationId',
  'presentationId',
  'seatplanId',
  'venueId',
  'sectionId',
  'isReserved',
  'date',
  'total',
  'ssn',
  'action',
  'recaptchaToken',
  'miniSiteUrl',
  'isHold',
  'modifySeats',
  ...['TS', 'ret', 'key', 'integrationId'],
  '__proto__',
  ...[
    'featureId',
    'ticketGroupId',
    'quantity',
    'maxMatches',
    'resultsPerMatch',
    'isBestPerPresentation',
    'startDate',
    'endDate',
    'partOfDay',
  ],
  ...['isLock', 'isTogether', 'isAccessible', 'isInstead', 'since', 'version'],
  ...['checkout', 'jwtToken', 'items'],
  ...['search', 'after', 'resId', 'domain', 'userId', 'businessIds', 'customerId', 'priceType', 'priceId'],
  ...['dateType', 'presentationIds', 'transactionBusinessStartDate', 'transactionBusinessEndDate', 'isByLocation'],
  ...['ticketCode', 'ticketCodes', 'ticketId', 'ignoreTicketIds', 'reference', 'reference2'],
]
const queryValue = fc.oneof(
  oddText,
  fc.constantFrom(
    '1',
    '2',
    '0',
    '1,2',
    'seats',
    '217',
    '1e309',
    '-0',
    'NaN',
    '2026-02-30',
    '0000-01-01',
    'night',
    '9',
    '10',
    '999',
    '2147483647',
  ),
)
const query = fc.array(fc.tuple(fc.constantFrom(...QUERY_KEYS), queryValue), { maxLength: 5 })
const pathValue = fc.oneof(
  fc.constantFrom('1', '0', '-1', '1.5', '99999999999', 'he', 'A'.repeat(20), '%00', '%', '..%2f'),
  oddText.map(encodeText),
)

/** Encodes as a browser does, or returns an empty text if it would refuse. */
function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 1_500)
}

interface Case {
  readonly params: readonly string[]
  readonly query: readonly (readonly [string, string])[]
  readonly body: string | undefined
  readonly isSignedIn: boolean
}

function caseOf(name: string, { path, body }: Endpoint): fc.Arbitrary<Case> {
  const count = path.split('{').length - 1
  return fc.record({
    params: fc.array(pathValue, { minLength: count, maxLength: count }),
    query,
    body: body ? bodyOf(name) : fc.constant(undefined),
    isSignedIn: fc.boolean(),
  })
}

/** Sends half of all cases from a signed-in customer's browser, because others are refused before they are read. */
async function visitorOf(isSignedIn: boolean, isOfStaff: boolean): Promise<TestVisitor> {
  if (isSignedIn && isOfStaff) {
    const visitor = new TestVisitor(app.origin)
    const { sid } = await aStaffMember({ role: 'owner', businessIds: null })
    visitor.cookies.set(cookieNames().staff, sid)
    return visitor
  }
  return isSignedIn
    ? signedInVisitor(app.origin, await makeCustomer({ email: `${randomUUID()}@shura.example` }))
    : new TestVisitor(app.origin)
}

/** Calls that look nothing up for a visitor without an ID number. */
const NEED_ID: ReadonlySet<string> = new Set(['ticketByCode', 'checkVoucher'])

async function send(name: string, { method, path, staff }: Endpoint, { params, query: pairs, body, isSignedIn }: Case): Promise<Answer> {
  const visitor = await visitorOf(isSignedIn, staff !== undefined)
  if (NEED_ID.has(name)) await visitor.post('/api/cart', { cart: { customerInfo: { ssn: '123456782' } } })
  const values = [...params]
  const filled = path.replaceAll(/\{\w+\}/g, () => values.shift()?.replace(/^\.*$/, '1') || '1')
  const search = pairs.map(([key, value]) => `${key}=${encodeText(value)}`).join('&')
  const address = `/api${filled}?${search}`
  if (method === 'GET') return visitor.get(address)
  return method === 'PUT' ? visitor.put(address, body) : visitor.post(address, body)
}

test.each(Object.entries(ENDPOINTS))('never answers 5xx to %s, and always answers as the OpenAPI document says', async (name, endpoint) => {
  const property = fc.asyncProperty(caseOf(name, endpoint), async (given) => {
    const answer = await send(name, endpoint, given)
    expect(answer.status).toBeLessThan(500)
    expect(document.problemsOf(endpoint, answer)).toEqual([])
    if (answer.status < 400) return
    expect(JSON.stringify(answer.body)).not.toMatch(/\bat \/|node_modules|SELECT |INSERT /)
  })
  await fc.assert(property, { numRuns: CASES })
})

/** Forms of what is sold beside seats: their pages, and fields that they would take. */
const FORMS: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
  ['/donations', { 'give-1': '11', 'times-1': '2', 'free-1': '12.5', dedication: 'x' }],
  ['/mini-site/festival', { reference1: '10234', reference2: '4821', recaptchaToken: 'x' }],
  ['/mini-site/workers', { reference1: '10234', reference2: '4821' }],
  ['/donations/d1', { 'give-1': '12', replace: '1' }],
  [
    '/system-vouchers/1',
    {
      ...{
        price: '11',
        quantity: '1',
        date: '2030-01-01',
        gift: 'yes',
        to: 'x',
        from: 'y',
        greeting: 'z',
        picture: 'moon',
        channel: 'sms',
      },
      ...{ contact: '054-731-4821', at: '2030-01-01T09:00', replace: '1' },
    },
  ],
  ['/system-vouchers/1/identify', { mobileNumber: '054-731-4821', email: 'noa@shura.example' }],
  ['/system-vouchers/1/addons', { 'product-1': '1' }],
  ['/customer/vouchers/add', { number: 'AAAA-BBBB-CCCC-DDDD', recaptchaToken: 'x' }],
  ['/customer/vouchers/1', { act: 'gift', yes: '1', refund: '50', to: 'x', at: '2030-01-01T09:00' }],
  [`/vod/${String(FILM)}`, { replace: '1' }],
  [`/vod/${'A'.repeat(20)}/${String(FILM)}`, { replace: '1' }],
  [`/vod/${String(FILM)}/problem`, { what: 'sound', words: 'x', order: 'A'.repeat(20) }],
  [`/gift/${'a'.repeat(26)}`, { act: 'again' }],
]

test.each(FORMS)('never answers 5xx to the form of %s', async (path, fields) => {
  const odd = fc.dictionary(fc.constantFrom(...Object.keys(fields)), fc.oneof(oddText, queryValue), { maxKeys: 3 })
  const property = fc.asyncProperty(odd, fc.constantFrom('', '?order=%00', '?again=1&x=%E2%80%AE', '/x'), async (changed, tail) => {
    const visitor = new TestVisitor(app.origin)
    await visitor.openPage('/donations')
    const body = new URLSearchParams({ ...fields, ...changed }).toString()
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: app.origin }
    for (const answer of [await visitor.post(`${path}${tail}`, body, form), await visitor.get(`${path}${tail}`)]) {
      expect(answer.status).toBeLessThan(500)
      expect(JSON.stringify(answer.body)).not.toMatch(/\bat \/|node_modules|SELECT |INSERT /)
    }
  })
  await fc.assert(property, { numRuns: Math.ceil(CASES / 4) })
})

test('finds an answer that is not in the document', () => {
  const headers = new Headers({ 'content-type': 'application/json' })
  const refused = { error: 'NOT_FOUND', message: '' }
  const problems = (status: number, body: unknown) => document.problemsOf(getTimer, { status, headers, body })
  expect(problems(404, { ...refused, facts: { max: 8, field: 'x' } })).toEqual([])
  expect(problems(404, { ...refused, facts: { max: null } })).not.toEqual([])
  expect(problems(404, { ...refused, more: 1 })).not.toEqual([])
  expect(problems(404, { message: '' })).not.toEqual([])
  expect(problems(200, { timer: 1 })).not.toEqual([])
  expect(problems(302, {})).not.toEqual([])
  expect(document.problemsOf(getTimer, { status: 200, headers: new Headers({ 'content-type': 'text/plain' }), body: '' })).not.toEqual([])
})

test('starts the fuzzing of every call with a body from a valid one', () => {
  const withBody = Object.entries(ENDPOINTS).filter(([, { body }]) => body !== undefined)
  expect(withBody.map(([name]) => name).sort()).toEqual(Object.keys(BODIES).sort())
})
