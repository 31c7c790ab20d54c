import type { Catalogue, Presentation } from './catalogue.ts'
import type { Membership } from './memberships/memberships.ts'
import { isPast } from './presentation-facts.ts'

/**
 * Why seats of a membership are not sold at a time; undefined if they are. Before the sale opens, holders of the previous membership may renew for as long as
 * its renewal runs.
 * @param now ms since 1970 @param hadPrevious whether the visitor has the membership that this one renews
 */
export function enrolmentRefusal(
  { saleOpensAt, saleClosesAt, renewal }: Pick<Membership, 'saleOpensAt' | 'saleClosesAt' | 'renewal'>,
  now: number,
  hadPrevious: boolean,
): 'SALE_NOT_OPEN' | 'SALE_CLOSED' | undefined {
  if (saleClosesAt !== null && now >= saleClosesAt) return 'SALE_CLOSED'
  if (saleOpensAt === null || now >= saleOpensAt) return undefined
  return hadPrevious && isRenewing({ renewal }, now) ? undefined : 'SALE_NOT_OPEN'
}

/** Whether holders of the previous membership renew now. */
export function isRenewing({ renewal }: Pick<Membership, 'renewal'>, now: number): boolean {
  return renewal !== null && now >= (renewal.from ?? -Infinity) && now < renewal.until
}

/** Why seats of these dates are no longer for sale: SALE_CLOSED (a date has begun) or GENERAL_ERROR (a date was called off). @param now ms since 1970 */
export function datesRefusal(
  from: Pick<Catalogue, 'features'>,
  presentations: readonly Presentation[],
  now: number,
): 'SALE_CLOSED' | 'GENERAL_ERROR' | undefined {
  if (presentations.some(({ isCancelled }) => isCancelled)) return 'GENERAL_ERROR'
  return presentations.some((one) => isPast(from, one, now)) ? 'SALE_CLOSED' : undefined
}
