import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { numberReceipts } from '#lib/server/payments/receipts.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { cancelAnswer } from '#lib/server/orders/cancel/cancellation-wire.ts'
import {
  ALL,
  boughtBy,
  cancelCode,
  cancelled,
  during,
  givenBack,
  openCancelHouse,
  signedIn,
  stateOf,
} from '#tests/support/buyers/cancels.ts'
import { buy, claimsOn, FEE, ledgerOf, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { makeMembership } from '#tests/support/buyers/customers.ts'
import { checkInvariants, cellOf } from '#tests/support/database/database.ts'
import { cartOf, fromHere, seatAt } from '#tests/support/buyers/house.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'

const house = openCancelHouse()

describe('a whole reservation', () => {
  test('R7.41 R4.30 R4.31 is refunded to the card, frees its seats and shows as cancelled, without seats', async () => {
    const { resId } = await boughtBy(house.noa)
    const answer = await cancelAnswer({ visitor: house.noa.visitor, caller: null }, resId, {})
    expect(answer).toMatchObject({
      ok: true,
      value: {
        cancellation: { worth: ALL / 100, charge: 0, refund: ALL / 100, toCard: ALL / 100, last4: '0000', toVouchers: 0, isWhole: true },
        creditReference: null,
        reservation: { ResStateId: 3, Quantity: 0, SectionName: '', RowNames: '', SeatNames: '', IsUnpaid: false, ticketIdentifiers: [] },
      },
    })
    expect(await stateOf(resId)).toBe('refunded')
    expect(await givenBack()).toEqual([ALL])
    expect(await ledgerOf(resId)).toEqual([`charge ${String(ALL)}`, `refund -${String(ALL)}`])
    expect(await claimsOn(1)).toEqual([])
    await numberReceipts()
    expect(await cellOf('SELECT array_agg(amount ORDER BY receipt_number) FROM receipt JOIN ledger USING (entry_id)')).toEqual([ALL, -ALL])
    const kinds = await cellOf(
      `SELECT array_agg(DISTINCT split_part(kind, ':', 1) ORDER BY split_part(kind, ':', 1)) FROM outbox WHERE kind LIKE 'cancelled%'`,
    )
    expect(kinds).toEqual(['cancelled'])
    expect(
      await cellOf(`SELECT count(*)::int FROM security_log WHERE action = 'cancelled' AND customer_id = $1`, [house.noa.customerId]),
    ).toBe(1)
  })

  test('R8.21 answers NOTHING_TO_CANCEL the second time and refunds nothing more', async () => {
    const { resId, tickets } = await boughtBy(house.noa)
    expect(await cancelCode(house.noa.visitor, resId)).toBeUndefined()
    expect(await cancelCode(house.noa.visitor, resId)).toBe('NOTHING_TO_CANCEL')
    expect(await cancelCode(house.noa.visitor, resId, { items: tickets.slice(0, 1) })).toBe('NOTHING_TO_CANCEL')
    expect(await givenBack()).toEqual([ALL])
  })

  test('refunds a payment in instalments as one amount', async () => {
    const { resId } = await boughtBy(house.noa, undefined, undefined, {})
    await database().query('UPDATE orders SET number_of_payments = 3')
    expect(await cancelCode(house.noa.visitor, resId)).toBeUndefined()
    expect(await givenBack()).toEqual([ALL])
  })

  test('makes the seats available to others at once', async () => {
    const { resId } = await boughtBy(house.noa)
    await cancelled(house.noa.visitor, resId)
    const other = await signedIn()
    expect((await lock(seatOn(1, 1), fromHere(other.visitor.uuid))).ok).toBe(true)
  })
})

describe('some items of a reservation', () => {
  test('R7.40 cancels one ticket by its identifier, then a product, then the rest with the fee, each with its own refund', async () => {
    const { resId, tickets } = await boughtBy(house.noa, undefined, ALL + 5_000, { products: [{ id: 1, quantity: 2 }] })
    await cancelled(house.noa.visitor, resId, { items: tickets.slice(0, 1) })
    expect(await claimsOn(1)).toEqual(['S 1002'])
    expect(await stateOf(resId)).toBe('paid')
    expect(await reservationOf(resId, house.noa.visitor)).toMatchObject({
      ResStateId: 1,
      Quantity: 1,
      SeatNames: '2',
      ticketIdentifiers: tickets.slice(1),
    })
    await checkInvariants()
    await cancelled(house.noa.visitor, resId, { items: ['product-1'] })
    await checkInvariants()
    const last = await cancelled(house.noa.visitor, resId)
    expect(last.decision).toMatchObject({ isWhole: true, worth: ONE + FEE })
    expect(await givenBack()).toEqual([ONE, 5_000, ONE + FEE])
    expect(await stateOf(resId)).toBe('refunded')
  })

  test('closes the reservation with its last named item too', async () => {
    const { resId, tickets } = await boughtBy(house.noa)
    await cancelled(house.noa.visitor, resId, { items: tickets.slice(0, 1) })
    await cancelled(house.noa.visitor, resId, { items: tickets.slice(1) })
    expect(await givenBack()).toEqual([ONE, ONE + FEE])
    expect(await stateOf(resId)).toBe('refunded')
  })

  test('answers 404 to foreign items mixed with own ones', async () => {
    const { resId, tickets } = await boughtBy(house.noa)
    const yoav = await signedIn()
    const other = await boughtBy(yoav, [seatOn(1, 5)])
    expect(await cancelCode(house.noa.visitor, resId, { items: [...tickets, ...other.tickets] })).toBe('NOT_FOUND')
    expect(await cancelCode(house.noa.visitor, resId, { items: ['product-1'] })).toBe('NOT_FOUND')
    expect(await cancelCode(house.noa.visitor, resId, { items: [] })).toBe('NOTHING_TO_CANCEL')
  })
})

describe('who may cancel', () => {
  test('R6.9 the owning customer from any browser; no other customer and no browser without a sign-in', async () => {
    const { resId } = await boughtBy(house.noa)
    const yoav = await signedIn()
    expect(await cancelCode(yoav.visitor, resId)).toBe('NOT_FOUND')
    expect(await cancelCode(yoav.visitor, 'ABCDEFGHJKMN')).toBe('NOT_FOUND')
    const atHome = await signedIn(house.noa.customerId)
    expect(await cancelCode(atHome.visitor, resId)).toBeUndefined()
  })

  test('a browser that ordered without a sign-in gets NOT_SIGNED_IN, and a customer who is not the owner gets nothing', async () => {
    const uuid = randomUUID()
    await database().query('INSERT INTO session (uuid, sid_hash) VALUES ($1, $2)', [uuid, Buffer.from('not signed in')])
    const made = await buy(uuid, [seatOn(1, 1)], ONE + FEE)
    const resId = made.ok ? made.value.reservationIdentifier : ''
    const visitor = { uuid, proof: 'cookie', sidHash: Buffer.from('not signed in') } as const
    expect(await cancelCode(visitor, resId)).toBe('NOT_SIGNED_IN')
    expect(await cancelCode({ uuid, proof: 'header' }, resId)).toBe('NOT_SIGNED_IN')
    await database().query(
      `UPDATE session SET area_customer_id = $2, customer_id = $2, signed_in_at = now(), signed_in_by = 'mobile' WHERE uuid = $1`,
      [uuid, house.noa.customerId],
    )
    expect(await cancelCode(visitor, resId)).toBe('NOT_FOUND')
    expect(await givenBack()).toEqual([])
  })

  test('not by an earlier cookie of the same browser or a sign-in at the checkout', async () => {
    const { resId } = await boughtBy(house.noa)
    expect(await cancelCode({ ...house.noa.visitor, sidHash: Buffer.from('an earlier one') }, resId)).toBe('NOT_SIGNED_IN')
    await database().query('UPDATE session SET area_customer_id = NULL WHERE uuid = $1', [house.noa.visitor.uuid])
    expect(await cancelCode(house.noa.visitor, resId)).toBe('NOT_SIGNED_IN')
  })
})

describe('cancelling an unpaid hold', () => {
  async function held(): Promise<string> {
    await makeMembership(house.noa.customerId)
    const seats = [seatAt(4, 4), seatAt(5, 4)]
    for (const seat of seats) expect((await lock(seat, fromHere(house.noa.visitor.uuid))).ok).toBe(true)
    const made = await commit(house.noa.visitor.uuid, { cart: { ...cartOf(seats), isHold: true } }, 'he')
    if (!made.ok) throw new Error(made.refusal.code)
    return made.value.reservationIdentifier
  }

  test('R4.31 frees the seats, charges nothing and closes the reservation; its payment is then refused', async () => {
    const resId = await held()
    const answer = await cancelAnswer({ visitor: house.noa.visitor, caller: null }, resId, {})
    expect(answer).toMatchObject({
      value: { cancellation: { refund: 0, worth: 0 }, reservation: { ResStateId: 3, Quantity: 0, IsUnpaid: false, SeatNames: '' } },
    })
    expect(await claimsOn(1)).toEqual([])
    expect(await cellOf('SELECT failure_code FROM orders')).toBe('CANCELLED')
    expect(await cancelCode(house.noa.visitor, resId)).toBe('NOTHING_TO_CANCEL')
  })

  test('R8.22 answers BALANCE_IS_DUE for a part of it', async () => {
    const resId = await held()
    expect(await cancelCode(house.noa.visitor, resId, { items: ['line-0'] })).toBe('BALANCE_IS_DUE')
    expect(await cancelCode(house.noa.visitor, resId, { items: ['line-0', 'line-1'] })).toBeUndefined()
    expect(await stateOf(resId)).toBe('failed')
  })
})

test('R8.9 answers an error as {error} and changes nothing', async () => {
  const { resId } = await boughtBy(house.noa)
  const before = await ledgerOf(resId)
  const refused = await during('cancellation_policy_id = NULL', 'cancellation_policy_id = 1', () =>
    cancelAnswer({ visitor: house.noa.visitor, caller: null }, resId, {}),
  )
  expect(refused).toEqual({ ok: false, refusal: { code: 'CANCEL_NOT_ALLOWED' } })
  expect([await ledgerOf(resId), await stateOf(resId), await claimsOn(1)]).toEqual([before, 'paid', ['S 1001', 'S 1002']])
})
