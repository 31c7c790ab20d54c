import type { BundlePayment } from '#lib/domain/catalogue/bundle.ts'
import type { OrderFacts, VoucherBalance } from './grant.ts'
import { toAgorot, type Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** A voucher to pay with. The amount, in shekels, is only compared; null aborts the cart (spec §5). */
export interface WantedVoucher {
  readonly id: number
  readonly amount?: number | null | undefined
}

/** Why a voucher cannot pay at a business; undefined if it can. */
export function voucherProblem(voucher: VoucherBalance, businessId: number | undefined, now: number): RefusalCode | undefined {
  const { state, startsAt, endsAt, businessIds, balance } = voucher
  if (state === 'forReplacement') return 'ALREADY_FOR_REPLACEMENT'
  if (state !== 'active' || (startsAt !== null && now < startsAt) || (endsAt !== null && now >= endsAt)) return 'NOT_ACTIVE'
  if (businessIds !== null && businessId !== undefined && !businessIds.includes(businessId)) return 'NOT_SOLD_IN_OUTLET'
  return balance <= 0 ? 'VOUCHER_NO_BALANCE' : undefined
}

/** Checks the vouchers of a cart, in the order given. Refusals: those of `voucherProblem`; VOUCHER_NO_AMOUNT; BAD_REQUEST (one twice). */
export function checkVouchers(
  wanted: readonly WantedVoucher[],
  { vouchers: known, now }: Pick<OrderFacts, 'vouchers' | 'now'>,
  businessId: number | undefined,
): Result<VoucherBalance[]> {
  if (new Set(wanted.map(({ id }) => id)).size < wanted.length) return refuse('BAD_REQUEST')
  const vouchers: VoucherBalance[] = []
  for (const { id, amount } of wanted) {
    if (amount === null) return refuse('VOUCHER_NO_AMOUNT')
    const voucher = known.get(id)
    if (!voucher) return refuse('SYSTEM_VOUCHER_NOT_FOUND')
    const problem = voucherProblem(voucher, businessId, now)
    if (problem) return refuse(problem)
    vouchers.push(voucher)
  }
  return accept(vouchers)
}

/** What vouchers pay. */
export interface VouchersPay {
  /** Of each voucher, in their order. */
  readonly payments: readonly Agorot[]
  /** What bundles pay, by voucher. */
  readonly bundles: ReadonlyMap<number, BundlePayment>
}

/**
 * Checks that the vouchers pay what the client saw. Refusals: VOUCHER_NO_BALANCE (nothing is left for one to pay), VOUCHER_NO_TICKET (a bundle has no ticket to
 * pay), PARTIAL_REDEMPTION_NOT_ALLOWED (one that must be spent whole would keep a rest), PRICE_CHANGED (the client's amount differs).
 */
export function voucherRefusal(
  wanted: readonly WantedVoucher[],
  vouchers: readonly VoucherBalance[],
  { payments, bundles }: VouchersPay,
): RefusalCode | undefined {
  for (const [at, voucher] of vouchers.entries()) {
    const payment = payments[at] ?? 0
    if (payment <= 0) return voucher.bundle ? 'VOUCHER_NO_TICKET' : 'VOUCHER_NO_BALANCE'
    const spent = voucher.bundle ? (bundles.get(voucher.id)?.tickets ?? 0) : payment
    if (!voucher.allowsPartial && spent < voucher.balance) return 'PARTIAL_REDEMPTION_NOT_ALLOWED'
    const said = wanted[at]?.amount
    if (typeof said === 'number' && toAgorot(said) !== payment) return 'PRICE_CHANGED'
  }
  return undefined
}

/** Refusals about a voucher payment. */
export const VOUCHER_REFUSALS: readonly string[] = [
  'SYSTEM_VOUCHER_NOT_FOUND',
  'NOT_ACTIVE',
  'ALREADY_FOR_REPLACEMENT',
  'NOT_SOLD_IN_OUTLET',
  'VOUCHER_NO_BALANCE',
  'VOUCHER_NO_AMOUNT',
  'VOUCHER_NO_TICKET',
  'PARTIAL_REDEMPTION_NOT_ALLOWED',
] satisfies readonly RefusalCode[]

/** Whether a refusal is about a voucher payment. */
export function isOfVoucher(code: string): boolean {
  return VOUCHER_REFUSALS.includes(code)
}
