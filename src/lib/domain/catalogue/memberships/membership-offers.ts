import type { Agorot } from '#lib/domain/money/money.ts'
import { MEMBERSHIP_TYPE, SHOP_CURRENCY, type Membership, type MembershipPrice } from './memberships.ts'

/** What a membership's page offers: it can be bought, opens later, ended, or has no seat left on one of its dates. */
export type MembershipSale = 'open' | 'notYet' | 'over' | 'soldout'

export type MembershipKind = 'open' | 'series' | 'season'
export const MEMBERSHIP_KINDS: readonly MembershipKind[] = ['open', 'series', 'season']

export function kindOf({ typeId }: Pick<Membership, 'typeId'>): MembershipKind {
  return MEMBERSHIP_KINDS.find((kind) => MEMBERSHIP_TYPE[kind] === typeId) ?? 'open'
}

/**
 * @param now ms since 1970
 * @param freeSeats the fewest free seats on one of its fixed dates; null: it takes no seats
 */
export function membershipSale(
  { saleOpensAt, saleClosesAt }: Pick<Membership, 'saleOpensAt' | 'saleClosesAt'>,
  now: number,
  freeSeats: number | null,
): MembershipSale {
  if (saleClosesAt !== null && now >= saleClosesAt) return 'over'
  if (saleOpensAt !== null && now < saleOpensAt) return 'notYet'
  return freeSeats === 0 ? 'soldout' : 'open'
}

/** Number of evenings or entries; null if money is spent or entries are unlimited. */
export function visitsOf({ typeId, uses, presentationIds, choice }: Membership): number | null {
  return typeId === MEMBERSHIP_TYPE.open ? uses : presentationIds.length + (choice?.count ?? 0)
}

/** What one visit costs, rounded to agorot; null if visits cannot be counted. */
export function pricePerVisit(membership: Membership, { price }: Pick<MembershipPrice, 'price'>): Agorot | null {
  const visits = visitsOf(membership)
  return visits === null || visits === 0 ? null : Math.round(price / visits)
}

/** The lowest price that the shop charges; undefined if all are in another currency. */
export function lowestPrice({ prices }: Pick<Membership, 'prices'>): MembershipPrice | undefined {
  return prices.filter(isCharged).reduce<MembershipPrice | undefined>((low, one) => (low && low.price <= one.price ? low : one), undefined)
}

/** Whether the shop charges the price's currency; others are shown only. */
export function isCharged({ currency }: Pick<MembershipPrice, 'currency'>): boolean {
  return currency.id === SHOP_CURRENCY.id
}

/** Whether two memberships may stand in one order: the same seller, who is paid at once. */
export function isSameSeller(one: Membership, other: Membership): boolean {
  return one.businessId === other.businessId && one.authProfileId === other.authProfileId
}
