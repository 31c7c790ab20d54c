import type { TotalsAnswer } from '#lib/contract/orders.ts'
import type { CheckedCart } from '#lib/domain/cart/check-cart.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'

/** What a cart costs, in shekels, as the wire has it. */
export function totalsAnswer({ totals, serviceCharge }: CheckedCart, locale: Locale): TotalsAnswer {
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
    balanceDue: toShekels(totals.balanceDue),
    giveBack: toShekels(totals.giveBack),
  }
}
