import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { listFeatures, listLocations } from '#lib/contract/show/features.ts'
import type { Catalogue, Feature, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { joinRanges } from '#lib/domain/catalogue/price-range.ts'
import { presentationsOf } from '#lib/domain/catalogue/presentations-of.ts'
import { isPast, presentationFacts, type PresentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
import { endOfDay } from '#lib/domain/time/rest-days.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Locale } from '#lib/text/locales.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

type FeatureAnswer = AnswerOf<typeof listFeatures>['features'][number]

/** Matching features, each with the locations of its coming presentations; with presentationIds only what those show. */
export async function featuresMatching(wanted: {
  readonly featureIds?: readonly number[] | undefined
  readonly locationId?: number | undefined
  readonly presentationIds?: readonly number[] | undefined
  /** The language of the words; left out: Hebrew. */
  readonly locale?: Locale | undefined
}): Promise<FeatureAnswer[]> {
  const from = await catalogue(wanted.locale)
  const now = Date.now()
  const ids = wanted.featureIds && wanted.featureIds.length > 0 ? new Set(wanted.featureIds) : undefined
  const only = wanted.presentationIds && new Set(wanted.presentationIds)
  const some = ids ?? (only && featuresOf(from, only))
  return (some ? [...some].sort((a, b) => a - b).flatMap((id) => from.features.get(id) ?? []) : [...from.features.values()])
    .flatMap((feature) => (only ? featureWith(from, feature, { only, now }) : featureInShop(from, feature, now)) ?? [])
    .filter((feature) => wanted.locationId === undefined || feature.locationIds.includes(wanted.locationId))
}

/** A feature with some of its presentations; undefined if it has none of them. */
function featureWith(
  from: Catalogue,
  feature: Feature,
  { only, now }: { readonly only: ReadonlySet<number>; readonly now: number },
): FeatureAnswer | undefined {
  const shown = presentationsOf(from, feature.id).filter(({ id }) => only.has(id))
  return shown.length > 0 ? featureAnswer(from, feature, comingOf(from, shown, now)) : undefined
}

/** What an answer is made of besides feature and categories. */
const PARTS = ['seatplans', 'ticketGroups', 'serviceCharges', 'venues'] as const

/** An answer that holds as long as what it is made of, within its time. */
interface KeptAnswer {
  readonly answer: FeatureAnswer | undefined
  readonly presentations: readonly Presentation[]
  readonly parts: readonly unknown[]
  /** ms since 1970 */
  readonly since: number
  readonly until: number
}

/** By the categories, which each language has of its own. */
const kept = new WeakMap<Catalogue['categories'], WeakMap<Feature, KeptAnswer>>()

/** A feature in the shop's own programme, made anew where something of it has changed or a moment has come that changes it; undefined if only mini-sites sell it. */
export function featureInShop(from: Catalogue, feature: Feature, now: number): FeatureAnswer | undefined {
  const presentations = presentationsOf(from, feature.id)
  const parts = PARTS.map((part) => from[part])
  const ofCategories = kept.get(from.categories) ?? new WeakMap<Feature, KeptAnswer>()
  const known = ofCategories.get(feature)
  if (
    known?.presentations === presentations &&
    known.parts.every((part, at) => part === parts[at]) &&
    now >= known.since &&
    now < known.until
  )
    return known.answer
  const coming = comingOf(
    from,
    presentations.filter((one) => !one.isOnlyInSites),
    now,
  )
  const answer = isOnlyInSites(from, feature.id) ? undefined : featureAnswer(from, feature, coming)
  kept.set(from.categories, ofCategories.set(feature, { answer, presentations, parts, since: now, until: changesAt(coming, now) }))
  return answer
}

/** When the first of these is over, or its seats are for subscribers no more. */
function changesAt(coming: readonly Coming[], now: number): number {
  const moments = coming.flatMap(({ one: { startsAt, subscriberSeats }, facts: { isUntimed } }) => [
    isUntimed ? endOfDay(startsAt) : startsAt,
    ...subscriberSeats.map(({ until }) => until),
  ])
  return moments.reduce((first, moment) => (moment > now && moment < first ? moment : first), Infinity)
}

function featuresOf(from: Catalogue, presentationIds: Iterable<number>): ReadonlySet<number> {
  return new Set([...presentationIds].flatMap((id) => from.presentations.get(id)?.featureId ?? []))
}

/** Whether only mini-sites sell the presentations of a feature: the shop's own programme does not have it. */
export function isOnlyInSites(from: Catalogue, featureId: number): boolean {
  const presentations = presentationsOf(from, featureId)
  return presentations.length > 0 && presentations.every((one) => one.isOnlyInSites)
}

interface Coming {
  readonly one: Presentation
  readonly facts: PresentationFacts
}

/** Those that are not over. */
function comingOf(from: Catalogue, presentations: readonly Presentation[], now: number): readonly Coming[] {
  return presentations
    .filter((one) => !isPast(from, one, now))
    .map((one) => ({ one, facts: presentationFacts(from, one, { taken: 0, now, isTotal: settings().pricesIncludeCharges }) }))
}

function featureAnswer(from: Catalogue, feature: Feature, coming: readonly Coming[]): FeatureAnswer {
  const prices = joinRanges(coming.map(({ facts }) => facts.prices))
  const locationIds = new Set(coming.map(({ one }) => from.venues.get(one.venueId)?.locationId ?? 0))
  return {
    id: feature.id,
    name: feature.name,
    featureTypeId: feature.featureTypeId,
    featureCategoryId: feature.categoryId,
    featureCategoryName: from.categories.get(feature.categoryId)?.name ?? '',
    tagline: feature.tagline,
    description: feature.description,
    minutes: feature.minutes,
    img: `/api/features/${String(feature.id)}/placeholderImage`,
    locationIds: [...locationIds],
    priceFrom: prices && toShekels(prices.from),
    priceTo: prices && toShekels(prices.to),
  }
}

export async function locationAnswers(locale: Locale): Promise<AnswerOf<typeof listLocations>['locations']> {
  const from = await catalogue(locale)
  return [...from.locations.values()].map(({ id, name, city, address, phone }) => ({ id, name, city, address, phone }))
}

const PICTURES = {
  feature: 'SELECT poster AS svg FROM feature WHERE feature_id = $1',
  product: 'SELECT image AS svg FROM product WHERE product_id = $1',
  donation: 'SELECT image AS svg FROM donation WHERE donation_id = $1',
  mark: 'SELECT mark AS svg FROM mini_site WHERE mini_site_id = $1',
  cover: 'SELECT cover AS svg FROM mini_site WHERE mini_site_id = $1',
  seatplan: 'SELECT picture AS svg FROM seatplan WHERE seatplan_id = $1',
} as const

/** A feature's poster, the picture of a product or donation, the mark or cover of a mini-site, or what is behind the seats of a plan, as the import has cleaned it, for `pictureAnswer`; undefined if there is none. */
export async function pictureOf(kind: keyof typeof PICTURES, id: number): Promise<string | undefined> {
  const { rows } = await database().query<{ svg: string | null }>({ name: `picture-${kind}`, text: PICTURES[kind], values: [id] })
  return rows[0]?.svg ?? undefined
}
