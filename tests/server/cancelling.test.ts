import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/db/connect.ts'
import { commit } from '#lib/server/orders.ts'
import { numberReceipts } from '#lib/server/receipts.ts'
import { replaceProvider } from '#lib/server/payment-providers.ts'
import { paymentProvider } from '#lib/server/providers/payments-by-name.ts'
import { reservationOf } from '#lib/server/reservations.ts'
import { readSettings } from '#lib/server/settings.ts'
import { cancelAnswer } from '#lib/server/cancellation-wire.ts'
import { boughtBy, cancelCode, cancelOf, addPolicies, during, givenBack, signedIn, stateOf, type SignedIn } from '#tests/support/cancels.ts'
import { addOtherDays, buy, changing, claimsOn, DEAR, FEE, ledgerOf, ONE, seatOn } from '#tests/support/changes.ts'
import { makeMembership } from '#tests/support/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database.ts'
import { buildHouse, cartOf, emptyHouse, fromHere, seatAt } from '#tests/support/house.ts'
import { lock } from '#lib/server/seats.ts'
import { holdVoucher, makeVoucher, voucherState } from '#tests/support/vouchers.ts'

process.env.CUSTOMER_CANCELLATION = 'on'
const ALL = 2 * ONE + FEE
let noa: SignedIn

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  await addPolicies()
})
beforeEach(async () => {
  await emptyHouse()
  noa = await signedIn()
})
afterEach(async () => {
  replaceProvider(undefined)
  await checkInvariants()
})

async function cellOf(sql: string, values: unknown[] = []): Promise<unknown> {
  const { rows } = await database().query<Record<string, unknown>>(sql, values)
  return Object.values(rows[0] ?? {})[0]
}

/** Cancels and expects that it works. */
async function cancelled(...asked: Parameters<typeof cancelOf>) {
  const result = await cancelOf(...asked)
  if (!result.ok) throw new Error(result.refusal.code)
  return result.value
}

describe('a whole reservation', () => {
  test('R7.41 R4.30 R4.31 goes back to the card; its seats are free, and it shows as cancelled, without seats', async () => {
    const { resId } = await boughtBy(noa)
    const answer = await cancelAnswer(noa.visitor, resId, {}, null)
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
    expect(await cellOf(`SELECT count(*)::int FROM security_log WHERE action = 'cancelled' AND customer_id = $1`, [noa.customerId])).toBe(1)
  })

  test('R8.21 NOTHING_TO_CANCEL the second time, and nothing more goes back', async () => {
    const { resId, tickets } = await boughtBy(noa)
    expect(await cancelCode(noa.visitor, resId)).toBeUndefined()
    expect(await cancelCode(noa.visitor, resId)).toBe('NOTHING_TO_CANCEL')
    expect(await cancelCode(noa.visitor, resId, { items: tickets.slice(0, 1) })).toBe('NOTHING_TO_CANCEL')
    expect(await givenBack()).toEqual([ALL])
  })

  test('what the provider was asked for in instalments goes back as one', async () => {
    const { resId } = await boughtBy(noa, undefined, undefined, {})
    await database().query('UPDATE orders SET number_of_payments = 3')
    expect(await cancelCode(noa.visitor, resId)).toBeUndefined()
    expect(await givenBack()).toEqual([ALL])
  })

  test('others have the seats at once', async () => {
    const { resId } = await boughtBy(noa)
    await cancelled(noa.visitor, resId)
    const other = await signedIn()
    expect((await lock(seatOn(1, 1), fromHere(other.visitor.uuid))).ok).toBe(true)
  })
})

describe('some items of it', () => {
  test('R7.40 one ticket by its identifier, then a product, then the rest with the fee; each its own refund', async () => {
    const { resId, tickets } = await boughtBy(noa, undefined, ALL + 5_000, { products: [{ id: 1, quantity: 2 }] })
    await cancelled(noa.visitor, resId, { items: tickets.slice(0, 1) })
    expect(await claimsOn(1)).toEqual(['S 1002'])
    expect(await stateOf(resId)).toBe('paid')
    expect(await reservationOf(resId, noa.visitor)).toMatchObject({
      ResStateId: 1,
      Quantity: 1,
      SeatNames: '2',
      ticketIdentifiers: tickets.slice(1),
    })
    await checkInvariants()
    await cancelled(noa.visitor, resId, { items: ['product-1'] })
    await checkInvariants()
    const last = await cancelled(noa.visitor, resId)
    expect(last.decision).toMatchObject({ isWhole: true, worth: ONE + FEE })
    expect(await givenBack()).toEqual([ONE, 5_000, ONE + FEE])
    expect(await stateOf(resId)).toBe('refunded')
  })

  test('the last item by its name ends the reservation as well', async () => {
    const { resId, tickets } = await boughtBy(noa)
    await cancelled(noa.visitor, resId, { items: tickets.slice(0, 1) })
    await cancelled(noa.visitor, resId, { items: tickets.slice(1) })
    expect(await givenBack()).toEqual([ONE, ONE + FEE])
    expect(await stateOf(resId)).toBe('refunded')
  })

  test('foreign items, mixed with own ones, are not found', async () => {
    const { resId, tickets } = await boughtBy(noa)
    const yoav = await signedIn()
    const other = await boughtBy(yoav, [seatOn(1, 5)])
    expect(await cancelCode(noa.visitor, resId, { items: [...tickets, ...other.tickets] })).toBe('NOT_FOUND')
    expect(await cancelCode(noa.visitor, resId, { items: ['product-1'] })).toBe('NOT_FOUND')
    expect(await cancelCode(noa.visitor, resId, { items: [] })).toBe('NOTHING_TO_CANCEL')
  })
})

describe('who may', () => {
  test('R6.9 the customer who owns it, from any browser; no other customer, nor a browser that is not signed in', async () => {
    const { resId } = await boughtBy(noa)
    const yoav = await signedIn()
    expect(await cancelCode(yoav.visitor, resId)).toBe('NOT_FOUND')
    expect(await cancelCode(yoav.visitor, 'ABCDEFGHJKMN')).toBe('NOT_FOUND')
    const atHome = await signedIn(noa.customerId)
    expect(await cancelCode(atHome.visitor, resId)).toBeUndefined()
  })

  test('a browser that made the order without being signed in gets NOT_SIGNED_IN, and a signed-in customer whose it is not gets nothing', async () => {
    const uuid = randomUUID()
    await database().query('INSERT INTO session (uuid, sid_hash) VALUES ($1, $2)', [uuid, Buffer.from('not signed in')])
    const made = await buy(uuid, [seatOn(1, 1)], ONE + FEE)
    const resId = made.ok ? made.value.reservationIdentifier : ''
    const visitor = { uuid, proof: 'cookie', sidHash: Buffer.from('not signed in') } as const
    expect(await cancelCode(visitor, resId)).toBe('NOT_SIGNED_IN')
    expect(await cancelCode({ uuid, proof: 'header' }, resId)).toBe('NOT_SIGNED_IN')
    await database().query(
      `UPDATE session SET area_customer_id = $2, customer_id = $2, signed_in_at = now(), signed_in_by = 'mobile' WHERE uuid = $1`,
      [uuid, noa.customerId],
    )
    expect(await cancelCode(visitor, resId)).toBe('NOT_FOUND')
    expect(await givenBack()).toEqual([])
  })

  test('an earlier cookie of the same browser, or a checkout’s sign-in, is not enough', async () => {
    const { resId } = await boughtBy(noa)
    expect(await cancelCode({ ...noa.visitor, sidHash: Buffer.from('an earlier one') }, resId)).toBe('NOT_SIGNED_IN')
    await database().query('UPDATE session SET area_customer_id = NULL WHERE uuid = $1', [noa.visitor.uuid])
    expect(await cancelCode(noa.visitor, resId)).toBe('NOT_SIGNED_IN')
  })
})

describe('its rules', () => {
  const rule = async (set: string, unset: string): Promise<string | undefined> => {
    const { resId } = await boughtBy(noa)
    return during(set, unset, () => cancelCode(noa.visitor, resId))
  }

  test('R5.52 CANCEL_NOT_ALLOWED where the setting is off, which it is unless it is said, or without a policy', async () => {
    expect(await rule('cancellation_policy_id = NULL', 'cancellation_policy_id = 1')).toBe('CANCEL_NOT_ALLOWED')
    expect(readSettings({ DEMO: 'off' }).customerCancellation).toBe(false)
    expect(readSettings({ DEMO: 'off', CUSTOMER_CANCELLATION: 'on' }).customerCancellation).toBe(true)
  })

  test('R8.41 TOO_CLOSE_TO_PRSNT_DATE', async () => {
    await database().query('UPDATE cancellation_policy SET before_days = 30 WHERE cancellation_policy_id = 1')
    expect(await rule('soldout = false', 'soldout = false')).toBe('TOO_CLOSE_TO_PRSNT_DATE')
    await database().query('UPDATE cancellation_policy SET before_days = NULL')
    const past = `starts_at = CASE presentation_id WHEN 1 THEN now() - interval '1 hour' ELSE starts_at END`
    const back = `starts_at = CASE presentation_id WHEN 1 THEN now() + interval '3 days' ELSE starts_at END`
    await emptyHouse()
    noa = await signedIn()
    expect(await rule(past, back)).toBe('TOO_CLOSE_TO_PRSNT_DATE')
  })

  test('R8.42 TOO_FAR_FROM_PURCHASE_DATE, counted from the first purchase: a ticket change does not begin the time anew', async () => {
    const old = await boughtBy(noa)
    await database().query(`UPDATE orders SET settled_at = now() - interval '20 days', created_at = now() - interval '20 days'`)
    const made = await buy(noa.visitor.uuid, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE, changing(old))
    const resId = made.ok ? made.value.reservationIdentifier : ''
    await database().query('UPDATE cancellation_policy SET within_days = 14')
    expect(await during('soldout = false', 'soldout = false', () => cancelCode(noa.visitor, resId))).toBe('TOO_FAR_FROM_PURCHASE_DATE')
    await database().query('UPDATE cancellation_policy SET within_days = NULL')
    expect(await during('soldout = false', 'soldout = false', () => cancelCode(noa.visitor, resId))).toBeUndefined()
  })

  test('R8.39 PRSNT_NOT_FOUND for a presentation that the catalogue has no more', async () => {
    const { resId } = await boughtBy(noa)
    await database().query('UPDATE order_seat SET presentation_id = 77; UPDATE seat_claim SET presentation_id = 77')
    expect(await cancelCode(noa.visitor, resId)).toBe('PRSNT_NOT_FOUND')
    await emptyHouse()
  })

  test('R8.40 CONTACT_PROVIDER for a used ticket; the others can be cancelled', async () => {
    const { resId, tickets } = await boughtBy(noa)
    await database().query('UPDATE order_seat SET used_at = now() WHERE ticket_identifier = $1', [tickets[0]])
    expect(await cancelCode(noa.visitor, resId)).toBe('CONTACT_PROVIDER')
    expect(await cancelCode(noa.visitor, resId, { items: tickets.slice(1) })).toBeUndefined()
    await expect(database().query('UPDATE order_seat SET used_at = now() WHERE ticket_identifier = $1', [tickets[1]])).rejects.toThrow(
      'cancelled_is_void',
    )
  })

  test('R8.40 CONTACT_PROVIDER for a part of what one ticket covers', async () => {
    const { resId, tickets } = await boughtBy(noa)
    await database().query('UPDATE order_seat SET is_sub_ticket = line = 1')
    expect(await cancelCode(noa.visitor, resId, { items: tickets.slice(0, 1) })).toBe('CONTACT_PROVIDER')
    expect(await cancelCode(noa.visitor, resId, { items: [...tickets] })).toBeUndefined()
  })

  test('R8.43 PROVIDER_REFUND_NOT_ALLOWED by a provider that gives nothing back; as credit it works', async () => {
    const { resId } = await boughtBy(noa)
    replaceProvider({ ...paymentProvider(), canRefund: false })
    expect(await cancelCode(noa.visitor, resId)).toBe('PROVIDER_REFUND_NOT_ALLOWED')
    expect(await cancelCode(noa.visitor, resId, { asCredit: true })).toBeUndefined()
  })

  test('R8.45 CANNOT_REFUND_CREDIT_TRANSACTION: credit of what no card paid', async () => {
    const id = await holdVoucher(noa.visitor.uuid, await makeVoucher(ALL))
    const { resId } = await boughtBy(noa, undefined, 0, { voucherPayments: [{ id, amount: ALL / 100 }] })
    expect(await cancelCode(noa.visitor, resId, { asCredit: true })).toBe('CANNOT_REFUND_CREDIT_TRANSACTION')
    expect(await cancelCode(noa.visitor, resId)).toBeUndefined()
    expect(await voucherState(id)).toMatchObject({ balance: ALL })
  })

  test('R8.22 BALANCE_IS_DUE while a ticket change of it is being paid, or it is being paid itself', async () => {
    const old = await boughtBy(noa)
    replaceProvider({
      ...paymentProvider(),
      charge: () => Promise.reject(new Error('nobody answers')),
      find: () => Promise.reject(new Error('nobody answers')),
    })
    const made = await buy(noa.visitor.uuid, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE, changing(old)).catch(() => undefined)
    expect(made?.ok).not.toBe(true)
    expect(await cancelCode(noa.visitor, old.resId)).toBe('BALANCE_IS_DUE')
    const changed = String(await cellOf('SELECT reservation_identifier FROM orders WHERE modifies IS NOT NULL'))
    expect(await cancelCode(noa.visitor, changed)).toBe('BALANCE_IS_DUE')
  })

  test('a presentation whose date cannot be changed can still be cancelled: that error is of changing alone', async () => {
    expect(await rule('changes_allowed = false', 'changes_allowed = true')).toBeUndefined()
  })

  test('PRICE_CHANGED: what goes back is not what the customer has agreed to; nothing is done', async () => {
    const { resId } = await boughtBy(noa)
    expect(await cancelCode(noa.visitor, resId, { expectedRefund: ALL - 1 })).toBe('PRICE_CHANGED')
    expect(await stateOf(resId)).toBe('paid')
    expect(await cancelCode(noa.visitor, resId, { expectedRefund: ALL })).toBeUndefined()
  })

  test('what the house called off goes back whole at any time, whatever its policy', async () => {
    const { resId } = await boughtBy(noa)
    const set = `is_cancelled = presentation_id IN (1, 5), cancellation_policy_id = NULL, starts_at = starts_at - interval '4 days'`
    const unset = `is_cancelled = presentation_id = 5, cancellation_policy_id = 1, starts_at = starts_at + interval '4 days'`
    expect(await during(set, unset, () => cancelCode(noa.visitor, resId))).toBeUndefined()
    expect(await givenBack()).toEqual([ALL])
  })
})

describe('seats that are held without paying', () => {
  async function held(): Promise<string> {
    await makeMembership(noa.customerId)
    const seats = [seatAt(4, 4), seatAt(5, 4)]
    for (const seat of seats) expect((await lock(seat, fromHere(noa.visitor.uuid))).ok).toBe(true)
    const made = await commit(noa.visitor.uuid, { cart: { ...cartOf(seats), isHold: true } }, 'he')
    if (!made.ok) throw new Error(made.refusal.code)
    return made.value.reservationIdentifier
  }

  test('R4.31 are free, nothing is charged, and the reservation is over; a payment of it is refused', async () => {
    const resId = await held()
    const answer = await cancelAnswer(noa.visitor, resId, {}, null)
    expect(answer).toMatchObject({
      value: { cancellation: { refund: 0, worth: 0 }, reservation: { ResStateId: 3, Quantity: 0, IsUnpaid: false, SeatNames: '' } },
    })
    expect(await claimsOn(1)).toEqual([])
    expect(await cellOf('SELECT failure_code FROM orders')).toBe('CANCELLED')
    expect(await cancelCode(noa.visitor, resId)).toBe('NOTHING_TO_CANCEL')
  })

  test('R8.22 BALANCE_IS_DUE for a part of them', async () => {
    const resId = await held()
    expect(await cancelCode(noa.visitor, resId, { items: ['line-0'] })).toBe('BALANCE_IS_DUE')
    expect(await cancelCode(noa.visitor, resId, { items: ['line-0', 'line-1'] })).toBeUndefined()
    expect(await stateOf(resId)).toBe('failed')
  })
})

test('R8.9 an error is answered as {error}, and leaves everything as it was', async () => {
  const { resId } = await boughtBy(noa)
  const before = await ledgerOf(resId)
  const refused = await during('cancellation_policy_id = NULL', 'cancellation_policy_id = 1', () =>
    cancelAnswer(noa.visitor, resId, {}, null),
  )
  expect(refused).toEqual({ ok: false, refusal: { code: 'CANCEL_NOT_ALLOWED' } })
  expect([await ledgerOf(resId), await stateOf(resId), await claimsOn(1)]).toEqual([before, 'paid', ['S 1001', 'S 1002']])
})
