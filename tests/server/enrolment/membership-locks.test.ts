import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { lockOnDates, stillSelected, unlockOnDates } from '#lib/server/enrolment/membership-locks.ts'
import type { WantedSeat } from '#lib/server/enrolment/wanted-seat.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { buildHouse, emptyHouse, fromHere, seatAt } from '#tests/support/buyers/house.ts'
import { SERIES_CHECKS } from '#tests/support/checks/series-checks.ts'
import { withoutChecks } from '#tests/support/checks/without-checks.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { sellMemberships } from '#tests/support/seats/memberships.ts'
import { addDates, heldSeats } from '#tests/support/seats/series.ts'

const DATES = [1, 2, 3, 4]
const SERIES = { id: 1, dates: DATES }
const SEASON = { id: 2, typeId: 3, dates: [1, 2], choice: [5, 6] } as const

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 4 })
  await addDates(6)
})
beforeEach(async () => {
  await emptyHouse()
  await sellMemberships(SERIES, SEASON)
})
afterEach(checkInvariants)

/** Seat 3 of row 2. */
function seatOf(membershipId: number, more: Partial<WantedSeat> = {}): WantedSeat {
  return { membershipId, chosenId: null, venueId: 1, seatplanId: 1, sectionId: 1, ticketGroupId: 1, x: 3, y: 2, ...more }
}

const selectionOn = (prsntId: number) => ({ prsntId, venueId: 1, seatplanId: 1, sectionId: 1, x: 3, y: 2, tgId: 1 })

async function lockFor(uuid: string, seat: WantedSeat, repeat: 'again' | 'once' = 'again') {
  const locked = await lockOnDates(seat, fromHere(uuid), repeat)
  return locked.ok ? locked.value : locked.refusal
}

async function changeCatalogue(statement: string): Promise<void> {
  await database().query(`${statement}; UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

/** A paid order of a membership that costs nothing, of which only what the rule reads is written: `emptyHouse` takes it away before the invariants are checked. */
async function buy(uuid: string, membershipId: number): Promise<void> {
  const { rows } = await database().query<{ id: string }>(
    `INSERT INTO orders (order_id, reservation_identifier, document_key, holder, state, idempotency_key, body_hash, amount_due, seats_price, products_price,
       global_service_charge, kinds)
     VALUES (gen_random_uuid(), $2, $2 || 'key', $1, 'paying', $2, '', 0, 0, 0, 0, '{membership}') RETURNING order_id AS id`,
    [uuid, randomUUID().replaceAll('-', '').slice(0, 20)],
  )
  await database().query(
    `INSERT INTO order_item (order_id, kind, line, subject_id, name, quantity, unit_price, is_charged) VALUES ($1, 'membership', 1, $2, 'סדרה', 1, 0, false)`,
    [rows[0]?.id, membershipId],
  )
  await database().query(`UPDATE orders SET state = 'paid' WHERE order_id = $1`, [rows[0]?.id])
}

/** Makes the visitor's session know a membership, as a look-up does. */
async function prove(uuid: string, membershipId: number, isActive = true): Promise<void> {
  await database().query('INSERT INTO session (uuid) VALUES ($1) ON CONFLICT DO NOTHING', [uuid])
  await database().query(
    `WITH had AS (INSERT INTO entitlement (kind, lookup, public_code, membership_id, is_active) VALUES ('member', $2, $2, $3, $4) RETURNING entitlement_id)
     INSERT INTO session_grant (uuid, entitlement_id) SELECT $1, entitlement_id FROM had`,
    [uuid, randomUUID(), membershipId, isActive],
  )
}

describe('a series', () => {
  test('R3.31 R7.61 a seat of a membership of type 2 is locked on all its dates, and each is a selection', async () => {
    const dana = randomUUID()
    expect(await lockFor(dana, seatOf(1))).toEqual(DATES.map(selectionOn))
    expect(await heldSeats()).toEqual(DATES.map((id) => `${String(id)}-2003 ${dana}`))
  })

  test('is refused whole if others have the seat on some dates, and the dates are named', async () => {
    await lock({ ...seatAt(3, 2), PresentationId: 2 }, fromHere(randomUUID()))
    expect(await lockFor(randomUUID(), seatOf(1))).toEqual({
      code: 'SEAT_TAKEN_ON_DATES',
      facts: { count: 1, total: 4, presentationIds: '2' },
    })
    expect(await heldSeats()).toHaveLength(1)
  })

  test('names the dates on which the house does not sell the seat', async () => {
    await changeCatalogue(`UPDATE presentation SET soldout = true WHERE presentation_id = 3;
      UPDATE presentation_price SET allocation_id = -1 WHERE presentation_id = 4`)
    expect(await lockFor(randomUUID(), seatOf(1))).toMatchObject({
      code: 'SEAT_TAKEN_ON_DATES',
      facts: { count: 2, presentationIds: '3,4' },
    })
    await changeCatalogue(`UPDATE presentation SET soldout = false; UPDATE presentation_price SET allocation_id = 1`)
  })

  test.each<[string, Partial<WantedSeat>]>([
    ['another membership', { membershipId: 9 }],
    ['another hall', { venueId: 2 }],
    ['another plan', { seatplanId: 2 }],
    ['another section', { sectionId: 9 }],
    ['a section without seats', { sectionId: 2 }],
    ['another seat', { x: 99 }],
    ['no seat', { x: null, y: null }],
    ['another ticket group', { ticketGroupId: 2 }],
    ['a date that cannot be chosen', { chosenId: 1 }],
  ])('finds nothing for %s', async (_what, wrong) => {
    expect(await lockFor(randomUUID(), seatOf(1, wrong))).toEqual({ code: 'NOT_FOUND' })
    expect(await unlockOnDates(seatOf(1, wrong), randomUUID())).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    expect(await heldSeats()).toEqual([])
  })

  test('an open membership has no seats', async () => {
    await sellMemberships({ id: 1, typeId: 1, dates: [1] })
    expect(await lockFor(randomUUID(), seatOf(1))).toEqual({ code: 'NOT_FOUND' })
  })

  test('sells only the categories that have a rate, under the ticket group of the rate', async () => {
    await sellMemberships({ ...SERIES, categories: ['G'] })
    expect(await lockFor(randomUUID(), seatOf(1))).toEqual({ code: 'NO_PRICE_POLICY' })
    await sellMemberships({ ...SERIES, categories: ['A'] })
    expect(await lockFor(randomUUID(), seatOf(1))).toHaveLength(4)
  })
})

describe('when it is sold', () => {
  test.each([
    ['SALE_NOT_OPEN', { saleOpensAt: `now() + interval '1 hour'` }],
    ['SALE_CLOSED', { saleClosesAt: `now() - interval '1 hour'` }],
  ])('%s outside of its time', async (code, times) => {
    await sellMemberships({ ...SERIES, ...times })
    expect(await lockFor(randomUUID(), seatOf(1))).toEqual({ code })
    await sellMemberships({ ...SERIES, saleOpensAt: `now() - interval '1 hour'`, saleClosesAt: `now() + interval '1 hour'` })
    expect(await lockFor(randomUUID(), seatOf(1))).toHaveLength(4)
  })

  test('SALE_CLOSED once one of its dates has begun', async () => {
    await changeCatalogue(`UPDATE presentation SET starts_at = now() - interval '1 hour' WHERE presentation_id = 2`)
    expect(await lockFor(randomUUID(), seatOf(1))).toEqual({ code: 'SALE_CLOSED' })
    await changeCatalogue(`UPDATE presentation SET starts_at = now() + interval '14 days' WHERE presentation_id = 2`)
  })

  test('before it opens, only who had the one before may renew, and only until the renewal ends', async () => {
    const dana = randomUUID()
    await buy(dana, 8)
    const renewed = { ...SERIES, saleOpensAt: `now() + interval '2 hours'` }
    await sellMemberships({ id: 8, dates: [1] }, { ...renewed, renews: { previousId: 8, until: `now() + interval '1 hour'` } })
    expect(await lockFor(randomUUID(), seatOf(1))).toEqual({ code: 'SALE_NOT_OPEN' })
    expect(await lockFor(dana, seatOf(1))).toHaveLength(4)
    await sellMemberships({ id: 8, dates: [1] }, { ...renewed, renews: { previousId: 8, until: `now() - interval '1 hour'` } })
    expect(await lockFor(dana, seatOf(1))).toEqual({ code: 'SALE_NOT_OPEN' })
    await emptyHouse()
  })

  test('R8.50 GENERAL_ERROR if one of its dates was called off, or stands in another plan', async () => {
    await changeCatalogue('UPDATE presentation SET is_cancelled = true WHERE presentation_id = 2')
    expect(await lockFor(randomUUID(), seatOf(1))).toEqual({ code: 'GENERAL_ERROR' })
    await changeCatalogue(`UPDATE presentation SET is_cancelled = false;
      INSERT INTO seatplan VALUES (2, 1, 'תכנית אחרת', 'v1', 1000, 1000, NULL); UPDATE presentation SET seatplan_id = 2 WHERE presentation_id = 4`)
    expect(await lockFor(randomUUID(), seatOf(1))).toEqual({ code: 'GENERAL_ERROR' })
    await changeCatalogue('UPDATE presentation SET seatplan_id = 1; DELETE FROM seatplan WHERE seatplan_id = 2')
  })
})

describe('a season', () => {
  test('R7.64 locks its fixed dates together and each chosen date by itself', async () => {
    const dana = randomUUID()
    expect(await lockFor(dana, seatOf(2), 'once')).toEqual([selectionOn(1), selectionOn(2)])
    expect(await lockFor(dana, seatOf(2, { chosenId: 6 }), 'once')).toEqual([selectionOn(6)])
    expect((await heldSeats()).map((one) => one.split('-')[0])).toEqual(['1', '2', '6'])
  })

  test('R8.49 ALREADY_ENROLLED: who has it cannot enrol again; who has another may', async () => {
    const dana = randomUUID()
    await buy(dana, 2)
    expect(await lockFor(dana, seatOf(2), 'once')).toEqual({ code: 'ALREADY_ENROLLED' })
    expect(await lockFor(dana, seatOf(2, { chosenId: 5 }), 'once')).toEqual({ code: 'ALREADY_ENROLLED' })
    expect(await lockFor(randomUUID(), seatOf(2), 'once')).toHaveLength(2)
    const [omer, ruth, gil] = [randomUUID(), randomUUID(), randomUUID()]
    await buy(omer, 1)
    await prove(ruth, 2)
    await prove(gil, 2, false)
    expect(await lockFor(ruth, seatOf(2), 'once')).toEqual({ code: 'ALREADY_ENROLLED' })
    expect(await lockFor(gil, seatOf(2, { x: 8 }), 'once')).toHaveLength(2)
    expect(await lockFor(omer, seatOf(2, { x: 4 }), 'once')).toHaveLength(2)
    expect(await lockFor(omer, seatOf(1, { x: 5 }), 'again')).toHaveLength(4)
    await emptyHouse()
  })
})

test.each([
  ['a membership that counts as had was bought by the visitor', buy],
  ['a membership that counts as had was proved by the visitor', prove],
] as const)('control: without “%s” another visitor has it too', async (name, get) => {
  await get(randomUUID(), 2)
  expect(await lockFor(randomUUID(), seatOf(2), 'once')).toHaveLength(2)
  const mistaken = await withoutChecks([SERIES_CHECKS[name]], () => lockFor(randomUUID(), seatOf(2, { x: 9 }), 'once'))
  expect(mistaken).toEqual({ code: 'ALREADY_ENROLLED' })
  await emptyHouse()
})

describe('virtual seats', () => {
  test('R4.63 a membership that skips seats answers places without coordinates and locks nothing', async () => {
    await sellMemberships({ ...SERIES, isSkipMemberSeat: true })
    const virtual = seatOf(1, { x: null, y: null })
    expect(await lockFor(randomUUID(), virtual)).toEqual(DATES.map((id) => ({ ...selectionOn(id), x: null, y: null })))
    expect(await heldSeats()).toEqual([])
    expect(await unlockOnDates(virtual, randomUUID())).toEqual({ ok: true, value: null })
    expect(await lockFor(randomUUID(), seatOf(1))).toEqual({ code: 'NOT_FOUND' })
  })
})

describe('giving back', () => {
  test('R7.62 frees all dates; nothing to free is refused', async () => {
    const dana = randomUUID()
    await lockFor(dana, seatOf(1))
    expect(await unlockOnDates(seatOf(1), randomUUID())).toMatchObject({ refusal: { code: 'UNLOCK_FAILED' } })
    expect(await heldSeats()).toHaveLength(4)
    expect(await unlockOnDates(seatOf(1), dana)).toEqual({ ok: true, value: null })
    expect(await heldSeats()).toEqual([])
    expect(await unlockOnDates(seatOf(1), dana)).toMatchObject({ refusal: { code: 'UNLOCK_FAILED' } })
  })

  test('frees after the sale has closed too', async () => {
    const dana = randomUUID()
    await lockFor(dana, seatOf(1))
    await sellMemberships({ ...SERIES, saleClosesAt: 'now()' })
    expect(await unlockOnDates(seatOf(1), dana)).toEqual({ ok: true, value: null })
  })

  test('keeps of what a client says it has chosen only what it has', async () => {
    const dana = randomUUID()
    await lockFor(dana, seatOf(2))
    const said = [
      selectionOn(1),
      selectionOn(5),
      { ...selectionOn(2), x: 4 },
      { ...selectionOn(2), seatplanId: 7 },
      { ...selectionOn(6), x: null },
    ]
    expect(await stillSelected(said, dana)).toEqual([selectionOn(1), { ...selectionOn(6), x: null }])
    expect(await stillSelected(said.slice(0, 4), randomUUID())).toEqual([])
    expect(await stillSelected([], dana)).toEqual([])
  })
})
