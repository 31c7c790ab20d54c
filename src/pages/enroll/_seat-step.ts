import type { APIContext } from 'astro'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import { isCharged } from '#lib/domain/catalogue/memberships/membership-offers.ts'
import { MEMBERSHIP_TYPE, type Membership, type MembershipPrice } from '#lib/domain/catalogue/memberships/memberships.ts'
import { refuse } from '#lib/domain/result.ts'
import type { PlanSeat } from '#lib/domain/seating/plan/seatplan.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { membershipDates, type MembershipDates } from '#lib/server/enrolment/membership-dates.ts'
import { membershipHall, ownSeatsOn } from '#lib/server/enrolment/membership-hall.ts'
import { cartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { keepMemberships } from '#lib/server/orders/cart/membership-draft.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { membershipView, type MembershipView } from '#lib/server/programme/memberships.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { itemsOfSeats } from './_season.ts'
import { addressOf } from './_seat-address.ts'
import { nextToSeat, walkOf, type WalkedSeries } from './_walk.ts'

export type Item = NonNullable<StoredCart['memberships']>[number]
export type Context = Pick<APIContext, 'request' | 'locals' | 'params' | 'url'>

/** The page on which seats are chosen: of one series of the walk, of a season's fixed dates, or of one chosen date. */
export interface SeatStep {
  readonly view: MembershipView
  readonly dates: MembershipDates
  /** The series of the purchase; empty of a season. */
  readonly walk: readonly WalkedSeries[]
  /** What the seats are for, in order: price and holder. Of a season's fixed dates only how many at most. */
  readonly lines: readonly SeatLine[]
  readonly isUpTo: boolean
  /** null: seats are virtual. */
  readonly hall: PresentationAnswer | null
  /** Whether the visitor holds seats on these dates already. */
  readonly hasSeats: boolean
  readonly chosenId: number | null
  readonly problem?: string
  readonly status: number
}

export interface SeatLine {
  readonly price: MembershipPrice
  readonly name: string
}

type Opened = SeatStep | { readonly goTo: string } | undefined

/** Opens the step, or handles its form: the seats that are locked become those of the cart's items. undefined: no such membership. */
export async function openSeats(context: Context): Promise<Opened> {
  const { locals, params, url, request } = context
  const view = await membershipView(params.code ?? '', locals.locale)
  const { visitor, locale } = locals
  if (!view || view.kind === 'open' || !visitor) return undefined
  const { membership } = view
  const asked = Number(url.searchParams.get('date')) || null
  const dates = await membershipDates(membership.id, asked, locale)
  if (!dates.ok) return undefined
  const items = (await cartOf(visitor.uuid))?.memberships ?? []
  const own = items.filter(({ membershipId }) => membershipId === membership.id)
  if (own.length === 0 && (view.kind === 'series' || asked !== null)) return { goTo: `/membership/${membership.code}` }
  const { isUpTo, lines } = linesFor(view, own, asked)
  const hall = await hallOf(dates.value, lines, locale)
  const walk = view.kind === 'series' ? walkOf(items, (await catalogue(locale)).memberships) : []
  const hasSeats = hall !== null && (await ownSeatsOn(dates.value, visitor.uuid)).length > 0
  const step = { view, dates: dates.value, walk, lines, isUpTo, hall, hasSeats, chosenId: asked, status: 200 }
  return request.method === 'POST' ? takeSeats(context, step, items) : step
}

/** What seats are chosen for: on a season's fixed dates as many as are wanted, else those of the items. */
function linesFor({ kind, membership }: MembershipView, own: readonly Item[], chosenId: number | null): Pick<SeatStep, 'isUpTo' | 'lines'> {
  const isUpTo = kind === 'season' && chosenId === null
  return { isUpTo, lines: isUpTo ? openLines(membership) : linesOf(membership, own) }
}

/** null: the seats of the membership are virtual. */
async function hallOf(dates: MembershipDates, lines: readonly SeatLine[], locale: Locale): Promise<PresentationAnswer | null> {
  if (dates.membership.isSkipMemberSeat) return null
  return (await membershipHall({ dates, prices: pricesOf(lines), maxSeats: lines.length, locale })) ?? null
}

/** Of a season so many seats as it has prices may be chosen before their prices are. */
function openLines(membership: Membership): readonly SeatLine[] {
  return membership.prices.filter(isCharged).flatMap((price) => Array.from({ length: membership.maxQuantity }, () => ({ price, name: '' })))
}

function linesOf(membership: Membership, items: readonly Item[]): readonly SeatLine[] {
  return items.flatMap(({ membershipPriceId, name }) => {
    const price = membership.prices.find(({ id }) => id === membershipPriceId)
    return price ? [{ price, name: name ?? '' }] : []
  })
}

function pricesOf(lines: readonly SeatLine[]): readonly MembershipPrice[] {
  return [...new Set(lines.map(({ price }) => price))]
}

async function takeSeats({ request, locals }: Context, step: SeatStep, items: readonly Item[]): Promise<Opened> {
  const { view, dates, walk, lines, isUpTo } = step
  const { visitor, locale } = locals
  const t = textOf(locale, view.membership.businessId)
  if (isCrossSite(request) || !visitor) {
    const { code } = refuse(visitor ? 'CROSS_SITE' : 'MISSING_UUID').refusal
    return { ...step, problem: t(`errors.${code}`), status: statusOf(code) }
  }
  const seats = step.hall ? await ownSeatsOn(dates, visitor.uuid) : []
  const isEnough = step.hall === null || seats.length >= (isUpTo ? 1 : lines.length)
  if (!isEnough) return { ...step, problem: t('enrol.tooFew'), status: 409 }
  if (step.chosenId !== null) return { goTo: `/enroll/${view.membership.code}/choice-seats` }
  if (isUpTo) {
    await keepMemberships(visitor.uuid, await itemsOfSeats(dates, seats, items), 'keep seats')
    return { goTo: `/enroll/${view.membership.code}/rates` }
  }
  const memberships = seated(items, dates, seats)
  await keepMemberships(visitor.uuid, memberships, 'keep seats')
  const next = nextToSeat(walkOf(memberships, (await catalogue()).memberships), walk.length > 0 ? view.membership.id : 0)
  if (next) return { goTo: `/enroll/${next.membership.code}/seats` }
  const stored = await storeCartOf(visitor.uuid, { memberships: [...memberships] })
  if (stored.ok) return { goTo: '/booking/checkout' }
  const { code, facts } = stored.refusal
  return { ...step, problem: t(`errors.${code}`, facts), status: statusOf(code) }
}

/** The items of a series with its seats, in their order. */
function seated(items: readonly Item[], dates: MembershipDates, seats: readonly PlanSeat[]): Item[] {
  const left = [...seats]
  return items.map((item) => {
    if (item.membershipId !== dates.membership.id) return item
    const seat = left.shift()
    return { ...item, seat: seat ? addressOf(dates, seat) : null }
  })
}

/** Whether a membership is a season; its flow has steps of its own. */
export function isSeason({ typeId }: Pick<Membership, 'typeId'>): boolean {
  return typeId === MEMBERSHIP_TYPE.season
}
