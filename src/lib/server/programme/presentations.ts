import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { isPast, presentationFacts, type PresentationFacts, type SaleNow } from '#lib/domain/catalogue/presentation-facts.ts'
import { byStart, presentationsOf } from '#lib/domain/catalogue/presentations-of.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import type { MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { spend } from '#lib/server/platform/http/limits/limits.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { describePresentation, presentationAnswers, type FoundPresentation, type FoundPresentations } from './presentation-answers.ts'
import { prepare } from './prepared-showings.ts'
import { rememberedFacts } from './showings.ts'

/** One presentation on the wire; undefined if it does not exist. @param isInSite as a mini-site sells it: its flag of being sold out does not count there */
export async function presentationAnswer(
  presentationId: number,
  locale: Locale,
  isInSite = false,
): Promise<PresentationAnswer | undefined> {
  const from = await catalogue(locale)
  const presentation = from.presentations.get(presentationId)
  if (!presentation) return undefined
  const sale = { taken: (await takenByPresentation()).get(presentation.id) ?? 0, now: Date.now() }
  const facts = isInSite
    ? siteFacts(from, presentation, sale)
    : presentationFacts(from, presentation, { ...sale, isTotal: settings().pricesIncludeCharges })
  return describePresentation(from, { presentation, facts }, locale)
}

/** The filters of a call for presentations. */
export interface WantedPresentations {
  readonly featureIds?: readonly number[] | undefined
  readonly locationId?: number | undefined
  readonly date?: string | undefined
  readonly mayBeHad?: ((presentation: Presentation) => boolean) | undefined
  /** What a mini-site sells: only that, and its flags of being sold out do not count; left out: everything, as the shop sells it. */
  readonly inSite?: readonly number[] | undefined
}

/** Maximum number of presentations in one answer: 7 MB. */
export const MOST_PRESENTATIONS = 2_000
/** Number of presentations that cost as much as one ordinary call. */
const PRESENTATIONS_A_CALL = 20

/**
 * Finds matching presentations and charges the caller's limit by their number before any answer is built. Refusals: TOO_MANY_PRESENTATIONS, TOO_MANY_REQUESTS.
 */
export async function presentationsFor(
  wanted: WantedPresentations,
  caller: string | null,
  locale: Locale = DEFAULT_LOCALE,
): Promise<Result<FoundPresentations>> {
  const { from, matching, factsOf } = await presentationsMatching(wanted, locale)
  const count = matching.length
  if (count > MOST_PRESENTATIONS) return refuse('TOO_MANY_PRESENTATIONS', { found: count, max: MOST_PRESENTATIONS })
  const wait = await spend('read', caller, Math.floor(count / PRESENTATIONS_A_CALL))
  return wait === undefined ? accept({ from, found: matching.map(factsOf) }) : refuse('TOO_MANY_REQUESTS', { seconds: wait })
}

/** The first presentations on sale, in catalogue order. Only these are described. */
export async function presentationsOnSale(most: number, locale: Locale): Promise<PresentationAnswer[]> {
  const { from, matching, factsOf } = await presentationsMatching({}, locale)
  const onSale = matching
    .values()
    .map(factsOf)
    .filter(({ facts }) => facts.saleState === 'open')
  return presentationAnswers({ from, found: [...onSale.take(most)] }, locale)
}

/** What is not over, in the order of the catalogue, before its facts are known. */
interface Matching {
  readonly from: Catalogue
  readonly matching: readonly Presentation[]
  readonly factsOf: (presentation: Presentation) => FoundPresentation
}

async function presentationsMatching(wanted: WantedPresentations, locale: Locale): Promise<Matching> {
  const [from, taken] = await Promise.all([catalogue(locale), takenByPresentation()])
  const now = Date.now()
  const factsOf = rememberedFacts(from, taken, now)
  const matching = candidatesFor(from, wanted, { now, locale })
    .filter((one) => !isPast(from, one, now))
    .filter((one) => wanted.locationId === undefined || from.venues.get(one.venueId)?.locationId === wanted.locationId)
    .filter((one) => wanted.mayBeHad?.(one) !== false)
    .filter((one) => wanted.inSite?.includes(one.id) ?? !one.isOnlyInSites)
    .filter((one) => wanted.date === undefined || datePartsOf(one.startsAt).date === wanted.date)
  return {
    from,
    matching,
    factsOf: (presentation) => ({
      presentation,
      facts: wanted.inSite ? siteFacts(from, presentation, { taken: taken.get(presentation.id) ?? 0, now }) : factsOf(presentation),
    }),
  }
}

/** Of the shortest list that has all that are wanted. */
function candidatesFor(
  from: Catalogue,
  wanted: WantedPresentations,
  { now, locale }: { now: number; locale: Locale },
): readonly Presentation[] {
  const { featureIds = [], locationId, date, inSite } = wanted
  const features = new Set(featureIds)
  if (inSite) return presentationsIn(from, inSite).filter(({ featureId }) => features.size === 0 || features.has(featureId))
  if (features.size > 0) return [...features].flatMap((id) => presentationsOf(from, id)).sort(byStart)
  const place = locationId === undefined ? undefined : String(locationId)
  return prepare(from, locale)
    .ofShop.notLongOver({ place, date }, now)
    .map(({ presentation }) => presentation)
}

function presentationsIn(from: Catalogue, ids: readonly number[]): readonly Presentation[] {
  return [...new Set(ids)].flatMap((id) => from.presentations.get(id) ?? []).sort(byStart)
}

/**
 * What a mini-site sells and is not over, in the order of their starts. There a presentation is sold out exactly when no seat with an allocation is free
 * (spec §4): its flag is for the shop.
 */
export async function presentationsOfSite(
  { presentationIds }: Pick<MiniSite, 'presentationIds'>,
  locale: Locale,
): Promise<FoundPresentations> {
  const [from, taken] = await Promise.all([catalogue(locale), takenByPresentation()])
  const now = Date.now()
  const found = presentationIds
    .flatMap((id) => from.presentations.get(id) ?? [])
    .map((presentation) => ({ presentation, facts: siteFacts(from, presentation, { taken: taken.get(presentation.id) ?? 0, now }) }))
    .filter(({ facts }) => facts.saleState !== 'past')
    .toSorted((one, other) => one.presentation.startsAt - other.presentation.startsAt)
  return { from, found }
}

/** The facts of a presentation in a mini-site. */
function siteFacts(from: Catalogue, presentation: Presentation, sale: Pick<SaleNow, 'taken' | 'now'>): PresentationFacts {
  return presentationFacts(from, { ...presentation, soldout: false }, { ...sale, isTotal: settings().pricesIncludeCharges })
}
