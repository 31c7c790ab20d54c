import type { Membership } from '#lib/domain/catalogue/memberships/memberships.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { addDays, dayOf } from '#lib/domain/time/days.ts'
import { startOfDay } from '#lib/domain/time/rest-days.ts'
import type { CartAround } from './checked-line.ts'
import type { CheckedMembership, FoundMembership, MembershipFacts } from './membership-line.ts'

/** The entitlement that a membership tops up; null: none. Refusals: memberNotFound, memberExpired. @param now ms since 1970 */
export function topUpOf(
  { wanted: { topsUp }, membership }: FoundMembership,
  { held }: MembershipFacts,
  now: number,
): Result<number | null> {
  if (topsUp === null) return accept(null)
  const own = held.get(topsUp)
  if (!own?.isActive || own.membershipId !== membership.id || !membership.isTopup) return refuse('memberNotFound')
  return own.endsAt !== null && now >= own.endsAt ? refuse('memberExpired') : accept(own.entitlementId)
}

/** From the purchase for so many whole days (Asia/Jerusalem), or as the catalogue says; that of a season without an end of its own ends with the season. */
export function validityOf(
  { validDays, validFrom, validUntil, seasonId }: Membership,
  { catalogue, now }: Pick<CartAround, 'catalogue' | 'now'>,
): Pick<CheckedMembership, 'validFrom' | 'validUntil'> {
  if (validDays !== null) return { validFrom, validUntil: startOfDay(addDays(dayOf(now), validDays + 1)) }
  return { validFrom, validUntil: validUntil ?? catalogue.seasons.get(seasonId ?? 0)?.endsAt ?? null }
}
