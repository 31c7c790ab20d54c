import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { ProductAnswer, ServiceChargeAnswer, TicketAnswer, TicketGroupAnswer } from '#lib/contract/wire.ts'
import type { Catalogue, Presentation, Product, Ticket, TicketGroup } from '#lib/domain/catalogue/catalogue.ts'
import { categoryColours } from '#lib/domain/catalogue/category-colours.ts'
import type { PresentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { venuePicturesOf } from '#lib/server/catalogue/venue-pictures.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'

/** A presentation with its current facts. */
export interface FoundPresentation {
  readonly presentation: Presentation
  readonly facts: PresentationFacts
}

/** Matching presentations that are not over, with the catalogue that they are of. */
export interface FoundPresentations {
  readonly from: Catalogue
  readonly found: readonly FoundPresentation[]
}

/** The presentations on the wire. */
export function presentationAnswers({ from, found }: FoundPresentations, locale: Locale): PresentationAnswer[] {
  return found.map(({ presentation, facts }) => describePresentation(from, { presentation, facts }, locale))
}

/** One presentation on the wire. */
export function describePresentation(from: Catalogue, { presentation, facts }: FoundPresentation, locale: Locale): PresentationAnswer {
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
    ...(isListOnly(from, presentation) && { isListOnly: true }),
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
  const colourOf = groupColours(from, presentation)
  return [...ids]
    .map((id) => from.ticketGroups.get(id))
    .filter((group) => group !== undefined)
    .map((group) => ({ ...ticketGroupAnswer(group), ...colourOf(group.id) }))
}

/** The colour that a plan's file gives the seats of a ticket group: that of its first price category with one. */
function groupColours(from: Catalogue, { seatplanId, prices }: Presentation): (id: number) => Pick<TicketGroupAnswer, 'colours'> {
  const { colours = {}, hasPicture = false } = from.seatplans.get(seatplanId) ?? {}
  return (id) => {
    const [colour] = prices.flatMap(({ ticketGroupId, category }) => (ticketGroupId === id ? (colours[category] ?? []) : []))
    return colour === undefined ? {} : { colours: categoryColours(colour, hasPicture ? 'picture' : 'map') }
  }
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

/** Whether no numbered seat of the hall has a place in a picture. */
function isListOnly({ seatplans }: Catalogue, { seatplanId }: Presentation): boolean {
  const reserved = (seatplans.get(seatplanId)?.sections ?? []).filter(({ isReserved }) => isReserved)
  return reserved.length > 0 && reserved.every(({ isDrawn }) => isDrawn === false)
}
