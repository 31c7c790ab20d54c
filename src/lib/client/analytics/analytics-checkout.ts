import { toShekels } from '#lib/domain/money/money.ts'
import { pushOnce, type Ecommerce } from './analytics.ts'
import { itemsOf, seatNamesOf } from './analytics-items.ts'
import { checkoutLines, type Checkout } from '#lib/client/checkout/checkout.ts'
import type { CreditCardInfo } from '#lib/client/checkout/payment-frame.ts'

/** The checkout of these seats and products begins. */
export function pushCheckout(checkout: Checkout): void {
  pushOnce('begin_checkout', keyOf(checkout), ecommerceOf(checkout))
}

/** Payment was given: in the provider's form, by vouchers alone, or none was needed. */
export function pushPaymentInfo(checkout: Checkout, by: CreditCardInfo['method'] | 'none'): void {
  const payment_type = by !== 'none' ? by : checkout.vouchers.length > 0 ? 'voucher' : 'free'
  pushOnce('add_payment_info', keyOf(checkout), { ...ecommerceOf(checkout), payment_type })
}

function ecommerceOf(checkout: Checkout): Ecommerce {
  return { value: toShekels(checkout.totals.balanceDue), items: itemsOf(checkoutLines(checkout), checkout.presentations) }
}

function keyOf({ seats, quantities }: Checkout): string {
  const products = Object.entries(quantities).map(([id, quantity]) => `${id}x${String(quantity)}`)
  return [...seatNamesOf(seats), ...products].sort().join('|')
}
