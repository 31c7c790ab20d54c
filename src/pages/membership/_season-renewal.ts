import { cutText } from '#lib/domain/cut-text.ts'
import type { APIContext } from 'astro'
import type { EnrolmentItem } from '#lib/contract/order/membership-cart.ts'
import type { Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { isCharged } from '#lib/domain/catalogue/memberships/membership-offers.ts'
import { MEMBERSHIP_TYPE, type Membership, type MembershipPrice } from '#lib/domain/catalogue/memberships/memberships.ts'
import { proposedDates } from '#lib/domain/catalogue/memberships/proposed-dates.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { PlanSeat } from '#lib/domain/seating/plan/seatplan.ts'
import { freeDate } from '#lib/server/enrolment/choice-seats.ts'
import { membershipDates } from '#lib/server/enrolment/membership-dates.ts'
import { lockOnDates } from '#lib/server/enrolment/membership-locks.ts'
import { lockRenewalDate, renewalDates, type RenewalDate } from '#lib/server/enrolment/renewal-dates.ts'
import { lockRenewal, type RenewalOffer } from '#lib/server/enrolment/renewal-offers.ts'
import { availableMembersOf } from '#lib/server/entitlements/lookup/available-members.ts'
import { cartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { keepMemberships } from '#lib/server/orders/cart/membership-draft.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { membershipView, type MembershipView } from '#lib/server/programme/memberships.ts'
import { enrolmentBase, enrolmentsOf, isAt, itemOf, selectionOn } from '../enroll/_season.ts'

/** One kept seat of a season that is renewed, with what was chosen for it. */
export interface SeasonSeat {
  readonly offer: RenewalOffer
  readonly prices: readonly { readonly price: MembershipPrice; readonly total: number }[]
  readonly isTicked: boolean
  readonly priceId: number
  readonly name: string
}

/** A date to choose, and where its member would sit. */
export type SeasonChoice = RenewalDate & Showing & { readonly supplement: number }

/** A season that is renewed on one page: its kept seats, and the dates to choose with those that are ticked. */
export interface SeasonRenewal {
  readonly view: MembershipView
  readonly seats: readonly SeasonSeat[]
  readonly options: readonly SeasonChoice[]
  readonly chosen: readonly number[]
}

/** The kept seats of a season that are whole, in the order of the hall. undefined: it is no season, there are none, or its steps have to ask for more. */
export async function openSeasonRenewal(
  membership: Membership,
  offers: readonly RenewalOffer[],
  { uuid, locale, sent }: { readonly uuid: string; readonly locale: APIContext['locals']['locale']; readonly sent?: FormData | undefined },
): Promise<SeasonRenewal | undefined> {
  const whole = offers.filter(({ isWhole }) => isWhole).toSorted((one, other) => one.seatId - other.seatId)
  const view = membership.typeId === MEMBERSHIP_TYPE.season && whole.length > 0 ? await membershipView(membership.code, locale) : undefined
  if (!view) return undefined
  const seats = await seatsOf(membership, whole, { uuid, sent })
  if (seats.length === 0) return undefined
  const ticked = seats.filter(({ isTicked }) => isTicked)
  const options = await optionsOf(
    view,
    (ticked.length > 0 ? ticked : seats).map(({ offer }) => offer.seat),
    uuid,
  )
  const chosen = sent ? chosenIn(sent, view) : proposedIn(view, options)
  return { view, seats, options, chosen }
}

async function seatsOf(
  membership: Membership,
  offers: readonly RenewalOffer[],
  { uuid, sent }: { readonly uuid: string; readonly sent: FormData | undefined },
): Promise<readonly SeasonSeat[]> {
  const members = offers.length > 1 ? await availableMembersOf(uuid, []) : []
  const names = new Set<string>()
  return offers.flatMap((offer) => {
    const prices = membership.prices.filter(isAskedNothing).flatMap((price) => {
      const total = enrolmentBase(membership, price, { fixed: offer.seat, known: [] })
      return total === undefined ? [] : [{ price, total }]
    })
    const [first] = prices
    if (!first) return []
    const { memberNumber } = offer
    const holder = members.find((one) => one.memberNumber === memberNumber)?.memberCustomerName ?? ''
    // One name is on one membership of a season: of two seats in one name the second is asked for another.
    const own = names.has(holder) ? '' : holder
    names.add(own)
    const typed = (field: string) => sent?.get(`${field}-${memberNumber}`)
    const name = typed('name')
    return [
      {
        ...{ offer, prices },
        isTicked: !sent || sent.getAll('member').includes(memberNumber),
        priceId: prices.find(({ price }) => String(price.id) === typed('price'))?.price.id ?? first.price.id,
        name: typeof name === 'string' ? cutText(name.trim(), 120) : own,
      },
    ]
  })
}

/** A price that needs a reference is chosen in the steps of an enrolment, which ask for it. */
function isAskedNothing(price: MembershipPrice): boolean {
  return isCharged(price) && price.ref1prompt === null && price.ref2prompt === null
}

async function optionsOf(
  { membership, options }: MembershipView,
  kept: readonly PlanSeat[],
  uuid: string,
): Promise<readonly SeasonChoice[]> {
  const dates = await renewalDates(membership, kept, uuid)
  return options.flatMap((showing) => {
    const { id } = showing.presentation
    const date = dates.find(({ presentationId }) => presentationId === id)
    const supplement = membership.choice?.options.find(({ presentationId }) => presentationId === id)?.supplement ?? 0
    return date ? [{ ...date, ...showing, supplement }] : []
  })
}

function proposedIn({ evenings, choiceCount }: MembershipView, options: readonly SeasonChoice[]): readonly number[] {
  const eveningOf = ({ feature, presentation }: Showing) => ({ featureId: feature.id, startsAt: presentation.startsAt })
  const offered = options.filter(({ seats }) => seats.length > 0).map((one) => ({ ...one, ...eveningOf(one) }))
  return proposedDates(offered, evenings.map(eveningOf), choiceCount)
}

function chosenIn(sent: FormData, { options }: MembershipView): readonly number[] {
  const ticked = new Set(sent.getAll('date').map(Number))
  return options.map(({ presentation }) => presentation.id).filter((id) => ticked.has(id))
}

/**
 * Locks the ticked seats on all fixed dates, and seats like them on the ticked dates, and stores the order. Refusals: NOT_ENOUGH_SEATS, those of the
 * locks and of the cart.
 * @param kept whether a seat is still kept, or has lapsed and is taken like any other
 */
export async function takeSeason(
  { view, seats, chosen }: SeasonRenewal,
  holder: Holder,
  isKept: (offer: RenewalOffer) => boolean,
): Promise<Result<string>> {
  const { membership } = view
  const ticked = seats.filter(({ isTicked }) => isTicked)
  const dates = await membershipDates(membership.id)
  if (!dates.ok) return dates
  const items: EnrolmentItem[] = []
  for (const { offer, priceId, prices, name } of ticked) {
    const locked = isKept(offer) ? await lockRenewal(offer, holder) : await lockOnDates(offer.address, holder, 'again')
    if (!locked.ok) return locked
    const price = prices.find((one) => one.price.id === priceId)?.price
    if (!price) return refuse('MEMBERSHIP_NOT_FOUND')
    items.push({ ...(await itemOf(dates.value, price, offer.seat)), name })
  }
  const kept = ticked.map(({ offer }) => offer.seat)
  await freeOthers(view.membership, kept, holder.uuid)
  const found: RenewalDate[] = []
  for (const presentationId of chosen) {
    const date = await lockRenewalDate(kept, { membershipId: membership.id, presentationId }, holder)
    if (!date.ok) return date
    found.push(date.value)
  }
  const memberships = items.map((item, at) => ({ ...item, selections: found.flatMap((date) => selectionsOf(date, item, at)) }))
  await keepMemberships(holder.uuid, memberships, 'keep seats')
  const stored = await storeCartOf(holder.uuid, { memberships })
  return stored.ok ? accept('/booking/checkout') : stored
}

/** Frees what was locked on the dates to choose for other seats than these: somebody is renewed beside, or is left out now. */
async function freeOthers({ id, choice }: Membership, kept: readonly PlanSeat[], uuid: string): Promise<void> {
  const before = enrolmentsOf((await cartOf(uuid))?.memberships ?? [], id)
  const isSame = before.length === kept.length && before.every((item) => kept.some((seat) => isAt(item, seat)))
  if (before.length === 0 || isSame) return
  for (const { presentationId } of choice?.options ?? []) await freeDate({ membershipId: id, presentationId }, uuid)
}

function selectionsOf({ dates, seats }: RenewalDate, item: EnrolmentItem, at: number): EnrolmentItem['selections'] {
  const seat = seats[at]
  return seat ? selectionOn(dates, seat, item) : []
}
