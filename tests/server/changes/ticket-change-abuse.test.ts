import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { documentOf } from '#lib/server/documents/documents.ts'
import { renderMail } from '#lib/server/messages/messages.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { checkoutOf } from '#lib/server/orders/commit/checkout.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { settleFailed } from '#lib/server/orders/settlement/order-settle.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { PaymentUnknown } from '#lib/server/providers/payment/payment.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { beginChange, changePageOf } from '#lib/server/orders/changes/ticket-change-page.ts'
import { replaceOnSeat } from '#lib/server/orders/changes/ticket-change-replace.ts'
import { replacementsOf } from '#lib/server/orders/changes/ticket-change-replace-page.ts'
import { changeUnderWay, whenOf } from '#lib/server/orders/changes/ticket-change-shown.ts'
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
import { chargesInDoubt } from '#tests/support/providers/charges.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse, fromHere, lineOf, prepareCard } from '#tests/support/buyers/house.ts'
import { addDonations, donate, SIXTY } from '#tests/support/sold/donations.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  await database().query(`
    UPDATE ticket_group SET is_by_code_enabled = true WHERE ticket_group_id = 1;
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, service_charge, access, multiply_factor) VALUES
      (101, 1, 11, 'אחד', 9000, 0, 'code', 1), (102, 1, 12, 'שניים במחיר אחד', 10000, 0, 'code', 2);
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, service_charge, max_age) VALUES (14, 1, 4, 'ילדים', 10000, 500, 12);
    INSERT INTO entitlement (entitlement_id, kind, lookup, public_code, uses) VALUES (1, 'coupon', 'BOTH', 'BOTH', 3), (2, 'reference', 'r', 'r', 1);
    INSERT INTO entitlement_ticket VALUES (1, 101), (1, 102);
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
})
beforeEach(emptyHouse)
afterEach(async () => {
  replaceProvider(undefined)
  await checkInvariants()
})

function codeOf(result: { ok: boolean; refusal?: { code: string } }): string | undefined {
  return result.ok ? undefined : result.refusal?.code
}

async function usesTaken(id: number): Promise<number> {
  const { rows } = await database().query<{ n: number }>(
    'SELECT coalesce(sum(quantity), 0)::int AS n FROM entitlement_use WHERE entitlement_id = $1',
    [id],
  )
  return rows[0]?.n ?? -1
}

function part({ tickets, ...bought }: Bought, from: number, to: number): Bought {
  return { ...bought, tickets: tickets.slice(from, to) }
}

describe('returns no more uses than were redeemed', () => {
  /** Buys with a coupon that gives a ticket for two seats and one for one: ₪190. */
  async function boughtBoth(): Promise<Bought> {
    const uuid = await newVisitor()
    await database().query('UPDATE session SET ssn_encrypted = $2 WHERE uuid = $1', [uuid, encryptText('123456782')])
    await database().query('INSERT INTO session_grant (uuid, entitlement_id) VALUES ($1, 1)', [uuid])
    const seats = [seatOn(1, 1), seatOn(1, 2), seatOn(1, 3)]
    for (const seat of seats) expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
    const lines = seats.map((seat, at) => {
      const line = lineOf(seat)
      return { ...line, ticket: { ...line.ticket, ticketId: at < 2 ? 102 : 101, code: 'BOTH', isMultiplyFactorSubTicket: at === 1 } }
    })
    const paymentIdentifier = await prepareCard(uuid, 19_000 + FEE)
    const made = await commit(uuid, { cart: { ...cartFor(seats), seats: lines, paymentIdentifier } }, 'he')
    if (!made.ok) throw new Error(made.refusal.code)
    return { uuid, resId: made.value.reservationIdentifier, tickets: made.value.ticketIdentifiers }
  }

  test('returns the use of a ticket for two seats only, not that of another ticket of its coupon', async () => {
    const old = await boughtBoth()
    expect(await usesTaken(1)).toBe(2)
    expect(codeOf(await buy(old.uuid, [seatOn(2, 3)], DEAR - 10_000, changing(part(old, 0, 2))))).toBeUndefined()
    expect(await usesTaken(1)).toBe(1)
    await checkInvariants()
    expect(codeOf(await buy(old.uuid, [seatOn(2, 5)], DEAR - 9_000, changing(part(old, 2, 3))))).toBeUndefined()
    expect(await usesTaken(1)).toBe(0)
  })

  test('keeps a reference used while another ticket with it is in an exchange that then fails', async () => {
    const old = await boughtTwo()
    await database().query(`UPDATE order_seat SET ref1 = '1'`)
    await database().query(
      `INSERT INTO entitlement_use (entitlement_id, holder, order_id, presentation_id, quantity) SELECT 2, holder, order_id, 1, 1 FROM orders`,
    )
    replaceProvider({ ...paymentProvider(), charge: gone, find: gone })
    expect(codeOf(await buy(old.uuid, [seatOn(2, 3)], DEAR - ONE, changing(part(old, 0, 1))))).toBe('PAYMENT_PENDING')
    replaceProvider(undefined)
    expect(codeOf(await buy(old.uuid, [seatOn(2, 5)], DEAR - ONE, changing(part(old, 1, 2))))).toBeUndefined()
    const [charge] = await chargesInDoubt()
    await settleFailed(charge?.orderId ?? '', charge?.paymentId ?? '', 'PAYMENT_TIMEOUT')
    expect(await usesTaken(2)).toBe(1)
    expect(codeOf(await buy(old.uuid, [seatOn(2, 7)], DEAR - ONE, changing(part(old, 0, 1))))).toBeUndefined()
    expect(await usesTaken(2)).toBe(0)
  })

  function gone(): Promise<never> {
    return Promise.reject(new PaymentUnknown('gone'))
  }
})

describe('applies the rules of a purchase', () => {
  test('refuses a ticket with an age limit as a replacement on the seat', async () => {
    const old = await boughtTwo()
    const [ticketIdentifier = ''] = old.tickets
    expect(codeOf(await replaceOnSeat(old.uuid, old.resId, { ticketIdentifier, ticketId: 14 }))).toBe('ticketNotFound')
    const page = await changePageOf(old.uuid, old.resId)
    const types = await replacementsOf(page?.tickets ?? [])
    expect(types.map(({ others }) => others.map(({ id }) => id))).toEqual([[13], [13]])
  })

  test('refuses to exchange tickets of two orders together, however they are mixed', async () => {
    const one = await boughtTwo()
    const two = await boughtTwo(one.uuid, [seatOn(1, 5), seatOn(1, 6)])
    const mixed = { ...one, tickets: [...one.tickets.slice(0, 1), ...two.tickets.slice(0, 1)] }
    expect(codeOf(await buy(one.uuid, [seatOn(2, 3)], 0, changing(mixed)))).toBe('NOT_FOUND')
    expect(codeOf(await buy(one.uuid, [seatOn(2, 3)], 0, changing({ ...one, tickets: two.tickets })))).toBe('NOT_FOUND')
    const thrice = { ...one, tickets: [...one.tickets, ...one.tickets, ...one.tickets] }
    expect(codeOf(await buy(one.uuid, [seatOn(2, 3)], 0, changing(thrice)))).toBeUndefined()
    const { rows } = await database().query('SELECT sum(amount)::int AS back FROM refund')
    expect(rows).toEqual([{ back: 2 * ONE - DEAR }])
  })

  test('counts what the tickets cost, not what they would cost now; the new presentation costs its current price', async () => {
    const old = await boughtTwo()
    await priced('UPDATE ticket SET price = 90000 WHERE ticket_id = 11')
    const [same] = [seatOn(1, 5)]
    expect(codeOf(await buy(old.uuid, [same], 90_500 - 2 * ONE, changing(old)))).toBeUndefined()
    await priced('UPDATE ticket SET price = 10000 WHERE ticket_id = 11')
  })

  async function priced(sql: string): Promise<void> {
    await database().query(`${sql}; UPDATE catalogue_version SET version = version + 1`)
    forgetCatalogue()
  }
})

describe('tickets of two presentations', () => {
  test('are both named by the page, the order line, the confirmation and the mail', async () => {
    const uuid = await newVisitor()
    const made = await buy(uuid, [seatOn(1, 1), seatOn(2, 1)], ONE + DEAR + FEE)
    if (!made.ok) throw new Error(made.refusal.code)
    const old = { uuid, resId: made.value.reservationIdentifier, tickets: made.value.ticketIdentifiers }
    const { presentations } = await catalogue()
    const times = [1, 2].map((id) => presentations.get(id)?.startsAt ?? 0)
    const page = await changePageOf(uuid, old.resId)
    if (!page) throw new Error('no page')
    expect([...page.bought.values()].map(({ startsAt }) => startsAt)).toEqual(times)
    const chosen = { tickets: old.tickets, presentationId: 3, lastTransactionId: page.lastTransactionId }
    expect(await beginChange(uuid, page, chosen)).toBeUndefined()
    expect(await changeUnderWay(uuid)).toMatchObject({ count: 2, startsAt: times })
    const changed = await buy(uuid, [seatOn(3, 3)], 0, changing(old))
    if (!changed.ok) throw new Error(changed.refusal.code)
    const reservation = await reservationOf(changed.value.reservationIdentifier, { uuid, proof: 'cookie' })
    const document = await documentOf(reservation?.documentKey ?? '')
    if (!document) throw new Error('no document')
    expect(document.changes?.gave).toEqual({ count: 2, startsAt: times, amount: ONE + DEAR })
    for (const time of times) expect(renderMail(document).text).toContain(whenOf([time], 'he'))
  })

  test('are joined in natural language', () => {
    const times = [Date.UTC(2026, 10, 24, 18, 30), Date.UTC(2026, 10, 25, 17)]
    const plain = whenOf(times, 'he').replace(/[\u2066\u2069]/g, '')
    expect(plain).toMatch(/^יום ג׳ 24\.11, 20:30 ויום ד׳ 25\.11, 19:00$/)
  })
})

describe('a cart that holds something else when a change begins', () => {
  beforeAll(addDonations)

  const DONATION = { donationId: 1, donationDetailId: 11, quantity: 1 }

  test('holds its seats alone then, so that the tickets are not given back for a donation', async () => {
    const old = await boughtTwo()
    await storeCartOf(old.uuid, { donations: [DONATION] })
    const page = await changePageOf(old.uuid, old.resId)
    if (!page) throw new Error('no page')
    const chosen = { tickets: old.tickets, presentationId: 2, lastTransactionId: page.lastTransactionId }
    expect(await beginChange(old.uuid, page, chosen)).toBeUndefined()
    expect(codeOf(await checkoutOf(old.uuid, 'he'))).toBe('CART_EMPTY')
    expect(await changeUnderWay(old.uuid)).toMatchObject({ count: 2, amount: 2 * ONE })
  })

  test('changes nothing by a call that pays a donation without any seat', async () => {
    const old = await boughtTwo()
    const before = await ledgerOf(old.resId)
    expect(await donate(old.uuid, [DONATION], SIXTY, changing(old))).toMatchObject({ ok: true })
    expect((await reservationOf(old.resId, { uuid: old.uuid, proof: 'cookie' }))?.Quantity).toBe(2)
    expect([await ledgerOf(old.resId), await claimsOn(1)]).toEqual([before, ['S 1001', 'S 1002']])
    expect(await cellOf('SELECT count(*)::int FROM orders WHERE modifies IS NOT NULL')).toBe(0)
  })
})
