import type { listPresentations, PresentationAnswer } from '#lib/contract/presentations.ts'
import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { ProductAnswer, ServiceChargeAnswer, TicketAnswer, TicketGroupAnswer } from '#lib/contract/wire.ts'
import type { Catalogue, Presentation, Product, Ticket, TicketGroup } from '#lib/domain/catalogue.ts'
import { toShekels } from '#lib/domain/money.ts'
import { presentationFacts } from '#lib/domain/presentation-facts.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import { textOf } from '#lib/text/text.ts'
import type { Locale } from '#lib/text/locales.ts'
import { takenByPresentation } from './availability.ts'
import { catalogue } from './catalogue.ts'
import { settings } from './settings.ts'
import { venuePicturesOf } from './venue-pictures.ts'

/** One presentation as the wire has it, or undefined where there is none. */
export async function presentationAnswer(presentationId: number, locale: Locale): Promise<PresentationAnswer | undefined> {
  const from = await catalogue()
  const presentation = from.presentations.get(presentationId)
  return presentation && describe(from, presentation, await takenByPresentation(), locale)
}

export async function presentationsMatching(
  wanted: { readonly featureIds?: readonly number[] | undefined; readonly locationId?: number | undefined; readonly date?: string },
  locale: Locale,
  mayBeHad: (presentation: Presentation) => boolean = () => true,
): Promise<AnswerOf<typeof listPresentations>> {
  const [from, taken] = await Promise.all([catalogue(), takenByPresentation()])
  const features = wanted.featureIds && wanted.featureIds.length > 0 ? new Set(wanted.featureIds) : undefined
  const presentations = [...from.presentations.values()]
    .filter((one) => !features || features.has(one.featureId))
    .filter((one) => wanted.locationId === undefined || from.venues.get(one.venueId)?.locationId === wanted.locationId)
    .filter(mayBeHad)
    .filter((one) => wanted.date === undefined || datePartsOf(one.startsAt).date === wanted.date)
    .map((one) => describe(from, one, taken, locale))
    .filter((one) => one.saleState !== 'past')
  return {
    presentations,
    hasReserved: presentations.some((one) => one.hasReservedSection),
    hasGA: presentations.some((one) => one.hasGASection),
  }
}

function describe(from: Catalogue, presentation: Presentation, taken: ReadonlyMap<number, number>, locale: Locale): PresentationAnswer {
  const feature = from.features.get(presentation.featureId)
  const venue = from.venues.get(presentation.venueId)
  const location = from.locations.get(venue?.locationId ?? 0)
  const facts = presentationFacts(from, presentation, taken.get(presentation.id) ?? 0, Date.now(), settings().pricesIncludeCharges)
  return {
    id: presentation.id,
    featureId: presentation.featureId,
    featureName: feature?.name ?? '',
    featureTypeId: feature?.featureTypeId ?? 1,
    featureCategoryId: feature?.categoryId ?? 0,
    featureCategoryName: from.categories.get(feature?.categoryId ?? 0)?.name ?? '',
    locationId: location?.id ?? 0,
    locationName: location?.name ?? '',
    venueId: presentation.venueId,
    venueTypeId: venue?.venueTypeId ?? 1,
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
    venueName: venue?.name ?? '',
    city: location?.city ?? '',
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

export function ticketGroupAnswers(from: Catalogue, presentation: Presentation): TicketGroupAnswer[] {
  const ids = new Set(presentation.prices.filter((price) => price.allocationId !== -1).map((price) => price.ticketGroupId))
  return [...ids]
    .map((id) => from.ticketGroups.get(id))
    .filter((group) => group !== undefined)
    .map(ticketGroupAnswer)
}

/** Tickets by code, membership or benefit are found by what entitles to them, never listed; those by voucher are listed apart (spec §3). */
function ticketGroupAnswer({ id, name, tickets, isByCodeEnabled }: TicketGroup): TicketGroupAnswer {
  return {
    id,
    name,
    tickets: tickets.filter(({ access }) => access === 'open').map(ticketAnswer),
    voucherTickets: tickets.filter(({ access }) => access === 'voucher').map(ticketAnswer),
    isByCodeEnabled,
    accesses: [...new Set(tickets.map(({ access }) => access))],
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
    access: ticket.access,
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

function productAnswer(product: Product): ProductAnswer {
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

/** A charge without a name is a handling fee (spec §3). */
export function serviceChargeAnswer(from: Catalogue, presentation: Presentation, locale: Locale): ServiceChargeAnswer | null {
  const charge = from.serviceCharges.get(presentation.serviceChargeId ?? 0)
  if (!charge) return null
  return {
    name: charge.name ?? textOf(locale)('common.handlingFee'),
    amountPerOrder: charge.amountPerOrder === null ? null : toShekels(charge.amountPerOrder),
    percentRatePerOrder: charge.percentRatePerOrder,
  }
}
