import { membershipsOf } from '#lib/server/enrolment/past-enrolment.ts'
import { availableMembersOf } from '#lib/server/entitlements/lookup/available-members.ts'
import { cardsOfCustomer } from '#lib/server/entitlements/order-members.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Place } from '#lib/text/place-text.ts'

/** A season that a visitor has already. */
export interface OwnSeason {
  /** '': not known. */
  readonly holderName: string
  /** The seat of most evenings, if known. */
  readonly seat: Place | null
}

/** The visitor's own one of a season, which nobody buys twice; undefined if there is none, or nothing proves it in this session. */
export async function ownSeasonOf(uuid: string, membershipId: number, locale: Locale): Promise<OwnSeason | undefined> {
  if (!(await membershipsOf(uuid, [membershipId])).has(membershipId)) return undefined
  const member = (await availableMembersOf(uuid, [])).find((one) => one.membershipId === membershipId)
  const cards = member?.customerId == null ? undefined : await cardsOfCustomer(member.customerId, locale)
  return { holderName: member?.memberCustomerName ?? '', seat: cards?.get(member?.memberNumber ?? '')?.seat ?? null }
}
