import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CartSeat } from '#lib/contract/order/order-cart.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { changePageOf } from '#lib/server/orders/changes/ticket-change-page.ts'
import { replacementsOf } from '#lib/server/orders/changes/ticket-change-replace-page.ts'
import { replaceOnSeat } from '#lib/server/orders/changes/ticket-change-replace.ts'
import { modifiedTicketsOf } from '#lib/server/orders/changes/ticket-change-wire.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import {
  addOtherDays,
  boughtTwo,
  buy,
  cartFor,
  changing,
  DEAR,
  FEE,
  newVisitor,
  ONE,
  seatOn,
  type Bought,
} from '#tests/support/buyers/changes.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse, fromHere, lineOf, prepareCard } from '#tests/support/buyers/house.ts'

/** Ticket 13 costs as much as 11, and so do all of these; 22 is of another group that the presentation sells. */
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  await database().query(`
    UPDATE ticket_group SET is_by_code_enabled = true WHERE ticket_group_id = 1;
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, service_charge, walkin, multiply_factor, ref1prompt, ref2prompt) VALUES
      (15, 1, 5, 'חייל', 10000, 500, false, 1, 'מספר אישי', NULL), (16, 1, 6, 'קופה', 10000, 500, true, 1, NULL, NULL),
      (17, 1, 7, 'זוג', 10000, 500, false, 2, NULL, NULL), (18, 1, 8, 'עובד', 10000, 500, false, 1, NULL, 'שם המעסיק'),
      (22, 2, 2, 'אורח', 10000, 500, false, 1, NULL, NULL);
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, service_charge, access, multiply_factor) VALUES
      (101, 1, 11, 'מועדון', 10000, 500, 'code', 1), (102, 1, 12, 'שניים במחיר אחד', 10000, 500, 'code', 2);
    INSERT INTO entitlement (entitlement_id, kind, lookup, public_code, uses) VALUES (1, 'coupon', 'CLUB', 'CLUB', 9), (2, 'coupon', 'TWO', 'TWO', 9);
    INSERT INTO entitlement_ticket VALUES (1, 101), (2, 102);
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

/** Why the first ticket of an order cannot be replaced on its seat; undefined if it can. */
async function replaceFirst({ uuid, resId, tickets: [ticketIdentifier = ''] }: Bought, ticketId = 13): Promise<string | undefined> {
  const made = await replaceOnSeat(uuid, resId, { ticketIdentifier, ticketId })
  return made.ok ? undefined : made.refusal.code
}

async function typesOffered({ uuid, resId }: Bought): Promise<(readonly number[])[]> {
  const page = await changePageOf(uuid, resId)
  const types = await replacementsOf(page?.tickets ?? [])
  return types.map(({ others }) => others.map(({ id }) => id))
}

async function boughtByCode(code: 'CLUB' | 'TWO'): Promise<Bought> {
  const uuid = await newVisitor()
  await database().query('INSERT INTO session_grant (uuid, entitlement_id) VALUES ($1, $2)', [uuid, code === 'CLUB' ? 1 : 2])
  const seats = [seatOn(1, 1), seatOn(1, 2)]
  for (const seat of seats) await lock(seat, fromHere(uuid))
  const ticketId = code === 'CLUB' ? 101 : 102
  const lines = seats.map(lineOf).map((line, at): CartSeat => ({
    ...line,
    ticket: { ...line.ticket, ticketId, code, isMultiplyFactorSubTicket: code === 'TWO' && at === 1 },
  }))
  const due = (code === 'CLUB' ? 2 : 1) * ONE + FEE
  const made = await commit(uuid, { cart: { ...cartFor(seats), seats: lines, paymentIdentifier: await prepareCard(uuid, due) } }, 'he')
  if (!made.ok) throw new Error(made.refusal.code)
  return { uuid, resId: made.value.reservationIdentifier, tickets: made.value.ticketIdentifiers }
}

describe('a ticket cannot be replaced on its seat', () => {
  test('R8.40 if it was used at the door; the page and the call of its tickets omit it', async () => {
    const old = await boughtTwo()
    await database().query('UPDATE order_seat SET used_at = now() WHERE line = 0')
    expect(await replaceFirst(old)).toBe('CONTACT_PROVIDER')
    expect((await changePageOf(old.uuid, old.resId))?.tickets.map(({ ticketIdentifier }) => ticketIdentifier)).toEqual(old.tickets.slice(1))
    const modified = await modifiedTicketsOf(old.uuid, old.resId)
    expect(modified.ok && modified.value.modifiedTickets.flatMap(({ ChosenSeats }) => ChosenSeats)).toHaveLength(1)
    await database().query('UPDATE order_seat SET used_at = now() WHERE line = 1')
    expect(await changePageOf(old.uuid, old.resId)).toMatchObject({ tickets: [], showings: [], refusal: 'CONTACT_PROVIDER' })
    expect(await modifiedTicketsOf(old.uuid, old.resId)).toMatchObject({ refusal: { code: 'CONTACT_PROVIDER' } })
  })

  test('if it was given back in an exchange', async () => {
    const old = await boughtTwo()
    const first = { ...old, tickets: old.tickets.slice(0, 1) }
    expect(await buy(old.uuid, [seatOn(2, 3)], DEAR - ONE, changing(first))).toMatchObject({ ok: true })
    expect(await replaceFirst(first)).toBe('ORDER_CONFLICT')
  })

  test('R8.40 if a code paid for it, even at the same price', async () => {
    const old = await boughtByCode('CLUB')
    expect(await replaceFirst(old)).toBe('CONTACT_PROVIDER')
    expect(await typesOffered(old)).toEqual([])
  })

  test('R8.40 if it is a part of what one ticket covers', async () => {
    const old = await boughtByCode('TWO')
    // Without its code, only the coverage counts.
    await database().query('UPDATE order_seat SET entitlement_id = NULL')
    expect(await replaceFirst(old)).toBe('CONTACT_PROVIDER')
    expect(await typesOffered(old)).toEqual([])
    await database().query(`UPDATE order_seat SET entitlement_id = 2`)
  })

  test.each([
    ['R8.44', 'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT', 'changes_allowed = false', 'changes_allowed = true'],
    ['R8.41', 'TOO_CLOSE_TO_PRSNT_DATE', 'changes_until_minutes = 100000', 'changes_until_minutes = 240'],
    ['R8.39', 'PRSNT_NOT_FOUND', 'is_cancelled = true', 'is_cancelled = false'],
  ])('%s if the presentation rules out changes: %s', async (_id, code, set, unset) => {
    const old = await boughtTwo()
    const change = async (what: string) => {
      await database().query(
        `UPDATE presentation SET ${what} WHERE presentation_id = 1; UPDATE catalogue_version SET version = version + 1`,
      )
      forgetCatalogue()
    }
    await change(set)
    expect(await replaceFirst(old)).toBe(code)
    await change(unset)
    expect(await replaceFirst(old)).toBeUndefined()
  })
})

describe('a ticket cannot replace another', () => {
  test.each([
    ['that asks for a first reference', 15, 'ticketNotFound'],
    ['that asks for a second reference', 18, 'ticketNotFound'],
    ['of the box office', 16, 'ticketNotFound'],
    ['for two seats', 17, 'ticketNotFound'],
    ['that takes a code', 101, 'ticketNotFound'],
    ['R5.18 of another group, at the same price', 22, 'REPLACEMENT_MISMATCH'],
  ])('if it is %s', async (_which, ticketId, code) => {
    const old = await boughtTwo()
    expect(await replaceFirst(old, ticketId)).toBe(code)
    expect(await typesOffered(old)).toEqual([[13], [13]])
  })
})
