import { percentOf, type Agorot } from '#lib/domain/money/money.ts'

export interface PricedSeat {
  readonly price: Agorot
  readonly serviceCharge: Agorot
  /** Price of the group's first ticket; omitted if it is this ticket. */
  readonly firstPrice?: Agorot
}

export interface PricedProduct {
  readonly price: Agorot
  readonly quantity: number
}

/** A fixed amount per order or a percentage of seats plus products; never both (spec §9). */
export interface OrderCharge {
  readonly amountPerOrder: Agorot | null
  readonly percentRatePerOrder: number | null
}

export interface OrderToPrice {
  readonly seats: readonly PricedSeat[]
  readonly products: readonly PricedProduct[]
  readonly serviceCharge: OrderCharge | null
  /** Value of tickets given back in exchange. */
  readonly modified?: Agorot
  /** The amount that each voucher can pay, in payment order. */
  readonly voucherBalances?: readonly Agorot[]
}

export interface OrderTotals {
  /** Tickets with their service charges. */
  readonly seatsPrice: Agorot
  readonly productsPrice: Agorot
  readonly globalServiceCharge: Agorot
  /** The seats at the higher of ticket price and first-ticket price, service charges included (spec §9). */
  readonly originalPrice: Agorot
  /** originalPrice less seatsPrice. */
  readonly discount: Agorot
  readonly modifiedPrice: Agorot
  /** The payment of each voucher, in the order given: the smaller of amount due and balance (spec §5). */
  readonly voucherPayments: readonly Agorot[]
  readonly balanceDue: Agorot
  /** The part of the returned tickets' value that exceeds the new price; it is refunded. */
  readonly giveBack: Agorot
}

export const NOTHING_DUE: OrderTotals = {
  seatsPrice: 0,
  productsPrice: 0,
  globalServiceCharge: 0,
  originalPrice: 0,
  discount: 0,
  modifiedPrice: 0,
  voucherPayments: [],
  balanceDue: 0,
  giveBack: 0,
}

/**
 * The price of an order, in agorot (spec §9): seats + products + global service charge − modified tickets − voucher payments. An empty order costs nothing, not
 * even a handling fee.
 */
export function priceOrder({ seats, products, serviceCharge, modified = 0, voucherBalances = [] }: OrderToPrice): OrderTotals {
  const seatsPrice = seats.reduce((sum, seat) => sum + seat.price + seat.serviceCharge, 0)
  const originalPrice = seats.reduce((sum, seat) => sum + originalPriceOf(seat), 0)
  const productsPrice = products.reduce((sum, product) => sum + product.price * product.quantity, 0)
  const isEmpty = seats.length === 0 && products.length === 0
  const globalServiceCharge = isEmpty || !serviceCharge ? 0 : chargeOn(seatsPrice + productsPrice, serviceCharge)
  const afterChange = seatsPrice + productsPrice + globalServiceCharge - modified
  const voucherPayments = payByVouchers(Math.max(0, afterChange), voucherBalances)
  const paid = voucherPayments.reduce((sum, payment) => sum + payment, 0)
  return {
    seatsPrice,
    productsPrice,
    globalServiceCharge,
    originalPrice,
    discount: originalPrice - seatsPrice,
    modifiedPrice: modified,
    voucherPayments,
    balanceDue: Math.max(0, afterChange) - paid,
    giveBack: Math.max(0, -afterChange),
  }
}

/** The selected-seat price: the higher of ticket price and first-ticket price (spec §9), with the ticket's service charge. */
function originalPriceOf({ price, firstPrice = price, serviceCharge }: PricedSeat): Agorot {
  return Math.max(price, firstPrice) + serviceCharge
}

function payByVouchers(due: Agorot, balances: readonly Agorot[]): Agorot[] {
  let left = due
  return balances.map((balance) => {
    const payment = Math.max(0, Math.min(left, balance))
    left -= payment
    return payment
  })
}

/** The handling fee of an order with this price of seats and products. Free orders carry none. */
export function chargeOn(amount: Agorot, charge: OrderCharge): Agorot {
  if (amount === 0) return 0
  return charge.amountPerOrder ?? percentOf(amount, charge.percentRatePerOrder ?? 0)
}
