import { percentOf, type Agorot } from './money.ts'

export interface PricedSeat {
  readonly price: Agorot
  readonly serviceCharge: Agorot
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
}

export interface OrderTotals {
  /** Tickets with their service charges. */
  readonly seatsPrice: Agorot
  readonly productsPrice: Agorot
  readonly globalServiceCharge: Agorot
  readonly balanceDue: Agorot
}

/** What an order costs, in agorot (spec §9). An order without anything in it costs nothing, not even a handling fee. */
export function priceOrder({ seats, products, serviceCharge }: OrderToPrice): OrderTotals {
  const seatsPrice = seats.reduce((sum, seat) => sum + seat.price + seat.serviceCharge, 0)
  const productsPrice = products.reduce((sum, product) => sum + product.price * product.quantity, 0)
  const isEmpty = seats.length === 0 && products.length === 0
  const globalServiceCharge = isEmpty || !serviceCharge ? 0 : chargeOn(seatsPrice + productsPrice, serviceCharge)
  return { seatsPrice, productsPrice, globalServiceCharge, balanceDue: seatsPrice + productsPrice + globalServiceCharge }
}

/** Free tickets carry no handling fee: there is nothing to handle. */
function chargeOn(amount: Agorot, charge: OrderCharge): Agorot {
  if (amount === 0) return 0
  return charge.amountPerOrder ?? percentOf(amount, charge.percentRatePerOrder ?? 0)
}
