import type { Grant } from './grant.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** A line of a cart with what it redeems; amounts of one. */
export interface PayableLine {
  readonly price: Agorot
  readonly serviceCharge: Agorot
  readonly quantity: number
  readonly redeems: readonly { readonly grant: Grant }[]
}

/** What the money of one membership can pay of a cart. */
export interface MemberMoney {
  readonly voucherId: number
  readonly most: Agorot
}

/**
 * The most that memberships of money pay of a cart: their own tickets with service charges, as far as the balance goes. Refusal: memberNoneAvailable if the
 * balance pays no part of one of the tickets, so that a last shekel does not give member prices to many.
 * @param exchanged the worth of tickets that are given back for these
 */
export function memberMoneyOf(lines: readonly PayableLine[], exchanged: Agorot): Result<readonly MemberMoney[]> {
  const paid = lines.flatMap(({ redeems, ...line }) =>
    redeems.flatMap(({ grant }) => (grant.purse ? [{ ...line, purse: grant.purse }] : [])),
  )
  const money: MemberMoney[] = []
  for (const own of Map.groupBy(paid, ({ purse }) => purse.voucherId).values()) {
    const prices = own.map(({ price, serviceCharge, quantity }) => (price + serviceCharge) * quantity)
    const total = prices.reduce((sum, price) => sum + price, 0)
    const { voucherId, balance } = own[0]?.purse ?? { voucherId: 0, balance: 0 }
    if (total > 0 && total - Math.max(...prices) >= balance + exchanged) return refuse('memberNoneAvailable')
    money.push({ voucherId, most: Math.min(balance, total) })
  }
  return accept(money)
}
