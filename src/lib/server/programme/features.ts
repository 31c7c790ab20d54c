import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { listFeatures, listLocations } from '#lib/contract/show/features.ts'
import type { Catalogue, Feature, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { joinRanges } from '#lib/domain/catalogue/price-range.ts'
import { presentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
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
  const ids = wanted.featureIds && wanted.featureIds.length > 0 ? new Set(wanted.featureIds) : undefined
  const only = wanted.presentationIds && new Set(wanted.presentationIds)
  const counted = [...from.presentations.values()].filter(({ id, isOnlyInSites }) => only?.has(id) ?? !isOnlyInSites)
  const shownAs = Map.groupBy(counted, (presentation) => presentation.featureId)
  const hidden = only ? new Set<number>() : onlyInSites(from)
  return [...from.features.values()]
    .filter((feature) => !hidden.has(feature.id) && (!ids || ids.has(feature.id)) && (!only || shownAs.has(feature.id)))
    .map((feature) => featureAnswer(from, feature, shownAs.get(feature.id) ?? []))
    .filter((feature) => wanted.locationId === undefined || feature.locationIds.includes(wanted.locationId))
}

const hiddenOf = new WeakMap<Catalogue, ReadonlySet<number>>()

/** The features of which only mini-sites sell presentations: the shop's own programme does not have them. */
export function onlyInSites(from: Catalogue): ReadonlySet<number> {
  const known = hiddenOf.get(from)
  if (known) return known
  const [shown, hidden] = [new Set<number>(), new Set<number>()]
  for (const { isOnlyInSites, featureId } of from.presentations.values()) (isOnlyInSites ? hidden : shown).add(featureId)
  const only = hidden.difference(shown)
  hiddenOf.set(from, only)
  return only
}

function featureAnswer(from: Catalogue, feature: Feature, presentations: readonly Presentation[]): FeatureAnswer {
  const now = Date.now()
  const coming = presentations
    .map((one) => ({ one, facts: presentationFacts(from, one, 0, now, settings().pricesIncludeCharges) }))
    .filter(({ facts }) => facts.saleState !== 'past')
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
