import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { ENDPOINTS } from '#lib/contract/endpoints.ts'
import { ACT_ROUTES, LIVE_ROUTES } from '#lib/contract/routes/live-routes.ts'
import { database, newConnection } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { WAIT_LIST_LOCK } from '#lib/server/wait-list/tell-waiting.ts'
import { giftOf } from '#lib/server/gifts/own-gifts.ts'
import { PERMISSIONS, type Permission } from '#lib/domain/staff/permissions.ts'
import { ROLES, type Role } from '#lib/domain/staff/roles.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { keepRenewals } from '#lib/server/seats/claims/renewal-keeps.ts'
import { voucherIndexOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { makeCustomer, makeMembership, signedInVisitor } from '#tests/support/buyers/customers.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { addOtherDays } from '#tests/support/buyers/changes.ts'
import { buildHouse, cartOf, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { sellMemberships } from '#tests/support/seats/memberships.ts'
import { makeVoucher } from '#tests/support/buyers/vouchers.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { addDonations, PUPIL } from '#tests/support/sold/donations.ts'
import { addEnrolments } from '#tests/support/sold/enrolments.ts'
import { addFilms, FILM } from '#tests/support/sold/films.ts'
import { addRenewal } from '#tests/support/sold/renewals.ts'
import { giftItem, inMinutes } from '#tests/support/sold/gifts.ts'
import { addVoucherClasses, boughtVouchers } from '#tests/support/sold/vouchers.ts'
import { allowResale, CREDIT, subscribes } from '#tests/support/sold/resales.ts'
import { addMiniSites, WORKER } from '#tests/support/sold/mini-sites.ts'
import { aClub, opened, requestOf } from '#tests/support/sold/integrations.ts'
import type { SignedRequest } from '#lib/server/integrations/request-key.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'

/** Every call × everybody who might make it about another customer: nothing of hers is returned and nothing of hers changes. */

const SECRETS = { firstName: 'קלאודיה', lastName: 'סודאי', email: 'claudia@hidden.example', mobileNumber: '0529998877', ssn: '000000067' }

/** The name of the closed mini-site that she has opened by her references. */
const CLOSED_SITE = 'ערב העובדים'

let app: RunningApp
let owner: TestVisitor
let ownerId: number
let sessionId: string
let voucher: string
let voucherId: number
let bought: { resId: string; tickets: readonly string[]; documentKey: string }
let given: { resId: string; receipt: string }
let heldResId: string
let filmResId: string
/** The voucher that she gives away, and the key that opens it. */
let gift: { resId: string; id: number; key: string; reference: string }
let evening: string
/** The outside system that she has come from: its request, and the integrationId that it opened for her. */
let came: { readonly request: SignedRequest; readonly integrationId: string }
/** Her member number, by which the seat of her series is kept for the next one. */
let renewed: string

/** Keeps the list of the first presentation: whoever is told of free seats may wait anew, and these tests may take long enough for that. */
let lists: ReturnType<typeof newConnection>
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS // keys derived here match those of the app
  await freshDatabase()
  await buildHouse()
  await sellMemberships({ id: 1, typeId: 3, dates: [1] })
  await addDonations()
  await addFilms()
  await addOtherDays()
  await addEnrolments()
  await addRenewal()
  await addVoucherClasses()
  await allowResale()
  await addMiniSites()
  await addOwnShow()
  app = await startApp({ env: { LOG_LEVEL: 'fatal', CUSTOMER_CANCELLATION: 'on' } })
  ownerId = await makeCustomer({ ...SECRETS, isEmailProved: true, address1: 'רחוב נסתר 5' })
  await makeMembership(ownerId)
  voucher = await makeVoucher(5_000)
  voucherId = await giveVoucher(voucher)
  owner = await signedInVisitor(app.origin, ownerId)
  bought = await buyAs(owner)
  given = await giveAs(owner)
  filmResId = await watchAs(owner)
  gift = await wrapAs(owner)
  heldResId = await holdAs(owner)
  await subscribes({ visitor: { uuid: owner.uuid } })
  evening = String(await cellOf('SELECT ticket_identifier FROM order_seat WHERE membership_line IS NOT NULL AND presentation_id = 11'))
  await inTransaction(keepRenewals)
  renewed = String(await cellOf('SELECT public_code FROM entitlement WHERE membership_id = 101'))
  await enrolsAs(owner)
  lists = newConnection('wait list of tests')
  await lists.connect()
  await lists.query('SELECT pg_advisory_lock($1, 1)', [WAIT_LIST_LOCK])
  expect((await owner.post('/wait-list/1', WAITS, formHeaders())).status).toBe(303)
  expect((await owner.get(`/api/mini-site/validate/workers?${new URLSearchParams(WORKER).toString()}`)).status).toBe(200)
  const request = requestOf(await aClub())
  came = { request, integrationId: await opened(request.key.split('.')[0] ?? '', owner.uuid, request) }
  sessionId = await sessionIdOf(owner)
})
afterAll(async () => {
  await Promise.all([app.stop(), lists.end()])
})
afterEach(checkInvariants)

/** A show that business 1 alone plays; the others of the house are played by both. */
const OWN_SHOW = 990

async function addOwnShow(): Promise<void> {
  await database().query(
    `INSERT INTO feature (feature_id, name, feature_category_id, poster) SELECT ${String(OWN_SHOW)}, 'של עסק אחד', feature_category_id, poster FROM feature LIMIT 1;
     INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, business_id)
       SELECT ${String(OWN_SHOW)}, ${String(OWN_SHOW)}, venue_id, seatplan_id, starts_at, 1 FROM presentation WHERE presentation_id = 1`,
  )
}

/** The seat that she has bought, on the dates of a membership. */
const ENROLLED_SEAT = { venueId: 1, seatplanId: 1, sectionId: 1, ticketGroupId: 1, x: 1, y: 1, seasonId: 1 }
const MEMBERSHIP_SEAT = {
  ...{ MembershipId: 1, VenueId: 1, VenueSeatplanId: 1, VenueSectionId: 1, TicketGroupId: 1 },
  XCoordinate: 1,
  YCoordinate: 1,
}

const DETAILS = { ...SECRETS, termsAcceptance: true }

async function buyAs(visitor: TestVisitor): Promise<typeof bought> {
  const buyer = Object.assign(new Buyer(app.origin), { uuid: visitor.uuid, cookies: visitor.cookies })
  await buyer.lock(seatAt(1, 1), seatAt(1, 2))
  const cart = { ...cartOf([seatAt(1, 1), seatAt(1, 2)], await buyer.payByCard()), customerInfo: DETAILS }
  const { reservationIdentifier, ticketIdentifiers } = (await buyer.commit(cart)).body as {
    reservationIdentifier: string
    ticketIdentifiers: string[]
  }
  const { rows } = await database().query<{ key: string }>('SELECT document_key AS key FROM orders WHERE reservation_identifier = $1', [
    reservationIdentifier,
  ])
  return { resId: reservationIdentifier, tickets: ticketIdentifiers, documentKey: rows[0]?.key ?? '' }
}

const formHeaders = () => ({ 'content-type': 'application/x-www-form-urlencoded', origin: app.origin })

async function giveAs(visitor: TestVisitor): Promise<typeof given> {
  const buyer = Object.assign(new Buyer(app.origin), { uuid: visitor.uuid, cookies: visitor.cookies })
  await buyer.post('/donations', 'give-1=11', formHeaders())
  const paymentIdentifier = await buyer.payByCard()
  const { body } = await buyer.commit({ ...cartOf([], paymentIdentifier), donations: [PUPIL], customerInfo: DETAILS })
  const { reservationIdentifier } = body as { reservationIdentifier: string }
  const page = String((await buyer.get(`/cart/${reservationIdentifier}`)).body)
  return { resId: reservationIdentifier, receipt: /\/edocument\/[\w-]+\/donation\/[\w-]+/.exec(page)?.[0] ?? '' }
}

/** Buys a voucher as a gift for a later hour. */
async function wrapAs(visitor: TestVisitor): Promise<typeof gift> {
  const buyer = Object.assign(new Buyer(app.origin), { uuid: visitor.uuid, cookies: visitor.cookies })
  const vouchers = [giftItem({ at: inMinutes(600) })]
  await buyer.post('/api/cart', { cart: { vouchers } })
  const paymentIdentifier = await buyer.payByCard()
  const { body } = await buyer.commit({ ...cartOf([], paymentIdentifier), vouchers, customerInfo: DETAILS })
  const { reservationIdentifier: resId } = body as { reservationIdentifier: string }
  const { id = 0, reference = '' } = (await boughtVouchers()).at(-1) ?? {}
  return { resId, id, reference, key: (await giftOf(ownerId, id))?.key ?? '' }
}

/** Buys a film and watches it. */
async function watchAs(visitor: TestVisitor): Promise<string> {
  const buyer = Object.assign(new Buyer(app.origin), { uuid: visitor.uuid, cookies: visitor.cookies })
  await buyer.post('/api/cart', { cart: { films: [{ vodId: FILM }] } })
  const paymentIdentifier = await buyer.payByCard()
  const { body } = await buyer.commit({ ...cartOf([], paymentIdentifier), films: [{ vodId: FILM }], customerInfo: DETAILS })
  const { reservationIdentifier } = body as { reservationIdentifier: string }
  await visitor.post(`/api/vod/${String(FILM)}/play`, { resId: reservationIdentifier })
  return reservationIdentifier
}

async function holdAs(visitor: TestVisitor): Promise<string> {
  await visitor.put('/api/seats/lock-seat', { seat: seatAt(4, 3) })
  const cart = { customerInfo: DETAILS, seats: [lineOf(seatAt(4, 3))], products: [], isHold: true }
  return ((await visitor.post('/api/payment/commit', { cart })).body as { reservationIdentifier: string }).reservationIdentifier
}

/** Chooses the fixed seat of a season and two dates, and goes no further: what is in her cart and locked for her is hers. */
async function enrolsAs(visitor: TestVisitor): Promise<void> {
  const seat = { venueId: 1, seatplanId: 1, sectionId: 1, ticketGroupId: 1, x: 1, y: 2, seasonId: 1, presentationId: null }
  expect((await visitor.put('/api/enroll/102/lock-seat', seat)).status).toBe(200)
  for (const [step, fields] of [
    ['seats', ''],
    ['rates', 'price-0=1020'],
    ['choice', 'date=13&date=14'],
  ] as const)
    expect([step, (await visitor.post(`/enroll/m102/${step}`, fields, formHeaders())).status]).toEqual([step, 303])
}

async function giveVoucher(reference: string): Promise<number> {
  const { rows } = await database().query<{ id: number }>(
    'UPDATE system_voucher SET customer_id = $1 WHERE reference_index = $2 RETURNING system_voucher_id AS id',
    [ownerId, voucherIndexOf(reference)],
  )
  return rows[0]?.id ?? 0
}

async function sessionIdOf(visitor: TestVisitor): Promise<string> {
  const { sessions } = (await visitor.get('/api/customer-area/sessions')).body as { sessions: { id: string }[] }
  return sessions[0]?.id ?? ''
}

/** Everybody except her. */
const STRANGERS: readonly (readonly [string, () => Promise<TestVisitor>])[] = [
  ['a plain client', () => Promise.resolve(new TestVisitor(app.origin))],
  ['a plain client that names her uuid', () => Promise.resolve(Object.assign(new TestVisitor(app.origin), { uuid: owner.uuid }))],
  ['another browser', openBrowser],
  ['another customer', async () => signedInVisitor(app.origin, await makeCustomer({ firstName: 'אחר' }))],
  ['a producer', openProducer],
  ['an owner of the house', openOwner],
]

/** The owner of the house may act on her reservations, so those calls are tried by an owner of another business. */
function strangerFor(name: string, open: () => Promise<TestVisitor>): Promise<TestVisitor> {
  return name in ACT_ROUTES && open === openOwner ? openOwner([2]) : open()
}

async function openOwner(businessIds: readonly number[] | null = null): Promise<TestVisitor> {
  return withStaff(await openProducer(), await aStaffMember({ role: 'owner', businessIds }))
}

async function openBrowser(): Promise<TestVisitor> {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage()
  return visitor
}

async function openProducer(): Promise<TestVisitor> {
  const visitor = await openBrowser()
  const staff = { FirstName: 'דנה', LastName: 'מפיקה', userId: 1, businessIds: [1], permissions: [266, 267, 268] }
  await database().query('UPDATE session SET preslive = $2 WHERE uuid = $1', [visitor.uuid, staff])
  return visitor
}

/** The visitor with a session of staff beside the own one. */
function withStaff(visitor: TestVisitor, { sid }: StaffPerson): TestVisitor {
  visitor.cookies.set(cookieNames().staff, sid)
  return visitor
}

/** Parameters of every call, naming her things wherever possible. The visitor's own uuid goes along, so that only ownership decides. */
function paramsOf(resId: string): Readonly<Record<string, string>> {
  return {
    ...{ presentationId: '1', featureId: '1', productId: '1', sectionId: '1', locale: 'he', provider: 'sandbox', membershipId: '1' },
    ...{ resId, customerId: String(ownerId), sessionId, reference: String(voucherId), vodId: String(FILM), url: 'workers' },
  }
}

function queryOf(name: string, visitor: TestVisitor): string {
  const queries: Readonly<Record<string, string>> = {
    getReservation: `uuid=${visitor.uuid}`,
    listPresentations: `featureIds=1&modifyCart=${bought.resId}&isHold=1`,
    getPresentation: `modifyCart=${bought.resId}&isHold=1`,
    getTicketGroups: `modifiedTickets=${bought.resId}&isHold=1`,
    getSeatsStatus: 'presentationId=1&isReserved=1&isHold=1',
    getSeatplan: 'seatplanId=1&venueId=1',
    presentationsOfDay: 'date=2030-01-01',
    ticketByCode: 'ticketCode=000000067',
    checkVoucher: `reference=${voucher}`,
    paymentForm: `resId=${heldResId}`,
    captchaChallenge: 'action=login',
    bestAvailable: 'presentationId=1&quantity=1',
    watchSeats: 'presentationId=1',
    salesChanges: 'screen=reports',
    watchStateOf: `resId=${filmResId}`,
    sendResAgain: `resId=${bought.resId}`,
    membershipSeatplan: 'membershipId=1',
    bestOnDates: 'membershipId=1&quantity=1',
    openIntegration: new URLSearchParams({ ...came.request }).toString(),
    validateMiniSite: `reference1=${WORKER.reference1}&reference2=1`,
  }
  return queries[name] ?? ''
}

function bodyOf(name: string, visitor: TestVisitor): unknown {
  const cart = { seats: [], paymentIdentifier: 'pay_0123456789abcdef' }
  const bodies: Readonly<Record<string, unknown>> = {
    mobileLogin: { mobileNumber: SECRETS.mobileNumber },
    mobileLoginValidation: { smsCode: '000000' },
    requestLink: { customerEmail: SECRETS.email },
    peekLink: { jwtToken: 'a.b.c' },
    orderMobileLogin: { mobileNumber: SECRETS.mobileNumber },
    orderMobileLoginValidation: { smsCode: '000000', mobileNumber: SECRETS.mobileNumber },
    passwordLogin: { email: SECRETS.email, password: 'a wrong password' },
    updateCustomer: { FirstName: 'שונתה', City: 'שונתה' },
    confirmContact: { smsCode: '000000' },
    setPassword: { password: 'a password that nobody knows' },
    deleteCustomer: { confirm: true },
    cancelReservation: {},
    cancelVoucher: { reservationIdentifier: bought.resId },
    replaceVoucher: { reservationIdentifier: bought.resId },
    payReservation: { cart, cartIdentifier: randomUUID() },
    replaceTicket: { ticketIdentifier: bought.tickets[0], ticketId: 12 },
    storeCart: { cart: { presentations: [], modify: { resId: bought.resId, tickets: bought.tickets } }, uuid: visitor.uuid },
    commitOrder: { cart: { seats: [lineOf(seatAt(1, 1))], modify: { resId: bought.resId, tickets: bought.tickets } } },
    lockSeat: { seat: seatAt(1, 1) },
    unlockSeat: { seat: seatAt(1, 1) },
    lockMembershipSeat: { seat: MEMBERSHIP_SEAT },
    unlockMembershipSeat: { seat: MEMBERSHIP_SEAT },
    renewMembership: { membershipId: 1, memberNumber: '4001' },
    moveMembership: { membershipId: 1, memberNumber: '4001' },
    lockEnrolSeat: ENROLLED_SEAT,
    unlockEnrolSeat: ENROLLED_SEAT,
    joinWaitList: { contact: SECRETS.mobileNumber, quantity: 2, consent: true },
    captchaPass: { action: 'seats', payload: 'x' },
    sendTickets: { mobileNumber: SECRETS.mobileNumber },
    playFilm: { resId: filmResId },
    beatFilm: { resId: filmResId, position: 5, isStopped: true },
  }
  return bodies[name] ?? {}
}

async function ask(visitor: TestVisitor, name: string, { method, path }: Endpoint, resId = bought.resId): Promise<Answer> {
  const params = paramsOf(resId)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, key: string) => params[key] ?? '1')
  const address = `/api${filled}?${queryOf(name, visitor)}`
  if (method === 'GET') return visitor.get(address)
  return method === 'PUT' ? visitor.put(address, bodyOf(name, visitor)) : visitor.post(address, bodyOf(name, visitor))
}

/** Everything that is hers, except for the time of the last visit. */
async function hers(): Promise<unknown> {
  const one = async (text: string): Promise<readonly unknown[]> => (await database().query<object>(text, [ownerId])).rows
  return [
    await one('SELECT * FROM customer WHERE customer_id = $1'),
    await one('SELECT sid_hash, customer_id, area_customer_id, signed_in_at FROM session WHERE area_customer_id = $1'),
    await one('SELECT order_id, state, holder, customer_id, amount_due, document_key FROM orders WHERE customer_id = $1 ORDER BY 1'),
    await one('SELECT s.* FROM order_seat s JOIN orders USING (order_id) WHERE customer_id = $1 ORDER BY order_id, line'),
    await one('SELECT * FROM system_voucher WHERE customer_id = $1'),
    await one('SELECT r.* FROM donation_receipt r JOIN orders USING (order_id) WHERE customer_id = $1 ORDER BY receipt_id'),
    await one('SELECT g.* FROM voucher_gift g JOIN orders USING (order_id) WHERE customer_id = $1'),
    await one('SELECT t.* FROM film_ticket t JOIN orders USING (order_id) WHERE customer_id = $1'),
    await one('SELECT d.* FROM film_device d JOIN orders USING (order_id) WHERE customer_id = $1'),
    await one('SELECT t.* FROM sent_ticket t JOIN orders USING (order_id) WHERE customer_id = $1'),
    await one('SELECT v.* FROM integration_opening v JOIN session USING (uuid) WHERE area_customer_id = $1'),
    await one('SELECT cart, mini_site_id FROM session WHERE area_customer_id = $1'),
    await one('SELECT g.* FROM session_grant g JOIN session USING (uuid) WHERE area_customer_id = $1 ORDER BY entitlement_id'),
    await one(
      'SELECT presentation_id, seat_id, state FROM seat_claim WHERE holder IN (SELECT uuid FROM session WHERE area_customer_id = $1) ORDER BY 1, 2',
    ),
    await one("SELECT contact_index, quantity, state = 'left' AS left, $1::int FROM wait_list ORDER BY place"),
    await one('SELECT k.* FROM seat_keep k JOIN entitlement USING (entitlement_id) WHERE customer_id = $1 ORDER BY presentation_id'),
    await one('SELECT * FROM entitlement WHERE customer_id = $1 ORDER BY entitlement_id'),
    await one('SELECT r.* FROM resale r JOIN orders USING (order_id) WHERE customer_id = $1'),
    await one('SELECT c.* FROM seat_claim c JOIN orders o USING (order_id) WHERE o.customer_id = $1 ORDER BY presentation_id, seat_id'),
  ]
}

function secretsIn(answer: Answer): readonly string[] {
  const { firstName, lastName, email, mobileNumber } = SECRETS
  const secrets = [
    firstName,
    lastName,
    email,
    mobileNumber,
    'רחוב נסתר',
    CLOSED_SITE,
    voucher,
    bought.documentKey,
    gift.key,
    gift.reference,
    came.integrationId,
    came.request.ret,
    ...bought.tickets,
  ]
  const text = JSON.stringify(answer.body)
  return secrets.filter((secret) => text.includes(secret))
}

describe.each(STRANGERS)('%s', (_who, open) => {
  it.each(Object.entries(ENDPOINTS).filter(([name]) => name !== 'devOutbox'))(
    'R6.7 R6.8 R6.9 gives nothing of another customer by %s, and changes nothing of hers',
    async (name, endpoint) => {
      const before = await hers()
      const answer = await ask(await strangerFor(name, open), name, endpoint)
      expect(answer.status).toBeLessThan(500)
      expect(secretsIn(answer)).toEqual([])
      expect(await hers()).toEqual(before)
    },
  )
})

/** Calls about sales, below /api. */
const OF_SALES = Object.entries(LIVE_ROUTES).map(
  ([name, { path }]) => [name, path.replace('{date}', '2030-01-01').replace('{featureId}', '1')] as const,
)

test.each(OF_SALES)('%s of staff has one answer at every spelling of its path, and none without their sign-in', async (_name, path) => {
  const { sid } = await aStaffMember()
  const asked = new TestVisitor(app.origin)
  asked.cookies.set(cookieNames().staff, sid)
  const query = '?featureId=1&presentationId=1&screen=reports'
  const answer = await asked.get(`/api${path}${query}`)
  expect([answer.status, secretsIn(answer)]).toEqual([200, []])
  for (const spelling of [path.replace('PRES', 'pres'), path.toUpperCase(), path.toLowerCase(), `${path}/`]) {
    expect([spelling, (await asked.get(`/api${spelling}${query}`)).body]).toEqual([spelling, answer.body])
    expect((await new TestVisitor(app.origin).get(`/api${spelling}${query}`)).status).toBe(401)
  }
})

const WAITS = `contact=${SECRETS.mobileNumber}&quantity=1&consent=1`

/** Forms of pages about what is hers: what they do, where they go and what they send. */
const FORMS: readonly (readonly [string, () => readonly [path: string, fields: string]])[] = [
  ['sends a ticket on', () => [`/cart/${bought.resId}/send`, `ticket=${bought.tickets[0] ?? ''}&name=x&contact=052-111-2233`]],
  ['takes a sent ticket back', () => [`/cart/${bought.resId}/send`, `ticket=${bought.tickets[0] ?? ''}&back=1`]],
  ['changes a ticket', () => [`/cart/${bought.resId}/change`, `ticket=${bought.tickets[0] ?? ''}&ticketId=12`]],
  ['gives an evening back', () => ['/customer/evenings', `act=giveBack&ticket=${evening}&yes=1&credit=${String(CREDIT)}`]],
  ['takes an evening back', () => ['/customer/evenings', `act=takeBack&ticket=${evening}&yes=1`]],
  ['takes an evening back from a friend', () => ['/customer/evenings', `act=unsend&ticket=${evening}&yes=1`]],
  ...['cancel&yes=1&refund=50', 'replace&yes=1', 'gift&to=x', 'again'].map(
    (act) => [`asks of a voucher: ${act}`, () => [`/customer/vouchers/${String(voucherId)}`, `act=${act}`] as const] as const,
  ),
  ...['cancel&yes=1&refund=100', 'replace&yes=1', 'gift&to=x&from=y&picture=seat&channel=sms&contact=052-111-2233', 'again'].map(
    (act) => [`asks of a gift: ${act}`, () => [`/customer/vouchers/${String(gift.id)}`, `act=${act}`] as const] as const,
  ),
  ['takes the fixed seat of a season', () => ['/enroll/m102/seats', '']],
  ['takes the seat of a series', () => ['/enroll/m101/seats', '']],
  ['renews her series', () => ['/membership/m105/renew', `member=${renewed}&price=1050&replace=1`]],
  ['asks for another seat in the next series', () => ['/membership/m105/renew', `move=${renewed}&price=1050`]],
  ['waits for seats at her number', () => ['/wait-list/1', WAITS]],
  ['names the rates of a season', () => ['/enroll/m102/rates', 'price-0=1021&name-0=x']],
  ['chooses other dates of a season', () => ['/enroll/m102/choice', 'date=14&date=15']],
  ['goes on with the seats of chosen dates', () => ['/enroll/m102/choice-seats', '']],
  ['goes on with the year of a season', () => ['/enroll/m102/summary', '']],
  ['begins a membership', () => ['/membership/m101', 'price=101-1010&name-adult=x&replace=1']],
  ['begins a voucher for sale', () => ['/system-vouchers/1', 'price=11&quantity=1&replace=1']],
  ['buys by the page of an own film', () => [`/vod/${filmResId}/${String(FILM)}`, '']],
  ['reports a problem of an own film', () => [`/vod/${String(FILM)}/problem?order=${filmResId}`, 'what=sound&words=x']],
]

describe.each(STRANGERS)('%s by a form', (_who, open) => {
  test.each(FORMS)('that %s changes nothing of hers and is told nothing of her', async (_what, form) => {
    const before = await hers()
    const [path, fields] = form()
    const visitor = await open()
    const answer = await visitor.post(path, fields, formHeaders())
    expect(answer.status).toBeLessThan(500)
    expect(secretsIn(answer)).toEqual([])
    const missing = await visitor.post(
      path.replaceAll(/[0-9A-Z]{20}/g, 'A'.repeat(20)),
      fields.replaceAll(/[0-9A-Z]{20}/g, 'A'.repeat(20)).replace(/(member|move)=\w+/, '$1=1'),
      formHeaders(),
    )
    expect(answer.status).toBe(missing.status)
    expect(await hers()).toEqual(before)
  })
})

/** Calls about a reservation, which answer alike for another's and for none. */
const ABOUT_RESERVATIONS = Object.entries(ENDPOINTS).filter(([, { path }]) => path.includes('{resId}'))

test.each(ABOUT_RESERVATIONS)('%s answers alike for another’s reservation and for none', async (name, endpoint) => {
  for (const [, open] of STRANGERS.slice(2)) {
    const visitor = await strangerFor(name, open)
    const [foreign, missing] = [await ask(visitor, name, endpoint), await ask(visitor, name, endpoint, 'A'.repeat(20))]
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
    expect([401, 404]).toContain(foreign.status)
  }
})

/** Her own calls. They must succeed, or the tests above would prove nothing. */
const HERS = [
  'customerAreaData',
  'listSessions',
  'myData',
  'refreshCustomer',
  'getReservation',
  'getModifiedTickets',
  'cancellationOffer',
  'voucherHistory',
  'watchStateOf',
  'playFilm',
  'beatFilm',
]

test.each(HERS)('%s answers its own customer', async (name) => {
  const endpoint = ENDPOINTS[name]
  if (!endpoint) throw new Error(`There is no call ${name}.`)
  const answer = await ask(owner, name, endpoint)
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
})

test('a closed mini-site is shown to her, who has shown her references', async () => {
  const answer = await owner.get('/api/mini-site/workers')
  expect(answer).toMatchObject({ status: 200, body: { miniSite: { isClosed: false, words: { name: CLOSED_SITE } } } })
})

const NEED_CUSTOMER = Object.entries(ENDPOINTS).filter(
  ([, { path }]) => path.startsWith('/customer-area/') && !/login|link|logout/.test(path),
)

test.each(NEED_CUSTOMER)('%s is refused without a sign-in: 401, or 400 without a visitor', async (name, endpoint) => {
  for (const [, open] of STRANGERS.slice(0, 3)) expect([401, 404, 409]).toContain((await ask(await open(), name, endpoint)).status)
  const { method, path } = endpoint
  const bare = await fetch(`${app.origin}/api${path.replaceAll(/\{\w+\}/g, '1')}`, {
    method,
    ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
  })
  expect([400, 401]).toContain(bare.status)
})

test('R6.8 hides a reservation from visitors who name her uuid in the query, and from visitors without one', async () => {
  for (const [, open] of STRANGERS) {
    const visitor = await open()
    for (const query of ['', `?uuid=${owner.uuid}`, `?uuid=${owner.uuid.toUpperCase()}`]) {
      const answer = await visitor.get(`/api/reservations/${bought.resId}${query}`)
      expect([secretsIn(answer), answer.status === 200]).toEqual([[], false])
    }
  }
})

test('R6.8 R6.9 opens the receipt of her donation by its own link only, and its form writes to nobody else’s cart', async () => {
  const number = given.receipt.split('/').at(-1) ?? ''
  expect((await owner.get(given.receipt)).body).toContain(SECRETS.lastName)
  expect((await owner.post('/donations', 'give-1=12&dedication=secret', formHeaders())).status).toBe(303)
  const herCart = () => cellOf(`SELECT cart -> 'donations' FROM session WHERE uuid = $1`, [owner.uuid])
  const before = await herCart()
  expect(before).toEqual([expect.objectContaining({ donationDetailId: 12, dedication: 'secret' })])
  for (const [who, open] of STRANGERS) {
    const visitor = await open()
    for (const path of [`/edocument/${bought.documentKey}/donation/${number}`, `/cart/${given.resId}`]) {
      const answers = [await visitor.get(path), await visitor.get(`${path}.pdf`), await visitor.get(`${path}?uuid=${owner.uuid}`)]
      for (const answer of answers) expect([who, path, answer.status === 200, secretsIn(answer)]).toEqual([who, path, false, []])
    }
    await visitor.post('/donations', `give-1=11&uuid=${owner.uuid}`, formHeaders())
    expect((await visitor.get('/donations')).body).not.toContain('value="secret"')
    expect(await herCart()).toEqual(before)
  }
})

test('R6.8 R6.9 opens her gift by its key alone: without her name, and its reference is told to nobody else by another page', async () => {
  expect((await owner.get(`/customer/vouchers/${String(gift.id)}`)).status).toBe(200)
  const { firstName, lastName, email, mobileNumber } = SECRETS
  for (const [who, open] of STRANGERS) {
    const visitor = await open()
    const opened = await visitor.get(`/gift/${gift.key}`)
    const told = JSON.stringify(opened.body)
    // 409: her uuid without her cookie.
    expect([who, opened.status === 200 ? told.includes(gift.reference) : opened.status]).toEqual([who, opened.status === 200 ? true : 409])
    expect([who, [firstName, lastName, email, mobileNumber].filter((secret) => told.includes(secret))]).toEqual([who, []])
    expect([who, (await visitor.get(`/gift/${gift.key}/voucher.pdf`)).status]).toEqual([who, opened.status])
    for (const path of [
      `/gift/${'a'.repeat(gift.key.length)}`,
      `/gift/${gift.key}x`,
      `/cart/${gift.resId}`,
      `/customer/vouchers/${String(gift.id)}`,
    ]) {
      const answers = [await visitor.get(path), await visitor.get(`${path}/voucher.pdf`), await visitor.get(`${path}?uuid=${owner.uuid}`)]
      for (const answer of answers) expect([who, path, secretsIn(answer)]).toEqual([who, path, []])
    }
    // The page has no form: what is sent to it changes nothing.
    const before = await hers()
    for (const act of ['again', 'gift', 'cancel']) await visitor.post(`/gift/${gift.key}`, `act=${act}&yes=1`, formHeaders())
    expect(await hers()).toEqual(before)
  }
})

/** Calls and pages that check who owns an order, and would show it to everybody without that check. */
const ASK_WHOSE: readonly (readonly [string, (visitor: TestVisitor) => Promise<Answer>])[] = [
  ['the reservation', (visitor) => visitor.get(`/api/reservations/${bought.resId}?uuid=${visitor.uuid}`)],
  ['the tickets to change', (visitor) => visitor.get(`/api/reservations/${bought.resId}/modified-tickets`)],
  ['its page', (visitor) => visitor.get(`/cart/${bought.resId}`)],
  ['the page of a gift', (visitor) => visitor.get(`/cart/${gift.resId}`)],
  ['the page of a donation', (visitor) => visitor.get(`/cart/${given.resId}`)],
  ['the page of its change', (visitor) => visitor.get(`/cart/${bought.resId}/change`)],
  ['the page on which its tickets are sent', (visitor) => visitor.get(`/cart/${bought.resId}/send`)],
]

test.each(ASK_WHOSE)('control: if every order belonged to everybody, another customer would see %s', async (_name, show) => {
  const stranger = await openBrowser()
  expect((await show(stranger)).status).not.toBe(200)
  const { rows } = await database().query<{ source: string }>(`SELECT pg_get_functiondef('is_order_of'::regproc) AS source`)
  await database().query(
    `CREATE OR REPLACE FUNCTION is_order_of(o orders, visitor uuid) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT true'`,
  )
  try {
    const seen = await show(stranger)
    expect(seen.status).toBe(200)
    expect(secretsIn(seen)).not.toEqual([])
  } finally {
    await database().query(rows[0]?.source ?? '')
  }
})

test('control: the same forms do it for her', async () => {
  const before = await hers()
  for (const [what, form] of FORMS.filter(([name]) =>
    ['sends a ticket on', 'gives an evening back', 'chooses other dates of a season', 'renews her series'].includes(name),
  )) {
    const [path, fields] = form()
    expect([what, (await owner.post(path, fields, formHeaders())).status]).toEqual([what, 303])
  }
  const after = await hers()
  expect(after).not.toEqual(before)
  expect([await cellOf('SELECT count(*)::int FROM sent_ticket'), await cellOf('SELECT count(*)::int FROM resale')]).toEqual([1, 1])
})

/** Calls of staff, by the permission that their contract names. */
const OF_STAFF = Object.entries(ENDPOINTS).filter(([, { staff }]) => staff !== undefined)

describe.each(Object.keys(ROLES) as Role[])('staff as %s', (role) => {
  test('R6.17 R6.18 R6.19 R6.20 are let in to the calls of the own permissions, and to no others', async () => {
    expect(OF_STAFF.length).toBeGreaterThan(0)
    for (const businessIds of [[1], [2], [], null]) {
      const visitor = withStaff(await openBrowser(), await aStaffMember({ role, businessIds }))
      for (const [name, endpoint] of OF_STAFF) {
        const { status } = await ask(visitor, name, endpoint)
        const isLetIn = (ROLES[role] as readonly number[]).includes(endpoint.staff ?? 0)
        expect([name, businessIds, [401, 403].includes(status)]).toEqual([name, businessIds, !isLetIn])
        expect(status).toBeLessThan(500)
      }
    }
  })

  test.each([
    ['of the same business', [1], role === 'owner'],
    ['of another business', [2], false],
    ['of no business', [], false],
    ['of the whole house', null, role === 'owner'],
  ] as const)(
    'R6.17 close an account of business 1 by the page of the staff, %s: only an owner of it',
    async (_what, businessIds, mayClose) => {
      const victim = await aStaffMember({ businessIds: [1] })
      const visitor = withStaff(await openBrowser(), await aStaffMember({ role, businessIds }))
      const answer = await visitor.post('/PRES-live/staff', `act=close&staffId=${String(victim.staffId)}`, formHeaders())
      expect(answer.status).toBe(mayClose ? 303 : 404)
      expect(await cellOf('SELECT disabled_at IS NOT NULL FROM staff WHERE staff_id = $1', [victim.staffId])).toBe(mayClose)
    },
  )
})

/** Pages of staff by the permission that each needs; undefined: that of being signed in. */
const STAFF_PAGES: readonly (readonly [path: string, permission: Permission | undefined])[] = [
  ['', undefined],
  ['/account', undefined],
  ...['/reports', '/locationTicketSales', '/featureTicketSales', '/monitor', '/references'].map(
    (path) => [path, PERMISSIONS.reports] as const,
  ),
  ['/export?screen=reports&table=features&as=csv', PERMISSIONS.reports],
  ['/export?screen=reservations&as=csv', PERMISSIONS.reservations],
  ['/export?screen=staffLog&as=csv', PERMISSIONS.people],
  ['/seats', PERMISSIONS.producerSeats],
  ['/reservations', PERMISSIONS.reservations],
  ['/broker', PERMISSIONS.broker],
  ['/staff', PERMISSIONS.people],
]

/** Homes of the area, and the pages that stand in each: of the plain form the screens alone. */
const STAFF_HOMES: Readonly<Record<string, (path: string) => boolean>> = {
  '/PRES-live': () => true,
  '/pres-LIVE': () => true,
  '/PRES-live-v1': (path) => !/account|export|broker|staff/.test(path),
}

describe.each(Object.keys(ROLES) as Role[])('pages of staff as %s', (role) => {
  test.each([
    ['of the same business', [1]],
    ['of another business', [2]],
    ['of no business', []],
    ['of the whole house', null],
  ] as const)('R6.17 R6.18 R6.19 R6.20 are those of the own permissions, %s, and there are no others', async (_what, businessIds) => {
    const visitor = withStaff(await openBrowser(), await aStaffMember({ role, businessIds }))
    for (const [home, has] of Object.entries(STAFF_HOMES))
      for (const [path, permission] of STAFF_PAGES.filter(([one]) => has(one))) {
        const { status } = await visitor.get(home + path)
        const isOpen = permission === undefined || (ROLES[role] as readonly number[]).includes(permission)
        expect([home + path, status]).toEqual([home + path, isOpen ? 200 : 404])
      }
    // A show of business 1 alone: of no other business is it told from one that there is not.
    const seesShow =
      (ROLES[role] as readonly number[]).includes(PERMISSIONS.reports) && (businessIds === null || [...businessIds].includes(1))
    for (const query of [
      `reports?featureId=${String(OWN_SHOW)}`,
      `export?screen=reports&table=presentations&as=csv&featureId=${String(OWN_SHOW)}`,
    ])
      expect([query, (await visitor.get(`/PRES-live/${query}`)).status]).toEqual([query, seesShow ? 200 : 404])
  })
})

/** The items of the menu by the permission that each is tied to (spec §2). */
const MENU_ITEMS = [
  ['reports', 266],
  ['seats', 267],
  ['reservations', 268],
] as const

/** The roles of a shop have 267 and 268 both or neither, so that none of them tells a page of the one from a page of the other. */
test.each(Object.values(PERMISSIONS))(
  'R6.18 R6.19 R6.20 permission %i alone opens its own pages and its own item of the menu',
  async (permission) => {
    const role = `only ${String(permission)}`
    await database().query('INSERT INTO staff_role (role, permissions) VALUES ($1, $2)', [role, [permission]])
    const visitor = withStaff(await openBrowser(), await aStaffMember({ role }))
    for (const [home, has] of Object.entries(STAFF_HOMES)) {
      for (const [path, needed] of STAFF_PAGES.filter(([one]) => has(one))) {
        const { status } = await visitor.get(home + path)
        expect([home + path, status]).toEqual([home + path, needed === undefined || needed === permission ? 200 : 404])
      }
      const menu = String((await visitor.get(home)).body)
      const base = home === '/PRES-live-v1' ? home : '/PRES-live'
      const items = MENU_ITEMS.filter(([item]) => menu.includes(`href="${base}/${item}"`))
      expect([home, items]).toEqual([home, MENU_ITEMS.filter(([, needed]) => needed === permission)])
    }
  },
)

test('R6.18 R6.19 R6.20 each call of staff is of the permission that the specification gives it', () => {
  const names = (permission: Permission) => OF_STAFF.flatMap(([name, { staff }]) => (staff === permission ? name : [])).sort()
  const views = ['getTicketRefAgents', 'ticketReferences', 'ticketReferenceDetail', 'ticketReferenceSales']
  expect(names(266)).toEqual([...Object.keys(LIVE_ROUTES), ...views].sort())
  expect(names(267)).toEqual(['editReferencePromptOptionQuantity', 'holdProducerSeats', 'releaseProducerSeats'])
  expect(names(268)).toEqual(Object.keys(ACT_ROUTES).sort())
  expect(names(269)).toEqual(['lockBrokerPart', 'saveBrokerPart', 'unlockBrokerPart'])
})

test('R6.17 pages of staff show who is not signed in the door alone, and every page of the area is among them', async () => {
  const visitor = await openBrowser()
  for (const [home, has] of Object.entries(STAFF_HOMES))
    for (const [path] of STAFF_PAGES.filter(([one]) => has(one) && !one.startsWith('/export'))) {
      const { status, body } = await visitor.get(home + path)
      expect([home + path, status, String(body).includes('type="password"')]).toEqual([home + path, 200, true])
    }
  const files = await readdir('src/pages/PRES-live', { recursive: true })
  const pages = files.filter((file) => /(^|\/)[^_/][^/]*\.(astro|ts)$/.test(file) && !/(^|\/)_/.test(file))
  // The screens are named above; an invitation is of its link.
  const known = [
    '[screen].astro',
    'invitation/[token].astro',
    'index.astro',
    'account.astro',
    'export.ts',
    'broker.astro',
    'staff/index.astro',
  ]
  expect(pages.sort()).toEqual(known.sort())
})

test.each(OF_STAFF)('R6.17 %s answers nobody who is no staff, at any spelling of its path', async (_name, { method, path }) => {
  for (const [who, open] of STRANGERS.slice(0, -1)) {
    const visitor = await open()
    for (const spelling of [path, path.replace('PRES', 'pres')]) {
      const address = `/api${spelling.replaceAll(/\{\w+\}/g, '1')}`
      const { status } = method === 'GET' ? await visitor.get(address) : await visitor.post(address, {})
      expect([401, 409], `${who} ${spelling}`).toContain(status) // 409: her uuid without her cookie
    }
  }
})
