import type { APIContext } from 'astro'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import type { Membership } from '#lib/domain/catalogue/memberships/memberships.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { lockOnDates } from '#lib/server/enrolment/membership-locks.ts'
import { lapsedOffers, lockRenewal, moveRenewal, renewalOffers, type RenewalOffer } from '#lib/server/enrolment/renewal-offers.ts'
import { cartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { keepMemberships } from '#lib/server/orders/cart/membership-draft.ts'
import { leavingCart, type Leaving } from '#lib/server/orders/commit/leaving-cart.ts'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'
import { textOf } from '#lib/text/text.ts'
import { otherSeatOf } from './_other-seat.ts'

/** The content of the page on which a member renews. */
export interface Renewing {
  readonly membership: Membership
  readonly offers: readonly RenewalOffer[]
  /** Kept until the deadline, which has passed. */
  readonly lapsed: readonly RenewalOffer[]
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
  const shown = { membership, offers: offers.filter((offer) => offer.membershipId === membership.id), lapsed }
  if (request.method !== 'POST') return { ...shown, status: 200 }
  return takeForm(context, shown)
}

async function takeForm(
  context: Context,
  shown: Pick<Renewing, 'membership' | 'offers' | 'lapsed'>,
): Promise<Renewing | { readonly goTo: string }> {
  const { request, locals, clientAddress } = context
  const { visitor, locale } = locals
  const t = textOf(locale, shown.membership.businessId)
  const refused = (code: RefusalCode, facts?: Readonly<Record<string, string | number>>) => ({
    ...shown,
    problem: t(`errors.${code}`, facts),
    status: statusOf(code),
  })
  if (isCrossSite(request)) return refused('CROSS_SITE')
  if (!visitor) return refused('MISSING_UUID')
  const sent = await readForm(request)
  const isOwn = ({ memberNumber }: RenewalOffer) => memberNumber === sent.get('member')
  const kept = shown.offers.find(isOwn)
  const offer = kept ?? shown.lapsed.find(isOwn)
  if (!offer) return refused('NOT_FOUND')
  if (sent.has('move')) {
    if (!kept) return refused('NOT_FOUND')
    const moved = await moveRenewal(offer, visitor.uuid)
    return moved.ok ? { goTo: await otherSeatOf(visitor.uuid, offer, { locale, priceId: sent.get('price') }) } : refused(moved.refusal.code)
  }
  const price = offer.prices.find((one) => String(one.price.id) === sent.get('price'))
  const { choice } = shown.membership
  if (!price && !choice) return refused('MEMBERSHIP_NOT_FOUND')
  const stored = await cartOf(visitor.uuid)
  const isAsked = sent.has('replace') || (stored?.memberships ?? []).length > 0
  const leaving = isAsked ? undefined : await leavingCart(visitor.uuid, locale)
  if (leaving) return { ...shown, leaving, status: 409 }
  // Its dates are chosen before it is paid: its own flow begins, with the kept seat chosen.
  if (choice) await beginSeason(visitor.uuid, shown.membership.id, sent.has('replace'))
  const holder = { uuid: visitor.uuid, network: sourceOf(request, clientAddress).network }
  const locked = kept ? await lockRenewal(offer, holder) : await lockOnDates(offer.address, holder, 'again')
  const next = locked.ok ? await afterLock(visitor.uuid, shown.membership, offer, price?.price.id) : locked
  return next.ok ? { goTo: next.value } : refused(next.refusal.code, next.refusal.facts)
}

/** Stores what is renewed with the cart, once its seat is locked. @returns where it goes on */
async function afterLock(
  uuid: string,
  { code, choice }: Membership,
  offer: RenewalOffer,
  priceId: number | undefined,
): Promise<Result<string>> {
  if (choice || priceId === undefined) return accept(`/enroll/${code}/seats`)
  const renewed = await storeCartOf(uuid, { memberships: [itemOf(offer, priceId)] })
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
