import type { APIContext } from 'astro'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { sourceOf, type Holder } from '#lib/server/platform/http/limits/network.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { MEMBERSHIP_TYPE, type Membership } from '#lib/domain/catalogue/memberships/memberships.ts'
import { accept, refuse, type Refusal, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { lockOnDates } from '#lib/server/enrolment/membership-locks.ts'
import { lapsedOffers, lockRenewal, moveRenewal, renewalOffers, type RenewalOffer } from '#lib/server/enrolment/renewal-offers.ts'
import { cartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { keepMemberships } from '#lib/server/orders/cart/membership-draft.ts'
import { leavingCart, type Leaving } from '#lib/server/orders/commit/leaving-cart.ts'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { otherSeatOf } from './_other-seat.ts'
import { openSeasonRenewal, takeSeason, type SeasonRenewal } from './_season-renewal.ts'

/** The content of the page on which a member renews. */
export interface Renewing {
  readonly membership: Membership
  readonly offers: readonly RenewalOffer[]
  /** Kept until the deadline, which has passed. */
  readonly lapsed: readonly RenewalOffer[]
  /** Of a season: what is renewed and paid together, with the dates to choose. */
  readonly season?: SeasonRenewal
  readonly problem?: string
  /** The items that leave the cart if the member continues; only while the page asks. */
  readonly leaving?: Leaving
  readonly status: number
}

type Context = Pick<APIContext, 'request' | 'locals' | 'params' | 'clientAddress'>

/** Opens the page, or handles its form. undefined: no such membership, or it renews none; `goTo`: the form was accepted. */
export async function openRenewal(context: Context): Promise<Renewing | { readonly goTo: string } | undefined> {
  const { locals, params, request } = context
  const membership = (await catalogue(locals.locale)).membershipsByCode.get(params.code ?? '')
  if (!membership?.renewal) return undefined
  const offers = locals.visitor ? await renewalOffers(locals.visitor.uuid, locals.locale) : []
  const lapsed = locals.visitor ? await lapsedOffers(locals.visitor.uuid, membership, locals.locale) : []
  const own = offers.filter((offer) => offer.membershipId === membership.id)
  const sent = request.method === 'POST' ? await readForm(request) : undefined
  const season =
    locals.visitor && (await openSeasonRenewal(membership, [...own, ...lapsed], { uuid: locals.visitor.uuid, locale: locals.locale, sent }))
  const shown = { membership, offers: own, lapsed, ...(season && { season }) }
  return sent ? takeForm(context, shown, sent) : { ...shown, status: 200 }
}

type Shown = Pick<Renewing, 'membership' | 'offers' | 'lapsed' | 'season'>

async function takeForm(context: Context, shown: Shown, sent: FormData): Promise<Renewing | { readonly goTo: string }> {
  const { request, locals, clientAddress } = context
  const { visitor, locale } = locals
  const t = textOf(locale, shown.membership.businessId)
  const refused = ({ code, facts }: Refusal) => ({ ...shown, problem: t(`errors.${code}`, facts), status: statusOf(code) })
  if (isCrossSite(request)) return refused({ code: 'CROSS_SITE' })
  if (!visitor) return refused({ code: 'MISSING_UUID' })
  const { uuid } = visitor
  if (sent.has('move')) {
    const moved = await takeMove(shown, sent, { uuid, locale })
    return moved.ok ? { goTo: moved.value } : refused(moved.refusal)
  }
  const missing = shown.season && missingIn(shown.season)
  if (missing) return { ...shown, problem: t(...missing), status: 400 }
  const stored = await cartOf(uuid)
  const isAsked = sent.has('replace') || (stored?.memberships ?? []).length > 0
  const leaving = isAsked ? undefined : await leavingCart(uuid, locale)
  if (leaving) return { ...shown, leaving, status: 409 }
  const holder = { uuid, network: sourceOf(request, clientAddress).network }
  const taken = shown.season
    ? await takeSeason(shown.season, holder, (offer) => shown.offers.includes(offer))
    : await takeSeat(shown, sent, holder)
  return taken.ok ? { goTo: taken.value } : refused(taken.refusal)
}

/** Notes that a member wants another seat than a kept one. @returns where it is chosen */
async function takeMove(
  { offers }: Shown,
  sent: FormData,
  { uuid, locale }: { readonly uuid: string; readonly locale: Locale },
): Promise<Result<string>> {
  const kept = offers.find(({ memberNumber }) => memberNumber === sent.get('move'))
  const moved = kept ? await moveRenewal(kept, uuid) : refuse('NOT_FOUND')
  if (!kept || !moved.ok) return refuse(moved.ok ? 'NOT_FOUND' : moved.refusal.code)
  return accept(await otherSeatOf(uuid, kept, { locale, priceId: sent.get('price') }))
}

/** What the form of a season lacks, as a text and its values. */
function missingIn({ seats, chosen, view }: SeasonRenewal): readonly [key: string, values?: Record<string, number>] | undefined {
  if (!seats.some(({ isTicked }) => isTicked)) return ['enrol.renewNobody']
  return chosen.length === view.choiceCount ? undefined : ['enrol.wrongCount', { chosen: chosen.length, wanted: view.choiceCount }]
}

/** Locks one seat and stores it with the cart. @returns where it goes on: to the payment or, of a season that asks for more, to its own steps */
async function takeSeat({ membership, offers, lapsed }: Shown, sent: FormData, holder: Holder): Promise<Result<string>> {
  const isOwn = ({ memberNumber }: RenewalOffer) => memberNumber === sent.get('member')
  const kept = offers.find(isOwn)
  const offer = kept ?? lapsed.find(isOwn)
  if (!offer) return refuse('NOT_FOUND')
  const isInSteps = membership.typeId === MEMBERSHIP_TYPE.season
  const price = offer.prices.find((one) => String(one.price.id) === sent.get('price'))?.price
  if (!price && !isInSteps) return refuse('MEMBERSHIP_NOT_FOUND')
  if (isInSteps) await beginSeason(holder.uuid, membership.id, sent.has('replace'))
  const locked = kept ? await lockRenewal(offer, holder) : await lockOnDates(offer.address, holder, 'again')
  if (!locked.ok) return locked
  if (isInSteps || !price) return accept(`/enroll/${membership.code}/seats`)
  const renewed = await storeCartOf(holder.uuid, { memberships: [itemOf(offer, price.id)] })
  return renewed.ok ? accept('/booking/checkout') : renewed
}

/** The cart of a season; seats of others leave it if so asked. */
async function beginSeason(uuid: string, membershipId: number, isReplacing: boolean): Promise<void> {
  const own = ((await cartOf(uuid))?.memberships ?? []).filter((item) => item.membershipId === membershipId)
  await keepMemberships(uuid, own, isReplacing ? 'release seats' : 'keep seats')
}

/** The kept seat as a cart item. */
function itemOf({ membershipId, address }: RenewalOffer, membershipPriceId: number) {
  const { venueId, seatplanId, sectionId, ticketGroupId, x, y } = address
  const seat = {
    ...{ VenueId: venueId, VenueSeatplanId: seatplanId, VenueSectionId: sectionId },
    ...{ TicketGroupId: ticketGroupId, XCoordinate: x, YCoordinate: y },
  }
  return { membershipId, membershipPriceId, seat }
}
