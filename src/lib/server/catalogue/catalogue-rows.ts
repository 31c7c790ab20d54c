import type { Catalogue, Feature, PictureFacts, Ticket, TicketGroup } from '#lib/domain/catalogue/catalogue.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** The small tables of the catalogue. Column aliases match the field names of domain/catalogue.ts. */

type Entry<M> = M extends ReadonlyMap<number, infer Value> ? Value : never

async function all<M>(client: Queryable, text: string, values: readonly unknown[] = []): Promise<Entry<M>[]> {
  const { rows } = await client.query(text, [...values])
  return rows as Entry<M>[]
}

export function readLocations(client: Queryable) {
  return all<Catalogue['locations']>(
    client,
    `SELECT location_id AS id, name, city, address, phone, doors_minutes AS "doorsMinutes", accessibility, words FROM location ORDER BY location_id`,
  )
}

/** By id. @param ids left out: all */
export function readFeatures(client: Queryable, ids?: readonly number[]): Promise<Feature[]> {
  return all<Catalogue['features']>(
    client,
    `SELECT feature_id AS id, name, feature_type_id AS "featureTypeId", feature_category_id AS "categoryId", tagline, description, eyebrow, minutes, from_age AS "fromAge",
            badges, credits, quote, words FROM feature WHERE $1::int[] IS NULL OR feature_id = ANY ($1::int[]) ORDER BY feature_id`,
    [ids ?? null],
  )
}

export async function readTicketGroups(client: Queryable) {
  const [groups, tickets] = await Promise.all([
    client.query<Omit<TicketGroup, 'tickets'>>(
      `SELECT ticket_group_id AS id, name, is_by_code_enabled AS "isByCodeEnabled", words FROM ticket_group ORDER BY ticket_group_id`,
    ),
    client.query<Ticket>(
      `SELECT ticket_id AS id, ticket_group_id AS "ticketGroupId", name, price, old_price AS "oldPrice", service_charge AS "serviceCharge",
              price_policy_id AS "pricePolicyId", access, ref1prompt, ref2prompt, reference_check AS "referenceCheck",
              multiply_factor AS "multiplyFactor", walkin, min_age AS "minAge", max_age AS "maxAge", words
       FROM ticket ORDER BY ticket_group_id, ordinal, ticket_id`,
    ),
  ])
  const ofGroup = Map.groupBy(tickets.rows, (ticket) => ticket.ticketGroupId)
  return groups.rows.map((group) => ({ ...group, tickets: ofGroup.get(group.id) ?? [] }))
}

export function readVenues(client: Queryable) {
  return all<Catalogue['venues']>(
    client,
    `SELECT venue_id AS id, location_id AS "locationId", name, venue_type_id AS "venueTypeId", words FROM venue ORDER BY venue_id`,
  )
}

export function readCategories(client: Queryable) {
  return all<Catalogue['categories']>(
    client,
    `SELECT feature_category_id AS id, name, words FROM feature_category ORDER BY ordinal, feature_category_id`,
  )
}

export function readProducts(client: Queryable) {
  return all<Catalogue['products']>(
    client,
    `SELECT product_id AS id, name, description, price, max_quantity AS "maxQuantity", is_delivery_required AS "isDeliveryRequired", words FROM product ORDER BY product_id`,
  )
}

export function readServiceCharges(client: Queryable) {
  return all<Catalogue['serviceCharges']>(
    client,
    `SELECT service_charge_id AS id, name, amount_per_order AS "amountPerOrder", percent_rate_per_order AS "percentRatePerOrder", words FROM service_charge ORDER BY service_charge_id`,
  )
}

/** Without their bytes. */
export async function readPictures(client: Queryable): Promise<PictureFacts[]> {
  const { rows } = await client.query<PictureFacts>(
    `SELECT name, media_type AS "mediaType", width, height, etag FROM picture ORDER BY name`,
  )
  return rows
}
