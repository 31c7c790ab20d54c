import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import type { Presentation, PresentationPrice, SeatRules } from '#lib/domain/catalogue/catalogue.ts'
import { byStart } from '#lib/domain/catalogue/presentations-of.ts'
import { database } from '#lib/server/platform/db/connect.ts'

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

interface SharedRow extends SharedFields {
  /** Of its presentations, with commas between them. */
  readonly ids: string
  /** Their starts in ms, in the same order. */
  readonly starts: string
}

const IDS = "string_agg(presentation_id::text, ',') AS ids"
const WANTED = 'WHERE $1::int[] IS NULL OR presentation_id = ANY ($1::int[])'

/** One row for all that share these fields: a row for each takes twice the time of the database and many times that of this process. Aliases are the field names. */
const PRESENTATIONS = `SELECT feature_id AS "featureId", venue_id AS "venueId", seatplan_id AS "seatplanId", seating_policy_id AS "seatingPolicyId",
    auth_profile_id AS "authProfileId", business_id AS "businessId", service_charge_id AS "serviceChargeId", max_seats AS "maxSeats", soldout,
    only_in_mini_sites AS "isOnlyInSites", is_cancelled AS "isCancelled", sale_opens_at AS "saleOpensAt", view_area_filename AS "viewAreaFilename",
    image_map_html AS "imageMapHtml", lone_seats AS "loneSeats", keep_one_free AS "keepOneFree", companion_needs_wheelchair AS "companionNeedsWheelchair",
    order_form AS "orderForm", additional_terms AS "additionalTerms", asks_waiver AS "asksWaiver", max_payments AS "maxPayments",
    subscriber_seats AS "subscriberSeats", words, changes_allowed AS allowed, changes_until_minutes AS "untilMinutes", changes_within_days AS "withinDays",
    cancellation_policy_id AS "policyId", ${IDS}, string_agg(floor(date_part('epoch', starts_at) * 1000)::text, ',') AS starts
  FROM presentation ${WANTED}
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27`

/** In the order of their starts, then of their ids. @param ids left out: all */
export async function readPresentations(ids?: readonly number[]): Promise<Presentation[]> {
  const wanted = [ids ?? null]
  const [shared, prices, products, policies] = await Promise.all([
    database().query<SharedRow>(PRESENTATIONS, wanted),
    database().query<PresentationPrice & { ids: string }>(
      `SELECT category, ticket_group_id AS "ticketGroupId", allocation_id AS "allocationId", ${IDS} FROM presentation_price ${WANTED}
       GROUP BY category, ticket_group_id, allocation_id ORDER BY ticket_group_id, category`,
      wanted,
    ),
    database().query<{ product_id: number; ids: string }>(
      `SELECT product_id, ${IDS} FROM presentation_product ${WANTED} GROUP BY product_id, ordinal ORDER BY ordinal, product_id`,
      wanted,
    ),
    database().query<{ id: number; terms: CancellationPolicy }>(
      'SELECT cancellation_policy_id AS id, cancellation_terms(c) AS terms FROM cancellation_policy c',
    ),
  ])
  const pricesOf = listsBy(prices.rows, ({ category, ticketGroupId, allocationId }) => ({ category, ticketGroupId, allocationId }))
  const productsOf = listsBy(products.rows, ({ product_id }) => product_id)
  const policyOf = new Map(policies.rows.map(({ id, terms }) => [id, terms]))
  return shared.rows
    .flatMap((row) => presentationsOf(row, { cancellation: policyOf.get(row.policyId ?? 0) ?? null, pricesOf, productsOf }))
    .sort(byStart)
}

interface Parts extends Pick<Presentation, 'cancellation'> {
  readonly pricesOf: ReadonlyMap<number, Presentation['prices']>
  readonly productsOf: ReadonlyMap<number, Presentation['productIds']>
}

/** The first is made field by field, the others are copies of it with what is their own, which takes a third of the time. */
function presentationsOf(row: SharedRow, { cancellation, pricesOf, productsOf }: Parts): Presentation[] {
  const { loneSeats, keepOneFree, companionNeedsWheelchair, allowed, untilMinutes, withinDays } = row
  const shared: Presentation = {
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
  const starts = numbersIn(row.starts)
  return numbersIn(row.ids).map((id, index) => ({
    ...shared,
    id,
    startsAt: starts[index] ?? 0,
    prices: pricesOf.get(id) ?? [],
    productIds: productsOf.get(id) ?? [],
  }))
}

/** By presentation, in the order of the rows. Presentations with the same parts have the same list. */
function listsBy<Row extends { readonly ids: string }, T>(
  rows: readonly Row[],
  partOf: (row: Row) => T,
): ReadonlyMap<number, readonly T[]> {
  const lists = new Map<number, readonly T[]>()
  for (const row of rows) {
    const part = partOf(row)
    const alone = [part]
    const longer = new Map<readonly T[], readonly T[]>()
    for (const id of numbersIn(row.ids)) {
      const list = lists.get(id)
      const next = list ? (longer.get(list) ?? [...list, part]) : alone
      if (list) longer.set(list, next)
      lists.set(id, next)
    }
  }
  return lists
}

function numbersIn(list: string): readonly number[] {
  return list.split(',').map(Number)
}
