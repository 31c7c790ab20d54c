import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'
import { loadPurse } from './member-purses.ts'

/** Bought entitlements: created or topped up by the order that pays them (`ended-members.ts`: how they end). */

export interface MemberPurchase {
  readonly line: number
  /** null: unlimited. */
  readonly uses: number | null
  /** Agorot; null: entries or seats. */
  readonly money: number | null
  /** The entitlement to top up; null: creates one. */
  readonly topsUp: number | null
  readonly priceId: number
  /** The keyed hash of the reference typed for the price; null: the price has no list. */
  readonly referenceLookup: string | null
  /** Presentations of a series or season; null: entries. */
  readonly dates: readonly number[] | null
  readonly isVirtual: boolean
}

export async function notePurchases(client: Queryable, orderId: string, purchases: readonly MemberPurchase[]): Promise<void> {
  await client.query({
    name: 'note-member-purchases',
    text: `INSERT INTO membership_purchase (order_id, line, gives_entries, dates, is_virtual, uses, money, tops_up, membership_price_id, reference_lookup)
           SELECT $1, p.line, p.dates IS NULL, p.dates, p."isVirtual", p.uses, p.money, p."topsUp", p."priceId", p."referenceLookup"
           FROM jsonb_to_recordset($2::jsonb) AS p (line int, uses int, money int, "topsUp" int, "priceId" int, "referenceLookup" text, dates int[], "isVirtual" boolean) ORDER BY p.line`,
    values: [orderId, JSON.stringify(purchases)],
  })
}

/** Locks a reference of a price and counts its purchases that stand. @returns whether another purchase is allowed */
export async function takeReference(client: Queryable, priceId: number, lookups: readonly string[]): Promise<boolean> {
  const { rows } = await client.query<{ quantity: number | null }>({
    name: 'lock-membership-reference',
    text: 'SELECT quantity FROM membership_reference WHERE membership_price_id = $1 AND lookup = ANY ($2::text[]) FOR UPDATE',
    values: [priceId, lookups],
  })
  const [listed] = rows
  if (!listed) return false
  return listed.quantity === null || (await purchasesOf(client, priceId, lookups)) < listed.quantity
}

async function purchasesOf(client: Queryable, priceId: number, lookups: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>({
    name: 'purchases-of-reference',
    text: `SELECT count(*)::int AS count FROM membership_purchase p JOIN orders o USING (order_id)
             JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
           WHERE p.membership_price_id = $1 AND p.reference_lookup = ANY ($2::text[]) AND o.state IN ('unpaid', 'paying', 'paid', 'refunding')
             AND i.cancellation_id IS NULL`,
    values: [priceId, lookups],
  })
  return rows[0]?.count ?? 0
}

/**
 * Issues the entitlements that an order has paid: a top-up adds its entries, or its money to the purse alone, and takes the later end; if the entitlement has ended, a new one is created.
 * The visitor's session may use it at once.
 */
export async function issueMembers(client: Queryable, orderId: string, holder: string): Promise<void> {
  const { rows } = await client.query<{ line: number; topsUp: number | null }>({
    name: 'members-to-issue',
    text: `SELECT line, tops_up AS "topsUp" FROM membership_purchase WHERE order_id = $1 AND entitlement_id IS NULL ORDER BY tops_up NULLS LAST, line`,
    values: [orderId],
  })
  for (const { line, topsUp } of rows) {
    const id = (topsUp === null ? undefined : await topUp(client, orderId, line)) ?? (await begin(client, orderId, line))
    await loadPurse(client, { orderId, line }, id)
    await client.query({
      name: 'member-is-issued',
      text: `WITH issued AS (UPDATE membership_purchase SET entitlement_id = $3 WHERE order_id = $1 AND line = $2)
             INSERT INTO session_grant (uuid, entitlement_id) SELECT uuid, $3 FROM session WHERE uuid = $4
             ON CONFLICT (uuid, entitlement_id) WHERE entitlement_id IS NOT NULL DO NOTHING`,
      values: [orderId, line, id, holder],
    })
  }
}

/** @returns undefined if the entitlement has ended meanwhile */
async function topUp(client: Queryable, orderId: string, line: number): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>({
    name: 'top-up-member',
    text: `UPDATE entitlement e SET uses = CASE WHEN p.money IS NULL THEN e.uses + p.uses ELSE e.uses END, ends_at = CASE WHEN e.ends_at IS NOT NULL AND i.valid_until IS NOT NULL THEN greatest(e.ends_at, i.valid_until) END
           FROM membership_purchase p JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
           WHERE p.order_id = $1 AND p.line = $2 AND e.entitlement_id = p.tops_up AND e.is_active RETURNING e.entitlement_id AS id`,
    values: [orderId, line],
  })
  return rows[0]?.id
}

/** Creates an entitlement whose look-up matches no typed code: it is used by its number, in the session that bought it or by the customer who owns it. */
async function begin(client: Queryable, orderId: string, line: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>({
    name: 'begin-member',
    text: `WITH made AS (
             INSERT INTO entitlement (kind, public_code, lookup, uses, business_id, starts_at, ends_at, holder_name, additional_name, membership_id, membership_name,
               location_ids, customer_id)
             SELECT 'member', new_member_number(), $3, p.uses, m.business_id, i.valid_from, i.valid_until,
               coalesce(i.facts->>'name', trim(o.first_name || ' ' || o.last_name)), coalesce(i.facts->>'additionalName', ''), m.membership_id, m.name,
               m.location_ids, o.customer_id
             FROM membership_purchase p JOIN orders o USING (order_id) JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
               JOIN membership m ON m.membership_id = i.subject_id
             WHERE p.order_id = $1 AND p.line = $2 RETURNING entitlement_id, membership_id),
           given AS (
             INSERT INTO entitlement_ticket (entitlement_id, ticket_id)
             SELECT made.entitlement_id, t.ticket_id FROM made JOIN membership_ticket t USING (membership_id))
           SELECT entitlement_id AS id FROM made`,
    values: [orderId, line, `bought:${unguessable(26)}`],
  })
  const [made] = rows
  if (!made) throw new Error('A membership that was bought is not in the catalogue.')
  return made.id
}
