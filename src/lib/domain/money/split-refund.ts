import type { Agorot } from './money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** A payment that can still give so much back. */
export interface PaymentLeft {
  readonly paymentId: string
  readonly left: Agorot
  readonly canRefund: boolean
}

/** What a voucher has paid of an order and not got back. */
export interface VoucherLeft {
  readonly orderId: string
  readonly voucherId: number
  readonly left: Agorot
  /** Whether it may still be used: one that has run out, or is cancelled, takes nothing back that its holder could spend. */
  readonly isUsable: boolean
}

/** What goes back of what a voucher has paid of an order. */
export interface VoucherPart extends Pick<VoucherLeft, 'orderId' | 'voucherId'> {
  readonly amount: Agorot
}

/** What is left to give back of what a purchase was paid with. */
export interface MoneyToSplit {
  readonly payments: readonly PaymentLeft[]
  /** What of the payments was given as credit before. */
  readonly credited: Agorot
  readonly vouchers: readonly VoucherLeft[]
}

/** Where a refund goes. */
export interface SplitRefund {
  readonly toPayments: readonly { readonly paymentId: string; readonly amount: Agorot }[]
  readonly toVouchers: readonly VoucherPart[]
  /** What vouchers had paid that cannot be used any more: a part of `toCredit`. */
  readonly renewed: readonly VoucherPart[]
  /** What a new voucher is worth. With the parts of payments and usable vouchers it adds up to the refund. */
  readonly toCredit: Agorot
}

/**
 * Shares a refund out: to card payments first, the nearest first, then to the vouchers that had paid; what one of those had paid that cannot be used any more
 * becomes a new voucher, and so does, as credit, the cards' part.
 * Refusals: CANNOT_REFUND_CREDIT_TRANSACTION (credit is wanted of what no card has paid), PROVIDER_REFUND_NOT_ALLOWED (the provider of a payment gives nothing
 * back), CONTACT_PROVIDER (more than all of them can give back: a person has to find the way).
 */
export function splitRefund(refund: Agorot, money: MoneyToSplit, asCredit: boolean): Result<SplitRefund> {
  const free = share(money.credited, money.payments, ({ left }) => left)
  const payments = money.payments.map((payment, at) => ({ ...payment, left: payment.left - (free.amounts[at] ?? 0) }))
  const byCard = share(refund, payments, ({ left }) => left)
  const byVoucher = share(byCard.rest, money.vouchers, ({ left }) => left)
  if (byVoucher.rest > 0) return refuse('CONTACT_PROVIDER')
  const cards = payments.flatMap((payment, at) => taken(payment, byCard.amounts[at]))
  const toCards = sumOf(cards)
  if (asCredit && refund > 0 && toCards === 0) return refuse('CANNOT_REFUND_CREDIT_TRANSACTION')
  if (!asCredit && cards.some(({ canRefund }) => !canRefund)) return refuse('PROVIDER_REFUND_NOT_ALLOWED')
  const vouchers = money.vouchers.flatMap((voucher, at) => taken(voucher, byVoucher.amounts[at]))
  return accept({
    toPayments: asCredit ? [] : cards.map(({ paymentId, amount }) => ({ paymentId, amount })),
    ...voucherParts(vouchers),
    toCredit: (asCredit ? toCards : 0) + sumOf(vouchers.filter(({ isUsable }) => !isUsable)),
  })
}

/** What goes back to vouchers, and what has to become a new one. */
export function voucherParts(parts: readonly (VoucherPart & Pick<VoucherLeft, 'isUsable'>)[]): Pick<SplitRefund, 'toVouchers' | 'renewed'> {
  const of = (wanted: boolean) =>
    parts.filter(({ isUsable }) => isUsable === wanted).map(({ orderId, voucherId, amount }) => ({ orderId, voucherId, amount }))
  return { toVouchers: of(true), renewed: of(false) }
}

/** What several parts are together. */
export function sumOf(parts: readonly { readonly amount: Agorot }[]): Agorot {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** Takes an amount of one after the other, of each as much as it has. */
function share<From>(amount: Agorot, from: readonly From[], hasOf: (one: From) => Agorot): { amounts: Agorot[]; rest: Agorot } {
  let rest = amount
  const amounts = from.map((one) => {
    const part = Math.min(rest, Math.max(0, hasOf(one)))
    rest -= part
    return part
  })
  return { amounts, rest }
}

function taken<From>(one: From, amount: Agorot | undefined): (From & { readonly amount: Agorot })[] {
  return amount === undefined || amount === 0 ? [] : [{ ...one, amount }]
}
