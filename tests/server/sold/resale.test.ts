import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import type { DetailsCaller } from '#lib/server/customers/account/customer-details.ts'
import { dataFileOf } from '#lib/server/customers/area/customer-data-file.ts'
import { ordersOfCustomer } from '#lib/server/customers/area/customer-order-rows.ts'
import { reservationsOf } from '#lib/server/customers/area/customer-reservations.ts'
import { documentOf } from '#lib/server/documents/documents.ts'
import { mailOf, smsOf } from '#lib/server/messages/message-bodies.ts'
import { eveningsShown } from '#lib/server/orders/evenings/evenings-shown.ts'
import { giveBackEvening, takeEveningBack } from '#lib/server/orders/evenings/offer-evening.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { cancelCode, cancelled, givenBack, openCancelHouse, signedIn, stateOf } from '#tests/support/buyers/cancels.ts'
import { FEE, newVisitor, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { fromHere } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { addEnrolments, SERIES, ticketsSold } from '#tests/support/sold/enrolments.ts'
import { allowResale, buysSingle, CREDIT, eveningOn, givesBack, SHARE, subscribes, takesBack } from '#tests/support/sold/resales.ts'

const house = openCancelHouse()
beforeAll(async () => {
  await addEnrolments(2)
  await allowResale()
})

const RESERVATION = /^.{20}$/
const states = () => cellOf(`SELECT coalesce(string_agg(state, ' ' ORDER BY resale_id), '') FROM resale`)
const vouchers = () => cellOf("SELECT coalesce(json_agg(balance), '[]') FROM system_voucher WHERE customer_id IS NOT NULL")
const sql = (text: string) => database().query(text)

/** The fee on orders: a percentage, or the same for each. */
async function charge({ percent, fixed }: { percent?: number; fixed?: number }): Promise<void> {
  await sql(`UPDATE service_charge SET amount_per_order = ${String(fixed ?? 'NULL')}, percent_rate_per_order = ${String(percent ?? 'NULL')};
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

describe('an evening that is given back', () => {
  test('is for sale, holds until it is sold, and is credited with the sale, once', async () => {
    await subscribes(house.noa)
    expect(await givesBack(house.noa, 11, CREDIT)).toBeUndefined()
    expect(await ticketsSold()).toEqual(['11-1003: free', '12-1003: S', '13-1003: S', '14-1003: S'])
    expect(await eveningOn(house.noa)).toMatchObject({ resale: 'offered', credit: CREDIT, isActive: true, isHeldByOthers: false })
    await checkInvariants()
    expect(await buysSingle()).toMatch(RESERVATION)
    expect(await eveningOn(house.noa)).toMatchObject({ resale: 'sold', credit: CREDIT })
    expect([await vouchers(), await states()]).toEqual([[CREDIT], 'sold'])
    expect(await cellOf(`SELECT sum(amount)::int FROM ledger WHERE kind = 'voucher'`)).toBe(-CREDIT)
    expect(await cellOf(`SELECT count(*)::int FROM outbox WHERE kind LIKE 'resold:%'`)).toBe(2)
    expect([await givesBack(house.noa), await takesBack(house.noa)]).toEqual(['ON_RESALE', 'SEAT_NOT_AVAILABLE'])
  })

  test('is taken back as long as nobody has its seat, and may be given back again', async () => {
    await subscribes(house.noa)
    expect(await givesBack(house.noa)).toBeUndefined()
    const other = await newVisitor()
    expect((await lock(seatOn(11, 3), fromHere(other))).ok).toBe(true)
    expect(await eveningOn(house.noa)).toMatchObject({ isHeldByOthers: true })
    expect(await takesBack(house.noa)).toBe('SEAT_NOT_AVAILABLE')
    await sql(`UPDATE seat_claim SET expires_at = now() WHERE state = 'H'`)
    expect(await takesBack(house.noa)).toBeUndefined()
    expect(await ticketsSold()).toContain('11-1003: S')
    expect([await takesBack(house.noa), await buysSingle()]).toEqual(['NOT_ACTIVE', 'SEAT_NOT_AVAILABLE'])
    expect([await givesBack(house.noa), await states()]).toEqual([undefined, 'taken_back offered'])
  })

  test('is shown free to others at once, also if its seat was kept for subscribers', async () => {
    await subscribes(house.noa)
    await sql(
      `INSERT INTO seat_keep (presentation_id, seat_id, kind, until, membership_ids) VALUES (11, 1003, 'allocation', now() + interval '1 hour', '{101}')`,
    )
    expect(await givesBack(house.noa)).toBeUndefined()
    expect(await buysSingle()).toMatch(RESERVATION)
    await sql('DELETE FROM seat_keep')
  })

  test('is credited the same under a percentage on the order, which is taken of seats and never of a membership', async () => {
    await charge({ percent: (100 * FEE) / ONE })
    const resId = await subscribes(house.noa)
    expect(await givesBack(house.noa, 11, CREDIT)).toBeUndefined()
    const buyer = await signedIn()
    const single = await buysSingle(3, 11, buyer.visitor.uuid)
    expect([await vouchers(), await idOf(resId, 'global_service_charge'), await idOf(single, 'global_service_charge')]).toEqual([
      [CREDIT],
      '0',
      String(FEE),
    ])
    await cancelled(buyer.visitor, single)
    expect(await givenBack()).toEqual([ONE + FEE])
    await cancelled(house.noa.visitor, resId)
    expect([await givenBack(), await vouchers()]).toEqual([[ONE + FEE, (SERIES - SHARE) * 0.95], [CREDIT]])
    await charge({ fixed: FEE })
  })

  test('goes back to the house if its buyer cancels: the subscriber keeps the credit and not the seat', async () => {
    await subscribes(house.noa)
    await givesBack(house.noa)
    const buyer = await signedIn()
    const resId = await buysSingle(3, 11, buyer.visitor.uuid)
    await cancelled(buyer.visitor, resId)
    expect(await ticketsSold()).toContain('11-1003: free')
    expect([await states(), await vouchers()]).toEqual(['sold', [CREDIT]])
    expect([await takesBack(house.noa), await givesBack(house.noa)]).toEqual(['SEAT_NOT_AVAILABLE', 'ON_RESALE'])
    expect(await buysSingle()).toMatch(RESERVATION)
    expect(await vouchers()).toEqual([CREDIT])
  })

  test('admits its subscriber and is taken back by that, unless another visitor has locked or bought its seat', async () => {
    await subscribes(house.noa)
    await givesBack(house.noa)
    const use = (id: number) =>
      sql(`UPDATE order_seat SET used_at = now() WHERE membership_line IS NOT NULL AND presentation_id = ${String(id)}`)
    await use(11)
    expect([await states(), await ticketsSold()]).toMatchObject([
      'taken_back',
      ['11-1003: S', {}, {}, {}].map(() => expect.any(String) as string),
    ])
    expect(await buysSingle()).toBe('SEAT_NOT_AVAILABLE')
    expect(await givesBack(house.noa)).toBe('NOT_ACTIVE')
    await givesBack(house.noa, 12)
    await lock(seatOn(12, 3), fromHere(await newVisitor()))
    await expect(use(12)).rejects.toThrow('sold to somebody else')
    await givesBack(house.noa, 13)
    await buysSingle(3, 13)
    await expect(use(13)).rejects.toThrow('sold to somebody else')
  })

  test('refuses others, another credit than was agreed to, late evenings, and memberships without terms', async () => {
    await subscribes(house.noa)
    const other = await signedIn()
    const { ticketIdentifier } = await eveningOn(house.noa)
    expect(await giveBackEvening(other.visitor, { ticket: ticketIdentifier })).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    expect(await giveBackEvening({ uuid: await newVisitor(), proof: 'cookie' }, { ticket: ticketIdentifier })).toMatchObject({
      refusal: { code: 'NOT_SIGNED_IN' },
    })
    expect(await givesBack(house.noa, 11, CREDIT + 1)).toBe('PRICE_CHANGED')
    const start = await cellOf('SELECT starts_at::text FROM presentation WHERE presentation_id = 11')
    await sql(`UPDATE presentation SET starts_at = now() + interval '179 minutes' WHERE presentation_id = 11`)
    expect(await givesBack(house.noa)).toBe('TOO_CLOSE_TO_PRSNT_DATE')
    await sql(`UPDATE presentation SET starts_at = '${String(start)}' WHERE presentation_id = 11`)
    await givesBack(house.noa)
    expect(await takeEveningBack(other.visitor, { ticket: ticketIdentifier })).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    await sql(
      `UPDATE membership SET resale_until_minutes = NULL, resale_percent = NULL, resale_fee = NULL; UPDATE catalogue_version SET version = version + 1`,
    )
    forgetCatalogue()
    expect(await givesBack(house.noa, 12)).toBe('RESALE_NOT_ALLOWED')
    await allowResale()
  })
})

describe('what is told', () => {
  test('a mail and an SMS of the evening alone, with its credit; the e-ticket says that it is offered, then that it was sold on', async () => {
    const resId = await subscribes(house.noa)
    const [orderId, documentKey] = [await idOf(resId, 'order_id'), await idOf(resId, 'document_key')]
    const ticket = async () => (await documentOf(documentKey))?.showings[0]?.tickets[0]
    await givesBack(house.noa)
    expect(await ticket()).toMatchObject({ state: 'valid', isOffered: true, code: expect.any(String) as string })
    await buysSingle()
    expect(await ticket()).toMatchObject({ state: 'soldOn', isOffered: false, code: null })
    const kind = String(await cellOf(`SELECT kind FROM outbox WHERE kind LIKE 'resold:%' LIMIT 1`))
    const mail = await mailOf(orderId, kind)
    expect([mail?.text.match(/מושב/g), mail?.text, await smsOf(orderId, kind)]).toEqual([
      ['מושב'],
      expect.stringContaining('₪85'),
      expect.stringMatching(/הערב שהחזרתם נמכר: .*הכרטיס בטל. זיכוי .*₪85/),
    ])
    expect(await mailOf(orderId, `${kind}0`)).toBeUndefined()
  })

  test('the personal area names what each evening is, what giving it back comes to, and keeps it in the data file', async () => {
    await subscribes(house.noa)
    await givesBack(house.noa)
    await buysSingle()
    await givesBack(house.noa, 12)
    await givesBack(house.noa, 13)
    await lock(seatOn(13, 3), fromHere(await newVisitor()))
    const shown = await eveningsShown(house.noa.customerId)
    expect(shown.map(({ presentationId, state }) => `${String(presentationId)} ${state}`)).toEqual([
      '11 sold',
      '12 offered',
      '13 held',
      '14 mine',
    ])
    expect(shown.map(({ offer }) => offer?.credit)).toEqual([undefined, undefined, undefined, CREDIT])
    const [reservation] = reservationsOf({ from: await catalogue(), now: Date.now() }, await ordersOfCustomer(house.noa.customerId))
    expect(reservation).toMatchObject({ tickets: 3 })
    const { visitor, customerId } = house.noa
    const file = await dataFileOf({
      visitor,
      customer: { customerId, isFresh: true },
      caller: null,
      locale: 'he',
    } as unknown as DetailsCaller)
    expect(await file.text()).toMatch(/"resales":\s*\[\s*\{[^}]*"state":\s*"sold"/)
  })
})

const idOf = async (resId: string, column: string) =>
  String(await cellOf(`SELECT ${column} FROM orders WHERE reservation_identifier = '${resId}'`))

describe('cancelling the membership afterwards', () => {
  test('does not pay twice what was sold on: its share is out of the line', async () => {
    const resId = await subscribes(house.noa)
    await givesBack(house.noa)
    const sold = await buysSingle()
    const { decision } = await cancelled(house.noa.visitor, resId)
    const rest = SERIES - SHARE
    expect(decision).toMatchObject({ worth: SERIES - CREDIT, charge: SHARE - CREDIT + rest * 0.05, isWhole: true })
    expect([await givenBack(), await vouchers()]).toEqual([[rest * 0.95], [CREDIT]])
    expect([await stateOf(resId), await stateOf(sold)]).toEqual(['refunded', 'paid'])
    expect(await ticketsSold()).toEqual(['11-1003: free', '12-1003: free', '13-1003: free', '14-1003: free'])
    expect(await cellOf(`SELECT state FROM seat_claim WHERE presentation_id = 11`)).toBe('S')
  })

  test('counts one that is past and was sold on once, and is refused when all are gone', async () => {
    const resId = await subscribes(house.noa)
    for (const id of [11, 12, 13, 14]) {
      await givesBack(house.noa, id)
      await buysSingle(3, id)
    }
    expect(await vouchers()).toEqual([CREDIT, CREDIT, CREDIT, CREDIT])
    expect(await cancelCode(house.noa.visitor, resId)).toBe('CANCEL_NOT_ALLOWED')
  })

  test('ends what is offered: whoever buys the seat buys it of the house', async () => {
    const resId = await subscribes(house.noa)
    await givesBack(house.noa)
    await cancelled(house.noa.visitor, resId)
    expect([await states(), await buysSingle(), await vouchers()]).toEqual(['ended', expect.stringMatching(RESERVATION), []])
    expect(await takesBack(house.noa)).toBe('NOT_ACTIVE')
  })
})
