import { describe, expect, test } from 'vitest'
import { cancellationCharge, feesBack, keptUnder, type FeePart } from '#lib/domain/orders/cancel-money.ts'
import { splitRefund, withoutGifts, type PaymentLeft, type VoucherLeft } from '#lib/domain/money/split-refund.ts'
import { cancellableUntil, cancelRefusal, showOfTicket, type CancellableShow } from '#lib/domain/orders/cancel-rules.ts'
import { ISRAELI_CONSUMER_POLICY } from '#lib/domain/orders/cancellation-policies.ts'
import type { CancellationCharge, CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import { seededRandom } from '#lib/domain/seeded-random.ts'

const LAW: CancellationPolicy = { id: 1, name: 'החוק', ...ISRAELI_CONSUMER_POLICY }
const OPEN: CancellationPolicy = {
  id: 2,
  name: '',
  withinDays: null,
  beforeDays: null,
  countsRestDays: true,
  charge: { kind: 'none' },
  chargeLimit: null,
}

/** A presentation at 20:30. */
function showOn(day: string, cancellation: CancellationPolicy | null, isCancelled = false): CancellableShow {
  return { startsAt: Date.parse(`${day}T20:30:00+03:00`), isCancelled, cancellation }
}

const at = (text: string) => Date.parse(`${text}+03:00`)

describe('may an order be cancelled?', () => {
  const show = showOn('2026-07-16', LAW)
  const bought = at('2026-07-01T09:00:00')

  test('R5.52 requires the setting and a policy of the presentation', () => {
    const time = { boughtAt: bought, now: bought }
    expect(cancelRefusal(show, time, false)).toBe('CANCEL_NOT_ALLOWED')
    expect(cancelRefusal(showOn('2026-07-16', null), time, true)).toBe('CANCEL_NOT_ALLOWED')
    expect(cancelRefusal(show, time, true)).toBeUndefined()
  })

  test('R8.39 answers PRSNT_NOT_FOUND for a presentation that left the catalogue', () => {
    expect(cancelRefusal(undefined, { boughtAt: bought, now: bought }, true)).toBe('PRSNT_NOT_FOUND')
  })

  test('R8.41 answers TOO_CLOSE_TO_PRSNT_DATE from midnight after the last allowed day', () => {
    // From Wednesday 8 July to Thursday the 16th there are seven days besides the Saturday.
    const code = (now: string) => cancelRefusal(show, { boughtAt: at('2026-07-05T09:00:00'), now: at(now) }, true)
    expect(code('2026-07-08T23:59:59')).toBeUndefined()
    expect(code('2026-07-09T00:00:00')).toBe('TOO_CLOSE_TO_PRSNT_DATE')
    expect(cancellableUntil(show, at('2026-07-05T09:00:00'))).toBe(at('2026-07-09T00:00:00'))
  })

  test('R8.41 allows it until the start if no days are set', () => {
    const code = (now: string) => cancelRefusal(showOn('2026-07-16', OPEN), { boughtAt: bought, now: at(now) }, true)
    expect(code('2026-07-16T20:29:59')).toBeUndefined()
    expect(code('2026-07-16T20:30:00')).toBe('TOO_CLOSE_TO_PRSNT_DATE')
  })

  test('R8.42 answers TOO_FAR_FROM_PURCHASE_DATE after the fourteenth day since the purchase', () => {
    const far = showOn('2026-12-16', LAW)
    expect(cancelRefusal(far, { boughtAt: bought, now: at('2026-07-15T23:59:59') }, true)).toBeUndefined()
    expect(cancelRefusal(far, { boughtAt: bought, now: at('2026-07-16T00:00:00') }, true)).toBe('TOO_FAR_FROM_PURCHASE_DATE')
    expect(cancellableUntil(far, bought)).toBe(at('2026-07-16T00:00:00'))
  })

  test('always allows it for a cancelled presentation, even after its date and without a policy', () => {
    const time = { boughtAt: bought, now: at('2026-08-01T00:00:00') }
    expect(cancelRefusal(showOn('2026-07-16', LAW, true), time, true)).toBeUndefined()
    expect(cancelRefusal(showOn('2026-07-16', null, true), time, true)).toBeUndefined()
    expect(cancellableUntil(showOn('2026-07-16', LAW, true), bought)).toBeNull()
  })
})

describe('a ticket whose date or seat the house has moved', () => {
  const now = at('2026-07-16T20:29:59')
  const mayCancel = (show: CancellableShow | undefined, isMoved: boolean) =>
    cancelRefusal(showOfTicket(show, isMoved), { boughtAt: at('2026-01-01T09:00:00'), now }, true)

  test.each<[string, CancellableShow | undefined, string | undefined, string | undefined]>([
    ['under the law', showOn('2026-07-16', LAW), 'TOO_CLOSE_TO_PRSNT_DATE', undefined],
    ['without a policy', showOn('2026-07-16', null), 'CANCEL_NOT_ALLOWED', undefined],
    ['of a show that has begun', showOn('2026-07-15', LAW), 'TOO_CLOSE_TO_PRSNT_DATE', 'TOO_CLOSE_TO_PRSNT_DATE'],
    ['of a show that is gone', undefined, 'PRSNT_NOT_FOUND', 'PRSNT_NOT_FOUND'],
  ])('may be cancelled until the show begins, whatever the policy: %s', (_what, show, unmoved, moved) => {
    expect([mayCancel(show, false), mayCancel(show, true)]).toEqual([unmoved, moved])
  })

  test('is cancelled without a charge, and is of the same show otherwise', () => {
    const show = { id: 7, ...showOn('2026-07-16', LAW) }
    const moved = showOfTicket(show, true)
    expect(moved).toMatchObject({ id: 7, startsAt: show.startsAt, isCancelled: false })
    expect(cancellationCharge({ policy: moved?.cancellation ?? LAW, worth: 20_000, tickets: 2, kept: 0 })).toBe(0)
    expect(showOfTicket(show, false)).toBe(show)
  })
})

describe('R9.32 the cancellation charge: fixed, per ticket, or a percentage of the amount paid', () => {
  const kept = (charge: CancellationCharge, worth: number, more: { tickets?: number; limit?: number | null; before?: number } = {}) =>
    cancellationCharge({ policy: { charge, chargeLimit: more.limit ?? null }, worth, tickets: more.tickets ?? 2, kept: more.before ?? 0 })

  test.each<[string, Parameters<typeof kept>, number]>([
    ['nothing', [{ kind: 'none' }, 21_000], 0],
    ['a fixed sum once', [{ kind: 'fixed', amount: 2_000 }, 21_000], 2_000],
    ['a sum for each ticket', [{ kind: 'perTicket', amount: 1_500 }, 21_000, { tickets: 3 }], 4_500],
    ['a percentage', [{ kind: 'percent', percent: 5 }, 21_000], 1_050],
    ['of an odd sum rounded down', [{ kind: 'percent', percent: 5 }, 21_019], 1_050],
    ['1.15 % of ₪30', [{ kind: 'percent', percent: 1.15 }, 3_000], 34],
    ['never more than the limit', [{ kind: 'percent', percent: 5 }, 300_000, { limit: 10_000 }], 10_000],
    ['of which earlier ones have taken a part', [{ kind: 'percent', percent: 5 }, 300_000, { limit: 10_000, before: 7_000 }], 3_000],
    ['or all', [{ kind: 'fixed', amount: 500 }, 300_000, { limit: 10_000, before: 10_500 }], 0],
    ['never more than was paid', [{ kind: 'fixed', amount: 5_000 }, 1_200], 1_200],
    ['nothing of nothing', [{ kind: 'perTicket', amount: 5_000 }, 0], 0],
    ['nothing of a remainder below nothing', [{ kind: 'percent', percent: 5 }, -1], 0],
    ['nor once', [{ kind: 'fixed', amount: 2_000 }, -1], 0],
  ])('%s', (_name, terms, wanted) => {
    expect(kept(...terms)).toBe(wanted)
  })

  test('follows the law: the lower of 5 % and ₪100', () => {
    const law = (worth: number) => cancellationCharge({ policy: LAW, worth, tickets: 2, kept: 0 })
    expect([law(10_000), law(199_900), law(200_000), law(500_000)]).toEqual([500, 9_995, 10_000, 10_000])
  })

  test('is nothing for a cancelled presentation', () => {
    expect(cancellationCharge({ policy: null, worth: 50_000, tickets: 4, kept: 0 })).toBe(0)
  })

  test('counts in the limit of a policy what that one kept before, and what is not known to be of another', () => {
    const byPolicy = [
      { policyId: 1, amount: 300 },
      { policyId: 2, amount: 500 },
    ]
    const keptBy = (policyId?: number) => keptUnder({ byPolicy, unknown: 40 }, policyId)
    expect([keptBy(1), keptBy(2), keptBy(3), keptBy()]).toEqual([340, 540, 40, 40])
    expect(keptUnder({ byPolicy: [], unknown: 0 }, 1)).toBe(0)
  })
})

describe('the refund', () => {
  const card = (left: number, canRefund = true): PaymentLeft => ({ paymentId: `p${String(left)}`, left, canRefund })
  const voucher = (voucherId: number, left: number, isUsable = true): VoucherLeft => ({ orderId: 'o', voucherId, left, isUsable })

  test('goes to cards first, in the given order, then to the vouchers that paid', () => {
    const split = splitRefund(900, { payments: [card(300), card(200)], credited: 0, vouchers: [voucher(1, 250), voucher(2, 400)] }, false)
    expect(split).toEqual({
      ok: true,
      value: {
        toPayments: [
          { paymentId: 'p300', amount: 300 },
          { paymentId: 'p200', amount: 200 },
        ],
        toVouchers: [
          { orderId: 'o', voucherId: 1, amount: 250 },
          { orderId: 'o', voucherId: 2, amount: 150 },
        ],
        renewed: [],
        toCredit: 0,
      },
    })
  })

  test('gives the cards’ part as credit if wanted; an amount credited earlier no longer belongs to a card', () => {
    const money = { payments: [card(300)], credited: 0, vouchers: [voucher(1, 250)] }
    expect(splitRefund(400, money, true)).toMatchObject({ value: { toPayments: [], toCredit: 300, toVouchers: [{ amount: 100 }] } })
    expect(splitRefund(250, { ...money, credited: 200 }, false)).toMatchObject({
      value: { toPayments: [{ amount: 100 }], toVouchers: [{ amount: 150 }] },
    })
  })

  test('turns the part of an unusable voucher into a new one, with the cards’ part if credit is wanted', () => {
    const money = { payments: [card(300)], credited: 0, vouchers: [voucher(1, 100, false), voucher(2, 400)] }
    const renewed = [{ orderId: 'o', voucherId: 1, amount: 100 }]
    const toVouchers = [{ orderId: 'o', voucherId: 2, amount: 50 }]
    expect(splitRefund(450, money, false)).toEqual({
      ok: true,
      value: { toPayments: [{ paymentId: 'p300', amount: 300 }], toVouchers, renewed, toCredit: 100 },
    })
    expect(splitRefund(450, money, true)).toEqual({ ok: true, value: { toPayments: [], toVouchers, renewed, toCredit: 400 } })
  })

  const codeOf = (result: ReturnType<typeof splitRefund>) => (result.ok ? undefined : result.refusal.code)

  test('R8.43 answers PROVIDER_REFUND_NOT_ALLOWED unless credit is wanted or that card is not needed', () => {
    const money = { payments: [card(300), card(200, false)], credited: 0, vouchers: [] }
    expect(codeOf(splitRefund(400, money, false))).toBe('PROVIDER_REFUND_NOT_ALLOWED')
    expect(codeOf(splitRefund(400, money, true))).toBeUndefined()
    expect(codeOf(splitRefund(300, money, false))).toBeUndefined()
  })

  test('R8.45 answers CANNOT_REFUND_CREDIT_TRANSACTION for credit of an amount that no card paid', () => {
    expect(codeOf(splitRefund(100, { payments: [], credited: 0, vouchers: [voucher(1, 100)] }, true))).toBe(
      'CANNOT_REFUND_CREDIT_TRANSACTION',
    )
    expect(codeOf(splitRefund(0, { payments: [], credited: 0, vouchers: [] }, true))).toBeUndefined()
  })

  test('R8.40 answers CONTACT_PROVIDER for more than all payments hold', () => {
    expect(codeOf(splitRefund(401, { payments: [card(300)], credited: 0, vouchers: [voucher(1, 100)] }, false))).toBe('CONTACT_PROVIDER')
  })

  test('never takes what paid donations that stand: the payments of their order keep it, or the nearest others', () => {
    const paid = (orderId: string, left: number) => ({ ...card(left), orderId })
    const payments = [paid('new', 300), paid('old', 200), paid('old', 50)]
    const leftWith = (...gifts: { orderId: string; amount: number }[]) => withoutGifts(payments, gifts).map(({ left }) => left)
    expect(leftWith()).toEqual([300, 200, 50])
    expect(leftWith({ orderId: 'old', amount: 220 })).toEqual([300, 0, 30])
    expect(leftWith({ orderId: 'new', amount: 310 }, { orderId: 'old', amount: 20 })).toEqual([0, 170, 50])
    expect(leftWith({ orderId: 'gone', amount: 700 })).toEqual([0, 0, 0])
    const money = { payments: withoutGifts(payments, [{ orderId: 'old', amount: 250 }]), credited: 0, vouchers: [voucher(1, 100)] }
    expect(splitRefund(400, money, false)).toMatchObject({ value: { toPayments: [{ amount: 300 }], toVouchers: [{ amount: 100 }] } })
  })
})

test('makes charge and parts of any cancellation add up to the agora and takes no more than a payment has', () => {
  const random = seededRandom(41)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  for (let round = 0; round < 5_000; round += 1) {
    const charges: CancellationCharge[] = [
      { kind: 'none' },
      { kind: 'fixed', amount: upTo(9_000) },
      { kind: 'perTicket', amount: upTo(3_000) },
      { kind: 'percent', percent: upTo(100_000) / 1_000 },
    ]
    const before = upTo(4_000)
    const parts = Array.from({ length: 1 + upTo(3) }, () => ({
      kept: before,
      policy:
        upTo(4) === 0 ? null : { charge: charges[upTo(3)] ?? { kind: 'none' as const }, chargeLimit: upTo(1) === 0 ? null : upTo(8_000) },
      worth: upTo(40_000),
      tickets: upTo(6),
    }))
    const worth = parts.reduce((sum, part) => sum + part.worth, 0)
    const charge = parts.reduce((sum, part) => sum + cancellationCharge(part), 0)
    expect(Number.isInteger(charge)).toBe(true)
    expect(charge).toBeGreaterThanOrEqual(0)
    expect(charge).toBeLessThanOrEqual(worth)
    for (const part of parts) {
      const own = cancellationCharge(part)
      const limit = part.policy ? (part.policy.chargeLimit ?? Infinity) : 0
      expect(own).toBeLessThanOrEqual(Math.min(part.worth, limit))
    }
    const payments = Array.from({ length: upTo(3) }, (_, n) => ({ paymentId: `p${String(n)}`, left: upTo(30_000), canRefund: upTo(9) > 0 }))
    const vouchers = Array.from({ length: upTo(3) }, (_, n) => ({ orderId: 'o', voucherId: n, left: upTo(30_000), isUsable: upTo(3) > 0 }))
    const split = splitRefund(worth - charge, { payments, credited: upTo(9_000), vouchers }, upTo(1) === 1)
    if (!split.ok) continue
    const { toPayments, toVouchers, renewed, toCredit } = split.value
    const given = [...toPayments, ...toVouchers].reduce((sum, { amount }) => sum + amount, toCredit)
    expect(given + charge).toBe(worth)
    for (const part of toPayments)
      expect(part.amount).toBeLessThanOrEqual(payments.find((one) => one.paymentId === part.paymentId)?.left ?? -1)
    for (const part of [...toVouchers, ...renewed])
      expect(part.amount).toBeLessThanOrEqual(vouchers.find((one) => one.voucherId === part.voucherId)?.left ?? -1)
    expect(renewed.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(toCredit)
    expect([...toPayments, ...toVouchers, ...renewed].every(({ amount }) => amount > 0)).toBe(true)
  }
})

describe('the refund of handling fees', () => {
  const ended = [{ orderId: 'own', amount: 700 }]
  const left = (own: number, more: Parameters<typeof feesBack>[0]['ended'] = ended) => ({ orderId: 'own', own, ended: more })
  test.each<[string, Parameters<typeof feesBack>, readonly FeePart[]]>([
    ['a fixed one of a part: nothing', [left(700), false, 0], []],
    ['a fixed one with the last: all', [left(700), true, 0], ended],
    ['a fixed one while something of it lives elsewhere: nothing', [left(700, []), true, 0], []],
    [
      'with the last along the chain: of each order its own',
      [left(0, [{ orderId: 'first', amount: 700 }]), true, 0],
      [{ orderId: 'first', amount: 700 }],
    ],
    ['a percentage of a part: the shares', [left(700), false, 350], [{ orderId: 'own', amount: 350 }]],
    ['a percentage of a part, never more than is left', [left(20), false, 22], [{ orderId: 'own', amount: 20 }]],
    [
      'a percentage with the last: what is left',
      [left(349, [{ orderId: 'own', amount: 349 }]), true, 350],
      [{ orderId: 'own', amount: 349 }],
    ],
    ['none at all', [left(0, []), true, 0], []],
  ])('%s', (_what, asked, parts) => {
    expect(feesBack(...asked)).toEqual(parts)
  })
})
