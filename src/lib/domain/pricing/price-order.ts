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

/** What is sold beside seats and products. */
export interface PricedOther extends PricedProduct {
  readonly serviceCharge: Agorot
  /** Whether a percentage on the order is taken of it too. */
  readonly isCharged: boolean
  /** true if vouchers pay nothing of it. */
  readonly isMoneyOnly?: boolean
}

/** A fixed amount per order or a percentage of seats plus products; never both (spec §9). */
export interface OrderCharge {
  readonly amountPerOrder: Agorot | null
  readonly percentRatePerOrder: number | null
}

export interface OrderToPrice {
  readonly seats: readonly PricedSeat[]
  readonly products: readonly PricedProduct[]
  readonly others?: readonly PricedOther[]
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
  /** Whatever else is sold, with its service charges. */
  readonly othersPrice: Agorot
  readonly globalServiceCharge: Agorot
  /** The seats at the higher of ticket price and first-ticket price, service charges included (spec §9). */
  readonly originalPrice: Agorot
  /** originalPrice less seatsPrice. */
  readonly discount: Agorot
  readonly modifiedPrice: Agorot
  /** The payment of each voucher, in the order given: the smaller of amount due and balance (spec §5). */
  readonly voucherPayments: readonly Agorot[]
  /** What memberships of money pay; 0 if none does. */
  readonly memberPaid: Agorot
  readonly balanceDue: Agorot
  /** The part of the returned tickets' value that exceeds the new price; it is refunded. */
  readonly giveBack: Agorot
}

export const NOTHING_DUE: OrderTotals = priceOrder({ seats: [], products: [], serviceCharge: null })

/**
 * The price of an order, in agorot (spec §9): seats + products + global service charge − modified tickets − voucher payments. An empty order costs nothing, not
 * even a handling fee.
 */
export function priceOrder({ seats, products, others = [], serviceCharge, modified = 0, voucherBalances = [] }: OrderToPrice): OrderTotals {
  const seatsPrice = seats.reduce((sum, seat) => sum + seat.price + seat.serviceCharge, 0)
  const originalPrice = seats.reduce((sum, seat) => sum + originalPriceOf(seat), 0)
  const productsPrice = products.reduce((sum, product) => sum + product.price * product.quantity, 0)
  const othersPrice = sumOfOthers(others)
  const charged = seatsPrice + productsPrice + sumOfOthers(others.filter(({ isCharged }) => isCharged))
  const globalServiceCharge = serviceCharge ? chargeOn(charged, serviceCharge) : 0
  const afterChange = seatsPrice + productsPrice + othersPrice + globalServiceCharge - modified
  const voucherPayments = payByVouchers(
    Math.max(0, afterChange - sumOfOthers(others.filter(({ isMoneyOnly }) => isMoneyOnly === true))),
    voucherBalances,
  )
  const paid = voucherPayments.reduce((sum, payment) => sum + payment, 0)
  return {
    seatsPrice,
    productsPrice,
    othersPrice,
    globalServiceCharge,
    originalPrice,
    discount: originalPrice - seatsPrice,
    modifiedPrice: modified,
    voucherPayments,
    memberPaid: 0,
    balanceDue: Math.max(0, afterChange) - paid,
    giveBack: Math.max(0, -afterChange),
  }
}

function sumOfOthers(others: readonly PricedOther[]): Agorot {
  return others.reduce((sum, { price, serviceCharge, quantity }) => sum + (price + serviceCharge) * quantity, 0)
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
