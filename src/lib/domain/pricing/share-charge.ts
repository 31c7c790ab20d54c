import { percentOf, type Agorot } from '#lib/domain/money/money.ts'
import { chargeOn, type OrderCharge } from './price-order.ts'

/** One line of an order: a seat, or a product times its quantity. */
export interface PriceLine {
  readonly price: Agorot
  /** Of a ticket. */
  readonly serviceCharge?: Agorot
}

/** How the prices of an order are shown. All of it together is what the order costs before vouchers and tickets given back. */
export interface ShownPrices {
  /** For each line, in the order given. */
  readonly lines: readonly Agorot[]
  /** Service charges of the tickets that are named beside the lines; 0 where they are inside. */
  readonly ticketCharges: Agorot
  /** What of the order's handling fee is named beside the lines: all of it, or where prices are totals a fixed amount per order. */
  readonly orderCharge: Agorot
  /** Where a percentage is inside the lines: what it is more or less than their shares, some agorot. */
  readonly rounding: Agorot
}

/**
 * The shown price of each line. Where prices are totals, each has its ticket's service charge and its share of a percentage charge in it, and what the shares
 * are off by stands beside them, so that everything shown adds up to the agora; a fixed amount per order stays a line of its own (decision). Else prices are as
 * they are.
 */
export function shownPrices(lines: readonly PriceLine[], charge: OrderCharge | null, isTotal: boolean): ShownPrices {
  const whole = sumOf(lines.map(({ price, serviceCharge = 0 }) => price + serviceCharge))
  const isPercent = charge?.amountPerOrder == null
  return paidPrices(lines, { charge: charge ? chargeOn(whole, charge) : 0, isPercent, percent: charge?.percentRatePerOrder ?? 0 }, isTotal)
}

/** The same of an order that carries its charge already: what was agreed stays, whatever the charge is by now. */
export function paidPrices(lines: readonly PriceLine[], paid: PaidCharge, isTotal: boolean): ShownPrices {
  const orderCharge = paid.charge
  const amounts = lines.map(({ price, serviceCharge = 0 }) => price + serviceCharge)
  const ticketCharges = sumOf(lines.map(({ serviceCharge = 0 }) => serviceCharge))
  if (!isTotal) return { lines: lines.map(({ price }) => price), ticketCharges, orderCharge, rounding: 0 }
  if (!paid.isPercent) return { lines: amounts, ticketCharges: 0, orderCharge, rounding: 0 }
  const shares = sharesOf(paid, amounts)
  const shown = amounts.map((amount, at) => amount + (shares[at] ?? 0))
  return { lines: shown, ticketCharges: 0, orderCharge: 0, rounding: orderCharge - sumOf(shares) }
}

/** What one line is shown to cost before it is in an order, for example a seat on the map; without a fixed amount per order. */
export function shownPrice(line: PriceLine, charge: OrderCharge | null, isTotal: boolean): Agorot {
  return sumOf(shownPrices([line], charge, isTotal).lines)
}

/** What an order of this line alone costs where prices are totals, a fixed amount per order included: "from" on first pages. Else as it is. */
export function priceAlone(line: PriceLine, charge: OrderCharge | null, isTotal: boolean): Agorot {
  const { lines, orderCharge } = shownPrices([line], charge, isTotal)
  return isTotal ? sumOf(lines) + orderCharge : sumOf(lines)
}

/** The handling fee of an order that is made. */
export interface PaidCharge extends PercentCharge {
  /** Whether it is a percentage of the lines; else a fixed amount. */
  readonly isPercent: boolean
}

/** A percentage that an order was charged with. */
export interface PercentCharge {
  readonly charge: Agorot
  /** null where it is not known any more: then shares are parts of the charge, rounded down. */
  readonly percent: number | null
}

/**
 * The share of each line: the percentage of that line alone, so that equal lines have equal shares and a seat costs what it costs on the map. What they differ
 * by from the charge, some agorot, is the order's.
 */
export function sharesOf({ charge, percent }: PercentCharge, amounts: readonly Agorot[]): Agorot[] {
  const whole = BigInt(sumOf(amounts))
  if (whole === 0n) return amounts.map(() => 0)
  return amounts.map((amount) => (percent === null ? Number((BigInt(charge) * BigInt(amount)) / whole) : percentOf(amount, percent)))
}

function sumOf(amounts: readonly Agorot[]): Agorot {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
