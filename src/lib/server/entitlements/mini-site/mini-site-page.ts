import type { MiniSite, MiniSiteWords } from '#lib/domain/catalogue/mini-sites.ts'
import { wordsOf } from '#lib/domain/catalogue/mini-sites.ts'
import { namesApart } from '#lib/domain/catalogue/names-apart.ts'
import type { Location, Presentation, Ticket, TicketGroup, Venue } from '#lib/domain/catalogue/catalogue.ts'
import type { PresentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
import { joinRanges, type PriceRange } from '#lib/domain/catalogue/price-range.ts'
import { priceAlone } from '#lib/domain/pricing/share-charge.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { presentationsOfSite } from '#lib/server/programme/presentations.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import { joinParts } from '#lib/text/isolate.ts'
import type { Locale } from '#lib/text/locales.ts'
import { mostOfEach, type FoundSite, type SiteTicket } from './mini-sites.ts'

/** One show of a mini-site. */
export interface SiteCard {
  readonly presentation: Presentation
  readonly featureName: string
  readonly venue: Venue | undefined
  readonly location: Location | undefined
  /** YYYY-MM-DD */
  readonly date: string
  readonly facts: PresentationFacts
  /** What this visitor may pay there; null if nothing is priced. */
  readonly prices: PriceRange | null
}

/** A ticket that the mini-site alone sells. */
export interface SiteOffer {
  readonly ticket: Ticket
  /** The name of its group, with what tells it from others of that name: its location, hall, or the ticket's own name. */
  readonly name: string
  /** What is left for this visitor; null: without limit. */
  readonly balance: number | null
}

/** What the page of a mini-site shows a visitor who may see it. */
export interface MiniSitePage {
  readonly site: MiniSite
  readonly words: MiniSiteWords
  readonly cards: readonly SiteCard[]
  readonly offers: readonly SiteOffer[]
  /** The days of its shows, each with the start of the first. */
  readonly days: ReadonlyMap<string, number>
  /** Whether a reference gives more of it. */
  readonly takesReferences: boolean
}

/** @param locale of the words */
export async function miniSitePage({ site, tickets }: FoundSite, locale: Locale): Promise<MiniSitePage> {
  const { from, found } = await presentationsOfSite(site, locale)
  const cards = found.map(({ presentation, facts }) => {
    const venue = from.venues.get(presentation.venueId)
    const groups = presentation.prices.filter(({ allocationId }) => allocationId !== -1).map(({ ticketGroupId }) => ticketGroupId)
    const own = offersOf(
      groups.flatMap((id) => from.ticketGroups.get(id) ?? []),
      tickets,
    )
    const charge = from.serviceCharges.get(presentation.serviceChargeId ?? 0) ?? null
    const priced = own.flatMap(({ ticket: { price, serviceCharge }, balance }) =>
      price === null || balance === 0 ? [] : [priceAlone({ price, serviceCharge }, charge, settings().pricesIncludeCharges)],
    )
    return {
      presentation,
      featureName: from.features.get(presentation.featureId)?.name ?? '',
      venue,
      location: from.locations.get(venue?.locationId ?? 0),
      date: datePartsOf(presentation.startsAt).date,
      facts,
      prices: joinRanges([facts.prices, ...priced.map((price) => ({ from: price, to: price }))]),
    }
  })
  const days = new Map(cards.toReversed().map(({ date, presentation }) => [date, presentation.startsAt]))
  return {
    site,
    words: wordsOf(site, locale),
    cards,
    offers: withNames(offersOf([...from.ticketGroups.values()], tickets), cards, locale),
    days: new Map([...days].toReversed()),
    takesReferences: await takesReferences(site.id),
  }
}

type SoldTicket = Omit<SiteOffer, 'name'> & { readonly group: TicketGroup }

function offersOf(groups: readonly TicketGroup[], tickets: readonly SiteTicket[]): SoldTicket[] {
  const balances = mostOfEach(tickets)
  return groups.flatMap((group) =>
    group.tickets
      .filter(({ id, price }) => price !== null && balances.has(id))
      .map((ticket) => ({ ticket, group, balance: balances.get(ticket.id) ?? null })),
  )
}

/** @param cards where its groups are sold */
function withNames(offers: readonly SoldTicket[], cards: readonly SiteCard[], locale: Locale): readonly SiteOffer[] {
  const names = namesApart(
    offers.map(({ group, ticket }) => {
      const where = cards.filter(({ presentation }) => presentation.prices.some(({ ticketGroupId }) => ticketGroupId === group.id))
      const locations = namesOf(where.map(({ location }) => location))
      const halls = namesOf(where.map(({ venue }) => venue))
      const places = [[], locations, [...halls, ...locations]]
      return [...places, ...places.map((place) => [ticket.name, ...place])].map((more) => [group.name, ...more])
    }),
  )
  return offers.map(({ ticket, balance }, at) => ({ ticket, balance, name: joinParts(locale, names[at] ?? []) }))
}

function namesOf(places: readonly (Venue | Location | undefined)[]): readonly string[] {
  return [...new Set(places.flatMap((place) => place?.name ?? []))]
}

async function takesReferences(siteId: number): Promise<boolean> {
  const { rows } = await database().query({
    name: 'mini-site-takes-references',
    text: 'SELECT FROM entitlement WHERE mini_site_id = $1 AND is_active AND NOT is_for_all LIMIT 1',
    values: [siteId],
  })
  return rows.length > 0
}
