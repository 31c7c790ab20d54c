import type { TotalsAnswer } from '#lib/contract/order/order-cart.ts'
import type { CheckedCart } from '#lib/domain/cart/check-cart.ts'
import { paidByEvenings } from '#lib/domain/cart/cover-evenings.ts'
import { paidByBundles } from '#lib/domain/cart/cover-bundles.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'

/** The totals as they are shown: seats at their full price, what evenings pay of them among what is given back, and what bundles pay among the vouchers. */
export function shownTotals({ totals, lines }: Pick<CheckedCart, 'totals' | 'lines'>): CheckedCart['totals'] {
  const paid = paidByEvenings(lines)
  const { seatsPrice, originalPrice, modifiedPrice } = totals
  const full = paid + paidByBundles(lines)
  return { ...totals, seatsPrice: seatsPrice + full, originalPrice: originalPrice + full, modifiedPrice: modifiedPrice + paid }
}

/** What a cart costs, in shekels, as the wire has it. */
export function totalsAnswer(checked: CheckedCart, locale: Locale): TotalsAnswer {
  const { serviceCharge } = checked
  const totals = shownTotals(checked)
  return {
    seatsPrice: toShekels(totals.seatsPrice),
    productsPrice: toShekels(totals.productsPrice),
    ...(totals.othersPrice !== 0 && { othersPrice: toShekels(totals.othersPrice) }),
    globalServiceCharge: toShekels(totals.globalServiceCharge),
    globalServiceChargeName: serviceCharge ? (serviceCharge.name ?? textOf(locale)('common.handlingFee')) : '',
    originalPrice: toShekels(totals.originalPrice),
    discount: toShekels(totals.discount),
    modifiedPrice: toShekels(totals.modifiedPrice),
    voucherPayments: totals.voucherPayments.map(toShekels),
    ...(totals.memberPaid !== 0 && { memberPaid: toShekels(totals.memberPaid) }),
    balanceDue: toShekels(totals.balanceDue),
    giveBack: toShekels(totals.giveBack),
  }
}
