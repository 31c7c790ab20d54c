import { enrolmentRefusal, isRenewing } from '#lib/domain/catalogue/enrolment-sale.ts'
import type { Membership } from '#lib/domain/catalogue/memberships/memberships.ts'
import { renewalPrices, type RenewalPrice } from '#lib/domain/catalogue/memberships/renewal-price.ts'
import type { Selection } from '#lib/contract/area/memberships.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { nameIn } from '#lib/domain/catalogue/plan-words.ts'
import type { PlanSeat } from '#lib/domain/seating/plan/seatplan.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { askToMove, keptRenewals, lapsedRenewals, type KeptRenewal } from '#lib/server/seats/claims/renewal-keeps.ts'
import { membershipDates, ticketGroupsOf } from './membership-dates.ts'
import { lockOnDates } from './membership-locks.ts'
import { membershipsOf } from './past-enrolment.ts'
import type { WantedSeat } from './wanted-seat.ts'

/** A seat that is kept for a visitor in the membership that renews theirs. */
export interface RenewalOffer extends KeptRenewal {
  readonly membership: Membership
  readonly seat: PlanSeat
  readonly sectionName: string
  /** Whether it is kept on all fixed dates: on the others somebody had it before. Of one that has lapsed: whether it is free on all of them. */
  readonly isWhole: boolean
  readonly prices: readonly RenewalPrice[]
  /** The seat's address, as `lockOnDates` takes it. */
  readonly address: WantedSeat
}

/** What a visitor may renew now: the memberships that a look-up, a sign-in or a purchase has proved, by deadline. */
export async function renewalOffers(uuid: string, locale: Locale = DEFAULT_LOCALE): Promise<readonly RenewalOffer[]> {
  const { memberships } = await catalogue(locale)
  const kept = await keptRenewals(uuid)
  const now = Date.now()
  const offers = await Promise.all(
    kept.flatMap((one) => {
      const membership = memberships.get(one.membershipId)
      return membership && isRenewing(membership, now) ? [offerOf(one, membership, locale)] : []
    }),
  )
  return offers.filter((offer) => offer !== undefined)
}

/** The seats that were a visitor's in a membership until its deadline passed, while it is for sale and the visitor has not bought it: to be taken like any other. */
export async function lapsedOffers(
  uuid: string,
  membership: Membership,
  locale: Locale = DEFAULT_LOCALE,
): Promise<readonly RenewalOffer[]> {
  if (enrolmentRefusal(membership, Date.now(), false) !== undefined) return []
  const lapsed = await lapsedRenewals(uuid, membership.id)
  if (lapsed.length === 0 || (await membershipsOf(uuid, [membership.id])).size > 0) return []
  const offers = await Promise.all(lapsed.map((one) => offerOf(one, membership, locale)))
  return offers.filter((offer) => offer !== undefined)
}

async function offerOf(kept: KeptRenewal, membership: Membership, locale: Locale): Promise<RenewalOffer | undefined> {
  const dates = await membershipDates(membership.id)
  const seat = dates.ok ? dates.value.plan.seatsById.get(kept.seatId) : undefined
  if (!dates.ok || !seat) return undefined
  const { plan, presentations } = dates.value
  return {
    ...{ ...kept, membership, seat },
    sectionName: nameIn(plan.words?.[locale], plan.sectionsById.get(seat.sectionId)?.name ?? ''),
    isWhole: kept.presentationIds.length === presentations.length,
    prices: renewalPrices(membership, seat.category),
    address: {
      ...{ membershipId: membership.id, chosenId: null, venueId: plan.venueId, seatplanId: plan.id, sectionId: seat.sectionId },
      ...{ ticketGroupId: ticketGroupsOf(dates.value, seat.category)[0] ?? 0, x: seat.x, y: seat.y },
    },
  }
}

/** Which kept seat, by the number of the membership that it was had with. */
export interface WantedRenewal {
  readonly membershipId: number
  readonly memberNumber: string
}

/**
 * Locks a kept seat on all fixed dates for its member. Refusals: NOT_FOUND (nothing is kept for the visitor), RENEWING_ELSEWHERE (the member has locked it in
 * another browser: nobody else may), and those of `lockOnDates`.
 */
export async function lockRenewal(wanted: WantedRenewal, holder: Holder): Promise<Result<readonly Selection[]>> {
  const offer = await offerFor(wanted, holder.uuid)
  if (!offer) return refuse('NOT_FOUND')
  if (offer.moves) await askToMove(holder.uuid, offer, false)
  const locked = await lockOnDates(offer.address, holder, 'again')
  return !locked.ok && offer.isWhole && TAKEN.includes(locked.refusal.code) ? refuse('RENEWING_ELSEWHERE') : locked
}

/** Somebody has the seat on all dates, or on some. */
const TAKEN: readonly RefusalCode[] = ['SEAT_NOT_AVAILABLE', 'SEAT_TAKEN_ON_DATES']

/** Notes that a member wants another seat: the kept one becomes free for others once the new one is paid. Refusal: NOT_FOUND. */
export async function moveRenewal(wanted: WantedRenewal, uuid: string): Promise<Result<null>> {
  const offer = await offerFor(wanted, uuid)
  const isNoted = offer && (await askToMove(uuid, offer, true))
  return isNoted ? accept(null) : refuse('NOT_FOUND')
}

async function offerFor({ membershipId, memberNumber }: WantedRenewal, uuid: string): Promise<RenewalOffer | undefined> {
  const offers = await renewalOffers(uuid)
  return offers.find((one) => one.membershipId === membershipId && one.memberNumber === memberNumber)
}
