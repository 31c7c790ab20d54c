import type { BundlePayment, BundleTerms, PaidByBundle } from '#lib/domain/catalogue/bundle.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { VoucherBalance } from '#lib/domain/entitlements/grant.ts'
import type { CheckedSeat } from './check-seat.ts'
import type { CheckedLine } from './checked-line.ts'

/** The vouchers of a cart, whose bundles are to pay tickets. */
export interface BundlesToPay {
  readonly vouchers: readonly VoucherBalance[]
  /** The most that bundles pay together, so that tickets given back in exchange pay first. */
  readonly due: Agorot
}

export interface CoveredByBundles {
  readonly lines: readonly CheckedLine[]
  /** By voucher. */
  readonly payments: ReadonlyMap<number, BundlePayment>
}

/**
 * Lets bundles pay tickets, in the order given: each the dearest of those that it may, as many as it has left. A ticket that a code, a membership or an evening
 * pays is none of them.
 */
export function coverByBundles(
  lines: readonly CheckedLine[],
  { vouchers, due }: BundlesToPay,
  { features }: Pick<Catalogue, 'features'>,
): CoveredByBundles {
  const covered = new Map<CheckedLine, CheckedSeat>()
  const payments = new Map<number, BundlePayment>()
  let left = due
  for (const { id, balance, bundle } of vouchers) {
    if (!bundle) continue
    const fits = lines.filter(isOrdinary).filter((seat) => isOf(bundle, seat, features.get(seat.presentation.featureId)?.categoryId))
    const dearest = fits.filter((seat) => !covered.has(seat)).sort((one, other) => fullOf(other) - fullOf(one))
    const own: Agorot[] = []
    for (const seat of dearest) {
      const amount = Math.min(fullOf(seat), bundle.most ?? Infinity)
      if (own.length === balance || amount > left) continue
      covered.set(seat, payFor(seat, { voucherId: id, amount }))
      own.push(amount)
      left -= amount
    }
    payments.set(id, { tickets: own.length, amount: own.reduce((sum, amount) => sum + amount, 0) })
  }
  return { lines: lines.map((line) => covered.get(line) ?? line), payments }
}

function isOrdinary(line: CheckedLine): line is CheckedSeat {
  if (line.kind !== 'seat') return false
  const seat = line as CheckedSeat
  const isOpen = seat.ticket.access === 'open' && seat.grant === null && !seat.isSub
  return isOpen && seat.coveredBy === undefined && seat.evening === undefined && fullOf(seat) > 0
}

function isOf({ ticketGroupIds, categoryIds }: BundleTerms, { ticket }: CheckedSeat, categoryId: number | undefined): boolean {
  if (ticketGroupIds !== null && !ticketGroupIds.includes(ticket.ticketGroupId)) return false
  return categoryIds === null || (categoryId !== undefined && categoryIds.includes(categoryId))
}

function fullOf({ price, serviceCharge }: Pick<CheckedLine, 'price' | 'serviceCharge'>): Agorot {
  return price + serviceCharge
}

function payFor(seat: CheckedSeat, paidByBundle: PaidByBundle): CheckedSeat {
  const ofPrice = Math.min(seat.price, paidByBundle.amount)
  const price = seat.price - ofPrice
  return { ...seat, price, firstPrice: price, serviceCharge: seat.serviceCharge - (paidByBundle.amount - ofPrice), paidByBundle }
}

/** What bundles pay of an order. */
export function paidByBundles(lines: readonly CheckedLine[]): Agorot {
  return lines.reduce((sum, { paidByBundle }) => sum + (paidByBundle?.amount ?? 0), 0)
}
