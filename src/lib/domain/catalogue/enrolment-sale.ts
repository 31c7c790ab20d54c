import type { Membership } from './memberships.ts'

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
  return hadPrevious && renewal !== null && now < renewal.until ? undefined : 'SALE_NOT_OPEN'
}
