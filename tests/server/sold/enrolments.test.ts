import { beforeAll, describe, expect, test } from 'vitest'
import type { CartMembership } from '#lib/contract/order/membership-cart.ts'
import { membersOfCustomer } from '#lib/server/customers/account/customer-members.ts'
import { ordersOfCustomer } from '#lib/server/customers/area/customer-order-rows.ts'
import { reservationsOf } from '#lib/server/customers/area/customer-reservations.ts'
import { membersOfOrder } from '#lib/server/entitlements/order-members.ts'
import { availableMembersOf } from '#lib/server/entitlements/lookup/available-members.ts'
import { checkoutOf } from '#lib/server/orders/commit/checkout.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { givenBackOf } from '#lib/server/orders/changes/terms/ticket-change.ts'
import { changeOfferOf } from '#lib/server/orders/changes/terms/ticket-change-offer.ts'
import { replaceOnSeat } from '#lib/server/orders/changes/ticket-change-replace.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lockOnDates } from '#lib/server/enrolment/membership-locks.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { newCatalogue, cancelCode, cancelled, givenBack, openCancelHouse, signedIn, stateOf } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { cartOf, emptyHouse, fromHere, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { letDieAtQueries, liveUntil } from '#tests/support/processes/crash-points.ts'
import { keepForSubscribers } from '#tests/support/seats/kept.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { boughtMembers, buyMemberships } from '#tests/support/sold/memberships.ts'
import {
  addEnrolments,
  lockSeat,
  SEASON,
  SEASON_STUDENT,
  seasonItem,
  SERIES,
  SERIES_DATES,
  seriesItem,
  SUPPLEMENT,
  ticketsSold,
  VIRTUAL,
  VIRTUAL_ITEM,
} from '#tests/support/sold/enrolments.ts'

const house = openCancelHouse()
beforeAll(() => addEnrolments(2))

const sold = (...dates: readonly number[]) => dates.map((id) => `${String(id)}-1003: S`)

/** Locks seat 3 and buys; @returns the reservation or the code of the refusal */
async function buy(uuid: string, item: CartMembership = seriesItem(3), due = SERIES, chosen: readonly number[] = []): Promise<string> {
  const locked = await lockSeat(uuid, item.seat?.XCoordinate ?? 0, 1, item.membershipId, chosen)
  if (locked) return locked
  const made = await buyMemberships(uuid, [item], due)
  return made.ok ? made.value.reservationIdentifier : made.refusal.code
}

async function buySeason(uuid: string, x = 3, more: Parameters<typeof seasonItem>[3] = {}): Promise<string> {
  return buy(uuid, seasonItem(x, 1, [13, 15], more), SEASON + SUPPLEMENT, [13, 15])
}

async function textOf(query: string): Promise<string> {
  return String(await cellOf(query))
}

async function claims(uuid: string): Promise<readonly string[]> {
  const { rows } = await database().query<{ claim: string }>(
    `SELECT presentation_id || '-' || seat_id || ': ' || state AS claim FROM seat_claim
     WHERE holder = $1 AND (state <> 'H' OR expires_at > now()) ORDER BY presentation_id, seat_id`,
    [uuid],
  )
  return rows.map(({ claim }) => claim)
}

describe('a series', () => {
  test('R2.46 R7.20 is one line with its money, a ticket with a code for each date, and a membership of its holder', async () => {
    const uuid = await newVisitor()
    const locked = await lockSeat(uuid, 3)
    const made = await buyMemberships(uuid, [seriesItem(3, 1, { name: 'דנה כץ' })], SERIES)
    expect([locked, made]).toMatchObject([
      undefined,
      { ok: true, value: { ticketIdentifiers: Array(5).fill(expect.stringMatching(/^.{20}$/)) } },
    ])
    expect(await ticketsSold()).toEqual(sold(...SERIES_DATES))
    expect(await cellOf('SELECT sum(price + service_charge)::int FROM order_seat')).toBe(0)
    expect(await cellOf('SELECT sum(unit_price)::int FROM order_item')).toBe(SERIES)
    expect(await boughtMembers()).toMatchObject([{ uses: null, isActive: true, holderName: 'דנה כץ' }])
    expect(await availableMembersOf(uuid, [11])).toMatchObject([{ membershipTypeId: 2 }])
  })

  test('keeps its seats locked when it is stored, frees all others, and is paid by the stored cart', async () => {
    const uuid = await newVisitor()
    await lock({ ...seatAt(7, 1), PresentationId: 11 }, fromHere(uuid))
    await lock(seatAt(7, 1), fromHere(uuid))
    expect(await lockSeat(uuid, 3)).toBeUndefined()
    expect((await storeCartOf(uuid, { memberships: [seriesItem(3)] })).ok).toBe(true)
    expect(await claims(uuid)).toEqual(SERIES_DATES.map((id) => `${String(id)}-1003: H`))
    expect(await checkoutOf(uuid, 'he')).toMatchObject({ ok: true, value: { totals: { balanceDue: SERIES }, items: [{ amount: SERIES }] } })
  })

  test('R2.46 R2.48 its checkout leads back to its own seats and names seat and evenings; where a chosen date has another seat, that too', async () => {
    const uuid = await newVisitor()
    await lockSeat(uuid, 3)
    await storeCartOf(uuid, { memberships: [seriesItem(3)] })
    const flow = { kind: 'series', path: '/enroll/m101/seats', code: 'm101' }
    const evenings = SERIES_DATES.map(() => ({
      date: expect.stringMatching(/^\d+\.\d+$/) as string,
      name: expect.any(String) as string,
      place: '',
    }))
    expect(await checkoutOf(uuid, 'he')).toMatchObject({
      value: { itemsPath: flow.path, itemsFlow: flow, items: [{ place: expect.stringMatching(/שורה 1 · מושב 3$/) as string, evenings }] },
    })
    const other = await newVisitor()
    const season = seasonItem(4, 1, [13, 15])
    await lockSeat(other, 4, 1, 102, [13])
    await lockOnDates(
      { venueId: 1, seatplanId: 1, sectionId: 1, ticketGroupId: 1, membershipId: 102, chosenId: 15, x: 5, y: 1 },
      fromHere(other),
      'again',
    )
    const selections = season.selections.map((one) => (one.prsntId === 15 ? { ...one, x: 5 } : one))
    expect((await storeCartOf(other, { memberships: [{ ...season, selections }] })).ok).toBe(true)
    const there = expect.stringMatching(/מושב 5$/) as string
    expect(await checkoutOf(other, 'he')).toMatchObject({
      value: { itemsFlow: { kind: 'season' }, items: [{ evenings: [{ place: '' }, { place: '' }, { place: '' }, { place: there }] }] },
    })
  })

  test('HOLD_EXPIRED at the checkout, at the payment form and when it is paid, if one of its dates is not held any more', async () => {
    const uuid = await newVisitor()
    await lockSeat(uuid, 3)
    await storeCartOf(uuid, { memberships: [seriesItem(3)] })
    await database().query(`UPDATE seat_claim SET expires_at = now() WHERE presentation_id = 12 AND holder = $1`, [uuid])
    expect(await checkoutOf(uuid, 'he')).toMatchObject({ refusal: { code: 'HOLD_EXPIRED', facts: { itemsPath: '/enroll/m101/seats' } } })
    const form = await openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1' }, { method: 'card' })
    expect(form).toMatchObject({ refusal: { code: 'HOLD_EXPIRED' } })
    expect(await buyMemberships(uuid, [seriesItem(3)], SERIES)).toMatchObject({ refusal: { code: 'HOLD_EXPIRED' } })
    expect(await ticketsSold()).toEqual([])
    expect(await claims(uuid)).toHaveLength(3)
  })

  test('seats that are kept for its subscribers, and were locked with it, are not bought as single tickets', async () => {
    const uuid = await newVisitor()
    await keepForSubscribers(11, [1_003], `now() + interval '1 hour'`, [101])
    expect(await lockSeat(uuid, 3)).toBeUndefined()
    const single = { ...seatAt(3, 1), PresentationId: 11 }
    const cart = { ...cartOf([single]), paymentIdentifier: await prepareCard(uuid, 11_200) }
    expect(await commit(uuid, { cart }, 'he')).toMatchObject({ refusal: { code: 'HOLD_EXPIRED' } })
    const free = { ...cartOf([{ ...seatAt(3, 1), PresentationId: 12 }]), paymentIdentifier: await prepareCard(uuid, 11_200) }
    expect(await commit(uuid, { cart: free }, 'he')).toMatchObject({ ok: true })
    await database().query(`DELETE FROM seat_keep`)
  })

  test('whose card is declined is neither sold nor lost: the seats stay locked, and another card pays', async () => {
    const uuid = await newVisitor()
    await lockSeat(uuid, 3)
    expect(await buyMemberships(uuid, [seriesItem(3)], SERIES, {}, 'declined')).toMatchObject({ refusal: { code: 'CARD_DECLINED' } })
    expect(await claims(uuid)).toEqual(SERIES_DATES.map((id) => `${String(id)}-1003: H`))
    expect(await buyMemberships(uuid, [seriesItem(3)], SERIES)).toMatchObject({ ok: true })
    expect(await boughtMembers()).toHaveLength(1)
  })

  test('three in one order have three seats, each ticket with the line that pays it', async () => {
    const uuid = await newVisitor()
    const items = [1, 2, 3].map((x) => seriesItem(x, 1, { membershipId: 104, membershipPriceId: 1040, name: `מנוי ${String(x)}` }))
    for (const x of [1, 2, 3]) expect(await lockSeat(uuid, x, 1, 104)).toBeUndefined()
    expect((await buyMemberships(uuid, items, 3 * SERIES)).ok).toBe(true)
    const { rows } = await database().query<{ line: number; seats: readonly number[] }>(
      `SELECT membership_line AS line, array_agg(DISTINCT seat_id) AS seats FROM order_seat GROUP BY 1 ORDER BY 1`,
    )
    expect(rows).toEqual([1, 2, 3].map((x) => ({ line: x - 1, seats: [1000 + x] })))
    expect((await boughtMembers()).map(({ holderName }) => holderName)).toEqual(['מנוי 1', 'מנוי 2', 'מנוי 3'])
  })

  test('may be bought again by the same person', async () => {
    const uuid = await newVisitor()
    expect(await buy(uuid)).toMatch(/^.{20}$/)
    expect(await buy(uuid, seriesItem(4))).toMatch(/^.{20}$/)
  })

  test('is not exchanged date by date: the ticket is neither offered, nor given back, nor replaced', async () => {
    const uuid = await newVisitor()
    const resId = await buy(uuid)
    const from = await catalogue()
    expect(await changeOfferOf(from, uuid, resId)).toMatchObject({ tickets: [], refusal: 'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT' })
    const ticket = await textOf('SELECT ticket_identifier FROM order_seat ORDER BY presentation_id LIMIT 1')
    const refused = { refusal: { code: 'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT' } }
    expect(await givenBackOf(from, uuid, { resId, tickets: [ticket] })).toMatchObject(refused)
    expect(await replaceOnSeat(uuid, resId, { ticketIdentifier: ticket, ticketId: 12 })).toMatchObject(refused)
  })

  test('is shown in its reservation with the seat of all its dates', async () => {
    const resId = await buy(house.noa.visitor.uuid)
    expect(await reservationOf(resId, house.noa.visitor)).toMatchObject({
      ...{ ResStateId: 1, SeatNames: '3', RowNames: '1', presentationId: 11 },
      products: [{ name: 'סדרה, רגיל', price: SERIES / 100 }],
    })
  })
})

test('a series stands in the area once, with its seat once, and without an exchange', async () => {
  await buy(house.noa.visitor.uuid)
  const listed = reservationsOf({ from: await catalogue(), now: Date.now() }, await ordersOfCustomer(house.noa.customerId))
  expect(listed).toMatchObject([{ SeatNames: '3', tickets: 4, presentations: 4, canChange: false, canCancel: false }])
})

describe('an enrolment in a season', () => {
  test('R7.21 R7.22 sells the fixed dates and the chosen ones, at the rate of its ticket and with supplements', async () => {
    const uuid = await newVisitor()
    expect(await buySeason(uuid, 3, { totalAmount: (SEASON + SUPPLEMENT) / 100 })).toMatch(/^.{20}$/)
    expect(await ticketsSold()).toEqual(sold(11, 12, 13, 15))
    const student = await newVisitor()
    const item = seasonItem(4, 1, [14, 15], { ticketId: 12 })
    expect(await buy(student, item, SEASON_STUDENT, [14, 15])).toMatch(/^.{20}$/)
    expect(await cellOf(`SELECT array_agg(DISTINCT ticket_name) FROM order_seat WHERE seat_id = 1004`)).toEqual(['סטודנט'])
  })

  test('PRICE_CHANGED for another total, before anything is charged', async () => {
    const uuid = await newVisitor()
    expect(await buySeason(uuid, 3, { totalAmount: SEASON / 100 })).toBe('PRICE_CHANGED')
    expect(await ticketsSold()).toEqual([])
  })

  test('R8.49 ALREADY_ENROLLED for who has it, in this browser or signed in elsewhere, in the cart and when it is ordered', async () => {
    const { uuid } = house.noa.visitor
    expect(await buySeason(uuid)).toMatch(/^.{20}$/)
    const elsewhere = await signedIn(house.noa.customerId)
    for (const [n, visitor] of [uuid, elsewhere.visitor.uuid].entries()) {
      expect(await storeCartOf(visitor, { memberships: [seasonItem(4 + n)] })).toMatchObject({ refusal: { code: 'ALREADY_ENROLLED' } })
      expect(await buySeason(visitor, 4 + n)).toBe('ALREADY_ENROLLED')
    }
    expect(await buySeason(await newVisitor(), 6)).toMatch(/^.{20}$/)
  })

  test('R8.49 ordered twice at the same moment by one person it is sold once', async () => {
    const elsewhere = await signedIn(house.noa.customerId)
    for (const [x, uuid] of [house.noa.visitor.uuid, elsewhere.visitor.uuid].entries())
      expect(await lockSeat(uuid, x + 1, 1, 102, [13, 15])).toBeUndefined()
    const made = await Promise.all(
      [house.noa.visitor.uuid, elsewhere.visitor.uuid].map((uuid, x) => buyMemberships(uuid, [seasonItem(x + 1)], SEASON + SUPPLEMENT)),
    )
    expect(made.map((one) => (one.ok ? 'sold' : one.refusal.code)).sort()).toEqual(['ALREADY_ENROLLED', 'sold'])
    expect(await boughtMembers()).toHaveLength(1)
  })

  test('R8.49 may be bought again once it was cancelled', async () => {
    const resId = await buySeason(house.noa.visitor.uuid)
    await cancelled(house.noa.visitor, resId)
    expect(await buySeason(house.noa.visitor.uuid)).toMatch(/^.{20}$/)
  })

  test('R8.50 GENERAL_ERROR if a date was called off since it was chosen', async () => {
    const uuid = await newVisitor()
    await lockSeat(uuid, 3, 1, 102, [13, 15])
    const set = async (is: boolean) => {
      await database().query(`UPDATE presentation SET is_cancelled = ${String(is)} WHERE presentation_id = 15`)
      await newCatalogue()
    }
    await set(true)
    const cart = { ...cartOf([]), memberships: [seasonItem(3)], paymentIdentifier: await prepareCard(uuid, SEASON + SUPPLEMENT) }
    expect(await commit(uuid, { cart }, 'he')).toMatchObject({ refusal: { code: 'GENERAL_ERROR' } })
    await set(false)
  })
})

describe('R4.63 a series without seats', () => {
  test('is sold without a claim and without tickets, and takes its cart', async () => {
    const uuid = await newVisitor()
    const made = await buyMemberships(uuid, [VIRTUAL_ITEM], VIRTUAL)
    expect(made).toMatchObject({ ok: true, value: { ticketIdentifiers: [expect.stringMatching(/^.{20}$/)] } })
    expect([await ticketsSold(), await claims(uuid)]).toEqual([[], []])
    expect(await boughtMembers()).toMatchObject([{ isActive: true }])
    expect(await cellOf('SELECT cart_id IS NOT NULL FROM orders')).toBe(true)
  })

  test('places are numbered when they are paid, without a gap or a double, however many pay at once', async () => {
    const buyers = await Promise.all(Array.from({ length: 12 }, newVisitor))
    const behaviourOf = (n: number) => (n % 3 === 0 ? 'declined' : 'accepted')
    const made = await Promise.all(buyers.map((uuid, n) => buyMemberships(uuid, [VIRTUAL_ITEM], VIRTUAL, {}, behaviourOf(n))))
    expect(made.filter(({ ok }) => ok)).toHaveLength(8)
    expect(await cellOf('SELECT array_agg(seat_number ORDER BY seat_number) FROM virtual_seat')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('the number stands on the card and in the area, and who cancels keeps it', async () => {
    await buyMemberships(await newVisitor(), [VIRTUAL_ITEM], VIRTUAL)
    const { visitor, customerId } = house.noa
    const made = await buyMemberships(visitor.uuid, [VIRTUAL_ITEM], VIRTUAL)
    const resId = made.ok ? made.value.reservationIdentifier : ''
    expect(await membersOfOrder(resId)).toMatchObject([{ seatNumber: 2, dates: 4, left: null }])
    expect(await membersOfCustomer(customerId, visitor.uuid)).toMatchObject([{ seatNumber: 2, dates: 4 }])
    await cancelled(visitor, resId)
    await buyMemberships(await newVisitor(), [VIRTUAL_ITEM], VIRTUAL)
    expect(await cellOf('SELECT max(seat_number) FROM virtual_seat')).toBe(3)
  })
})

describe('a series is cancelled', () => {
  test('as one: its seats are free on all dates, its policy keeps five percent, and its membership ends', async () => {
    const resId = await buy(house.noa.visitor.uuid)
    const { decision } = await cancelled(house.noa.visitor, resId)
    expect(decision).toMatchObject({ worth: SERIES, charge: 2_000, isWhole: true })
    expect(decision.items.map(({ kind }) => kind)).toEqual(['membership'])
    expect([await stateOf(resId), await givenBack(), await boughtMembers()]).toMatchObject([
      'refunded',
      [SERIES - 2_000],
      [{ isActive: false }],
    ])
    expect(await claims(house.noa.visitor.uuid)).toEqual([])
    expect(await buy(await newVisitor())).toMatch(/^.{20}$/)
  })

  test('after one of four dates: a quarter of the price is kept, and the other dates are free', async () => {
    const resId = await buy(house.noa.visitor.uuid)
    await database().query(`UPDATE presentation SET starts_at = now() - interval '1 hour' WHERE presentation_id = 11`)
    const { decision } = await cancelled(house.noa.visitor, resId)
    await database().query(`UPDATE presentation SET starts_at = now() + interval '7 days' WHERE presentation_id = 11`)
    expect(decision).toMatchObject({ worth: SERIES, charge: 10_000 + 1_500 })
    expect(await ticketsSold()).toEqual(SERIES_DATES.map((id) => `${String(id)}-1003: free`))
  })

  test('after a date was attended: its ticket stays, as the only thing that is left', async () => {
    const resId = await buy(house.noa.visitor.uuid)
    await database().query(`UPDATE order_seat SET used_at = now() WHERE presentation_id = 11`)
    expect(await cancelCode(house.noa.visitor, resId)).toBe('CONTACT_PROVIDER')
    const item = await textOf('SELECT identifier FROM order_item')
    const { decision } = await cancelled(house.noa.visitor, resId, { items: [item] })
    expect(decision).toMatchObject({ charge: 10_000 + 1_500, isWhole: false })
    expect(await ticketsSold()).toEqual(['11-1003: S', ...[12, 13, 14].map((id) => `${String(id)}-1003: free`)])
    expect(await stateOf(resId)).toBe('paid')
  })

  test('not by a ticket of one date, and not once all dates are over', async () => {
    const resId = await buy(house.noa.visitor.uuid)
    const ticket = await textOf('SELECT ticket_identifier FROM order_seat ORDER BY presentation_id LIMIT 1')
    expect(await cancelCode(house.noa.visitor, resId, { items: [ticket] })).toBe('NOT_FOUND')
    await database().query(`UPDATE presentation SET starts_at = starts_at - interval '90 days' WHERE presentation_id BETWEEN 11 AND 14`)
    expect(await cancelCode(house.noa.visitor, resId)).toBe('CANCEL_NOT_ALLOWED')
    await database().query(`UPDATE presentation SET starts_at = starts_at + interval '90 days' WHERE presentation_id BETWEEN 11 AND 14`)
  })
})

describe('a crash', () => {
  test('at any step of a commit leaves a series paid with all its dates, or none of it', async () => {
    letDieAtQueries()
    const order = async (uuid: string) => {
      const cart = { ...cartOf([]), memberships: [seriesItem(3)], paymentIdentifier: await prepareCard(uuid, SERIES) }
      return () => commit(uuid, { cart }, 'he')
    }
    const visitor = await newVisitor()
    await lockSeat(visitor, 3)
    const steps = await liveUntil(undefined, false, await order(visitor))
    expect(steps).toContain('claims-sold')
    for (let step = 0; step < steps.length; step += 3) {
      await checkInvariants()
      await emptyHouse()
      const uuid = await newVisitor()
      expect(await lockSeat(uuid, 3)).toBeUndefined()
      await liveUntil(step, true, await order(uuid))
      await letPaymentsAge(60)
      await reconcile()
      const tickets = await ticketsSold()
      const state = await cellOf(`SELECT max(state) FROM orders`)
      if (state === 'paid') expect(tickets, steps[step]).toEqual(sold(...SERIES_DATES))
      else
        expect(
          tickets.filter((one) => one.endsWith('S')),
          steps[step],
        ).toEqual([])
    }
  })
})
