import type { Catalogue, Location, SeatplanFacts, TicketGroup } from './catalogue.ts'
import type { Donation } from './donations.ts'
import { byNumber, keptInOrder } from './lists/kept-in-order.ts'
import type { Compare } from './lists/listed.ts'
import type { Membership } from './memberships/memberships.ts'
import { editionOf } from './plan-words.ts'
import { byStart } from './presentations-of.ts'
import type { SystemVoucherSuperClass } from './system-vouchers.ts'
import type { Worded } from './worded.ts'

/** A catalogue in Hebrew, and the same in another language. */
export interface InWords {
  readonly from: Catalogue
  readonly worded: Catalogue
}

/**
 * The catalogue in a language: each word that is missing in it stays Hebrew. What has no words is the same object.
 * @param before an earlier catalogue in the same language: what has not changed since is taken over
 */
export function inWords(from: Catalogue, locale: string, before?: InWords): Catalogue {
  function part<T extends Item>(partOf: PartOf<T>, worded: (item: T, locale: string) => T, compare: Compare<T> = byNumber) {
    const known = before && { from: partOf(before.from), worded: partOf(before.worded) }
    return eachOf(partOf(from), { worded: (item) => worded(item, locale), compare }, known)
  }
  const memberships = part((one) => one.memberships, membershipIn)
  const superClasses = part((one) => one.voucherSuperClasses, superClassIn)
  return {
    ...from,
    locations: part((one) => one.locations, itemIn),
    venues: part((one) => one.venues, itemIn),
    categories: part((one) => one.categories, itemIn),
    features: part((one) => one.features, itemIn),
    ticketGroups: part((one) => one.ticketGroups, groupIn),
    products: part((one) => one.products, itemIn),
    serviceCharges: part((one) => one.serviceCharges, itemIn),
    presentations: part((one) => one.presentations, itemIn, byStart),
    seatplans: part((one) => one.seatplans, planFactsIn),
    seasons: part((one) => one.seasons, itemIn),
    memberships,
    membershipsByCode: new Map([...memberships.values()].map((membership) => [membership.code, membership])),
    voucherSuperClasses: superClasses,
    voucherClasses: new Map([...superClasses.values()].flatMap(({ classes }) => classes.map((one) => [one.id, one] as const))),
    donations: part((one) => one.donations, donationIn),
  }
}

interface Item {
  readonly id: number
}
/** What an item is in another language, and the order of such items. */
interface Wording<T> {
  readonly worded: (item: T) => T
  readonly compare: Compare<T>
}
type PartOf<T> = (one: Catalogue) => ReadonlyMap<number, T>

/** The same object if none has words. @param known the same part of an earlier catalogue, in Hebrew and in the other language */
function eachOf<T extends Item>(
  items: ReadonlyMap<number, T>,
  { worded, compare }: Wording<T>,
  known?: { readonly from: ReadonlyMap<number, T>; readonly worded: ReadonlyMap<number, T> },
): ReadonlyMap<number, T> {
  if (known?.from === items) return known.worded
  const kept = keptInOrder(items)
  if (!kept) return new Map([...items].map(([id, item]) => [id, worded(item)]))
  const earlier = known && keptInOrder(known.from)
  const ids = earlier && kept.changedSince(earlier)
  if (known && ids) {
    const now = ids.flatMap((id) => kept.get(id) ?? []).map(worded)
    if (known.worded === known.from && now.every((one) => one === kept.get(one.id))) return items
    const changed = keptInOrder(known.worded)?.with(ids, now, compare)
    if (changed) return changed
  }
  return kept.map(worded)
}

function membershipIn(membership: Membership, locale: string): Membership {
  return { ...itemIn(membership, locale), prices: membership.prices.map((price) => itemIn(price, locale)) }
}

function donationIn(donation: Donation, locale: string): Donation {
  return { ...itemIn(donation, locale), details: donation.details.map((detail) => itemIn(detail, locale)) }
}

function groupIn(group: TicketGroup, locale: string): TicketGroup {
  return { ...itemIn(group, locale), tickets: group.tickets.map((ticket) => itemIn(ticket, locale)) }
}

/** Its sections keep their Hebrew names, which image maps and sold tickets tell them by. */
function planFactsIn(plan: SeatplanFacts, locale: string): SeatplanFacts {
  const ownWords = plan.words?.[locale]
  return ownWords ? { ...plan, version: editionOf(plan, locale), ownWords } : plan
}

function superClassIn(superClass: SystemVoucherSuperClass, locale: string): SystemVoucherSuperClass {
  const classes = superClass.classes.map((one) => ({ ...itemIn(one, locale), prices: one.prices.map((price) => itemIn(price, locale)) }))
  return { ...itemIn(superClass, locale), classes }
}

function itemIn<T extends Worded>(item: T, locale: string): T {
  const { words } = item
  const own = words?.[locale]
  if (!words || !own) return item
  const hebrew = Object.fromEntries(Object.entries(item).filter(([field]) => field in own))
  return { ...item, ...own, words: { ...words, he: hebrew } }
}

/** A place of a query as this language calls it: a city may be named in any language. What is no city, for example an id, stays as it is. */
export function placeIn(locations: ReadonlyMap<number, Location>, asked: string): string {
  const called = [...locations.values()].find(({ words }) => Object.values(words ?? {}).some(({ city }) => city === asked))
  return called?.city ?? asked
}
