import { percentOf, type Agorot } from '#lib/domain/money/money.ts'
import { chargeOn, type OrderCharge } from './price-order.ts'

/** One line of an order: a seat, or anything else times its quantity. */
export interface PriceLine {
  readonly price: Agorot
  /** Service charge of a ticket. */
  readonly serviceCharge?: Agorot
  /** false if a percentage on the order is not taken of it. */
  readonly isCharged?: boolean
}

/** The shown prices of an order. Together they equal its price before vouchers and returned tickets. */
export interface ShownPrices {
  /** The price of each line, in the order given. */
  readonly lines: readonly Agorot[]
  /** Ticket service charges shown separately; 0 if they are included in the lines. */
  readonly ticketCharges: Agorot
  /** The part of the handling fee shown separately: all of it, or only a fixed amount per order if prices are totals. */
  readonly orderCharge: Agorot
  /** The difference between a percentage charge and the sum of the lines' shares, a few agorot; 0 if the charge is shown separately. */
  readonly rounding: Agorot
}

/**
 * The shown price of each line. If prices are totals, each line includes its ticket's service charge and its share of a percentage charge, with the rounding
 * difference shown separately, so that everything adds up to the agora; a fixed amount per order stays a line of its own (decision).
 */
export function shownPrices(lines: readonly PriceLine[], charge: OrderCharge | null, isTotal: boolean): ShownPrices {
  const whole = sumOf(chargedAmounts(lines))
  const isPercent = charge?.amountPerOrder == null
  return paidPrices(lines, { charge: charge ? chargeOn(whole, charge) : 0, isPercent, percent: charge?.percentRatePerOrder ?? 0 }, isTotal)
}

/** `shownPrices` for an order whose charge was fixed at purchase, whatever the charge is now. */
export function paidPrices(lines: readonly PriceLine[], paid: PaidCharge, isTotal: boolean): ShownPrices {
  const orderCharge = paid.charge
  const amounts = lines.map(({ price, serviceCharge = 0 }) => price + serviceCharge)
  const ticketCharges = sumOf(lines.map(({ serviceCharge = 0 }) => serviceCharge))
  if (!isTotal) return { lines: lines.map(({ price }) => price), ticketCharges, orderCharge, rounding: 0 }
  if (!paid.isPercent) return { lines: amounts, ticketCharges: 0, orderCharge, rounding: 0 }
  const shares = sharesOf(paid, chargedAmounts(lines))
  const shown = amounts.map((amount, at) => amount + (shares[at] ?? 0))
  return { lines: shown, ticketCharges: 0, orderCharge: 0, rounding: orderCharge - sumOf(shares) }
}

/** The part of each line that a percentage is taken of. */
function chargedAmounts(lines: readonly PriceLine[]): Agorot[] {
  return lines.map(({ price, serviceCharge = 0, isCharged = true }) => (isCharged ? price + serviceCharge : 0))
}

/** The shown price of one line before it is in an order, for example a seat on the map; excludes a fixed amount per order. */
export function shownPrice(line: PriceLine, charge: OrderCharge | null, isTotal: boolean): Agorot {
  return sumOf(shownPrices([line], charge, isTotal).lines)
}

/**
 * The price of an order of this line alone if prices are totals, including a fixed amount per order: "from" prices on first pages. Otherwise the plain price.
 */
export function priceAlone(line: PriceLine, charge: OrderCharge | null, isTotal: boolean): Agorot {
  const { lines, orderCharge } = shownPrices([line], charge, isTotal)
  return isTotal ? sumOf(lines) + orderCharge : sumOf(lines)
}

/** The handling fee of an existing order. */
export interface PaidCharge extends PercentCharge {
  /** true: a percentage of the lines; false: a fixed amount. */
  readonly isPercent: boolean
}

/** A percentage charge of an order. */
export interface PercentCharge {
  readonly charge: Agorot
  /** null if no longer known: shares are then proportional parts of the charge, rounded down. */
  readonly percent: number | null
}

/**
 * The charge share of each line: the percentage of that line alone, so that equal lines have equal shares and a seat costs the same as on the map. The order
 * carries the rounding difference, a few agorot.
 */
export function sharesOf({ charge, percent }: PercentCharge, amounts: readonly Agorot[]): Agorot[] {
  const whole = BigInt(sumOf(amounts))
  if (whole === 0n) return amounts.map(() => 0)
  return amounts.map((amount) => (percent === null ? Number((BigInt(charge) * BigInt(amount)) / whole) : percentOf(amount, percent)))
}

function sumOf(amounts: readonly Agorot[]): Agorot {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
