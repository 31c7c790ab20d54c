import type { Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { Membership, MembershipPrice } from '#lib/domain/catalogue/memberships/memberships.ts'
import {
  isCharged,
  isSameSeller,
  kindOf,
  lowestPrice,
  membershipSale,
  visitsOf,
  type MembershipKind,
  type MembershipSale,
} from '#lib/domain/catalogue/memberships/membership-offers.ts'
import { presentationsBy } from '#lib/domain/catalogue/presentations-of.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { showingOf } from './prepared-showings.ts'
import { programme, type Programme } from './showings.ts'

/** The kinds that the site sells from end to end. */
const SOLD_HERE: ReadonlySet<MembershipKind> = new Set<MembershipKind>(['open', 'series', 'season'])

/** A membership as pages show it. */
export interface MembershipView {
  readonly membership: Membership
  readonly kind: MembershipKind
  readonly sale: MembershipSale
  /** Whether the site sells it now. */
  readonly isSoldHere: boolean
  readonly lowest: MembershipPrice | undefined
  readonly visits: number | null
  /** Its fixed evenings, by start. */
  readonly evenings: readonly Showing[]
  /** Number of events that the buyer chooses, beside the fixed ones, and what there is to choose from. */
  readonly choiceCount: number
  readonly options: readonly Showing[]
  /** Names of the places where it is valid. */
  readonly places: readonly string[]
  /** The fewest free seats on one of its evenings; null: it takes no seats. */
  readonly free: number | null
}

/** All memberships of the catalogue, by kind, each kind in the catalogue's order. */
export async function membershipViews(locale: Locale = DEFAULT_LOCALE): Promise<readonly MembershipView[]> {
  const from = await programme(locale)
  const views = [...from.catalogue.memberships.values()].map((membership) => viewOf(from, membership))
  return views.toSorted((one, other) => one.membership.typeId - other.membership.typeId)
}

/** @returns undefined if no membership has the code */
export async function membershipView(code: string, locale: Locale = DEFAULT_LOCALE): Promise<MembershipView | undefined> {
  const from = await programme(locale)
  const membership = from.catalogue.membershipsByCode.get(code)
  return membership && viewOf(from, membership)
}

/** The membership and those that can be bought with it in one order. */
export async function membershipsBeside(
  { membership, kind }: MembershipView,
  locale: Locale = DEFAULT_LOCALE,
): Promise<readonly MembershipView[]> {
  const views = await membershipViews(locale)
  return views.filter(
    (one) => one.membership.id === membership.id || (one.kind === kind && one.isSoldHere && isSameSeller(one.membership, membership)),
  )
}

function viewOf(from: Programme, membership: Membership): MembershipView {
  const kind = kindOf(membership)
  const evenings = showingsOf(from, membership.presentationIds)
  const free =
    evenings.length === 0 || membership.isSkipMemberSeat
      ? null
      : Math.min(...evenings.map(({ presentation }) => from.factsOf(presentation).available))
  const sale = membershipSale(membership, from.now, free)
  return {
    membership,
    kind,
    sale,
    isSoldHere: SOLD_HERE.has(kind) && sale === 'open' && membership.prices.some(isCharged),
    lowest: lowestPrice(membership),
    visits: visitsOf(membership),
    evenings,
    choiceCount: membership.choice?.count ?? 0,
    options: showingsOf(from, membership.choice?.options.map(({ presentationId }) => presentationId) ?? []),
    places: placesOf(from, membership, evenings),
    free,
  }
}

/** @param ids in the order of their starts, as memberships have them */
function showingsOf({ catalogue }: Programme, ids: readonly number[]): readonly Showing[] {
  return ids.flatMap((id) => {
    const presentation = catalogue.presentations.get(id)
    return (presentation && showingOf(catalogue, presentation)) ?? []
  })
}

/** The presentations of a seller. */
const showsOf = presentationsBy(({ businessId }: Presentation) => [businessId])

/** Those that it names, else those of its evenings, else all where its seller has shows. */
function placesOf(from: Programme, { locationIds, businessId }: Membership, evenings: readonly Showing[]): readonly string[] {
  const named = locationIds.flatMap((id) => from.catalogue.locations.get(id)?.name ?? [])
  if (named.length > 0) return named
  const { venues, locations } = from.catalogue
  const venueIds = new Set(
    (evenings.length > 0 ? evenings.map(({ presentation }) => presentation) : showsOf(from.catalogue, businessId)).map(
      ({ venueId }) => venueId,
    ),
  )
  return [...new Set([...venueIds].flatMap((id) => locations.get(venues.get(id)?.locationId ?? 0)?.name ?? []))]
}
