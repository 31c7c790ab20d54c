import { beforeEach, describe, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { ordersOfCustomer } from '#lib/server/customers/area/customer-order-rows.ts'
import { reservationsOf } from '#lib/server/customers/area/customer-reservations.ts'
import { importCatalogue, type ImportOutcome } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { mailOf } from '#lib/server/messages/message-bodies.ts'
import { queueMoved } from '#lib/server/messages/moved-starts.ts'
import { openSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { termsOfOrder } from '#lib/server/orders/cancel/cancellation-terms.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import { boughtBy, ALL, cancelCode, cancelled, during, givenBack, openCancelHouse, signedIn } from '#tests/support/buyers/cancels.ts'
import { buy, changing, FEE, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { makeCustomer, makeMembership } from '#tests/support/buyers/customers.ts'
import { importStart, startOf } from '#tests/support/buyers/moved-start.ts'
import { redraw, type DrawnSeat, type Redrawn } from '#tests/support/buyers/redrawn-plan.ts'
import { fromHere } from '#tests/support/buyers/house.ts'
import { asFile } from '#tests/support/catalogue-files.ts'
import { cellOf } from '#tests/support/database/database.ts'

const [HOUR, DAY] = [3_600_000, 86_400_000]
const ACCEPTED = { options: { acceptMoves: true } }
const house = openCancelHouse()

beforeEach(async () => {
  await database().query('DELETE FROM member_seat')
  await redraw({ ...ACCEPTED, more: { presentations: [shown(Date.now() + 3 * DAY)] } })
  await database().query('DELETE FROM start_move; DELETE FROM seat_move')
})

function shown(at: number, featureId = 1, venueId = 1, seatplanId = 1) {
  const { date, time } = datePartsOf(at)
  return {
    id: 1,
    featureId,
    venueId,
    seatplanId,
    prices: { A: 1, G: 2 },
    serviceChargeId: 1,
    productIds: [1],
    seatRules: { loneSeats: 'allowed' as const },
    start: `${date}T${time}`,
  }
}

async function importShown(presentation: ReturnType<typeof shown>, acceptMoves: boolean, more: object = {}): Promise<ImportOutcome> {
  const outcome = await importCatalogue([asFile({ presentations: [presentation], ...more })], { acceptMoves })
  forgetCatalogue()
  return outcome
}

/** Seat 1 of row 1 is called 101. */
function renamed(seat: DrawnSeat): DrawnSeat {
  return seat.guid === '1-1' ? { ...seat, seat: '101' } : seat
}

async function mails(): Promise<string[]> {
  const { rows } = await database().query<{ orderId: string; kind: string }>(
    `SELECT order_id AS "orderId", kind FROM outbox WHERE kind LIKE 'moved:%' AND channel = 'mail' ORDER BY created_at`,
  )
  return Promise.all(rows.map(async ({ orderId, kind }) => (await mailOf(orderId, kind))?.text ?? ''))
}

describe('a date that moves after tickets were sold', () => {
  test('is refused with the times and the number of people, and nothing moves', async () => {
    await boughtBy(house.noa)
    const before = await startOf()
    const outcome = await importShown(shown(before + HOUR), false)
    expect(outcome.moves.map(writeRemark)).toEqual([
      expect.stringMatching(
        /^catalogue\.json: \$\.presentations\[0\]\.start: presentation 1 begins at \S+T\S+ instead of \S+T\S+: seats of it are held by 1 person$/,
      ),
    ])
    expect(outcome.problems).toHaveLength(1)
    expect([await startOf(), await cellOf('SELECT count(*)::int FROM start_move')]).toEqual([before, 0])
  })

  test('moves without a question if nobody has a seat of it', async () => {
    const before = await startOf()
    expect((await importShown(shown(before + HOUR), false)).problems).toEqual([])
    expect(await startOf()).toBe(before + HOUR)
  })

  test('is told with a way to give the tickets back, and all of them goes back whatever the terms', async () => {
    const { uuid, resId } = await boughtBy(house.noa)
    expect(await cancelCode(house.noa.visitor, resId)).toBe('CANCEL_NOT_ALLOWED')
    await importStart((await startOf()) + HOUR)
    await queueMoved()
    expect(await mails()).toEqual([expect.stringMatching(/אפשר להחזיר את הכרטיסים בדף ההזמנה[^]*לדף ההזמנה:\n\S+\/cart\//)])
    expect(await termsOfOrder(uuid, resId, 'he')).toEqual([expect.stringMatching(/^המופע או המקום שלכם השתנו.*לקבל את כל הסכום/)])
    await cancelled(house.noa.visitor, resId)
    expect(await givenBack()).toEqual([ALL])
  })

  describe('gives products bought with its tickets back too, whatever the terms', () => {
    const PRODUCT = 2_500
    const withProduct = () => boughtBy(house.noa, undefined, ALL + PRODUCT, { products: [{ id: 1, quantity: 1 }] })

    test.each([
      ['with the whole order', false],
      ['with the tickets by their names', true],
    ])('%s', async (_what, isByName) => {
      const { resId, tickets } = await withProduct()
      await importStart((await startOf()) + HOUR)
      const { decision } = await cancelled(house.noa.visitor, resId, { items: isByName ? tickets : undefined })
      expect(decision).toMatchObject({ isWhole: true, worth: ALL + PRODUCT, charge: 0 })
      expect(await givenBack()).toEqual([ALL + PRODUCT])
    })

    test('by themselves if the tickets were exchanged before, as the list of orders says too', async () => {
      const old = await withProduct()
      const change = () => buy(house.noa.visitor.uuid, [seatOn(3, 3), seatOn(3, 4)], 0, changing(old))
      expect(
        (await during('cancellation_policy_id = 1', 'cancellation_policy_id = CASE WHEN presentation_id <> 1 THEN 1 END', change)).ok,
      ).toBe(true)
      await reconcile()
      const canCancel = async () => {
        const listed = reservationsOf({ from: await catalogue(), now: Date.now() }, await ordersOfCustomer(house.noa.customerId))
        return listed.find((one) => one.ReservationIdentifier === old.resId)?.canCancel
      }
      expect(await canCancel()).toBe(false)
      await importStart((await startOf()) + HOUR)
      expect(await canCancel()).toBe(true)
      const { decision } = await cancelled(house.noa.visitor, old.resId)
      expect(decision).toMatchObject({ isWhole: true, worth: PRODUCT, charge: 0 })
    })
  })

  test('gives nothing more to who buys after it moved, nor where it has moved back', async () => {
    const before = await startOf()
    const early = await boughtBy(house.noa)
    await importStart(before + HOUR)
    await database().query(
      `UPDATE start_move SET at = now() - interval '1 hour'; UPDATE orders SET created_at = now() - interval '2 hours'`,
    )
    const late = await signedIn()
    const { resId } = await boughtBy(late, [seatOn(1, 5), seatOn(1, 6)])
    expect(await cancelCode(late.visitor, resId)).toBe('CANCEL_NOT_ALLOWED')
    await importStart(before)
    expect(await cancelCode(house.noa.visitor, early.resId)).toBe('CANCEL_NOT_ALLOWED')
  })

  test('becomes another show, or moves to another hall with its plan: listed, told, given back in full', async () => {
    const { resId } = await boughtBy(house.noa)
    const at = await startOf()
    const poster = { svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 8"/>' }
    const lists = {
      features: [{ id: 2, name: 'המלט', categoryId: 1, poster }],
      venues: [{ id: 2, locationId: 1, name: 'אולם 2' }],
      presentations: [shown(at, 2, 2)],
    }
    const refused = await redraw({ venueId: 2, more: lists })
    expect(refused.moves.map(({ sentence }) => sentence)).toEqual([
      'presentation 1 moves from venue 1 to 2 and becomes feature 2 instead of 1: seats of it are held by 1 person',
    ])
    expect((await redraw({ venueId: 2, more: lists, ...ACCEPTED })).problems).toEqual([])
    await queueMoved()
    expect(await mails()).toEqual([expect.stringMatching(/המלט במקום הצגת בדיקה[^]*באולם אולם 2 במקום אולם 1/)])
    await cancelled(house.noa.visitor, resId)
    expect(await givenBack()).toEqual([ALL])
  })
})

describe('a date with sold seats that moves to another plan', () => {
  let planId = 1
  beforeEach(() => planId++)

  const moved = async (more: Pick<Redrawn, 'seat' | 'options' | 'lawn'> = {}) =>
    redraw({ planId, more: { presentations: [shown(await startOf(), 1, 1, planId)] }, ...more })

  async function soldSeats(): Promise<string[]> {
    const { rows } = await database().query<{ name: string }>(
      `SELECT concat_ws('/', p.seatplan_id, s.row_name, s.seat_name) AS name FROM seat_claim c JOIN presentation p USING (presentation_id)
         JOIN seat s USING (seatplan_id, seat_id) WHERE c.state = 'S' ORDER BY 1`,
    )
    return rows.map(({ name }) => name)
  }

  test('keeps them, known by guid or by name, in a plan that is new; nobody is asked where nothing is called otherwise', async () => {
    const { resId } = await boughtBy(house.noa, [seatOn(1, 1, 2), seatOn(1, 2, 2)])
    // Numbered anew, the seats behind the one that is gone would have the ids of their neighbours.
    const other = ({ guid, ...seat }: DrawnSeat) => (guid === '1-5' ? undefined : { ...seat, ...(seat.seat === '1' && guid !== undefined && { guid }) }) // prettier-ignore
    expect(await moved({ seat: other })).toMatchObject({ problems: [], moves: [] })
    expect(await soldSeats()).toEqual([`${String(planId)}/2/1`, `${String(planId)}/2/2`])
    const late = await signedIn()
    const onNewPlan = (x: number) => lock({ ...seatOn(1, x, 2), VenueSeatplanId: planId }, fromHere(late.visitor.uuid))
    expect([(await onNewPlan(1)).ok, (await onNewPlan(3)).ok]).toEqual([false, true])
    expect(await cancelCode(house.noa.visitor, resId)).toBe('CANCEL_NOT_ALLOWED')
  })

  test('is refused with what is called otherwise and how many people that touches, and accepted tells them', async () => {
    await boughtBy(house.noa)
    const refused = await moved({ seat: renamed })
    expect(refused.moves.map(({ sentence }) => sentence)).toEqual(['the seat "אולם, 1, 1" is called "אולם, 1, 101": held by 1 person'])
    expect(refused.problems.map(({ sentence }) => sentence)).toEqual([expect.stringContaining('--accept-moves')])
    expect((await moved({ seat: renamed, ...ACCEPTED })).problems).toEqual([])
    await queueMoved()
    expect(await mails()).toEqual([expect.stringContaining('מושב 1 נקרא עכשיו אולם · שורה 1 · מושב 101')])
    expect(await soldSeats()).toContain(`${String(planId)}/1/101`)
  })

  test('is refused by the names of the seats that the plan lacks, and where the plan is there already', async () => {
    await boughtBy(house.noa)
    const lacking = await moved({ seat: (seat) => (seat.guid === '1-1' ? undefined : seat), ...ACCEPTED })
    expect(lacking.problems.map(writeRemark)).toEqual([
      expect.stringMatching(/seatplans\[0\]: 1 seats or places .* at presentation 1 are no longer in the plan: "אולם, 1, 1"$/),
    ])
    await redraw({ planId })
    expect((await moved(ACCEPTED)).problems.map(writeRemark)).toEqual([
      expect.stringMatching(/presentations\[0\]\.seatplanId: .*cannot move to plan \d+, which is there already .* under a new id/),
    ])
    expect(await soldSeats()).toEqual(['1/1/1', '1/1/2'])
  })
})

describe('a seat that moves after it was sold', () => {
  test('is given back without the charge of its policy; others are not', async () => {
    await during('cancellation_policy_id = 3', 'cancellation_policy_id = 1', async () => {
      const { resId } = await boughtBy(house.noa, [seatOn(1, 1)])
      const other = await signedIn()
      const kept = await boughtBy(other, [seatOn(1, 3)])
      await redraw({ seat: renamed, ...ACCEPTED })
      await cancelled(house.noa.visitor, resId)
      await cancelled(other.visitor, kept.resId)
      expect(await givenBack()).toEqual([ONE + FEE, ONE + FEE - 2_000])
    })
  })

  test('of a member who has no ticket is told to the member, once, in the transaction', async () => {
    const customer = await makeCustomer({ mobileNumber: '0541234567', email: 'noa@example.com' })
    await keepSeat(await makeMembership(customer))
    expect((await redraw({ seat: renamed })).moves.map(({ sentence }) => sentence)).toEqual([
      'the seat "אולם, 1, 1" is called "אולם, 1, 101": held by 1 person',
    ])
    expect(await toldMembers()).toEqual([])
    await redraw({ seat: renamed, ...ACCEPTED })
    await redraw({ seat: renamed, ...ACCEPTED })
    expect(await toldMembers()).toEqual([
      ['mail', expect.stringMatching(/המקום ששמור לכם במנוי מעגל הבמה השתנה[^]*מושב 1 נקרא עכשיו אולם · שורה 1 · מושב 101/)],
      ['sms', expect.stringMatching(/101[^]*\u2066[\d*+-]+\u2069$/)],
    ])
  })

  test('of a member who has a ticket for it is told with the ticket alone', async () => {
    await keepSeat(await makeMembership(house.noa.customerId))
    await database().query(`UPDATE customer SET mobile_number = '0541234568' WHERE customer_id = $1`, [house.noa.customerId])
    await boughtBy(house.noa)
    expect((await redraw({ seat: renamed })).moves.map(({ sentence }) => sentence)).toEqual([expect.stringContaining('held by 1 person')])
    await redraw({ seat: renamed, ...ACCEPTED })
    await queueMoved()
    expect([await toldMembers(), (await mails()).length]).toEqual([[], 1])
  })
})

async function keepSeat(entitlementId: number): Promise<void> {
  await database().query(`INSERT INTO member_seat SELECT $1, 1, seat_id FROM seat WHERE seatplan_id = 1 AND guid = '1-1'`, [entitlementId])
}

async function toldMembers(): Promise<[string, string][]> {
  const { rows } = await database().query<{ channel: string; sealed: Buffer }>(
    `SELECT channel, sealed_body AS sealed FROM outbox WHERE kind = 'member seat moved' ORDER BY channel`,
  )
  return rows.map(({ channel, sealed }) => [channel, openSealed(sealed).text])
}
