import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import type { Presentation, PresentationPrice, SeatRules } from '#lib/domain/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** Fields of a presentation that are columns as they are. */
type OwnFields = Omit<Presentation, 'startsAt' | 'saleOpensAt' | 'seatRules' | 'changes' | 'cancellation' | 'prices' | 'productIds'>

interface PresentationRow extends OwnFields, SeatRules {
  readonly startsAt: Date
  readonly saleOpensAt: Date | null
  readonly allowed: boolean
  readonly untilMinutes: number
  readonly withinDays: number | null
  readonly policyId: number | null
}

/** Column aliases match the field names of domain/catalogue.ts. */
const PRESENTATIONS = `SELECT presentation_id AS id, feature_id AS "featureId", venue_id AS "venueId", seatplan_id AS "seatplanId", starts_at AS "startsAt",
    seating_policy_id AS "seatingPolicyId", auth_profile_id AS "authProfileId", business_id AS "businessId", service_charge_id AS "serviceChargeId", max_seats AS "maxSeats",
    soldout, only_in_mini_sites AS "isOnlyInSites", is_cancelled AS "isCancelled", sale_opens_at AS "saleOpensAt", view_area_filename AS "viewAreaFilename",
    image_map_html AS "imageMapHtml", lone_seats AS "loneSeats", keep_one_free AS "keepOneFree", companion_needs_wheelchair AS "companionNeedsWheelchair",
    order_form AS "orderForm", additional_terms AS "additionalTerms", asks_waiver AS "asksWaiver", max_payments AS "maxPayments", subscriber_seats AS "subscriberSeats", words,
    changes_allowed AS allowed, changes_until_minutes AS "untilMinutes", changes_within_days AS "withinDays", cancellation_policy_id AS "policyId"
  FROM presentation WHERE $1::int[] IS NULL OR presentation_id = ANY ($1::int[]) ORDER BY starts_at, presentation_id`

/** In the order of their starts, then of their ids. @param ids left out: all */
export async function readPresentations(ids?: readonly number[]): Promise<Presentation[]> {
  const wanted = [ids ?? null]
  const [presentations, prices, products, policies] = await Promise.all([
    database().query<PresentationRow>(PRESENTATIONS, wanted),
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
    database().query<{ id: number; terms: CancellationPolicy }>(
      'SELECT cancellation_policy_id AS id, cancellation_terms(c) AS terms FROM cancellation_policy c',
    ),
  ])
  const pricesOf = listsBy(prices.rows, ({ category, ticketGroupId, allocationId }) => ({ category, ticketGroupId, allocationId }))
  const productsOf = listsBy(products.rows, ({ product_id }) => product_id)
  const policyOf = new Map(policies.rows.map(({ id, terms }) => [id, terms]))
  const rulesOf = rulesOnce()
  return presentations.rows.map((row) =>
    presentationOf(row, {
      ...rulesOf(row),
      cancellation: policyOf.get(row.policyId ?? 0) ?? null,
      prices: pricesOf.get(row.id) ?? [],
      productIds: productsOf.get(row.id) ?? [],
    }),
  )
}

/** Fields are named one by one: taking apart and spreading rows of 30 columns takes longer than reading them. */
function presentationOf(
  row: PresentationRow,
  {
    seatRules,
    changes,
    cancellation,
    prices,
    productIds,
  }: Pick<Presentation, 'seatRules' | 'changes' | 'cancellation' | 'prices' | 'productIds'>,
): Presentation {
  return {
    id: row.id,
    featureId: row.featureId,
    venueId: row.venueId,
    seatplanId: row.seatplanId,
    startsAt: row.startsAt.getTime(),
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
    seatRules,
    orderForm: row.orderForm,
    additionalTerms: row.additionalTerms,
    asksWaiver: row.asksWaiver,
    maxPayments: row.maxPayments,
    changes,
    cancellation,
    prices,
    subscriberSeats: row.subscriberSeats,
    productIds,
    words: row.words,
  }
}

/** Makes the rules of a row; those that are alike are one object, since a house has few of them and many presentations. */
function rulesOnce(): (row: PresentationRow) => Pick<Presentation, 'seatRules' | 'changes'> {
  const known = new Map<string, Pick<Presentation, 'seatRules' | 'changes'>>()
  return ({ loneSeats, keepOneFree, companionNeedsWheelchair, allowed, untilMinutes, withinDays }) => {
    const key = `${loneSeats} ${String(keepOneFree)} ${String(companionNeedsWheelchair)} ${String(allowed)} ${String(untilMinutes)} ${String(withinDays)}`
    const rules = known.get(key) ?? {
      seatRules: { loneSeats, keepOneFree, companionNeedsWheelchair },
      changes: { allowed, untilMinutes, withinDays },
    }
    known.set(key, rules)
    return rules
  }
}

/** By presentation, in the order of the rows. */
function listsBy<Row extends { readonly presentation_id: number }, T>(
  rows: readonly Row[],
  partOf: (row: Row) => T,
): ReadonlyMap<number, readonly T[]> {
  const lists = new Map<number, T[]>()
  for (const row of rows) {
    const list = lists.get(row.presentation_id)
    if (list) list.push(partOf(row))
    else lists.set(row.presentation_id, [partOf(row)])
  }
  return lists
}
