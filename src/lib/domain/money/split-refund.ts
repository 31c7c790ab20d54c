import type { Agorot } from './money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** A payment and the amount that it can still refund. */
export interface PaymentLeft {
  readonly paymentId: string
  readonly left: Agorot
  readonly canRefund: boolean
}

/** What a voucher paid of an order and did not get back. */
export interface VoucherLeft {
  readonly orderId: string
  readonly voucherId: number
  readonly left: Agorot
  /** Whether it can still be used. An expired or cancelled voucher takes nothing back, because its holder could not spend it. */
  readonly isUsable: boolean
}

/** The part of an order's voucher payment that is returned. */
export interface VoucherPart extends Pick<VoucherLeft, 'orderId' | 'voucherId'> {
  readonly amount: Agorot
}

/** What can still be returned of a purchase's payments. */
export interface MoneyToSplit {
  readonly payments: readonly PaymentLeft[]
  /** The part of the payments that was returned as credit before. */
  readonly credited: Agorot
  readonly vouchers: readonly VoucherLeft[]
}

/** The destinations of a refund. */
export interface SplitRefund {
  readonly toPayments: readonly { readonly paymentId: string; readonly amount: Agorot }[]
  readonly toVouchers: readonly VoucherPart[]
  /** Payments of vouchers that can no longer be used; included in `toCredit`. */
  readonly renewed: readonly VoucherPart[]
  /** Value of the new voucher. Together with the parts of payments and usable vouchers it equals the refund. */
  readonly toCredit: Agorot
}

/**
 * Splits a refund: card payments first, in the order given, then voucher payments. Payments of unusable vouchers become a new voucher, and so do the cards'
 * parts if credit is wanted. Refusals: CANNOT_REFUND_CREDIT_TRANSACTION (credit is wanted for what no card paid), PROVIDER_REFUND_NOT_ALLOWED (the payment's
 * provider refunds nothing), CONTACT_PROVIDER (more than all of them can return: a person has to find the way).
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

/** A payment, and the order that was paid with it. */
export interface OrderPayment extends PaymentLeft {
  readonly orderId: string
}

/** What an order has given to donations that stand. */
export interface StandingGift {
  readonly orderId: string
  readonly amount: Agorot
}

/** Payments without what donations were paid with, as only money pays them: the payments of their own order keep it first, then the others in the order given. */
export function withoutGifts<Payment extends OrderPayment>(
  payments: readonly Payment[],
  gifts: readonly StandingGift[],
): readonly Payment[] {
  let free = payments
  let rest = 0
  for (const { orderId, amount } of gifts) {
    const own = keep(amount, free, (payment) => payment.orderId === orderId)
    free = own.free
    rest += own.rest
  }
  return keep(rest, free, () => true).free
}

/** Takes an amount out of those payments that may give it. */
function keep<Payment extends PaymentLeft>(amount: Agorot, payments: readonly Payment[], isGiver: (payment: Payment) => boolean) {
  const kept = share(amount, payments, (payment) => (isGiver(payment) ? payment.left : 0))
  return { free: payments.map((payment, at) => ({ ...payment, left: payment.left - (kept.amounts[at] ?? 0) })), rest: kept.rest }
}

/** Splits voucher payments into parts that go back to vouchers and parts of a new one. */
export function voucherParts(parts: readonly (VoucherPart & Pick<VoucherLeft, 'isUsable'>)[]): Pick<SplitRefund, 'toVouchers' | 'renewed'> {
  const of = (wanted: boolean) =>
    parts.filter(({ isUsable }) => isUsable === wanted).map(({ orderId, voucherId, amount }) => ({ orderId, voucherId, amount }))
  return { toVouchers: of(true), renewed: of(false) }
}

/** The sum of several parts. */
export function sumOf(parts: readonly { readonly amount: Agorot }[]): Agorot {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** Takes an amount from each in turn, as much as each has. */
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
