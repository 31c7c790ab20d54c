import { describe, expect, test } from 'vitest'
import { cancelAnswer, offerAnswer } from '#lib/server/orders/cancel/cancellation-wire.ts'
import { changesOfOrder } from '#lib/server/orders/changes/ticket-change-shown.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { mailOf } from '#lib/server/messages/message-bodies.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { ALL, boughtBy, cancelled, givenBack, openCancelHouse, stateOf } from '#tests/support/buyers/cancels.ts'
import { buy, changing, CHEAP, DEAR, FEE, ledgerOf, newVisitor, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { holdVoucher, makeVoucher, voucherState } from '#tests/support/buyers/vouchers.ts'

const house = openCancelHouse()

const GONE = [
  ['has run out', `ends_at = now() - interval '1 second'`],
  ['is cancelled', `state = 'cancelled'`],
  ['was replaced', `state = 'replaced'`],
] as const

async function end(id: number, how: string = GONE[0][1]): Promise<void> {
  await database().query(`UPDATE system_voucher SET ${how} WHERE system_voucher_id = $1`, [id])
}

/** Two tickets, paid by a voucher of ₪120 and the card. */
async function boughtWith(amount = 12_000) {
  const id = await holdVoucher(house.noa.visitor.uuid, await makeVoucher(amount))
  return { id, ...(await boughtBy(house.noa, undefined, ALL - amount, { voucherPayments: [{ id, amount: amount / 100 }] })) }
}

describe('an unusable voucher is replaced', () => {
  test.each(GONE)('if it %s: its part becomes a new voucher of the customer without expiry, as offered', async (_name, how) => {
    const { id, resId } = await boughtWith()
    await end(id, how)
    const parts = { toCard: (ALL - 12_000) / 100, toVouchers: 0, toCredit: 120, renewed: 120, refund: ALL / 100 }
    expect(await offerAnswer(house.noa.visitor, resId, { locale: 'he' })).toMatchObject({ value: { offer: parts } })
    const answer = await cancelAnswer({ visitor: house.noa.visitor, caller: null }, resId, { expectedRefund: ALL / 100 })
    if (!answer.ok) throw new Error(answer.refusal.code)
    expect(answer.value.cancellation).toMatchObject(parts)
    expect(await givenBack()).toEqual([ALL - 12_000])
    expect(await voucherState(id)).toEqual({ balance: 0, entries: ['load 12000', 'use -12000', 'return 12000', 'correction -12000'] })
    const credit = await holdVoucher(house.noa.visitor.uuid, answer.value.creditReference ?? '')
    expect(await voucherState(credit)).toEqual({ balance: 12_000, entries: ['load 12000'] })
    const { rows } = await database().query('SELECT customer_id, state, ends_at FROM system_voucher WHERE system_voucher_id = $1', [credit])
    expect(rows).toEqual([{ customer_id: house.noa.customerId, state: 'active', ends_at: null }])
    expect(await stateOf(resId)).toBe('refunded')
    // The new voucher pays the next order.
    const next = await boughtBy(house.noa, [seatOn(1, 8)], 0, { voucherPayments: [{ id: credit, amount: (ONE + FEE) / 100 }] })
    expect(await stateOf(next.resId)).toBe('paid')
  })

  test('not while its replacement is expected, nor if it is valid: then it gets its part back', async () => {
    const { id, resId } = await boughtWith()
    await end(id, `state = 'forReplacement'`)
    expect((await cancelled(house.noa.visitor, resId)).creditReference).toBeNull()
    expect(await voucherState(id)).toMatchObject({ balance: 12_000 })
  })

  test('as credit by one voucher for both parts, of which the card’s part is less by earlier refunds', async () => {
    const { id, resId, tickets } = await boughtWith()
    await end(id)
    const first = await cancelled(house.noa.visitor, resId, { items: tickets.slice(0, 1), asCredit: true })
    expect(first.decision.split).toMatchObject({ toPayments: [], toVouchers: [], toCredit: ONE })
    await checkInvariants()
    const last = await cancelled(house.noa.visitor, resId)
    const ofCard = ALL - 12_000
    const ofVoucher = 12_000 - (ONE - ofCard)
    expect(last.decision.split).toMatchObject({ toPayments: [], toCredit: ofVoucher })
    expect(await givenBack()).toEqual([])
    expect(await cellOf(`SELECT sum(balance)::int FROM system_voucher`)).toBe(ALL)
  })

  test('also if it paid an earlier order, by that order’s ledger', async () => {
    const { id, resId: first, ...old } = await boughtWith()
    const made = await buy(old.uuid, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE, changing({ ...old, resId: first }))
    await end(id)
    await cancelled(house.noa.visitor, made.ok ? made.value.reservationIdentifier : '')
    expect((await givenBack()).reduce((sum, one) => sum + one, 0)).toBe(2 * DEAR - 2 * ONE + ALL - 12_000)
    const renewed = ALL - (ALL - 12_000)
    expect(await ledgerOf(first)).toEqual([
      `charge ${String(ALL - 12_000)}`,
      'voucher 12000',
      `correction -${String(2 * ONE)}`,
      `correction -${String(FEE)}`,
      `voucher -${String(renewed)}`,
      `correction ${String(renewed)}`,
    ])
    expect(await cellOf('SELECT renewed FROM cancellation')).toBe(renewed)
  })
})

describe('in a ticket change', () => {
  test('shows a guest the new number in the mail with the tickets and on their order page, and lets them use it', async () => {
    const uuid = await newVisitor()
    const id = await holdVoucher(uuid, await makeVoucher(ALL))
    const made = await buy(uuid, [seatOn(1, 1), seatOn(1, 2)], 0, { voucherPayments: [{ id, amount: ALL / 100 }] })
    if (!made.ok) throw new Error(made.refusal.code)
    await end(id)
    const old = { uuid, resId: made.value.reservationIdentifier, tickets: made.value.ticketIdentifiers }
    const next = await buy(uuid, [seatOn(3, 3), seatOn(3, 4)], 0, changing(old))
    expect(next.ok).toBe(true)
    await reconcile()
    const rest = 2 * ONE - 2 * CHEAP
    const orderId = String(await cellOf('SELECT order_id FROM orders WHERE modifies IS NOT NULL'))
    const credit = (await changesOfOrder(orderId))?.credit
    expect(credit?.amount).toBe(rest)
    expect((await mailOf(orderId, 'tickets'))?.text).toContain(credit?.reference)
    const renewed = await holdVoucher(uuid, credit?.reference ?? '')
    expect(await voucherState(renewed)).toEqual({ balance: rest, entries: [`load ${String(rest)}`] })
    expect(await voucherState(id)).toMatchObject({ balance: 0 })
    expect(await cellOf('SELECT customer_id FROM system_voucher WHERE system_voucher_id = $1', [renewed])).toBeNull()
  })

  test('gives a customer’s to the customer', async () => {
    const { id, ...old } = await boughtWith(ALL)
    await end(id)
    expect((await buy(old.uuid, [seatOn(3, 3), seatOn(3, 4)], 0, changing(old))).ok).toBe(true)
    expect(await cellOf('SELECT customer_id FROM system_voucher WHERE system_voucher_id <> $1 AND balance > 0', [id])).toBe(
      house.noa.customerId,
    )
  })
})
