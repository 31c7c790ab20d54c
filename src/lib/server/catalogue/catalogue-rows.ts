import type {
  Catalogue,
  Feature,
  PictureFacts,
  Presentation,
  PresentationPrice,
  SectionFacts,
  SeatplanFacts,
  Ticket,
  TicketGroup,
} from '#lib/domain/catalogue/catalogue.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { readDonations } from './donation-rows.ts'
import { readFilms } from './film-rows.ts'
import { readMiniSites } from './mini-site-rows.ts'
import { readMemberships, readSeasons } from './membership-rows.ts'
import { readVoucherSuperClasses } from './voucher-rows.ts'

/** Reads every table of the catalogue. Column aliases match the field names of domain/catalogue.ts. */
export async function readCatalogue(version: number): Promise<Catalogue> {
  const [
    locations,
    venues,
    categories,
    features,
    groups,
    products,
    charges,
    presentations,
    seatplans,
    pictures,
    memberships,
    seasons,
    superClasses,
    [donations, films, miniSites],
  ] = await Promise.all([
    readLocations(),
    all<Catalogue['venues']>(`SELECT venue_id AS id, location_id AS "locationId", name, venue_type_id AS "venueTypeId", words FROM venue`),
    all<Catalogue['categories']>(
      `SELECT feature_category_id AS id, name, words FROM feature_category ORDER BY ordinal, feature_category_id`,
    ),
    readFeatures(),
    readTicketGroups(),
    all<Catalogue['products']>(
      `SELECT product_id AS id, name, description, price, max_quantity AS "maxQuantity", is_delivery_required AS "isDeliveryRequired", words FROM product`,
    ),
    all<Catalogue['serviceCharges']>(
      `SELECT service_charge_id AS id, name, amount_per_order AS "amountPerOrder", percent_rate_per_order AS "percentRatePerOrder", words FROM service_charge`,
    ),
    readPresentations(),
    readSeatplans(),
    database().query<PictureFacts>(`SELECT name, media_type AS "mediaType", width, height, etag FROM picture`),
    readMemberships(),
    readSeasons(),
    readVoucherSuperClasses(),
    Promise.all([readDonations(), readFilms(), readMiniSites()]),
  ])
  return {
    version,
    locations: byId(locations),
    venues: byId(venues),
    categories: byId(categories),
    features: byId(features),
    ticketGroups: byId(groups),
    products: byId(products),
    serviceCharges: byId(charges),
    presentations: byId(presentations),
    seatplans: byId(seatplans),
    pictures: new Map(pictures.rows.map((row) => [row.name, row])),
    memberships: byId(memberships),
    membershipsByCode: new Map(memberships.map((membership) => [membership.code, membership])),
    seasons: byId(seasons),
    voucherSuperClasses: byId(superClasses),
    voucherClasses: byId(superClasses.flatMap(({ classes }) => classes)),
    donations: byId(donations),
    films: byId(films),
    miniSites: new Map(miniSites.map((site) => [site.url, site])),
  }
}

type Entry<M> = M extends ReadonlyMap<number, infer Value> ? Value : never

async function all<M>(text: string): Promise<Entry<M>[]> {
  const { rows } = await database().query(text)
  return rows as Entry<M>[]
}

function readLocations() {
  return all<Catalogue['locations']>(
    `SELECT location_id AS id, name, city, address, phone, doors_minutes AS "doorsMinutes", accessibility, words FROM location ORDER BY location_id`,
  )
}

function byId<T extends { readonly id: number }>(rows: readonly T[]): ReadonlyMap<number, T> {
  return new Map(rows.map((row) => [row.id, row]))
}

function readFeatures(): Promise<Feature[]> {
  return all<Catalogue['features']>(
    `SELECT feature_id AS id, name, feature_type_id AS "featureTypeId", feature_category_id AS "categoryId", tagline, description, eyebrow, minutes, from_age AS "fromAge",
            badges, credits, quote, words FROM feature ORDER BY feature_id`,
  )
}

async function readTicketGroups() {
  const [groups, tickets] = await Promise.all([
    database().query<Omit<TicketGroup, 'tickets'>>(
      `SELECT ticket_group_id AS id, name, is_by_code_enabled AS "isByCodeEnabled", words FROM ticket_group ORDER BY ticket_group_id`,
    ),
    database().query<Ticket>(
      `SELECT ticket_id AS id, ticket_group_id AS "ticketGroupId", name, price, old_price AS "oldPrice", service_charge AS "serviceCharge",
              price_policy_id AS "pricePolicyId", access, ref1prompt, ref2prompt, reference_check AS "referenceCheck",
              multiply_factor AS "multiplyFactor", walkin, min_age AS "minAge", max_age AS "maxAge", words
       FROM ticket ORDER BY ticket_group_id, ordinal, ticket_id`,
    ),
  ])
  const ofGroup = Map.groupBy(tickets.rows, (ticket) => ticket.ticketGroupId)
  return groups.rows.map((group) => ({ ...group, tickets: ofGroup.get(group.id) ?? [] }))
}

type PresentationRow = Omit<Presentation, 'startsAt' | 'saleOpensAt' | 'prices' | 'productIds'> & {
  starts_at: Date
  sale_opens_at: Date | null
}

async function readPresentations(): Promise<Presentation[]> {
  const [presentations, prices, products] = await Promise.all([
    database().query<PresentationRow>(
      `SELECT presentation_id AS id, feature_id AS "featureId", venue_id AS "venueId", seatplan_id AS "seatplanId", starts_at,
              seating_policy_id AS "seatingPolicyId", auth_profile_id AS "authProfileId", business_id AS "businessId",
              service_charge_id AS "serviceChargeId", max_seats AS "maxSeats", soldout, only_in_mini_sites AS "isOnlyInSites", is_cancelled AS "isCancelled", sale_opens_at,
              view_area_filename AS "viewAreaFilename", image_map_html AS "imageMapHtml",
              json_build_object('loneSeats', lone_seats, 'keepOneFree', keep_one_free, 'companionNeedsWheelchair', companion_needs_wheelchair) AS "seatRules",
              order_form AS "orderForm", additional_terms AS "additionalTerms", asks_waiver AS "asksWaiver", max_payments AS "maxPayments", subscriber_seats AS "subscriberSeats", words,
              json_build_object('allowed', changes_allowed, 'untilMinutes', changes_until_minutes, 'withinDays', changes_within_days) AS changes,
              (SELECT cancellation_terms(c) FROM cancellation_policy c WHERE c.cancellation_policy_id = presentation.cancellation_policy_id) AS cancellation
       FROM presentation ORDER BY starts_at, presentation_id`,
    ),
    database().query<PresentationPrice & { presentation_id: number }>(
      `SELECT presentation_id, category, ticket_group_id AS "ticketGroupId", allocation_id AS "allocationId" FROM presentation_price ORDER BY ticket_group_id`,
    ),
    database().query<{ presentation_id: number; product_id: number }>(
      `SELECT presentation_id, product_id FROM presentation_product ORDER BY ordinal, product_id`,
    ),
  ])
  const pricesOf = Map.groupBy(prices.rows, (row) => row.presentation_id)
  const productsOf = Map.groupBy(products.rows, (row) => row.presentation_id)
  return presentations.rows.map(({ starts_at, sale_opens_at, ...row }) => ({
    ...row,
    startsAt: starts_at.getTime(),
    saleOpensAt: sale_opens_at?.getTime() ?? null,
    prices: (pricesOf.get(row.id) ?? []).map(({ category, ticketGroupId, allocationId }) => ({ category, ticketGroupId, allocationId })),
    productIds: (productsOf.get(row.id) ?? []).map((product) => product.product_id),
  }))
}

async function readSeatplans(): Promise<SeatplanFacts[]> {
  const [plans, sections, counts] = await Promise.all([
    database().query<Omit<SeatplanFacts, 'sections'>>(
      `SELECT seatplan_id AS id, venue_id AS "venueId", name, version, colours, words, picture IS NOT NULL AS "hasPicture" FROM seatplan`,
    ),
    database().query<Omit<SectionFacts, 'categories' | 'accessible'> & { seatplanId: number; category: string | null }>(
      `SELECT seatplan_id AS "seatplanId", section_id AS id, name, is_reserved AS "isReserved", is_drawn AS "isDrawn", capacity, category FROM section ORDER BY seatplan_id, ordinal`,
    ),
    database().query<{ seatplanId: number; sectionId: number; category: string; seats: number; accessible: number }>(
      `SELECT seatplan_id AS "seatplanId", section_id AS "sectionId", category, count(*)::int AS seats,
              (count(*) FILTER (WHERE features && $1::int[]))::int AS accessible FROM seat GROUP BY 1, 2, 3`,
      [[SEAT_FEATURE.isHandicap, SEAT_FEATURE.isCompanion]],
    ),
  ])
  const countsOf = Map.groupBy(counts.rows, (row) => `${String(row.seatplanId)}:${String(row.sectionId)}`)
  const sectionsOf = Map.groupBy(sections.rows, (row) => row.seatplanId)
  return plans.rows.map((plan) => ({
    ...plan,
    sections: (sectionsOf.get(plan.id) ?? []).map(({ seatplanId, category, ...section }) => {
      const seats = countsOf.get(`${String(seatplanId)}:${String(section.id)}`) ?? []
      const categories =
        category === null ? Object.fromEntries(seats.map((row) => [row.category, row.seats])) : { [category]: section.capacity }
      const accessible = Object.fromEntries(seats.filter((row) => row.accessible > 0).map((row) => [row.category, row.accessible]))
      return { ...section, categories, accessible }
    }),
  }))
}
