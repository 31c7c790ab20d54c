import { editionOf } from './plan-words.ts'
import type { Catalogue, Location, SeatplanFacts, TicketGroup } from './catalogue.ts'
import type { SystemVoucherSuperClass } from './system-vouchers.ts'
import type { Worded } from './worded.ts'

/** The catalogue in a language: each word that is missing in it stays Hebrew. What has no words is the same object. */
export function inWords(from: Catalogue, locale: string): Catalogue {
  const memberships = eachOf(from.memberships, (one) => ({
    ...itemIn(one, locale),
    prices: one.prices.map((price) => itemIn(price, locale)),
  }))
  const superClasses = eachOf(from.voucherSuperClasses, (one) => superClassIn(one, locale))
  return {
    ...from,
    locations: allIn(from.locations, locale),
    venues: allIn(from.venues, locale),
    categories: allIn(from.categories, locale),
    features: allIn(from.features, locale),
    ticketGroups: eachOf(from.ticketGroups, (group) => groupIn(group, locale)),
    products: allIn(from.products, locale),
    serviceCharges: allIn(from.serviceCharges, locale),
    presentations: allIn(from.presentations, locale),
    seatplans: eachOf(from.seatplans, (plan) => planFactsIn(plan, locale)),
    seasons: allIn(from.seasons, locale),
    memberships,
    membershipsByCode: new Map([...memberships.values()].map((membership) => [membership.code, membership])),
    voucherSuperClasses: superClasses,
    voucherClasses: new Map([...superClasses.values()].flatMap(({ classes }) => classes.map((one) => [one.id, one] as const))),
    donations: eachOf(from.donations, (one) => ({ ...itemIn(one, locale), details: one.details.map((detail) => itemIn(detail, locale)) })),
  }
}

function allIn<T extends Worded>(items: ReadonlyMap<number, T>, locale: string): ReadonlyMap<number, T> {
  return eachOf(items, (item) => itemIn(item, locale))
}

function eachOf<T>(items: ReadonlyMap<number, T>, worded: (item: T) => T): ReadonlyMap<number, T> {
  return new Map([...items].map(([id, item]) => [id, worded(item)]))
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
