import { beforeAll, describe, expect, test } from 'vitest'
import { isMistyped } from '#lib/domain/entitlements/voucher-reference.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { cancelOwnVoucher, replaceOwnVoucher } from '#lib/server/customers/area/own-voucher.ts'
import { vouchersOf } from '#lib/server/customers/area/customer-vouchers.ts'
import { dropVoucher, keepVoucher, numberKept } from '#lib/server/entitlements/kept-vouchers.ts'
import { openCancelHouse, signedIn, type SignedIn } from '#tests/support/buyers/cancels.ts'
import { makeVoucher } from '#tests/support/buyers/vouchers.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { voucherIndexesOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { addVoucherClasses, boughtVouchers, buyVouchers, HUNDRED, VOUCHER, type BoughtVoucher } from '#tests/support/sold/vouchers.ts'

const house = openCancelHouse()
beforeAll(addVoucherClasses)

/** A voucher that noa has bought. */
async function bought(): Promise<BoughtVoucher & { readonly resId: string }> {
  const made = await buyVouchers(house.noa.visitor.uuid, [VOUCHER], HUNDRED)
  const voucher = (await boughtVouchers()).at(-1)
  if (!made.ok || !voucher) throw new Error('Not bought.')
  return { ...voucher, resId: made.value.reservationIdentifier }
}

const human = () => Promise.resolve(accept(null))

/** @returns the voucher's id, or the code of the refusal */
async function keep({ visitor, customerId }: SignedIn, reference: string, caller: string | null = null): Promise<number | string> {
  const kept = await keepVoucher({ uuid: visitor.uuid, caller, network: caller, customerId }, reference, human)
  return kept.ok ? kept.value : kept.refusal.code
}

const shownTo = async ({ customerId }: Pick<SignedIn, 'customerId'>) => vouchersOf(await catalogue(), customerId)
const audited = (action: string) => cellOf('SELECT count(*)::int FROM audit WHERE action = $1', [action])

describe('a voucher that somebody was given', () => {
  test('is added to the own area by its whole number, in any writing, once; the buyer keeps it as well', async () => {
    const [voucher, ruth] = [await bought(), await signedIn()]
    expect(await keep(ruth, voucher.reference.toLowerCase().replaceAll('-', ' '))).toBe(voucher.id)
    expect(await keep(ruth, voucher.reference)).toBe(voucher.id)
    expect(await shownTo(ruth)).toMatchObject([
      { SystemVoucherId: voucher.id, Balance: 100, IsKept: true, ReservationIdentifier: null, ExchangeUntil: null },
    ])
    expect(await shownTo(house.noa)).toMatchObject([{ SystemVoucherId: voucher.id, IsKept: false, ReservationIdentifier: voucher.resId }])
    expect(await numberKept(ruth.customerId, voucher.id)).toBe(voucher.reference)
    expect(await audited('keep voucher')).toBe(1)
    await checkInvariants()
  })

  test('is its buyer’s alone to cancel and to replace; once replaced it leaves the area', async () => {
    const [{ id, reference, resId }, ruth] = [await bought(), await signedIn()]
    await keep(ruth, reference)
    for (const asked of [
      await cancelOwnVoucher({ visitor: ruth.visitor, caller: null }, reference, { reservationIdentifier: resId }),
      await replaceOwnVoucher(ruth.visitor, reference, resId),
    ])
      expect(asked).toMatchObject({ ok: false, refusal: { code: 'SYSTEM_VOUCHER_NOT_FOUND' } })
    expect((await replaceOwnVoucher(house.noa.visitor, reference, resId)).ok).toBe(true)
    expect(await shownTo(ruth)).toEqual([])
    expect(await numberKept(ruth.customerId, id)).toBeUndefined()
    expect(await keep(ruth, reference)).toBe('ALREADY_FOR_REPLACEMENT')
    await checkInvariants()
  })

  test('is shown with its whole number to whom an import or a cancellation gave it, and to nobody else; a bought one is not', async () => {
    const [reference, ruth, other, voucher] = [await makeVoucher(5_000), await signedIn(), await signedIn(), await bought()]
    await database().query('UPDATE system_voucher SET customer_id = $1 WHERE reference_index = ANY ($2)', [
      ruth.customerId,
      voucherIndexesOf(reference),
    ])
    const [{ SystemVoucherId: id } = { SystemVoucherId: 0 }] = await shownTo(ruth)
    expect(await numberKept(ruth.customerId, id)).toBe(reference)
    expect(await numberKept(other.customerId, id)).toBeUndefined()
    expect(await numberKept(house.noa.customerId, voucher.id)).toBeUndefined()
    await replaceOwnVoucher(house.noa.visitor, voucher.reference, voucher.resId)
    const [replacement] = await shownTo(house.noa)
    expect(await numberKept(house.noa.customerId, replacement?.SystemVoucherId ?? 0)).toBeUndefined()
    await database().query(`UPDATE system_voucher SET state = 'cancelled' WHERE system_voucher_id = $1`, [id])
    expect(await numberKept(ruth.customerId, id)).toBeUndefined()
    await database().query(`UPDATE system_voucher SET state = 'active' WHERE system_voucher_id = $1`, [id])
  })

  test('of a house is added, though its number looks like a mistyped one of the shop', async () => {
    const [reference, ruth] = [await makeVoucher(5_000), await signedIn()]
    expect(isMistyped(`${reference.slice(0, -1)}7`) || isMistyped(`${reference.slice(0, -1)}8`)).toBe(true)
    expect(await keep(ruth, reference, '203.0.113.9')).toEqual(expect.any(Number))
  })

  test('is added on paper too, and removed again by whoever added it', async () => {
    const [reference, ruth, other] = [await makeVoucher(5_000), await signedIn(), await signedIn()]
    const id = Number(await keep(ruth, reference))
    expect((await dropVoucher(other.visitor.uuid, other.customerId, id)).ok).toBe(false)
    expect(await shownTo(ruth)).toHaveLength(1)
    expect((await dropVoucher(ruth.visitor.uuid, ruth.customerId, id)).ok).toBe(true)
    expect(await shownTo(ruth)).toEqual([])
    expect(await audited('drop voucher')).toBe(1)
    await checkInvariants()
  })

  test('of one’s own purchase nothing is added', async () => {
    const voucher = await bought()
    expect(await keep(house.noa, voucher.reference)).toBe(voucher.id)
    expect(await cellOf('SELECT count(*)::int FROM kept_voucher WHERE system_voucher_id = $1', [voucher.id])).toBe(0)
  })
})

describe('numbers are not guessed', () => {
  test('five wrong ones of a session, and then it waits, also with the right one', async () => {
    const [voucher, ruth] = [await bought(), await signedIn()]
    for (let n = 0; n < 5; n++) expect(await keep(ruth, `AAAA-BBBB-CCCC-000${String(n)}`, '203.0.113.7')).toBe('SYSTEM_VOUCHER_NOT_FOUND')
    expect(await keep(ruth, voucher.reference, '203.0.113.7')).toBe('TOO_MANY_CODES')
    expect(await shownTo(ruth)).toEqual([])
  })

  test('one with a wrong sign is told as mistyped and counts as no guess, ten times: then it does', async () => {
    const [voucher, ruth] = [await bought(), await signedIn()]
    const last = voucher.reference.at(-1) === 'Q' ? 'R' : 'Q'
    for (let n = 0; n < 10; n++) expect(await keep(ruth, voucher.reference.slice(0, -1) + last, '203.0.113.8')).toBe('VOUCHER_MISTYPED')
    expect(await keep(ruth, voucher.reference, '203.0.113.8')).toBe(voucher.id)
    for (let n = 0; n < 5; n++)
      expect(await keep(ruth, voucher.reference.slice(0, -1) + last, '203.0.113.8')).toBe('SYSTEM_VOUCHER_NOT_FOUND')
    expect(await keep(ruth, voucher.reference, '203.0.113.8')).toBe('TOO_MANY_CODES')
  })

  test('who has not passed the human check is told nothing of the number', async () => {
    const [voucher, { visitor, customerId }] = [await bought(), await signedIn()]
    const asked = await keepVoucher({ uuid: visitor.uuid, caller: null, network: null, customerId }, voucher.reference, () =>
      Promise.resolve(refuse('invalid_captcha')),
    )
    expect(asked).toMatchObject({ ok: false, refusal: { code: 'invalid_captcha' } })
    expect(await shownTo({ customerId })).toEqual([])
  })
})
