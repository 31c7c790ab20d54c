import type { Presentation, PresentationPrice } from '#lib/domain/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'

type PresentationRow = Omit<Presentation, 'startsAt' | 'saleOpensAt' | 'prices' | 'productIds'> & {
  starts_at: Date
  sale_opens_at: Date | null
}

/** In the order of their starts, then of their ids. @param ids left out: all. Column aliases match the field names of domain/catalogue.ts. */
export async function readPresentations(ids?: readonly number[]): Promise<Presentation[]> {
  const wanted = [ids ?? null]
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
       FROM presentation WHERE $1::int[] IS NULL OR presentation_id = ANY ($1::int[]) ORDER BY starts_at, presentation_id`,
      wanted,
    ),
    database().query<PresentationPrice & { presentation_id: number }>(
      `SELECT presentation_id, category, ticket_group_id AS "ticketGroupId", allocation_id AS "allocationId" FROM presentation_price
       WHERE $1::int[] IS NULL OR presentation_id = ANY ($1::int[]) ORDER BY ticket_group_id, category`,
      wanted,
    ),
    database().query<{ presentation_id: number; product_id: number }>(
      `SELECT presentation_id, product_id FROM presentation_product
       WHERE $1::int[] IS NULL OR presentation_id = ANY ($1::int[]) ORDER BY ordinal, product_id`,
      wanted,
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
