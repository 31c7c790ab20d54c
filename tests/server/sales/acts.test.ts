import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '#lib/domain/staff/roles.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { finishRefund, refundsDue } from '#lib/server/payments/refunds.ts'
import {
  addPolicies,
  boughtBy,
  cancelCode,
  cancelOf,
  givenBack,
  newCatalogue,
  signedIn,
  stateOf,
  type SignedIn,
} from '#tests/support/buyers/cancels.ts'
import { addOtherDays, DEAR, FEE, ONE, seatOn, type Bought } from '#tests/support/buyers/changes.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { ACT_CHECKS } from '#tests/support/checks/act-checks.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { addListedReference, unuseReference, useReference } from '#tests/support/staff/listed-reference.ts'
import { addOrders, removeOrders } from '#tests/support/staff/orders-of-nothing.ts'
import { askStaff } from '#tests/support/staff/ask-staff.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

/** Of business 1, of business 2, of another show of business 1, of no business, and of all. */
let one: StaffPerson
let two: StaffPerson
let ofNoShow: StaffPerson
let ofNone: StaffPerson
let owner: StaffPerson
let noa: SignedIn
let bought: Bought
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  await addPolicies()
  await database().query(`
    INSERT INTO feature (feature_id, name, feature_category_id, minutes, poster) SELECT 2, 'הצגה אחרת', 1, 90, poster FROM feature;
    UPDATE presentation SET cancellation_policy_id = 2, feature_id = CASE presentation_id WHEN 3 THEN 2 ELSE 1 END`)
  await newCatalogue()
  ;[one, two] = [await aStaffMember({ role: 'boxOffice' }), await aStaffMember({ businessIds: [2] })]
  ;[ofNoShow, ofNone] = [await aStaffMember({ featureIds: [2] }), await aStaffMember({ businessIds: [] })]
  owner = await aStaffMember({ role: 'owner', businessIds: null })
})
beforeEach(async () => {
  process.env.CUSTOMER_CANCELLATION = 'off'
  await emptyHouse()
  noa = await signedIn()
  bought = await boughtBy(noa)
})
afterEach(async () => {
  replaceProvider(undefined)
  await checkInvariants()
})

const ALL = 2 * ONE + FEE
/** Less five per cent. */
const BACK = ALL * 0.95

const finishRefunds = async () => Promise.all((await refundsDue(50)).map(finishRefund))
interface Listed {
  readonly reservations: readonly { readonly ReservationIdentifier: string; readonly OrderNumber: string }[]
  readonly next: string | null
}
const list = async (who: StaffPerson, query = '') => (await askStaff(who, `v2/producerReservations?${query}`)).body as Listed
const cancelBy = (who: StaffPerson, body: object = {}, resId = bought.resId) =>
  askStaff(who, `/reservations/${resId}/producerCancel`, { method: 'POST', body })
const offerTo = (who: StaffPerson, query = '') => askStaff(who, `/reservations/${bought.resId}/producerCancel?${query}`)
const again = (who: StaffPerson, headers = {}) => askStaff(who, `v2/sendResAgain?resId=${bought.resId}`, { headers })
const sendTo = (who: StaffPerson, mobileNumber: string) =>
  askStaff(who, `sendTickets/${bought.resId}`, { method: 'POST', body: { mobileNumber } })

async function lastActs(most: number): Promise<unknown[]> {
  const { rows } = await database().query<object>(
    `SELECT a.staff_id AS by, action, business_id AS business, o.reservation_identifier AS of FROM staff_audit a JOIN orders o ON o.order_id::text = a.subject
     ORDER BY audit_id DESC LIMIT $1`,
    [most],
  )
  return rows
}
const act = (action: string) => ({ by: one.staffId, action, business: 1, of: bought.resId })

describe('R7.73 the reservations of a producer', () => {
  test('are those of the own presentations, the newest first', async () => {
    const other = await boughtBy(noa, [seatOn(4, 1)], ONE)
    const later = await boughtBy(noa, [seatOn(2, 1)], DEAR)
    const ids = async (who: StaffPerson, query = '') =>
      (await list(who, query)).reservations.map(({ ReservationIdentifier }) => ReservationIdentifier)
    expect(await ids(one)).toEqual([later.resId, bought.resId])
    expect(await ids(two)).toEqual([other.resId])
    expect([await ids(ofNoShow), await ids(ofNone)]).toEqual([[], []])
    expect(await ids(owner)).toEqual([later.resId, other.resId, bought.resId])
    expect(await ids(one, 'presentationIds=1,4')).toEqual([bought.resId])
    expect(await ids(owner, 'featureId=1&locationId=1&presentationId=4')).toEqual([other.resId])
    expect(await ids(one, 'dateType=1&startDate=2020-01-01&endDate=2999-01-01')).toEqual([later.resId, bought.resId])
    expect(await ids(one, 'dateType=1&endDate=2001-01-01')).toEqual([])
    expect(await ids(one, 'transactionBusinessStartDate=2001-01-01&transactionBusinessEndDate=2001-01-02')).toEqual([])
    expect(await ids(one, 'transactionBusinessStartDate=2999-01-01')).toEqual([])
    expect(await ids(one, `search=${encodeURIComponent('ברקאי')}`)).toHaveLength(2)
    expect(await ids(one, 'search=054-731')).toHaveLength(2)
    expect(await ids(one, 'search=nobody')).toEqual([])
    expect((await askStaff(two, 'v2/producerReservations?presentationId=1')).status).toBe(404)
    expect((await askStaff(one, 'v2/producerReservations?after=x')).status).toBe(400)
  })

  test('say who bought what, and what may be done', async () => {
    const row = (await list(one)).reservations[0]
    expect(row).toMatchObject({
      ...{ ReservationIdentifier: bought.resId, ResStateId: 1, IsUnpaid: false, CustomerName: 'נועה ברקאי', MobileNumber: '0547314821' },
      ...{ PresentationId: 1, FeatureId: 1, FeatureName: 'הצגת בדיקה', LocationName: 'היכל הבדיקה', Quantity: 2, Amount: ALL / 100 },
      ...{ Channel: 'shop', MayCancel: true, MaySend: true },
    })
    expect((await list(one, `search=${row?.OrderNumber.toLowerCase() ?? ''}`)).reservations).toHaveLength(1)
    await cancelBy(one)
    expect((await list(one)).reservations[0]).toMatchObject({ ResStateId: 3, Quantity: 0, SeatNames: '', MayCancel: false, MaySend: false })
  })

  test('come in pages, each once', async () => {
    await addOrders(101)
    const seen: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const { reservations, next }: Listed = await list(owner, `after=${after}`)
      seen.push(...reservations.map(({ ReservationIdentifier }) => ReservationIdentifier))
      after = next
    }
    expect([seen.length, new Set(seen).size]).toEqual([102, 102])
    await removeOrders()
  })
})

describe('sending tickets', () => {
  const sent = async () =>
    (await database().query<object>(`SELECT channel, kind, recipient FROM outbox WHERE kind ~ '^(resend|copy)-' ORDER BY kind, channel`))
      .rows

  test('R6.22 R7.74 R8.19 sendResAgain sends them to where they went, three times a day, and answers success or nothing', async () => {
    expect((await again(one)).body).toEqual({ success: true })
    expect(await sent()).toEqual([
      { channel: 'mail', kind: 'resend-1', recipient: 'noa@example.com' },
      { channel: 'sms', kind: 'resend-1', recipient: '0547314821' },
    ])
    expect(await lastActs(1)).toEqual([act('send again')])
    await Promise.all([again(one), again(owner), again(one), again(one)])
    expect((await again(one)).status).toBe(429)
    expect(await sent()).toHaveLength(6)
    expect((await again(two)).body.success).toBeUndefined()
  })

  test('R6.23 R7.87 R8.20 sendTickets sends them by SMS to a number and tells whoever bought them', async () => {
    expect((await sendTo(one, '052-999-8877')).body).toEqual({ success: true })
    expect(await sent()).toEqual([
      { channel: 'sms', kind: 'copy-1', recipient: '0547314821' },
      { channel: 'mail', kind: 'resend-1', recipient: 'noa@example.com' },
      { channel: 'sms', kind: 'resend-1', recipient: '0529998877' },
    ])
    expect(await lastActs(1)).toEqual([act('send tickets')])
    expect((await sendTo(one, '+972 54 731 4821')).body).toEqual({ success: true })
    expect(await sent()).toHaveLength(5)
    expect((await sendTo(one, '03-1234567')).body.success).toBeUndefined()
  })

  test('of a reservation that is not paid nothing is sent', async () => {
    await cancelBy(one)
    expect([(await again(one)).status, (await sendTo(one, '0529998877')).status]).toEqual([404, 404])
  })
})

describe('R6.21 R7.76 a producer cancels', () => {
  test('what the offer says, exactly and once, though customers may not cancel in the site', async () => {
    expect(await cancelCode(noa.visitor, bought.resId)).toBe('CANCEL_NOT_ALLOWED')
    const { body: offered } = await offerTo(one)
    expect(offered).toMatchObject({ refusal: null, offer: { refund: BACK / 100, charge: (ALL - BACK) / 100, isWhole: true } })
    expect((await cancelBy(one, { expectedRefund: 1 })).body).toMatchObject({ err: 'PRICE_CHANGED' })
    const made = await cancelBy(one, { expectedRefund: offered.offer.refund, reason: 'האולם נסגר' })
    expect(made.body).toEqual({ success: true, cancellation: offered.offer, creditReference: null })
    expect(await lastActs(1)).toEqual([act('cancel')])
    expect(await cellOf(`SELECT facts ->> 'reason' FROM staff_audit ORDER BY audit_id DESC LIMIT 1`)).toBe('האולם נסגר')
    expect([await stateOf(bought.resId), await givenBack()]).toEqual(['refunded', [BACK]])
    expect((await cancelBy(one, { expectedRefund: offered.offer.refund })).body).toEqual(made.body)
    expect((await cancelBy(owner)).body).toMatchObject({ err: 'NOTHING_TO_CANCEL' })
    expect(await givenBack()).toEqual([BACK])
  })

  test('some tickets, which are not given back twice', async () => {
    const itemsToCancel = bought.tickets.slice(0, 1)
    const { body: offered } = await offerTo(one, `items=${String(itemsToCancel[0])}`)
    const made = await cancelBy(one, { itemsToCancel })
    expect(made.body.cancellation).toEqual(offered.offer)
    expect((await cancelBy(one, { itemsToCancel })).body).toEqual(made.body)
    expect(await givenBack()).toEqual([offered.offer.refund * 100])
    expect((await cancelBy(one, { itemsToCancel: ['A'.repeat(20)] })).status).toBe(404)
  })

  test('R8.18 answers err where the rules forbid it', async () => {
    await database().query('UPDATE presentation SET cancellation_policy_id = NULL')
    await newCatalogue()
    try {
      const { body } = await cancelBy(one)
      expect(body).toEqual({ err: 'CANCEL_NOT_ALLOWED', message: expect.stringMatching(/\S/) })
      expect((await offerTo(one)).body).toMatchObject({ offer: null, refusal: body.err, message: body.message })
    } finally {
      await database().query('UPDATE presentation SET cancellation_policy_id = 2')
      await newCatalogue()
    }
  })

  test('while the customer does and refunds are tried again: one refund', async () => {
    process.env.CUSTOMER_CANCELLATION = 'on'
    const racers: readonly (() => Promise<unknown>)[] = [
      () => cancelBy(one),
      () => cancelOf(noa.visitor, bought.resId),
      finishRefunds,
      () => cancelBy(owner),
    ]
    await Promise.all([...racers, ...racers, ...racers, ...racers, ...racers].map((race) => race()))
    await finishRefunds()
    expect(await givenBack()).toEqual([BACK])
    expect(await cellOf('SELECT count(*)::int FROM cancellation')).toBe(1)
    expect(await stateOf(bought.resId)).toBe('refunded')
  })
})

describe('references of tickets', () => {
  let producer: StaffPerson
  let rowId: number
  beforeAll(async () => {
    producer = await aStaffMember()
    rowId = await addListedReference()
  })
  const use = () => useReference(rowId, bought.resId)
  const unuse = () => unuseReference(rowId)
  const edit = (who: StaffPerson, body: object, row = rowId) =>
    askStaff(who, `editReferencePromptOptionQuantity/1/1/49/${String(row)}`, { method: 'POST', body })
  const MONITORS = 'monitors/TicketReferencePromptAdmin'

  test('R3.26 R7.82 the agents of a member of staff have their ten fields, and nobody else’s are answered', async () => {
    const { body } = await askStaff(producer, `getTicketRefAgents?userId=${String(producer.staffId)}`)
    expect(body.agents).toEqual([
      {
        ...{ TicketId: 49, PriceId: 49, PriceType: 1, PriceRowId: rowId, PricePolicyId: expect.any(Number) },
        ...{ FeatureId: 1, PresentationId: 2, FeatureCategoryId: 1, Reference1: '', Reference2: '' },
      },
    ])
    expect((await askStaff(producer, 'getTicketRefAgents?userId=987654')).body.agents).toEqual([])
    expect((await askStaff(two, 'getTicketRefAgents')).body.agents).toEqual([])
  })

  test('get a new quantity only from a member of staff who sells all shows of the ticket', async () => {
    const wanted = { reference: '', quantity: 5, expectedQuantity: 5 }
    const isSet = async () => (await edit(producer, wanted)).status
    expect(await isSet()).toBe(200)
    await database().query(
      `INSERT INTO presentation_price (presentation_id, category, ticket_group_id)
       SELECT 4, 'Z', ticket_group_id FROM ticket WHERE ticket_id = 49`,
    )
    await newCatalogue()
    expect(await isSet()).toBe(404)
    await database().query(`DELETE FROM presentation_price WHERE presentation_id = 4 AND category = 'Z'`)
    await newCatalogue()
    expect(await isSet()).toBe(200)
  })

  test('R7.83 R7.84 R7.85 are listed with how often they may be and were used', async () => {
    await use()
    const { body } = await askStaff(producer, `${MONITORS}/data?businessIds=1,2`)
    expect(body.prices).toEqual([
      { PriceType: 1, PriceId: 49, Name: 'ועד', Of: 'הצגת בדיקה', BusinessId: 1, References: 1, Quantity: 5, Used: 2 },
    ])
    expect((await askStaff(producer, `${MONITORS}/data?businessIds=2`)).body.prices).toEqual([])
    expect((await askStaff(producer, `${MONITORS}/data?customerId=987654`)).body.prices).toEqual([])
    expect((await askStaff(producer, `${MONITORS}/data?userId=${String(producer.staffId)}`)).body.prices).toEqual(body.prices)
    expect((await askStaff(producer, `${MONITORS}/data?userId=987654`)).body.prices).toEqual([])
    const detail = `${MONITORS}Detail/data?priceType=1&priceId=49`
    expect((await askStaff(producer, detail)).body.rows).toEqual([
      { PriceType: 1, PriceId: 49, PriceRowId: rowId, Reference1: '', Reference2: '', Quantity: 5, Used: 2 },
    ])
    expect((await askStaff(two, detail)).status).toBe(404)
    await unuse()
    const sales = async (who: StaffPerson, query = '') =>
      (await askStaff(who, `${MONITORS}TicketSales/data?${query}`)).body.sales as unknown[]
    await database().query(`UPDATE order_seat SET ref1 = 'A1'`)
    expect(await sales(producer)).toEqual([
      expect.objectContaining({
        TicketId: 11,
        PresentationId: 1,
        FeatureName: 'הצגת בדיקה',
        Reference1: 'A1',
        Quantity: 2,
        Amount: (2 * ONE) / 100,
      }),
    ])
    expect([await sales(two), await sales(producer, 'dateType=1&startDate=2001-01-01&endDate=2001-01-02')]).toEqual([[], []])
    for (const type of ['', '&dateType=2'])
      expect([type, await sales(producer, `startDate=2001-01-01&endDate=2001-01-02${type}`)]).toEqual([type, []])
  })

  test('that were used at shows of another stay hidden, and whose customers used them, though the ticket is sold at both', async () => {
    await database().query(
      `INSERT INTO presentation_price (presentation_id, category, ticket_group_id) SELECT 4, 'Z', ticket_group_id FROM ticket WHERE ticket_id = 49`,
    )
    await newCatalogue()
    const other = await boughtBy(await signedIn(), [seatOn(4, 1)], ONE)
    const orderId = await cellOf('SELECT order_id FROM orders WHERE reservation_identifier = $1', [other.resId])
    const customerId = await cellOf('SELECT customer_id FROM orders WHERE order_id = $1', [orderId])
    await database().query(`UPDATE order_seat SET ticket_id = 49, ref1 = 'A1' WHERE order_id = $1`, [orderId])
    await database().query(
      'INSERT INTO entitlement_use (entitlement_id, holder, presentation_id, quantity, order_id) SELECT $1, holder, 4, 1, order_id FROM orders WHERE order_id = $2',
      [rowId, orderId],
    )
    const seenBy = async (who: StaffPerson) => {
      const { rows } = (await askStaff(who, `${MONITORS}Detail/data?priceType=1&priceId=49`)).body as { rows: { Reference1: string }[] }
      const { agents } = (await askStaff(who, 'getTicketRefAgents')).body as { agents: { Reference1: string }[] }
      const { prices } = (await askStaff(who, `${MONITORS}/data?customerId=${String(customerId)}`)).body as { prices: unknown[] }
      return [rows[0]?.Reference1, agents[0]?.Reference1, prices.length]
    }
    const seen = await Promise.all([producer, two, owner].map(seenBy))
    await unuse()
    await database().query('UPDATE order_seat SET ticket_id = 11, ref1 = NULL WHERE order_id = $1', [orderId])
    await database().query(`DELETE FROM presentation_price WHERE presentation_id = 4 AND category = 'Z'`)
    await newCatalogue()
    expect(seen).toEqual([
      ['', '', 0],
      ['A1', 'A1', 1],
      ['A1', 'A1', 1],
    ])
  })

  test('R6.24 R7.86 the quantity is set, never below what was used, and not over another’s change', async () => {
    await use()
    expect((await edit(one, { reference: 'a1', quantity: 7 }, 0)).body).toEqual({ success: true, Quantity: 7, Used: 2 })
    expect(await cellOf('SELECT uses FROM entitlement WHERE entitlement_id = $1', [rowId])).toBe(7)
    expect((await edit(one, { quantity: 1 })).body).toMatchObject({ error: 'QUANTITY_USED', facts: { used: 2 } })
    expect((await edit(one, { quantity: 9, expectedQuantity: 5 })).body).toMatchObject({ error: 'QUANTITY_CHANGED' })
    const raced = await Promise.all([3, 4, 6].map((quantity) => edit(one, { quantity, expectedQuantity: 7 })))
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await unuse()
    expect((await edit(one, { reference: 'B2', quantity: 5 })).status).toBe(404)
    expect((await edit(one, { reference: 'A1', reference2: 'B2', quantity: 5 }, 0)).status).toBe(404)
    for (const who of [two, ofNoShow, ofNone]) expect((await edit(who, { quantity: 5 })).status).toBe(404)
    expect((await edit(owner, { quantity: 5, expectedQuantity: null })).status).toBe(200)
    expect(await cellOf(`SELECT count(*)::int FROM staff_audit WHERE action = 'set quantity' AND staff_id = $1`, [owner.staffId])).toBe(1)
    expect((await askStaff(one, `${MONITORS}/data`)).status).toBe(403)
  })
})

const CALLS: readonly ((who: StaffPerson) => Promise<{ status: number; body: unknown }>)[] = [
  (who) => offerTo(who),
  again,
  (who) => sendTo(who, '0529998877'),
  (who) => cancelBy(who),
]

test('R6.18 each call is of its permission, and answers another’s reservation as none', async () => {
  for (const role of Object.keys(ROLES) as Role[]) {
    const mayAct = (ROLES[role] as readonly number[]).includes(268)
    for (const businessIds of [[2], []]) {
      const member = await aStaffMember({ role, businessIds })
      for (const call of CALLS) expect([role, (await call(member)).status]).toEqual([role, mayAct ? 404 : 403])
      expect([role, (await askStaff(member, 'v2/producerReservations')).status]).toEqual([role, mayAct ? 200 : 403])
    }
  }
  const own = bought.resId
  for (const call of CALLS) {
    const foreign = await call(two)
    bought = { ...bought, resId: 'A'.repeat(20) }
    expect((await call(two)).body).toEqual(foreign.body)
    bought = { ...bought, resId: own }
    expect((await call({ ...one, cookie: '' })).status).toBe(401)
    expect((await call(ofNoShow)).status).toBe(404)
  }
  expect([await stateOf(own), await lastActs(1)]).toEqual(['paid', []])
})

testChecks(ACT_CHECKS, {
  'staff act on reservations of their shows': async () => (await offerTo(two)).status === 200,
  'what is of no show is of the whole house': async () => {
    await addOrders(1)
    const { status } = await askStaff(two, `/reservations/R${'1'.padStart(19, '0')}/producerCancel`)
    await removeOrders()
    return status === 200
  },
  'staff find reservations of their shows': async () => {
    const move = (from: number, to: number) =>
      database().query(
        'UPDATE order_seat SET presentation_id = $2 WHERE presentation_id = $1 AND line = (SELECT max(line) FROM order_seat)',
        [from, to],
      )
    await move(1, 3)
    const { reservations } = await list(await aStaffMember({ featureIds: [1] }))
    await move(3, 1)
    return reservations.length > 0
  },
  'quantities are set by who sells every show of the ticket': async () =>
    (await askStaff(two, 'editReferencePromptOptionQuantity/1/1/49/0', { method: 'POST', body: { reference: 'A1', quantity: 5 } }))
      .status === 200,
  'tickets are sent again by a script of ours': async () =>
    (await again(one, { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' })).status === 200,
})
