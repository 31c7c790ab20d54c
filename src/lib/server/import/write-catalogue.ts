import type { Queryable } from '#lib/server/db/connect.ts'
import type { DatedPresentation } from './expand-schedules.ts'
import { agorotOf, type Prepared } from './prepare.ts'
import { deleteOthers, upsert, type Row, type Shape } from './upsert.ts'

const LOCATION: Shape = {
  table: 'location', keys: ['location_id'],
  columns: { location_id: 'int', name: 'text', city: 'text', address: 'text', phone: 'text', doors_minutes: 'int', accessibility: 'text' },
}
const VENUE: Shape = { table: 'venue', keys: ['venue_id'], columns: { venue_id: 'int', location_id: 'int', name: 'text', venue_type_id: 'int' } }
const CATEGORY: Shape = { table: 'feature_category', keys: ['feature_category_id'], columns: { feature_category_id: 'int', name: 'text', ordinal: 'int' } }
const FEATURE: Shape = {
  table: 'feature', keys: ['feature_id'],
  columns: {
    feature_id: 'int', name: 'text', feature_type_id: 'int', feature_category_id: 'int', tagline: 'text', description: 'text', eyebrow: 'text',
    minutes: 'int', badges: 'jsonb', credits: 'jsonb', quote: 'jsonb', poster: 'text',
  },
}
const TICKET_GROUP: Shape = { table: 'ticket_group', keys: ['ticket_group_id'], columns: { ticket_group_id: 'int', name: 'text', is_by_code_enabled: 'boolean' } }
const TICKET: Shape = {
  table: 'ticket', keys: ['ticket_id'],
  columns: {
    ticket_id: 'int', ticket_group_id: 'int', ordinal: 'int', name: 'text', price: 'int', old_price: 'int', service_charge: 'int', price_policy_id: 'int',
    code: 'text', ref1prompt: 'text', ref2prompt: 'text', multiply_factor: 'int', walkin: 'boolean',
  },
}
const PRODUCT: Shape = {
  table: 'product', keys: ['product_id'],
  columns: { product_id: 'int', name: 'text', description: 'text', price: 'int', max_quantity: 'int', is_delivery_required: 'boolean', image: 'text' },
}
const SERVICE_CHARGE: Shape = {
  table: 'service_charge', keys: ['service_charge_id'],
  columns: { service_charge_id: 'int', name: 'text', amount_per_order: 'int', percent_rate_per_order: 'numeric(6,3)' },
}
const PRESENTATION: Shape = {
  table: 'presentation', keys: ['presentation_id'],
  columns: {
    presentation_id: 'int', feature_id: 'int', venue_id: 'int', seatplan_id: 'int', starts_at: 'timestamptz', seating_policy_id: 'int',
    auth_profile_id: 'int', business_id: 'int', service_charge_id: 'int', max_seats: 'int', soldout: 'boolean', is_cancelled: 'boolean',
    sale_opens_at: 'timestamptz', view_area_filename: 'text', image_map_html: 'text',
  },
}
const PRICE: Shape = {
  table: 'presentation_price', keys: ['presentation_id', 'category'],
  columns: { presentation_id: 'int', category: 'text', ticket_group_id: 'int', allocation_id: 'int' },
}
const PRESENTATION_PRODUCT: Shape = {
  table: 'presentation_product', keys: ['presentation_id', 'product_id'],
  columns: { presentation_id: 'int', product_id: 'int', ordinal: 'int' },
}

/** What must be there before seat plans are. Answers how many rows were written. */
export async function writeSites(client: Queryable, { locations, venues }: Prepared): Promise<number> {
  const sites = locations.map(({ item }) => ({
    location_id: item.id, name: item.name, city: item.city, address: item.address, phone: item.phone,
    doors_minutes: item.doorsMinutes, accessibility: item.accessibility,
  }))
  const halls = venues.map(({ item }) => ({ venue_id: item.id, location_id: item.locationId, name: item.name, venue_type_id: item.venueTypeId }))
  return (await upsert(client, LOCATION, sites)) + (await upsert(client, VENUE, halls))
}

/** What is sold. The tickets of a group are those that its file lists. Answers how many rows were written or deleted. */
export async function writeOffer(client: Queryable, prepared: Prepared): Promise<number> {
  const { categories, ticketGroups, products, serviceCharges } = prepared
  const groups = ticketGroups.map(({ item }) => ({ ticket_group_id: item.id, name: item.name, is_by_code_enabled: item.isByCodeEnabled }))
  const tickets = ticketGroups.flatMap(({ item }) => item.tickets.map((ticket, ordinal) => ticketRow(item.id, ticket, ordinal)))
  const counts = [
    await upsert(client, CATEGORY, categories.map(({ item }) => ({ feature_category_id: item.id, name: item.name, ordinal: item.ordinal }))),
    await upsert(client, FEATURE, prepared.features.map(({ item }) => featureRow(item))),
    await upsert(client, TICKET_GROUP, groups),
    await upsert(client, TICKET, tickets),
    await deleteOthers(client, TICKET, 'ticket_group_id', groups.map((group) => group.ticket_group_id), tickets),
    await upsert(client, PRODUCT, products.map(({ item }) => productRow(item))),
    await upsert(client, SERVICE_CHARGE, serviceCharges.map(({ item }) => chargeRow(item))),
  ]
  return counts.reduce((sum, count) => sum + count, 0)
}

function featureRow(item: Prepared['features'][number]['item']): Row {
  return {
    feature_id: item.id, name: item.name, feature_type_id: item.typeId, feature_category_id: item.categoryId, tagline: item.tagline,
    description: item.description, eyebrow: item.eyebrow, minutes: item.minutes, badges: item.badges, credits: item.credits,
    quote: item.quote ?? null, poster: item.posterSvg,
  }
}

type Ticket = Prepared['ticketGroups'][number]['item']['tickets'][number]

function ticketRow(groupId: number, ticket: Ticket, ordinal: number): Row {
  return {
    ticket_id: ticket.id, ticket_group_id: groupId, ordinal, name: ticket.name,
    price: ticket.price === null ? null : agorotOf(ticket.price),
    old_price: typeof ticket.oldPrice === 'number' ? agorotOf(ticket.oldPrice) : null,
    service_charge: agorotOf(ticket.serviceCharge), price_policy_id: ticket.pricePolicyId,
    code: ticket.code ?? null, ref1prompt: ticket.ref1prompt ?? null, ref2prompt: ticket.ref2prompt ?? null,
    multiply_factor: ticket.multiplyFactor, walkin: ticket.walkin,
  }
}

function productRow(item: Prepared['products'][number]['item']): Row {
  return {
    product_id: item.id, name: item.name, description: item.description, price: agorotOf(item.price), max_quantity: item.maxQuantity,
    is_delivery_required: item.isDeliveryRequired, image: item.imageSvg,
  }
}

function chargeRow(item: Prepared['serviceCharges'][number]['item']): Row {
  return {
    service_charge_id: item.id, name: item.name ?? null,
    amount_per_order: 'amountPerOrder' in item ? agorotOf(item.amountPerOrder) : null,
    percent_rate_per_order: 'percentRatePerOrder' in item ? item.percentRatePerOrder : null,
  }
}

/** The presentations, with exactly the prices and products that the files list. Answers how many rows were written or deleted. */
export async function writePresentations(client: Queryable, { presentations }: Prepared): Promise<number> {
  const items = presentations.map(({ item }) => item)
  const ids = items.map((item) => item.id)
  const prices = items.flatMap(priceRows)
  const products = items.flatMap((item) => item.productIds.map((product, ordinal) => ({ presentation_id: item.id, product_id: product, ordinal })))
  const counts = [
    await upsert(client, PRESENTATION, items.map(presentationRow)),
    await upsert(client, PRICE, prices),
    await deleteOthers(client, PRICE, 'presentation_id', ids, prices),
    await upsert(client, PRESENTATION_PRODUCT, products),
    await deleteOthers(client, PRESENTATION_PRODUCT, 'presentation_id', ids, products),
  ]
  return counts.reduce((sum, count) => sum + count, 0)
}

function priceRows(item: DatedPresentation): Row[] {
  return Object.entries(item.prices).map(([category, price]) => ({
    presentation_id: item.id, category,
    ticket_group_id: typeof price === 'number' ? price : price.ticketGroupId,
    allocation_id: typeof price === 'number' ? 1 : price.allocationId,
  }))
}

function presentationRow(item: DatedPresentation): Row {
  return {
    presentation_id: item.id, feature_id: item.featureId, venue_id: item.venueId, seatplan_id: item.seatplanId,
    starts_at: new Date(item.startsAt).toISOString(), seating_policy_id: item.seatingPolicyId, auth_profile_id: item.authProfileId,
    business_id: item.businessId, service_charge_id: item.serviceChargeId ?? null, max_seats: item.maxSeats, soldout: item.soldout,
    is_cancelled: item.cancelled, sale_opens_at: item.saleOpensAt === null ? null : new Date(item.saleOpensAt).toISOString(),
    view_area_filename: item.viewAreaFilename ?? null, image_map_html: item.imageMapHtml ?? null,
  }
}
