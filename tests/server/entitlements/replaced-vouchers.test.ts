import { beforeAll, describe, expect, test } from 'vitest'
import type { CustomerVoucher } from '#lib/contract/area/customers.ts'
import { addDays, dayOf } from '#lib/domain/time/days.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { cancelOwnVoucher, replaceOwnVoucher } from '#lib/server/customers/area/own-voucher.ts'
import { vouchersOf } from '#lib/server/customers/area/customer-vouchers.ts'
import { lookUpVoucher } from '#lib/server/entitlements/system-vouchers.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { cancelled, givenBack, openCancelHouse, signedIn, stateOf } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { emptyHouse } from '#tests/support/buyers/house.ts'
import { answerOf } from '#tests/support/checks/routes.ts'
import { checkInvariants, violations } from '#tests/support/database/database.ts'
import { voucherOf } from '#tests/support/database/customer-orders.ts'
import {
  addVoucherClasses,
  boughtVouchers,
  buyVouchers,
  HUNDRED,
  liabilities,
  payWith,
  PLACE_DUE,
  VOUCHER,
  type BoughtVoucher,
} from '#tests/support/sold/vouchers.ts'

const house = openCancelHouse()
beforeAll(addVoucherClasses)

async function bought(): Promise<{ readonly resId: string; readonly voucher: BoughtVoucher }> {
  const made = await buyVouchers(house.noa.visitor.uuid, [VOUCHER], HUNDRED)
  const voucher = (await boughtVouchers()).at(-1)
  if (!made.ok || !voucher) throw new Error('Not bought.')
  return { resId: made.value.reservationIdentifier, voucher }
}

async function codeOf(asked: Promise<{ ok: true } | { ok: false; refusal: { code: string } }>): Promise<string | undefined> {
  const result = await asked
  return result.ok ? undefined : result.refusal.code
}

const shownOf = async (customerId: number) => vouchersOf(await catalogue(), customerId)

describe('a voucher is replaced by its customer', () => {
  test('R7.14 R4.35 R6.11 gets a new reference and new dates with all that was left; the old reference stops at once', async () => {
    const { resId, voucher } = await bought()
    const { visitor, customerId } = house.noa
    expect(await payWith(visitor.uuid, voucher.id)).toMatch(/^.{20}$/)
    const replaced = await replaceOwnVoucher(visitor, voucher.reference, resId)
    if (!replaced.ok) throw new Error(replaced.refusal.code)
    const left = HUNDRED - PLACE_DUE
    const [before, after] = await boughtVouchers()
    expect(before).toMatchObject({ state: 'replaced', balance: 0, ledger: ['load 10000', 'use -5700', `replace -${String(left)}`] })
    expect(after).toMatchObject({ id: replaced.value.id, reference: replaced.value.reference, state: 'active', balance: left, customerId })
    expect(after?.endsAt).toEqual(before?.endsAt)
    expect(await shownOf(customerId)).toMatchObject([
      {
        SystemVoucherId: after?.id,
        IsForReplacement: true,
        StartDate: new Date(replaced.value.startsAt).toISOString(),
        Balance: 43,
        Loaded: 43,
        ExchangeUntil: null,
      },
    ])
    const other = await newVisitor()
    await lookUpVoucher(other, voucher.reference)
    expect(await payWith(other, voucher.id, 100)).toBe('NOT_ACTIVE')
    expect(await lookUpVoucher(other, replaced.value.reference)).toBe(after?.id)
    expect(await payWith(visitor.uuid, after?.id ?? 0, left)).toMatch(/^.{20}$/)
    expect(await liabilities()).toEqual([])
  })

  test('R7.14 R4.35 the call answers what the voucher is now, as the customer’s list shows it; the last day is moved if it was near', async () => {
    const { resId, voucher } = await bought()
    const { visitor, sid, customerId } = house.noa
    await database().query(
      `UPDATE system_voucher SET starts_at = now() - interval '9 days', ends_at = now() + interval '1 day', created_at = now() - interval '9 days' WHERE system_voucher_id = $1`,
      [voucher.id],
    )
    const [old] = await shownOf(customerId)
    const request = new Request(`http://127.0.0.1/api/system-vouchers/${voucher.reference}/replacement`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', uuid: visitor.uuid, host: '127.0.0.1', cookie: `${cookieNames().sid}=${sid}` },
      body: JSON.stringify({ reservationIdentifier: resId }),
    })
    const answer = await answerOf('system-vouchers/[reference]/replacement.ts', request, { reference: voucher.reference })
    const { Reference, ...made } = (await answer?.json()) as CustomerVoucher
    const [, after] = await boughtVouchers()
    expect([Reference, made.IsForReplacement, old?.IsForReplacement]).toEqual([after?.reference, true, false])
    expect(await shownOf(customerId)).toMatchObject([made])
    const today = dayOf(Date.now())
    expect([made.StartDate, made.EndDate].map((at) => dayOf(Date.parse(at ?? '')))).toEqual([today, addDays(today, 31)])
    expect(Math.abs(Date.parse(made.DateTimeCreated) - Date.now())).toBeLessThan(60_000)
  })

  test('R8.32 only once; R8.33 not one that was bought elsewhere; R8.31 not one whose class is not exchanged', async () => {
    const { resId, voucher } = await bought()
    const { visitor, customerId } = house.noa
    const replaced = await replaceOwnVoucher(visitor, String(voucher.id), resId)
    const next = replaced.ok ? replaced.value.reference : ''
    expect(await codeOf(replaceOwnVoucher(visitor, next, resId))).toBe('ALREADY_FOR_REPLACEMENT')
    expect(await codeOf(replaceOwnVoucher(visitor, voucher.reference, resId))).toBe('ALREADY_FOR_REPLACEMENT')
    const credit = await voucherOf(customerId, 'CREDIT-1', 5_000)
    expect(await codeOf(replaceOwnVoucher(visitor, String(credit), resId))).toBe('NOT_SOLD_IN_OUTLET')
    const whole = await buyVouchers(visitor.uuid, [{ SystemVoucherId: 2 }], 5_000)
    const last = (await boughtVouchers()).at(-1)
    expect(await codeOf(replaceOwnVoucher(visitor, last?.reference ?? '', whole.ok ? whole.value.reservationIdentifier : ''))).toBe(
      'NOT_ACTIVE',
    )
  })

  test('R8.30 never another customer’s, nor by another reservation, nor unsigned', async () => {
    const { resId, voucher } = await bought()
    const { visitor } = await signedIn()
    for (const act of [
      (who: typeof visitor) => replaceOwnVoucher(who, voucher.reference, resId),
      (who: typeof visitor) => cancelOwnVoucher({ visitor: who, caller: null }, voucher.reference, { reservationIdentifier: resId }),
    ]) {
      expect(await codeOf(act(visitor))).toBe('SYSTEM_VOUCHER_NOT_FOUND')
      expect(await codeOf(act({ uuid: await newVisitor(), proof: 'cookie', sidHash: Buffer.alloc(32) }))).toBe('NOT_SIGNED_IN')
    }
    expect(await codeOf(replaceOwnVoucher(house.noa.visitor, voucher.reference, 'A'.repeat(20)))).toBe('SYSTEM_VOUCHER_NOT_FOUND')
    expect(await boughtVouchers()).toMatchObject([{ state: 'active', balance: HUNDRED }])
  })
})

describe('a voucher is cancelled by its customer', () => {
  test('R7.13 R6.10 R4.34 gives back what is unused once, and leaves the customer’s list; a replacement too', async () => {
    const { visitor, customerId } = house.noa
    const { resId, voucher } = await bought()
    const replaced = await replaceOwnVoucher(visitor, voucher.reference, resId)
    expect(await shownOf(customerId)).toHaveLength(1)
    const reference = replaced.ok ? replaced.value.reference : ''
    expect(await cancelOwnVoucher({ visitor, caller: null }, reference, { reservationIdentifier: resId })).toMatchObject({ ok: true })
    expect([await stateOf(resId), await givenBack(), await shownOf(customerId), await liabilities()]).toEqual(['refunded', [9_500], [], []])
    expect(await boughtVouchers()).toMatchObject([
      { state: 'replaced', balance: 0 },
      { state: 'cancelled', balance: 0, ledger: ['replace 10000', 'cancel -10000'] },
    ])
    expect(await codeOf(cancelOwnVoucher({ visitor, caller: null }, reference, { reservationIdentifier: resId }))).toBe('NOTHING_TO_CANCEL')
    expect(await givenBack()).toEqual([9_500])
  })

  test('R8.35 but not one whose class is not cancelled', async () => {
    const made = await buyVouchers(house.noa.visitor.uuid, [{ SystemVoucherId: 2 }], 5_000)
    const [voucher] = await boughtVouchers()
    const resId = made.ok ? made.value.reservationIdentifier : ''
    expect(
      await codeOf(
        cancelOwnVoucher({ visitor: house.noa.visitor, caller: null }, voucher?.reference ?? '', { reservationIdentifier: resId }),
      ),
    ).toBe('VOUCHER_CANCELLATION_NOT_ALLOWED')
  })

  test('a use that is cancelled after the replacement becomes a new voucher', async () => {
    const { resId, voucher } = await bought()
    const { visitor } = house.noa
    const used = await payWith(visitor.uuid, voucher.id)
    await replaceOwnVoucher(visitor, voucher.reference, resId)
    await cancelled(visitor, used)
    const { rows } = await database().query<{ sum: number }>(
      'SELECT sum(balance)::int FROM system_voucher WHERE system_voucher_class_id IS NULL',
    )
    expect(rows).toEqual([{ sum: PLACE_DUE }])
  })
})

describe('fifty at once redeem, replace and cancel one voucher', () => {
  const ROUNDS = Number(process.env.RACE_ROUNDS ?? 4)
  const MANY = 50

  /** @returns how many of each have succeeded */
  async function race(replace: typeof replaceOwnVoucher = replaceOwnVoucher): Promise<readonly number[]> {
    const { resId, voucher } = await bought()
    const { visitor } = house.noa
    const buyers = await Promise.all(
      Array.from({ length: MANY }, async () => {
        const uuid = await newVisitor()
        await lookUpVoucher(uuid, voucher.reference)
        return uuid
      }),
    )
    const told = await Promise.all(
      buyers.map(async (uuid, n) => {
        if (n % 5 < 3) return ['used', /^.{20}$/.test(await payWith(uuid, voucher.id))] as const
        if (n % 5 === 3) return ['replaced', (await replace(visitor, voucher.reference, resId)).ok] as const
        return [
          'cancelled',
          (await cancelOwnVoucher({ visitor, caller: null }, voucher.reference, { reservationIdentifier: resId })).ok,
        ] as const
      }),
    )
    return ['used', 'replaced', 'cancelled'].map((name) => told.filter(([what, isDone]) => what === name && isDone).length)
  }

  test(`the ledger is exact and money goes back at most once, in ${String(ROUNDS)} rounds`, { timeout: 600_000 }, async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const [used = 0, replaced = 0, cancels = 0] = await race()
      expect(used, `round ${String(round)}`).toBeLessThanOrEqual(1)
      expect(replaced).toBeLessThanOrEqual(1)
      expect(cancels).toBeLessThanOrEqual(1)
      expect(used + replaced + cancels).toBeGreaterThan(0)
      expect((await givenBack()).length).toBe(cancels)
      await checkInvariants()
      await emptyHouse()
      house.noa = await signedIn()
    }
  })

  test(
    'control: a replacement that reads before it locks loses or makes value, which the invariants report',
    { timeout: 600_000 },
    async () => {
      /** Reads what is left, waits, and writes what it read. */
      const replaceByReadingFirst: typeof replaceOwnVoucher = async (_visitor, reference) => {
        const old = (await boughtVouchers()).find((one) => one.reference === reference)
        await new Promise((resolve) => setTimeout(resolve, 20))
        await inTransaction(async (client) => {
          await client.query(
            `WITH made AS (INSERT INTO system_voucher (reference_index, reference_encrypted, balance, system_voucher_class_id, replaces)
             SELECT 'control', '', $2, 1, $1 WHERE NOT EXISTS (SELECT FROM system_voucher WHERE replaces = $1) RETURNING system_voucher_id),
           closed AS (UPDATE system_voucher SET state = 'replaced', balance = 0 WHERE system_voucher_id = $1)
           INSERT INTO voucher_ledger (system_voucher_id, kind, amount) SELECT $1, 'replace', -$2::int UNION ALL SELECT system_voucher_id, 'replace', $2 FROM made`,
            [old?.id, old?.balance],
          )
        }).catch(() => undefined)
        return { ok: false, refusal: { code: 'ERROR' } }
      }
      let broken: readonly unknown[] = []
      for (let round = 0; round < 10 && broken.length === 0; round++) {
        await race(replaceByReadingFirst)
        broken = await violations()
        await emptyHouse()
        house.noa = await signedIn()
      }
      expect(broken).not.toEqual([])
      await race()
    },
  )
})
