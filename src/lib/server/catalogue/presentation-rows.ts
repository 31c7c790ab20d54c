import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import type { Presentation, PresentationPrice, SeatRules } from '#lib/domain/catalogue/catalogue.ts'
import type { KeptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'
import { alikeInOrder, listsById, type AlikePresentations, type OfPresentations } from './alike-presentations.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** Fields of a presentation that are columns as they are. */
type OwnFields = Omit<Presentation, 'id' | 'startsAt' | 'saleOpensAt' | 'seatRules' | 'changes' | 'cancellation' | 'prices' | 'productIds'>

/** What the presentations of a show mostly have in common: they differ in their start alone. */
interface SharedFields extends OwnFields, SeatRules {
  readonly saleOpensAt: Date | null
  readonly allowed: boolean
  readonly untilMinutes: number
  readonly withinDays: number | null
  readonly policyId: number | null
}

type SharedRow = SharedFields & Omit<AlikePresentations, 'shared'>

const IDS = "string_agg(presentation_id::text, ',') AS ids"
const WANTED = 'WHERE $1::int[] IS NULL OR presentation_id = ANY ($1::int[])'

/** One row for all that share these fields: a row for each takes twice the time of the database and many times that of this process. Aliases are the field names. */
const PRESENTATIONS = `SELECT feature_id AS "featureId", venue_id AS "venueId", seatplan_id AS "seatplanId", seating_policy_id AS "seatingPolicyId",
    auth_profile_id AS "authProfileId", business_id AS "businessId", service_charge_id AS "serviceChargeId", max_seats AS "maxSeats", soldout,
    only_in_mini_sites AS "isOnlyInSites", is_cancelled AS "isCancelled", sale_opens_at AS "saleOpensAt", view_area_filename AS "viewAreaFilename",
    image_map_html AS "imageMapHtml", lone_seats AS "loneSeats", keep_one_free AS "keepOneFree", companion_needs_wheelchair AS "companionNeedsWheelchair",
    order_form AS "orderForm", additional_terms AS "additionalTerms", asks_waiver AS "asksWaiver", max_payments AS "maxPayments",
    subscriber_seats AS "subscriberSeats", words, changes_allowed AS allowed, changes_until_minutes AS "untilMinutes", changes_within_days AS "withinDays",
    cancellation_policy_id AS "policyId", ${IDS}, string_agg(floor(date_part('epoch', starts_at) * 1000)::bigint::text, ',') AS starts
  FROM presentation ${WANTED}
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27`

/** Groups by hash in memory: a sort by so many columns, on disk, takes half as long again. Applies to this one statement of the transaction. */
const IN_MEMORY = "SET LOCAL enable_sort = off; SET LOCAL work_mem = '64MB'"
const AS_USUAL = 'SET LOCAL enable_sort = DEFAULT; SET LOCAL work_mem = DEFAULT'

/** In the order of their starts, then of their ids; each is made when it is asked for. @param client in a transaction @param ids left out: all */
export async function readPresentations(client: Queryable, ids?: readonly number[]): Promise<KeptInOrder<Presentation>> {
  const wanted = [ids ?? null]
  const [, shared, , prices, products, policies] = await Promise.all([
    client.query(IN_MEMORY),
    client.query<SharedRow>(PRESENTATIONS, wanted),
    client.query(AS_USUAL),
    client.query<PresentationPrice & OfPresentations>(
      `SELECT category, ticket_group_id AS "ticketGroupId", allocation_id AS "allocationId", ${IDS} FROM presentation_price ${WANTED}
       GROUP BY category, ticket_group_id, allocation_id ORDER BY ticket_group_id, category`,
      wanted,
    ),
    client.query<{ product_id: number } & OfPresentations>(
      `SELECT product_id, ${IDS} FROM presentation_product ${WANTED} GROUP BY product_id, ordinal ORDER BY ordinal, product_id`,
      wanted,
    ),
    client.query<{ id: number; terms: CancellationPolicy }>(
      'SELECT cancellation_policy_id AS id, cancellation_terms(c) AS terms FROM cancellation_policy c',
    ),
  ])
  const policyOf = new Map(policies.rows.map(({ id, terms }) => [id, terms]))
  return alikeInOrder(
    shared.rows.map((row) => ({ shared: sharedOf(row, policyOf.get(row.policyId ?? 0) ?? null), ids: row.ids, starts: row.starts })),
    {
      pricesOf: listsById(prices.rows, ({ category, ticketGroupId, allocationId }) => ({ category, ticketGroupId, allocationId })),
      productsOf: listsById(products.rows, ({ product_id }) => product_id),
    },
  )
}

/** With no id, start, prices and products. */
function sharedOf(row: SharedRow, cancellation: CancellationPolicy | null): Presentation {
  const { loneSeats, keepOneFree, companionNeedsWheelchair, allowed, untilMinutes, withinDays } = row
  return {
    id: 0,
    featureId: row.featureId,
    venueId: row.venueId,
    seatplanId: row.seatplanId,
    startsAt: 0,
    seatingPolicyId: row.seatingPolicyId,
    authProfileId: row.authProfileId,
    businessId: row.businessId,
    serviceChargeId: row.serviceChargeId,
    maxSeats: row.maxSeats,
    soldout: row.soldout,
    isOnlyInSites: row.isOnlyInSites,
    isCancelled: row.isCancelled,
    saleOpensAt: row.saleOpensAt?.getTime() ?? null,
    viewAreaFilename: row.viewAreaFilename,
    imageMapHtml: row.imageMapHtml,
    seatRules: { loneSeats, keepOneFree, companionNeedsWheelchair },
    orderForm: row.orderForm,
    additionalTerms: row.additionalTerms,
    asksWaiver: row.asksWaiver,
    maxPayments: row.maxPayments,
    changes: { allowed, untilMinutes, withinDays },
    cancellation,
    prices: [],
    subscriberSeats: row.subscriberSeats,
    productIds: [],
    words: row.words,
  }
}
