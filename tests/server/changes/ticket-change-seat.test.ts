import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getModifiedTickets } from '#lib/contract/order/changes.ts'
import type { CartSeat } from '#lib/contract/order/order-cart.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { cartOf as storedCart, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { documentOf } from '#lib/server/documents/documents.ts'
import { renderMail, renderSms } from '#lib/server/messages/messages.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { beginChange, cancelChange, changePageOf } from '#lib/server/orders/changes/ticket-change-page.ts'
import { exchangeTermsFor } from '#lib/server/orders/changes/terms/ticket-change-offer.ts'
import { replaceOnSeat } from '#lib/server/orders/changes/ticket-change-replace.ts'
import { changeUnderWay } from '#lib/server/orders/changes/ticket-change-shown.ts'
import { modifiedTicketsOf } from '#lib/server/orders/changes/ticket-change-wire.ts'
import {
  addOtherDays,
  boughtTwo,
  buy,
  cartFor,
  changing,
  claimsOn,
  DEAR,
  FEE,
  ledgerOf,
  newVisitor,
  ONE,
  seatOn,
  type Bought,
} from '#tests/support/buyers/changes.ts'
import { grantTo } from '#tests/support/buyers/codes.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse, fromHere, lineOf, prepareCard } from '#tests/support/buyers/house.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  await database().query(`
    UPDATE ticket_group SET is_by_code_enabled = true WHERE ticket_group_id = 1;
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, access, multiply_factor) VALUES (101, 1, 11, 'בהנחה', 9000, 'code', 1),
      (102, 1, 12, 'שניים במחיר אחד', 10000, 'code', 2);
    INSERT INTO entitlement (entitlement_id, kind, lookup, public_code, uses) VALUES (1, 'coupon', 'ONE', 'ONE', 3), (2, 'coupon', 'TWO', 'TWO', 3);
    INSERT INTO entitlement_ticket VALUES (1, 101), (2, 102);
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

function codeOf(result: { ok: boolean; refusal?: { code: string } }): string | undefined {
  return result.ok ? undefined : result.refusal?.code
}

describe('another ticket on the same seat', () => {
  test('R5.18 keeps ticket group and price: voids the old ticket, issues another and moves no money', async () => {
    const old = await boughtTwo()
    const [first = ''] = old.tickets
    const before = await ledgerOf(old.resId)
    expect(codeOf(await replaceOnSeat(old.uuid, old.resId, { ticketIdentifier: first, ticketId: 12 }))).toBe('REPLACEMENT_MISMATCH')
    expect(codeOf(await replaceOnSeat(old.uuid, old.resId, { ticketIdentifier: first, ticketId: 21 }))).toBe('REPLACEMENT_MISMATCH')
    expect(codeOf(await replaceOnSeat(old.uuid, old.resId, { ticketIdentifier: first, ticketId: 101 }))).toBe('ticketNotFound')
    expect(codeOf(await replaceOnSeat(old.uuid, old.resId, { ticketIdentifier: first, ticketId: 999 }))).toBe('ticketNotFound')
    const made = await replaceOnSeat(old.uuid, old.resId, { ticketIdentifier: first, ticketId: 13 })
    expect(made.ok && made.value.ticketIdentifier).not.toBe(first)
    const reservation = await reservationOf(old.resId, { uuid: old.uuid, proof: 'cookie' })
    expect(reservation?.ticketIdentifiers).toHaveLength(2)
    expect(reservation?.ticketIdentifiers).not.toContain(first)
    expect(await ledgerOf(old.resId)).toEqual(before)
    expect(await claimsOn(1)).toEqual(['S 1001', 'S 1002'])
    const { rows } = await database().query(`SELECT count(*)::int AS n FROM outbox WHERE kind LIKE 'replacement %'`)
    expect(rows).toEqual([{ n: 2 }])
    expect(codeOf(await replaceOnSeat(old.uuid, old.resId, { ticketIdentifier: first, ticketId: 11 }))).toBe('NOT_FOUND')
  })

  test('replaces tickets for their owner only, one replacement of a ticket at a time', async () => {
    const old = await boughtTwo()
    const [first = ''] = old.tickets
    expect(codeOf(await replaceOnSeat(await newVisitor(), old.resId, { ticketIdentifier: first, ticketId: 13 }))).toBe('NOT_FOUND')
    const both = await Promise.all([1, 2].map(() => replaceOnSeat(old.uuid, old.resId, { ticketIdentifier: first, ticketId: 13 })))
    expect(both.map(codeOf).sort()).toEqual(['NOT_FOUND', undefined])
  })
})

describe('what the customer sees', () => {
  test('R3.20 R3.21 modified tickets: the bought seats and those held in exchange, with every field', async () => {
    const old = await boughtTwo()
    expect((await lock(seatOn(2, 3), fromHere(old.uuid))).ok).toBe(true)
    const { modify } = changing(old)
    await storeCartOf(old.uuid, { presentations: [{ id: 2, seats: cartFor([seatOn(2, 3)]).seats }], modify })
    const found = await modifiedTicketsOf(old.uuid, old.resId)
    if (!found.ok) throw new Error(found.refusal.code)
    expect(getModifiedTickets.answer.parse(found.value)).toEqual(found.value)
    const { rows } = await database().query<{ last: string }>('SELECT max(entry_id)::text AS last FROM ledger')
    const common = { ReservationIdentifier: old.resId, LastTransactionId: rows[0]?.last }
    const plain = { VenueSectionId: 1, reference1: null, reference2: null, code: null, systemVoucher: null }
    expect(found.value.modifiedTickets).toEqual([
      {
        ...common,
        PresentationId: 1,
        ChosenSeats: old.tickets.map((ticketIdentifier, at) => ({
          ...plain,
          ...{ XCoordinate: at + 1, YCoordinate: 1, SeatplanX: 30 * (at + 1), SeatplanY: 30, newSeat: false },
          ...{ AmountWithSC: 105, ServiceChargeAmount: 5, ticketIdentifier },
        })),
      },
      {
        ...common,
        PresentationId: 2,
        ChosenSeats: [
          {
            ...plain,
            XCoordinate: 3,
            YCoordinate: 1,
            SeatplanX: 90,
            SeatplanY: 30,
            newSeat: true,
            AmountWithSC: 150,
            ServiceChargeAmount: 0,
            ticketIdentifier: null,
          },
        ],
      },
    ])
    expect(codeOf(await modifiedTicketsOf(await newVisitor(), old.resId))).toBe('NOT_FOUND')
    expect(codeOf(await modifiedTicketsOf(old.uuid, 'ABCDEFGH'))).toBe('NOT_FOUND')
  })

  test('R3.21 each of them tells its own references, and its code or its voucher, bought or held', async () => {
    const old = await boughtTwo(undefined, [seatOn(1, 1), seatOn(1, 2), seatOn(1, 3)])
    await database().query(`
      INSERT INTO entitlement (entitlement_id, kind, lookup, public_code) VALUES (9, 'voucher', 'V', 'V-9');
      UPDATE order_seat SET ref1 = 'a1', ref2 = 'b2' WHERE line = 0;
      UPDATE order_seat SET code = 'ONE', entitlement_id = 1 WHERE line = 1;
      UPDATE order_seat SET code = 'V-9', entitlement_id = 9 WHERE line = 2`)
    await grantTo(old.uuid, 1)
    const held = [lineOf(seatOn(1, 5), 101), lineOf(seatOn(2, 3), 41)]
    for (const seat of [seatOn(1, 5), seatOn(2, 3)]) expect((await lock(seat, fromHere(old.uuid))).ok).toBe(true)
    const [byCode, plain] = held.map((seat, at) => ({
      ...seat,
      ticket: { ...seat.ticket, ...(at === 0 ? { code: 'one' } : { ref1: 'c3', ref2: 'd4' }) },
    }))
    const presentations = [byCode, plain].flatMap((seat, at) => (seat ? [{ id: at + 1, seats: [seat] }] : []))
    expect(await storeCartOf(old.uuid, { presentations, ...changing(old) })).toMatchObject({ ok: true })
    const found = await modifiedTicketsOf(old.uuid, old.resId)
    const told = found.ok ? found.value.modifiedTickets.flatMap(({ ChosenSeats }) => ChosenSeats) : []
    expect(
      told.map(({ newSeat, reference1, reference2, code, systemVoucher }) => [newSeat, reference1, reference2, code, systemVoucher]),
    ).toEqual([
      [false, 'a1', 'b2', null, null],
      [false, null, null, 'ONE', null],
      [false, null, null, null, 'V-9'],
      [true, null, null, 'ONE', null],
      [true, 'c3', 'd4', null, null],
    ])
    await database().query('UPDATE order_seat SET code = NULL, entitlement_id = NULL; DELETE FROM entitlement WHERE entitlement_id = 9')
  })

  test('R7.44 omits what cannot be exchanged, for the owner of the reservation only', async () => {
    const old = await boughtTwo()
    const from = await catalogue()
    const had = async (uuid: string) => {
      const terms = await exchangeTermsFor(from, uuid, old.resId)
      return terms && [...from.presentations.values()].filter(terms.mayBeHad).map(({ id }) => id)
    }
    expect(await had(old.uuid)).toEqual([1, 2, 3])
    expect(await had(await newVisitor())).toBeUndefined()
  })

  test('R4.29 begins a change in the stored cart by the page and ends it by a reset', async () => {
    const old = await boughtTwo()
    const page = await changePageOf(old.uuid, old.resId)
    if (!page) throw new Error('no page')
    expect(page.tickets).toHaveLength(2)
    expect(page.showings.map(({ presentationId, isSame }) => [presentationId, isSame])).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ])
    const chosen = { tickets: old.tickets, presentationId: 2, lastTransactionId: page.lastTransactionId }
    expect(await beginChange(old.uuid, page, { ...chosen, tickets: [] })).toBe('chooseTicket')
    expect(await beginChange(old.uuid, page, { ...chosen, presentationId: 4 })).toBe('chooseShowing')
    expect(await beginChange(old.uuid, page, { ...chosen, lastTransactionId: '999999' })).toBe('ORDER_CONFLICT')
    expect(await beginChange(old.uuid, page, chosen)).toBeUndefined()
    expect((await storedCart(old.uuid))?.modify).toEqual({
      resId: old.resId,
      tickets: old.tickets,
      lastTransactionId: page.lastTransactionId,
    })
    expect(await changeUnderWay(old.uuid)).toMatchObject({ count: 2, amount: 2 * ONE, refusal: undefined })
    await cancelChange(old.uuid)
    expect((await storedCart(old.uuid))?.modify).toBeUndefined()
    expect(await changePageOf(await newVisitor(), old.resId)).toBeUndefined()
  })

  test('says in the old and new order, their document and messages what was exchanged', async () => {
    const old = await boughtTwo()
    const made = await buy(old.uuid, [seatOn(3, 3), seatOn(3, 4)], 0, changing(old))
    if (!made.ok) throw new Error(made.refusal.code)
    await reconcile()
    const owner = { uuid: old.uuid, proof: 'cookie' } as const
    expect(await reservationOf(old.resId, owner)).toMatchObject({ Quantity: 0, ResStateId: 3, SeatNames: '', ticketIdentifiers: [] })
    const oldOrder = await documentOf((await reservationOf(old.resId, owner))?.documentKey ?? '')
    expect(oldOrder?.showings.flatMap(({ tickets }) => tickets.map(({ state, code }) => [state, code]))).toEqual([
      ['exchanged', null],
      ['exchanged', null],
    ])
    expect(oldOrder?.changes).toMatchObject({ gave: null, exchanged: 2, newReservation: made.value.reservationIdentifier })
    const newOrder = await documentOf((await reservationOf(made.value.reservationIdentifier, owner))?.documentKey ?? '')
    if (!newOrder) throw new Error('no document')
    expect(newOrder.changes).toMatchObject({ gave: { count: 2, amount: 2 * ONE }, giveBack: 9_000, isRefunded: true, exchanged: 0 })
    const mail = renderMail(newOrder)
    expect(mail.text).toContain('ההזמנה הזאת החליפה 2 כרטיסים')
    expect(mail.html).toContain('ההפרש יוחזר')
    expect(renderSms(newOrder)).toContain('הכרטיסים הוחלפו')
    expect(renderSms(newOrder)).toContain(`הזמנה \u2066${formatOrderNumber(newOrder.orderNumber)}\u2069: http`)
  })
})

describe('redeemed codes', () => {
  /** Buys two seats of presentation 1 with a coupon. */
  async function boughtWithCoupon(code: 'ONE' | 'TWO', due: number): Promise<Bought> {
    const uuid = await newVisitor()
    await database().query('UPDATE session SET ssn_encrypted = $2 WHERE uuid = $1', [uuid, encryptText('123456782')])
    await database().query('INSERT INTO session_grant (uuid, entitlement_id) VALUES ($1, $2)', [uuid, code === 'ONE' ? 1 : 2])
    const seats = [seatOn(1, 1), seatOn(1, 2)]
    for (const seat of seats) expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
    const coupon = (line: CartSeat, isSub: boolean): CartSeat => ({
      ...line,
      ticket: { ...line.ticket, ticketId: code === 'ONE' ? 101 : 102, code, isMultiplyFactorSubTicket: isSub },
    })
    const lines = seats.map((seat, at) => coupon(lineOf(seat), code === 'TWO' && at === 1))
    const made = await commit(uuid, { cart: { ...cartFor(seats), seats: lines, paymentIdentifier: await prepareCard(uuid, due) } }, 'he')
    if (!made.ok) throw new Error(made.refusal.code)
    return { uuid, resId: made.value.reservationIdentifier, tickets: made.value.ticketIdentifiers }
  }

  async function usesTaken(id: number): Promise<number> {
    const { rows } = await database().query<{ n: number }>(
      'SELECT coalesce(sum(quantity), 0)::int AS n FROM entitlement_use WHERE entitlement_id = $1',
      [id],
    )
    return rows[0]?.n ?? -1
  }

  test('returns the use of a coupon with its ticket and keeps the others used', async () => {
    const old = await boughtWithCoupon('ONE', 2 * 9_000 + FEE)
    expect(await usesTaken(1)).toBe(2)
    const made = await buy(old.uuid, [seatOn(2, 3)], DEAR - 9_000, changing(old, { tickets: old.tickets.slice(0, 1) }))
    expect(codeOf(made)).toBeUndefined()
    expect(await usesTaken(1)).toBe(1)
    expect(codeOf(await buy(old.uuid, [seatOn(2, 5)], DEAR - 9_000, changing(old, { tickets: old.tickets.slice(1) })))).toBeUndefined()
    expect(await usesTaken(1)).toBe(0)
  })

  test('R8.40 refuses to exchange a part of a coupon for two seats; exchanges the whole and returns its use', async () => {
    const old = await boughtWithCoupon('TWO', 10_000 + FEE)
    for (const part of [old.tickets.slice(0, 1), old.tickets.slice(1)]) {
      expect(codeOf(await buy(old.uuid, [seatOn(2, 3)], 0, changing(old, { tickets: part })))).toBe('CONTACT_PROVIDER')
    }
    expect(codeOf(await buy(old.uuid, [seatOn(2, 3)], DEAR - 10_000, changing(old)))).toBeUndefined()
    expect(await usesTaken(2)).toBe(0)
  })
})
