import { describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import { cancelAnswer, offerAnswer } from '#lib/server/orders/cancel/cancellation-wire.ts'
import { readSettings } from '#lib/server/platform/config/settings.ts'
import { ALL, boughtBy, cancelCode, during, givenBack, openCancelHouse, signedIn, stateOf } from '#tests/support/buyers/cancels.ts'
import { buy, changing, DEAR, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { emptyHouse } from '#tests/support/buyers/house.ts'
import { holdVoucher, makeVoucher, voucherState } from '#tests/support/buyers/vouchers.ts'

const house = openCancelHouse()

describe('the rules of cancelling', () => {
  const rule = async (set: string, unset: string): Promise<string | undefined> => {
    const { resId } = await boughtBy(house.noa)
    return during(set, unset, () => cancelCode(house.noa.visitor, resId))
  }

  test('R5.52 CANCEL_NOT_ALLOWED if the setting is off, as by default, or without a policy', async () => {
    expect(await rule('cancellation_policy_id = NULL', 'cancellation_policy_id = 1')).toBe('CANCEL_NOT_ALLOWED')
    for (const DEMO of ['on', 'off']) expect(readSettings({ DEMO }).customerCancellation).toBe(false)
    expect(readSettings({}).customerCancellation).toBe(false)
    expect(readSettings({ CUSTOMER_CANCELLATION: 'on' }).customerCancellation).toBe(true)
  })

  test('R8.41 TOO_CLOSE_TO_PRSNT_DATE', async () => {
    await database().query('UPDATE cancellation_policy SET before_days = 30 WHERE cancellation_policy_id = 1')
    expect(await rule('soldout = false', 'soldout = false')).toBe('TOO_CLOSE_TO_PRSNT_DATE')
    await database().query('UPDATE cancellation_policy SET before_days = NULL')
    const past = `starts_at = CASE presentation_id WHEN 1 THEN now() - interval '1 hour' ELSE starts_at END`
    const back = `starts_at = CASE presentation_id WHEN 1 THEN now() + interval '3 days' ELSE starts_at END`
    await emptyHouse()
    house.noa = await signedIn()
    expect(await rule(past, back)).toBe('TOO_CLOSE_TO_PRSNT_DATE')
  })

  test('R8.42 TOO_FAR_FROM_PURCHASE_DATE, counted from the first purchase; an exchange does not restart the period', async () => {
    const old = await boughtBy(house.noa)
    await database().query(`UPDATE orders SET settled_at = now() - interval '20 days', created_at = now() - interval '20 days'`)
    const made = await buy(house.noa.visitor.uuid, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE, changing(old))
    const resId = made.ok ? made.value.reservationIdentifier : ''
    await database().query('UPDATE cancellation_policy SET within_days = 14')
    expect(await during('soldout = false', 'soldout = false', () => cancelCode(house.noa.visitor, resId))).toBe(
      'TOO_FAR_FROM_PURCHASE_DATE',
    )
    await database().query('UPDATE cancellation_policy SET within_days = NULL')
    expect(await during('soldout = false', 'soldout = false', () => cancelCode(house.noa.visitor, resId))).toBeUndefined()
  })

  test('R8.39 PRSNT_NOT_FOUND for a presentation that left the catalogue', async () => {
    const { resId } = await boughtBy(house.noa)
    await database().query('UPDATE order_seat SET presentation_id = 77; UPDATE seat_claim SET presentation_id = 77')
    expect(await cancelCode(house.noa.visitor, resId)).toBe('PRSNT_NOT_FOUND')
    await emptyHouse()
  })

  test('R8.40 CONTACT_PROVIDER for a used ticket; the others can be cancelled', async () => {
    const { resId, tickets } = await boughtBy(house.noa)
    await database().query('UPDATE order_seat SET used_at = now() WHERE ticket_identifier = $1', [tickets[0]])
    // The offer says so in advance for the ticket and the whole order; the other ticket has an offer.
    expect(await offerAnswer(house.noa.visitor, resId, { locale: 'he' })).toMatchObject({
      value: { items: [{ refusal: 'CONTACT_PROVIDER' }, { refusal: null, message: '' }], offer: null, refusal: 'CONTACT_PROVIDER' },
    })
    expect(await offerAnswer(house.noa.visitor, resId, { items: tickets[1], locale: 'he' })).toMatchObject({
      value: { refusal: null, offer: { refund: ONE / 100 } },
    })
    expect(await cancelCode(house.noa.visitor, resId)).toBe('CONTACT_PROVIDER')
    expect(await cancelCode(house.noa.visitor, resId, { items: tickets.slice(1) })).toBeUndefined()
    await expect(database().query('UPDATE order_seat SET used_at = now() WHERE ticket_identifier = $1', [tickets[1]])).rejects.toThrow(
      'cancelled_is_void',
    )
  })

  test('R8.40 CONTACT_PROVIDER for a part of what one ticket covers', async () => {
    const { resId, tickets } = await boughtBy(house.noa)
    await database().query('UPDATE order_seat SET is_sub_ticket = line = 1')
    expect(await cancelCode(house.noa.visitor, resId, { items: tickets.slice(0, 1) })).toBe('CONTACT_PROVIDER')
    expect(await cancelCode(house.noa.visitor, resId, { items: [...tickets] })).toBeUndefined()
  })

  test('R8.43 PROVIDER_REFUND_NOT_ALLOWED if the provider makes no refunds; credit works', async () => {
    const { resId } = await boughtBy(house.noa)
    replaceProvider({ ...paymentProvider(), canRefund: false })
    // Only the possible kind of refund is offered.
    expect(await offerAnswer(house.noa.visitor, resId, { locale: 'he' })).toMatchObject({
      value: { refusal: null, offer: { refund: ALL / 100, toCard: 0, mayBeCredit: true } },
    })
    expect(await cancelCode(house.noa.visitor, resId)).toBe('PROVIDER_REFUND_NOT_ALLOWED')
    expect(await cancelCode(house.noa.visitor, resId, { asCredit: true })).toBeUndefined()
  })

  test('R8.45 CANNOT_REFUND_CREDIT_TRANSACTION for credit of an amount that no card paid', async () => {
    const id = await holdVoucher(house.noa.visitor.uuid, await makeVoucher(ALL))
    const { resId } = await boughtBy(house.noa, undefined, 0, { voucherPayments: [{ id, amount: ALL / 100 }] })
    expect(await cancelCode(house.noa.visitor, resId, { asCredit: true })).toBe('CANNOT_REFUND_CREDIT_TRANSACTION')
    expect(await cancelCode(house.noa.visitor, resId)).toBeUndefined()
    expect(await voucherState(id)).toMatchObject({ balance: ALL })
  })

  test('R8.22 BALANCE_IS_DUE while it, or an exchange of it, is being paid', async () => {
    const old = await boughtBy(house.noa)
    replaceProvider({
      ...paymentProvider(),
      charge: () => Promise.reject(new Error('nobody answers')),
      find: () => Promise.reject(new Error('nobody answers')),
    })
    const made = await buy(house.noa.visitor.uuid, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE, changing(old)).catch(() => undefined)
    expect(made?.ok).not.toBe(true)
    expect(await cancelCode(house.noa.visitor, old.resId)).toBe('BALANCE_IS_DUE')
    const changed = String(await cellOf('SELECT reservation_identifier FROM orders WHERE modifies IS NOT NULL'))
    expect(await cancelCode(house.noa.visitor, changed)).toBe('BALANCE_IS_DUE')
  })

  test('a presentation that rules out exchanges can still be cancelled: that error belongs to exchanges', async () => {
    expect(await rule('changes_allowed = false', 'changes_allowed = true')).toBeUndefined()
  })

  test('PRICE_CHANGED if the refund differs from what the customer agreed to; nothing is done', async () => {
    const { resId } = await boughtBy(house.noa)
    expect(await cancelCode(house.noa.visitor, resId, { expectedRefund: ALL - 1 })).toBe('PRICE_CHANGED')
    expect(await cancelCode(house.noa.visitor, resId, { expectedRefund: ALL + 1 })).toBe('PRICE_CHANGED')
    const half = await cancelAnswer({ visitor: house.noa.visitor, caller: null }, resId, { expectedRefund: ALL / 100 + 0.001 })
    expect(half).toMatchObject({ refusal: { code: 'BAD_REQUEST', facts: { field: 'expectedRefund' } } })
    expect(await stateOf(resId)).toBe('paid')
    expect(await cancelCode(house.noa.visitor, resId, { expectedRefund: ALL })).toBeUndefined()
    expect(await givenBack()).toEqual([ALL])
  })

  test('a cancelled presentation is refunded in full at any time, whatever its policy', async () => {
    const { resId } = await boughtBy(house.noa)
    const set = `is_cancelled = presentation_id IN (1, 5), cancellation_policy_id = NULL, starts_at = starts_at - interval '4 days'`
    const unset = `is_cancelled = presentation_id = 5, cancellation_policy_id = 1, starts_at = starts_at + interval '4 days'`
    expect(await during(set, unset, () => cancelCode(house.noa.visitor, resId))).toBeUndefined()
    expect(await givenBack()).toEqual([ALL])
  })
})
