import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { ProductAnswer, ServiceChargeAnswer, TicketAnswer, TicketGroupAnswer } from '#lib/contract/wire.ts'
import type { Catalogue, Presentation, Product, Ticket, TicketGroup } from '#lib/domain/catalogue/catalogue.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { presentationFacts, type PresentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import { textOf } from '#lib/text/text.ts'
import type { MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { spend } from '#lib/server/platform/http/limits/limits.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { rememberedFacts } from './showings.ts'
import { venuePicturesOf } from '#lib/server/catalogue/venue-pictures.ts'

/** One presentation on the wire; undefined if it does not exist. @param isInSite as a mini-site sells it: its flag of being sold out does not count there */
export async function presentationAnswer(
  presentationId: number,
  locale: Locale,
  isInSite = false,
): Promise<PresentationAnswer | undefined> {
  const from = await catalogue(locale)
  const presentation = from.presentations.get(presentationId)
  if (!presentation) return undefined
  const taken = (await takenByPresentation()).get(presentation.id) ?? 0
  const facts = isInSite
    ? siteFacts(from, presentation, taken, Date.now())
    : presentationFacts(from, presentation, taken, Date.now(), settings().pricesIncludeCharges)
  return describe(from, presentation, facts, locale)
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

/** Matching presentations that are not over, each with its current facts. */
export interface FoundPresentations {
  readonly from: Catalogue
  readonly found: readonly { readonly presentation: Presentation; readonly facts: PresentationFacts }[]
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
  const matching = await presentationsMatching(wanted, locale)
  const count = matching.found.length
  if (count > MOST_PRESENTATIONS) return refuse('TOO_MANY_PRESENTATIONS', { found: count, max: MOST_PRESENTATIONS })
  const wait = await spend('read', caller, Math.floor(count / PRESENTATIONS_A_CALL))
  return wait === undefined ? accept(matching) : refuse('TOO_MANY_REQUESTS', { seconds: wait })
}

/** The first presentations on sale, in catalogue order. Only these are described. */
export async function presentationsOnSale(most: number, locale: Locale): Promise<PresentationAnswer[]> {
  const { from, found } = await presentationsMatching({}, locale)
  const onSale = found.filter(({ facts }) => facts.saleState === 'open').slice(0, most)
  return presentationAnswers({ from, found: onSale }, locale)
}

async function presentationsMatching(wanted: WantedPresentations, locale: Locale): Promise<FoundPresentations> {
  const [from, taken] = await Promise.all([catalogue(locale), takenByPresentation()])
  const now = Date.now()
  const factsOf = rememberedFacts(from, taken, now)
  const features = wanted.featureIds && wanted.featureIds.length > 0 ? new Set(wanted.featureIds) : undefined
  const found = [...from.presentations.values()]
    .filter((one) => !features || features.has(one.featureId))
    .filter((one) => wanted.locationId === undefined || from.venues.get(one.venueId)?.locationId === wanted.locationId)
    .filter((one) => wanted.mayBeHad?.(one) !== false)
    .filter((one) => wanted.inSite?.includes(one.id) ?? !one.isOnlyInSites)
    .filter((one) => wanted.date === undefined || datePartsOf(one.startsAt).date === wanted.date)
    .map((presentation) => ({
      presentation,
      facts: wanted.inSite ? siteFacts(from, presentation, taken.get(presentation.id) ?? 0, now) : factsOf(presentation),
    }))
    .filter(({ facts }) => facts.saleState !== 'past')
  return { from, found }
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
    .map((presentation) => ({ presentation, facts: siteFacts(from, presentation, taken.get(presentation.id) ?? 0, now) }))
    .filter(({ facts }) => facts.saleState !== 'past')
    .toSorted((one, other) => one.presentation.startsAt - other.presentation.startsAt)
  return { from, found }
}

/** The facts of a presentation in a mini-site. @param taken number of seats and places that are locked, being paid or sold; @param now ms since 1970 */
function siteFacts(from: Catalogue, presentation: Presentation, taken: number, now: number): PresentationFacts {
  return presentationFacts(from, { ...presentation, soldout: false }, taken, now, settings().pricesIncludeCharges)
}

/** The presentations on the wire. */
export function presentationAnswers({ from, found }: FoundPresentations, locale: Locale): PresentationAnswer[] {
  return found.map(({ presentation, facts }) => describe(from, presentation, facts, locale))
}

function describe(from: Catalogue, presentation: Presentation, facts: PresentationFacts, locale: Locale): PresentationAnswer {
  return {
    id: presentation.id,
    ...featureFieldsOf(from, presentation),
    ...placeFieldsOf(from, presentation),
    seatplanId: presentation.seatplanId,
    seatingPolicyId: presentation.seatingPolicyId,
    authProfileId: presentation.authProfileId,
    businessId: presentation.businessId,
    dateTime: new Date(presentation.startsAt).toISOString(),
    seats: [],
    seatplan: null,
    seatsLoaded: false,
    products: productAnswers(from, presentation),
    ticketGroups: ticketGroupAnswers(from, presentation),
    serviceCharge: serviceChargeAnswer(from, presentation, locale),
    isReserved: facts.isReserved,
    isGA: facts.isGA,
    soldout: facts.saleState === 'soldout',
    seatingMode: facts.seatingMode,
    hasReservedSection: facts.seatingMode === 'reserved' || facts.seatingMode === 'mixed',
    hasGASection: facts.isGA > 0,
    hasMultiGASections: facts.isGA > 1,
    viewAreaFilename: presentation.viewAreaFilename,
    maxSeats: presentation.maxSeats,
    available: facts.available,
    priceFrom: facts.prices && toShekels(facts.prices.from),
    priceTo: facts.prices && toShekels(facts.prices.to),
    seatplanVersion: from.seatplans.get(presentation.seatplanId)?.version ?? '',
    seatRules: presentation.seatRules,
    ...venuePicturesOf(from, presentation),
    saleState: facts.saleState,
    isPriceTotal: settings().pricesIncludeCharges,
    orderForm: presentation.orderForm,
    additionalTerms: presentation.additionalTerms,
    asksWaiver: presentation.asksWaiver,
    maxPayments: presentation.maxPayments,
  }
}

/** What is shown. */
function featureFieldsOf(from: Catalogue, { featureId }: Presentation) {
  const feature = from.features.get(featureId)
  return {
    featureId,
    featureName: feature?.name ?? '',
    featureTypeId: feature?.featureTypeId ?? 1,
    featureCategoryId: feature?.categoryId ?? 0,
    featureCategoryName: from.categories.get(feature?.categoryId ?? 0)?.name ?? '',
  }
}

/** Where it is shown. */
function placeFieldsOf(from: Catalogue, { venueId }: Presentation) {
  const venue = from.venues.get(venueId)
  const location = from.locations.get(venue?.locationId ?? 0)
  return {
    locationId: location?.id ?? 0,
    locationName: location?.name ?? '',
    city: location?.city ?? '',
    venueId,
    venueName: venue?.name ?? '',
    venueTypeId: venue?.venueTypeId ?? 1,
  }
}

export function ticketGroupAnswers(from: Catalogue, presentation: Presentation): TicketGroupAnswer[] {
  const ids = new Set(presentation.prices.filter((price) => price.allocationId !== -1).map((price) => price.ticketGroupId))
  return [...ids]
    .map((id) => from.ticketGroups.get(id))
    .filter((group) => group !== undefined)
    .map(ticketGroupAnswer)
}

/**
 * A ticket group on the wire. Tickets by code, membership or benefit are never listed, only found by look-up; those by voucher are listed separately (spec §3).
 */
function ticketGroupAnswer({ id, name, tickets, isByCodeEnabled }: TicketGroup): TicketGroupAnswer {
  return {
    id,
    name,
    tickets: tickets.filter(({ access }) => access === 'open').map(ticketAnswer),
    voucherTickets: tickets.filter(({ access }) => access === 'voucher').map(ticketAnswer),
    isByCodeEnabled,
    accesses: [...new Set(tickets.flatMap(({ access }) => (access === 'site' ? [] : [access])))],
  }
}

export function ticketAnswer(ticket: Ticket): TicketAnswer {
  return {
    id: ticket.id,
    name: ticket.name,
    price: ticket.price === null ? null : toShekels(ticket.price),
    oldPrice: ticket.oldPrice === null ? null : toShekels(ticket.oldPrice),
    serviceCharge: toShekels(ticket.serviceCharge),
    pricePolicyId: ticket.pricePolicyId,
    code: null,
    ref1: null,
    ref2: null,
    ref1prompt: ticket.ref1prompt,
    ref2prompt: ticket.ref2prompt,
    memberNumber: null,
    systemVoucher: null,
    multiplyFactor: ticket.multiplyFactor,
    walkin: ticket.walkin,
    access: ticket.access === 'site' ? 'open' : ticket.access,
    isReferenceChecked: ticket.referenceCheck !== 'none',
    minAge: ticket.minAge,
    maxAge: ticket.maxAge,
    balance: null,
    quantity: 0,
    ticketGroupId: ticket.ticketGroupId,
  }
}

function productAnswers(from: Catalogue, presentation: Presentation): ProductAnswer[] {
  return presentation.productIds
    .map((id) => from.products.get(id))
    .filter((product) => product !== undefined)
    .map(productAnswer)
}

/** A product as the pages of an order take it. */
export function productAnswer(product: Product): ProductAnswer {
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    price: toShekels(product.price),
    maxQuantity: product.maxQuantity,
    selectedQuantity: 0,
    isDeliveryRequired: product.isDeliveryRequired,
    img: `/api/products/${String(product.id)}/image`,
  }
}

/** The service charge on the wire; one without a name is called a handling fee (spec §3). */
export function serviceChargeAnswer(from: Catalogue, presentation: Presentation, locale: Locale): ServiceChargeAnswer | null {
  const charge = from.serviceCharges.get(presentation.serviceChargeId ?? 0)
  if (!charge) return null
  return {
    name: charge.name ?? textOf(locale)('common.handlingFee'),
    amountPerOrder: charge.amountPerOrder === null ? null : toShekels(charge.amountPerOrder),
    percentRatePerOrder: charge.percentRatePerOrder,
  }
}
