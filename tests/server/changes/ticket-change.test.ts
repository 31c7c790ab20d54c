import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkWanted } from '#lib/server/orders/cart/carts.ts'
import { wantedSeat } from '#lib/server/sold/seat/seat.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { numberReceipts } from '#lib/server/payments/receipts.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import {
  boughtTwo,
  buy,
  cartFor,
  changing,
  CHEAP,
  claimsOn,
  DEAR,
  addOtherDays,
  FEE,
  ledgerOf,
  newVisitor,
  ONE,
  seatOn,
} from '#tests/support/buyers/changes.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse, fromHere, prepareCard } from '#tests/support/buyers/house.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
})
beforeEach(emptyHouse)
afterEach(async () => {
  replaceProvider(undefined)
  await checkInvariants()
})

function codeOf(result: { ok: boolean; refusal?: { code: string } }): string | undefined {
  return result.ok ? undefined : result.refusal?.code
}

async function cellOf(sql: string, values: unknown[] = []): Promise<unknown> {
  const { rows } = await database().query<Record<string, unknown>>(sql, values)
  return Object.values(rows[0] ?? {})[0]
}

describe('another presentation', () => {
  test('R7.19 charges the difference if it is dearer, frees the old seats and records the values in both ledgers', async () => {
    const old = await boughtTwo()
    const made = await buy(old.uuid, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE, changing(old))
    expect(codeOf(made)).toBeUndefined()
    const resId = made.ok ? made.value.reservationIdentifier : ''
    expect(await claimsOn(1)).toEqual([])
    expect(await claimsOn(2)).toEqual(['S 1003', 'S 1004'])
    expect(await ledgerOf(old.resId)).toEqual([`charge ${String(2 * ONE + FEE)}`, `correction -${String(2 * ONE)}`])
    expect(await ledgerOf(resId)).toEqual([`correction ${String(2 * ONE)}`, `charge ${String(2 * DEAR - 2 * ONE)}`])
    expect(await cellOf('SELECT count(*)::int FROM refund')).toBe(0)
  })

  test('R7.19 charges nothing if it is cheaper and refunds the rest to the card', async () => {
    const old = await boughtTwo()
    const made = await buy(old.uuid, [seatOn(3, 3), seatOn(3, 4)], 0, changing(old))
    expect(codeOf(made)).toBeUndefined()
    await reconcile()
    const rest = 2 * ONE - 2 * CHEAP
    expect(await ledgerOf(old.resId)).toEqual([
      `charge ${String(2 * ONE + FEE)}`,
      `correction -${String(2 * CHEAP)}`,
      `refund -${String(rest)}`,
    ])
    expect(await cellOf('SELECT sum(amount)::int FROM sandbox_refund')).toBe(rest)
    expect(await cellOf(`SELECT string_agg(channel, ' ' ORDER BY channel) FROM outbox WHERE kind = 'refund:change'`)).toBe('mail sms')
    await numberReceipts()
    expect(await cellOf('SELECT array_agg(amount ORDER BY receipt_number) FROM receipt JOIN ledger USING (entry_id)')).toEqual([
      2 * ONE + FEE,
      -rest,
    ])
    expect(await claimsOn(1)).toEqual([])
  })

  test('moves no money at the same price', async () => {
    const old = await boughtTwo()
    const made = await buy(old.uuid, [seatOn(1, 7), seatOn(1, 8)], 0, changing(old))
    expect(codeOf(made)).toBeUndefined()
    expect(await claimsOn(1)).toEqual(['S 1007', 'S 1008'])
  })

  test('changes a part of the tickets and keeps the others valid and sold', async () => {
    const old = await boughtTwo()
    const [first = ''] = old.tickets
    const made = await buy(old.uuid, [seatOn(2, 3)], DEAR - ONE, changing(old, { tickets: [first] }))
    expect(codeOf(made)).toBeUndefined()
    expect(await claimsOn(1)).toEqual(['S 1002'])
    // The other ticket changes later, by the same reservation.
    const later = await buy(old.uuid, [seatOn(3, 3)], 0, changing(old, { tickets: old.tickets.slice(1) }))
    expect(codeOf(later)).toBeUndefined()
    await reconcile()
    expect(await claimsOn(1)).toEqual([])
  })

  test('changes tickets that came from a change', async () => {
    const old = await boughtTwo()
    const made = await buy(old.uuid, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE, changing(old))
    if (!made.ok) throw new Error(made.refusal.code)
    const second = { uuid: old.uuid, resId: made.value.reservationIdentifier, tickets: made.value.ticketIdentifiers }
    const again = await buy(old.uuid, [seatOn(1, 3), seatOn(1, 4), seatOn(1, 5)], 3 * ONE - 2 * DEAR, changing(second))
    expect(codeOf(again)).toBeUndefined()
  })
})

describe('the rules', () => {
  const twoOther = [seatOn(2, 3), seatOn(2, 4)]

  async function rule(sql: string, until: string): Promise<string | undefined> {
    const old = await boughtTwo()
    await database().query(`${sql}; UPDATE catalogue_version SET version = version + 1`)
    forgetCatalogue()
    try {
      return codeOf(
        await checkWanted(old.uuid, { seats: cartFor(twoOther).seats.map(wantedSeat), products: [], modify: changing(old).modify }),
      )
    } finally {
      await database().query(`${until}; UPDATE catalogue_version SET version = version + 1`)
      forgetCatalogue()
    }
  }

  test.each([
    ['R8.44 NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT', 'changes_allowed = false', 'changes_allowed = true'],
    ['R8.41 TOO_CLOSE_TO_PRSNT_DATE', 'changes_until_minutes = 100000', 'changes_until_minutes = 240'],
    ['R8.39 PRSNT_NOT_FOUND', 'is_cancelled = true', 'is_cancelled = false'],
  ])('%s', async (name, set, unset) => {
    const on = (what: string) => `UPDATE presentation SET ${what} WHERE presentation_id = 1`
    expect(await rule(on(set), on(unset))).toBe(name.split(' ')[1])
  })

  test('R8.42 TOO_FAR_FROM_PURCHASE_DATE', async () => {
    const on = (days: string) => `UPDATE presentation SET changes_within_days = ${days} WHERE presentation_id = 1`
    const aged = `UPDATE orders SET settled_at = now() - interval '3 days'`
    expect(await rule(`${aged}; ${on('2')}`, on('NULL'))).toBe('TOO_FAR_FROM_PURCHASE_DATE')
  })

  test('R8.43 PROVIDER_REFUND_NOT_ALLOWED if a refund is due and the provider makes none', async () => {
    const old = await boughtTwo()
    replaceProvider({ ...paymentProvider(), canRefund: false })
    expect(codeOf(await buy(old.uuid, [seatOn(3, 3)], 0, changing(old)))).toBe('PROVIDER_REFUND_NOT_ALLOWED')
    expect(codeOf(await buy(old.uuid, twoOther, 2 * DEAR - 2 * ONE, changing(old)))).toBeUndefined()
  })

  test('R8.40 CONTACT_PROVIDER for a used ticket', async () => {
    const old = await boughtTwo()
    await database().query('UPDATE order_seat SET used_at = now() WHERE line = 0')
    expect(codeOf(await buy(old.uuid, twoOther, 2 * DEAR - 2 * ONE, changing(old)))).toBe('CONTACT_PROVIDER')
    await database().query('UPDATE order_seat SET used_at = NULL')
  })

  test('answers foreign, missing and unknown tickets alike with 404; a ledger that moved on is a conflict', async () => {
    const old = await boughtTwo()
    const wanted = { seats: [], products: [] }
    const other = await newVisitor()
    const { modify } = changing(old)
    expect(codeOf(await checkWanted(other, { ...wanted, modify }))).toBe('NOT_FOUND')
    expect(codeOf(await checkWanted(old.uuid, { ...wanted, modify: { ...modify, resId: 'ABCDEFGH' } }))).toBe('NOT_FOUND')
    expect(codeOf(await checkWanted(old.uuid, { ...wanted, modify: { ...modify, tickets: ['ABCDEFGH'] } }))).toBe('NOT_FOUND')
    expect(codeOf(await checkWanted(old.uuid, { ...wanted, modify: { ...modify, lastTransactionId: '999999' } }))).toBe('ORDER_CONFLICT')
    const last = String(await cellOf('SELECT max(entry_id) FROM ledger'))
    expect(codeOf(await checkWanted(old.uuid, { ...wanted, modify: { ...modify, lastTransactionId: last } }))).toBeUndefined()
  })

  test('refuses another business and a cancelled or past presentation', async () => {
    const old = await boughtTwo()
    const code = async (id: number) =>
      codeOf(
        await checkWanted(old.uuid, { seats: cartFor([seatOn(id, 3)]).seats.map(wantedSeat), products: [], modify: changing(old).modify }),
      )
    expect(await code(4)).toBe('CART_INCOMPATIBLE')
    expect(await code(5)).toBe('SALE_CLOSED')
    expect(codeOf(await buy(old.uuid, [seatOn(6, 3)], 0, changing(old)))).toBe('SALE_CLOSED')
  })

  test('refuses to change into an unpaid hold', async () => {
    const old = await boughtTwo()
    expect(codeOf(await buy(old.uuid, twoOther, 0, { ...changing(old), isHold: true }))).toBe('BAD_REQUEST')
  })
})

describe('failures', () => {
  test('a declined card keeps the old tickets; another card then completes the change', async () => {
    const old = await boughtTwo()
    const seats = [seatOn(2, 3), seatOn(2, 4)]
    expect(codeOf(await buy(old.uuid, seats, 2 * DEAR - 2 * ONE, changing(old), 'declined'))).toBe('CARD_DECLINED')
    expect(await claimsOn(1)).toEqual(['S 1001', 'S 1002'])
    expect(await cellOf('SELECT count(*)::int FROM order_seat WHERE released_by IS NOT NULL')).toBe(0)
    await checkInvariants()
    expect(codeOf(await buy(old.uuid, seats, 2 * DEAR - 2 * ONE, changing(old)))).toBeUndefined()
  })

  test('the end of the hold keeps the old tickets', async () => {
    const old = await boughtTwo()
    for (const seat of [seatOn(2, 3), seatOn(2, 4)]) expect((await lock(seat, fromHere(old.uuid))).ok).toBe(true)
    await database().query(`UPDATE seat_claim SET expires_at = now() - interval '1 second' WHERE state = 'H'`)
    const { uuid } = old
    const paymentIdentifier = await prepareCard(uuid, 2 * DEAR - 2 * ONE)
    const made = await commit(uuid, { cart: cartFor([seatOn(2, 3), seatOn(2, 4)], { ...changing(old), paymentIdentifier }) }, 'he')
    expect(codeOf(made)).toBe('HOLD_EXPIRED')
    expect(await claimsOn(1)).toEqual(['S 1001', 'S 1002'])
    expect(await cellOf('SELECT count(*)::int FROM order_seat WHERE released_by IS NOT NULL')).toBe(0)
  })
})
