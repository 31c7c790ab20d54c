import { expect, test } from 'vitest'
import { usesOf, type RedeemingLine } from '#lib/domain/entitlements/check-grants.ts'
import { isOfVoucher } from '#lib/domain/entitlements/check-vouchers.ts'
import { NO_CODE, usesIn, type CodeLine } from '#lib/domain/entitlements/coupon-lines.ts'
import { restoreIncomplete } from '#lib/domain/entitlements/remove-coupon.ts'
import { plainTicket } from '#tests/domain/catalogue/catalogue-fixtures.ts'
import { grant, showing } from '#tests/domain/cart/cart-fixtures.ts'

interface Redeemed {
  readonly id?: number
  readonly presentationId?: number
  readonly ticketId?: number
  readonly isSub?: boolean
  readonly usesLeft?: number | null
}

/** A seat under a coupon for two. */
function line({ id = 1, presentationId = 1, ticketId = 1, isSub = false, usesLeft = null }: Redeemed): RedeemingLine {
  const ticket = plainTicket({ id: ticketId, multiplyFactor: 2 })
  return { grant: grant({ id, usesLeft }), presentation: showing(presentationId), ticket, isSub }
}

const sub = (of: Redeemed) => line({ ...of, isSub: true })

test.each([
  ['another coupon', [line({}), sub({}), line({ id: 2 }), sub({ id: 1 })]],
  ['another presentation', [line({}), sub({}), line({ presentationId: 2 }), sub({})]],
  ['another ticket', [line({}), sub({}), line({ ticketId: 2 }), sub({})]],
  ['a coupon and a presentation whose numbers read the same', [line({ id: 1, presentationId: 11 }), sub({ id: 11, presentationId: 1 })]],
])('R5.31 no seat is covered by a sub-ticket of %s', (_what, lines) => {
  expect(usesOf(lines).ok).toBe(false)
})

test('R5.31 the uses of two coupons are counted apart, each with its own balance', () => {
  const whole = (id: number, usesLeft: number) => [line({ id, usesLeft }), sub({ id, usesLeft })]
  expect(usesOf([...whole(1, 1), ...whole(2, 1)])).toMatchObject({ ok: true })
  expect(usesOf([...whole(2, 9), ...whole(1, 1), ...whole(1, 1)])).toMatchObject({ ok: false, refusal: { code: 'COUPON_USED' } })
})

test('only refusals of vouchers are about a voucher payment', () => {
  expect(['NOT_ACTIVE', 'VOUCHER_NO_BALANCE', 'PARTIAL_REDEMPTION_NOT_ALLOWED'].map(isOfVoucher)).toEqual([true, true, true])
  expect(['SEAT_LIMIT', 'PRICE_CHANGED', ''].map(isOfVoucher)).toEqual([false, false, false])
})

const codeLine = (key: string, more: Partial<CodeLine> = {}): CodeLine => ({
  ...NO_CODE,
  key,
  presentationId: 1,
  ticketGroupId: 1,
  ticketId: 9,
  price: 100,
  multiplyFactor: 3,
  code: 'STAGE',
  replacedTicketId: 1,
  ...more,
})
const keysOf = (uses: readonly (readonly { readonly key: string }[])[]) => uses.map((use) => use.map(({ key }) => key))

test.each([
  ['codes', { code: 'OTHER' }],
  ['presentations', { presentationId: 2 }],
  ['tickets', { ticketId: 8 }],
])('R4.24 seats of different %s are different uses', (_what, more) => {
  const lines = [codeLine('a'), codeLine('b', { ...more, isSub: true }), codeLine('c', { isSub: true })]
  expect(keysOf(usesIn(lines))).toEqual([['a', 'c'], ['b']])
})

test('R4.24 two uses of a coupon for three have two sub-tickets each', () => {
  const subs = ['c', 'd', 'e', 'f'].map((key) => codeLine(key, { isSub: true }))
  expect(keysOf(usesIn([codeLine('a'), codeLine('b'), ...subs]))).toEqual([['a', 'c', 'd'], ['b', 'e', 'f']]) // prettier-ignore
})

test('R4.23 restores the tickets of sub-tickets whose paid seat is lost, and of a use that lost one of three', () => {
  const orphans = ['c', 'd', 'e'].map((key) => codeLine(key, { isSub: true }))
  expect(restoreIncomplete(orphans).map(({ key }) => key)).toEqual(['c', 'd', 'e'])
  const short = [codeLine('a'), codeLine('b', { isSub: true, multiplyFactor: 1 })]
  expect(restoreIncomplete(short).map(({ key }) => key)).toEqual(['a', 'b'])
})
