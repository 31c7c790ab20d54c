import type { Agorot } from './money.ts'
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
}

/**
 * The shown price of each line. Where prices are totals, each has its ticket's service charge and its share of a percentage charge in it, by largest
 * remainder, so that everything shown adds up to the agora; a fixed amount per order stays a line of its own (decision). Else prices are as they are.
 */
export function shownPrices(lines: readonly PriceLine[], charge: OrderCharge | null, isTotal: boolean): ShownPrices {
  const amounts = lines.map(({ price, serviceCharge = 0 }) => price + serviceCharge)
  const orderCharge = charge ? chargeOn(sumOf(amounts), charge) : 0
  const ticketCharges = sumOf(lines.map(({ serviceCharge = 0 }) => serviceCharge))
  if (!isTotal) return { lines: lines.map(({ price }) => price), ticketCharges, orderCharge }
  if (charge?.amountPerOrder != null) return { lines: amounts, ticketCharges: 0, orderCharge }
  return { lines: withShare(orderCharge, amounts), ticketCharges: 0, orderCharge: 0 }
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

/** Each amount with its part of a charge, by largest remainder, the earlier first: nothing of the charge is lost. Amounts of 0 stay. */
export function withShare(charge: Agorot, amounts: readonly Agorot[]): Agorot[] {
  const whole = BigInt(sumOf(amounts))
  if (whole === 0n) return [...amounts]
  const parts = amounts.map((amount) => {
    const exact = BigInt(charge) * BigInt(amount)
    return { amount, share: Number(exact / whole), remainder: Number(exact % whole) }
  })
  const left = charge - sumOf(parts.map(({ share }) => share))
  const favoured = new Set([...parts].sort((one, other) => other.remainder - one.remainder).slice(0, left))
  return parts.map((part) => part.amount + part.share + (favoured.has(part) ? 1 : 0))
}

function sumOf(amounts: readonly Agorot[]): Agorot {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
