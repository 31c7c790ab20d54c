import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { ISRAELI_CONSUMER_POLICY } from '#lib/domain/orders/cancellation-policies.ts'
import type { CancellationPolicyItem } from '#lib/server/import/schema/cancellation-schema.ts'
import type { DatedPresentation } from '#lib/server/import/read/expand-schedules.ts'
import { agorotOf, type Prepared } from '#lib/server/import/check/prepare.ts'
import {
  CANCELLATION_POLICY,
  CATEGORY,
  FEATURE,
  LOCATION,
  PRESENTATION,
  PRESENTATION_PRODUCT,
  PRICE,
  PRODUCT,
  SERVICE_CHARGE,
  TICKET,
  TICKET_GROUP,
  VENUE,
} from './tables.ts'
import { deleteOthers, upsert, type Row } from './upsert.ts'

/** Writes what seat plans depend on. Returns the number of rows written. */
export async function writeSites(client: Queryable, { locations, venues }: Prepared): Promise<number> {
  const sites = locations.map(({ item }) => ({
    location_id: item.id,
    name: item.name,
    city: item.city,
    address: item.address,
    phone: item.phone,
    doors_minutes: item.doorsMinutes,
    accessibility: item.accessibility,
    words: item.words ?? null,
  }))
  const halls = venues.map(({ item }) => ({
    venue_id: item.id,
    location_id: item.locationId,
    name: item.name,
    venue_type_id: item.venueTypeId,
    words: item.words ?? null,
  }))
  return (await upsert(client, LOCATION, sites)) + (await upsert(client, VENUE, halls))
}

/** Writes what is sold. A group's tickets become those in the file. Returns the number of rows written or deleted. */
export async function writeOffer(client: Queryable, prepared: Prepared): Promise<number> {
  const { categories, ticketGroups, products, serviceCharges } = prepared
  const groups = ticketGroups.map(({ item }) => ({
    ticket_group_id: item.id,
    name: item.name,
    is_by_code_enabled: item.isByCodeEnabled,
    words: item.words ?? null,
  }))
  const tickets = ticketGroups.flatMap(({ item }) => item.tickets.map((ticket, ordinal) => ticketRow(item.id, ticket, ordinal)))
  const counts = [
    await upsert(
      client,
      CATEGORY,
      categories.map(({ item }) => ({ feature_category_id: item.id, name: item.name, ordinal: item.ordinal, words: item.words ?? null })),
    ),
    await upsert(
      client,
      FEATURE,
      prepared.features.map(({ item }) => featureRow(item)),
    ),
    await upsert(client, TICKET_GROUP, groups),
    await upsert(client, TICKET, tickets),
    await deleteOthers(client, TICKET, { parent: 'ticket_group_id', ids: groups.map((group) => group.ticket_group_id), rows: tickets }),
    await upsert(
      client,
      PRODUCT,
      products.map(({ item }) => productRow(item)),
    ),
    await upsert(
      client,
      SERVICE_CHARGE,
      serviceCharges.map(({ item }) => chargeRow(item)),
    ),
    await upsert(
      client,
      CANCELLATION_POLICY,
      prepared.cancellationPolicies.map(({ item }) => policyRow(item)),
    ),
  ]
  return counts.reduce((sum, count) => sum + count, 0)
}

function featureRow(item: Prepared['features'][number]['item']): Row {
  return {
    feature_id: item.id,
    name: item.name,
    feature_type_id: item.typeId,
    feature_category_id: item.categoryId,
    tagline: item.tagline,
    description: item.description,
    eyebrow: item.eyebrow,
    minutes: item.minutes,
    from_age: item.fromAge ?? null,
    badges: item.badges,
    credits: item.credits,
    quote: item.quote ?? null,
    poster: item.posterPicture,
    words: item.words ?? null,
  }
}

type Ticket = Prepared['ticketGroups'][number]['item']['tickets'][number]

function ticketRow(groupId: number, ticket: Ticket, ordinal: number): Row {
  return {
    ticket_id: ticket.id,
    ticket_group_id: groupId,
    ordinal,
    name: ticket.name,
    price: ticket.price === null ? null : agorotOf(ticket.price),
    old_price: typeof ticket.oldPrice === 'number' ? agorotOf(ticket.oldPrice) : null,
    service_charge: agorotOf(ticket.serviceCharge),
    price_policy_id: ticket.pricePolicyId,
    access: ticket.access,
    reference_check: ticket.referenceCheck,
    min_age: ticket.minAge ?? null,
    max_age: ticket.maxAge ?? null,
    ref1prompt: ticket.ref1prompt ?? null,
    ref2prompt: ticket.ref2prompt ?? null,
    multiply_factor: ticket.multiplyFactor,
    walkin: ticket.walkin,
    words: ticket.words ?? null,
  }
}

function productRow(item: Prepared['products'][number]['item']): Row {
  return {
    product_id: item.id,
    name: item.name,
    description: item.description,
    price: agorotOf(item.price),
    max_quantity: item.maxQuantity,
    is_delivery_required: item.isDeliveryRequired,
    image: item.imagePicture,
    words: item.words ?? null,
  }
}

function chargeRow(item: Prepared['serviceCharges'][number]['item']): Row {
  return {
    service_charge_id: item.id,
    name: item.name ?? null,
    amount_per_order: 'amountPerOrder' in item ? agorotOf(item.amountPerOrder) : null,
    percent_rate_per_order: 'percentRatePerOrder' in item ? item.percentRatePerOrder : null,
    words: item.words ?? null,
  }
}

/** Writes the presentations with exactly the prices and products in the files. Returns the number of rows written or deleted. */
export async function writePresentations(client: Queryable, { presentations }: Prepared): Promise<number> {
  const items = presentations.map(({ item }) => item)
  const ids = items.map((item) => item.id)
  const prices = items.flatMap(priceRows)
  const products = items.flatMap((item) =>
    item.productIds.map((product, ordinal) => ({ presentation_id: item.id, product_id: product, ordinal })),
  )
  const counts = [
    await upsert(client, PRESENTATION, items.map(presentationRow)),
    await upsert(client, PRICE, prices),
    await deleteOthers(client, PRICE, { parent: 'presentation_id', ids, rows: prices }),
    await upsert(client, PRESENTATION_PRODUCT, products),
    await deleteOthers(client, PRESENTATION_PRODUCT, { parent: 'presentation_id', ids, rows: products }),
  ]
  return counts.reduce((sum, count) => sum + count, 0)
}

function priceRows(item: DatedPresentation): Row[] {
  return Object.entries(item.prices).map(([category, price]) => ({
    presentation_id: item.id,
    category,
    ticket_group_id: typeof price === 'number' ? price : price.ticketGroupId,
    allocation_id: typeof price === 'number' ? 1 : price.allocationId,
  }))
}

function presentationRow(item: DatedPresentation): Row {
  return {
    presentation_id: item.id,
    feature_id: item.featureId,
    venue_id: item.venueId,
    seatplan_id: item.seatplanId,
    starts_at: new Date(item.startsAt).toISOString(),
    seating_policy_id: item.seatingPolicyId,
    auth_profile_id: item.authProfileId,
    business_id: item.businessId,
    service_charge_id: item.serviceChargeId ?? null,
    max_seats: item.maxSeats,
    soldout: item.soldout,
    only_in_mini_sites: item.onlyInMiniSites,
    is_cancelled: item.cancelled,
    sale_opens_at: item.saleOpensAt === null ? null : new Date(item.saleOpensAt).toISOString(),
    view_area_filename: item.viewAreaFilename ?? null,
    image_map_html: item.imageMapHtml ?? null,
    lone_seats: item.seatRules.loneSeats,
    keep_one_free: item.seatRules.keepOneFree,
    companion_needs_wheelchair: item.seatRules.companionNeedsWheelchair,
    order_form: item.orderForm ?? null,
    additional_terms: item.additionalTerms ?? null,
    asks_waiver: item.asksWaiver,
    max_payments: item.maxPayments,
    subscriber_seats: item.subscriberSeats,
    changes_allowed: item.changes.allowed,
    changes_until_minutes: item.changes.untilMinutes,
    changes_within_days: item.changes.withinDays ?? null,
    cancellation_policy_id: item.cancellationPolicyId ?? null,
    words: item.words ?? null,
  }
}

function policyRow(item: CancellationPolicyItem): Row {
  const terms = 'preset' in item ? ISRAELI_CONSUMER_POLICY : item
  const { charge } = terms
  return {
    cancellation_policy_id: item.id,
    name: item.name,
    within_days: terms.withinDays ?? null,
    before_days: terms.beforeDays ?? null,
    counts_rest_days: terms.countsRestDays,
    charge_kind: charge.kind,
    charge_amount: 'amount' in charge ? agorotOf(charge.amount) : 0,
    charge_percent: charge.kind === 'percent' ? charge.percent : 0,
    // The preset's limit is already in agorot.
    charge_limit: 'preset' in item ? ISRAELI_CONSUMER_POLICY.chargeLimit : item.chargeLimit == null ? null : agorotOf(item.chargeLimit),
  }
}
