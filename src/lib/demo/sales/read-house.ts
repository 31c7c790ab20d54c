import type { OrderCharge } from '#lib/domain/pricing/price-order.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { readPlan, type LoadedPlan } from '#lib/server/catalogue/seatplans.ts'

/** A ticket for sale on the web to everybody, with the price of the first ticket of its group. */
export interface OpenTicket {
  readonly id: number
  readonly groupId: number
  readonly price: number
  readonly serviceCharge: number
  readonly firstPrice: number
}

export interface Showing {
  readonly id: number
  readonly featureId: number
  readonly categoryId: number
  readonly seatplanId: number
  readonly startsAt: number
  readonly soldout: boolean
  readonly isCancelled: boolean
  readonly saleOpensAt: number | null
  /** Whether a seat stays free beside every party. */
  readonly keepsOneFree: boolean
  readonly charge: (OrderCharge & { readonly name: string | null }) | null
  /** Ticket groups by price category; those of seats for subscribers are absent. */
  readonly groups: Readonly<Record<string, number>>
  readonly products: readonly { readonly id: number; readonly price: number }[]
  /** Ids of seats that are kept for members who renew. */
  readonly kept: readonly number[]
}

/** Reads the input of the demo's sales, within the transaction that imports the catalogue. */
export interface House {
  readonly showings: readonly Showing[]
  readonly plans: ReadonlyMap<number, LoadedPlan>
  readonly tickets: ReadonlyMap<number, readonly OpenTicket[]>
}

export async function readHouse(client: Queryable): Promise<House> {
  const showings = await readShowings(client)
  const plans = new Map<number, LoadedPlan>()
  for (const id of new Set(showings.map(({ seatplanId }) => seatplanId))) {
    const plan = await readPlan(client, id)
    if (plan) plans.set(id, plan)
  }
  return { showings, plans, tickets: Map.groupBy(await readTickets(client), ({ groupId }) => groupId) }
}

async function readShowings(client: Queryable): Promise<Showing[]> {
  const { rows } = await client.query<Showing>(
    `SELECT presentation_id AS id, feature_id AS "featureId", feature_category_id AS "categoryId", seatplan_id AS "seatplanId",
            extract(epoch FROM starts_at)::float8 * 1000 AS "startsAt", soldout, is_cancelled AS "isCancelled",
            extract(epoch FROM sale_opens_at)::float8 * 1000 AS "saleOpensAt", keep_one_free OR seating_policy_id = 3 AS "keepsOneFree",
            (SELECT jsonb_build_object('amountPerOrder', amount_per_order, 'percentRatePerOrder', percent_rate_per_order, 'name', name)
             FROM service_charge c WHERE c.service_charge_id = p.service_charge_id) AS charge,
            (SELECT coalesce(jsonb_object_agg(category, ticket_group_id), '{}') FROM presentation_price r
             WHERE r.presentation_id = p.presentation_id AND allocation_id <> -1
               AND NOT EXISTS (SELECT FROM jsonb_array_elements(p.subscriber_seats) AS k WHERE k -> 'categories' ? r.category)) AS groups,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', product_id, 'price', price) ORDER BY r.ordinal), '[]')
             FROM presentation_product r JOIN product USING (product_id)
             WHERE r.presentation_id = p.presentation_id AND NOT is_delivery_required) AS products,
            ARRAY (SELECT seat_id FROM seat_keep k WHERE k.presentation_id = p.presentation_id AND k.kind = 'renewal') AS kept
     FROM presentation p JOIN feature USING (feature_id) ORDER BY presentation_id`,
  )
  return rows
}

async function readTickets(client: Queryable): Promise<OpenTicket[]> {
  const { rows } = await client.query<OpenTicket>(
    `SELECT * FROM (
       SELECT ticket_id AS id, ticket_group_id AS "groupId", price, service_charge AS "serviceCharge", access, reference_check, walkin, ref1prompt,
              coalesce(first_value(price) OVER (PARTITION BY ticket_group_id ORDER BY ordinal, ticket_id), price) AS "firstPrice", ordinal FROM ticket) AS t
     WHERE access = 'open' AND reference_check = 'none' AND NOT walkin AND ref1prompt IS NULL AND price IS NOT NULL ORDER BY "groupId", ordinal, id`,
  )
  return rows.map(({ id, groupId, price, serviceCharge, firstPrice }) => ({ id, groupId, price, serviceCharge, firstPrice }))
}
