import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'

/** Bought entitlements: created or topped up by the order that pays them, and ended with the last purchase that added to them. */

export interface MemberPurchase {
  readonly line: number
  /** null: unlimited. */
  readonly uses: number | null
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
    text: `INSERT INTO membership_purchase (order_id, line, gives_entries, dates, is_virtual, uses, tops_up, membership_price_id, reference_lookup)
           SELECT $1, p.line, p.dates IS NULL, p.dates, p."isVirtual", p.uses, p."topsUp", p."priceId", p."referenceLookup"
           FROM jsonb_to_recordset($2::jsonb) AS p (line int, uses int, "topsUp" int, "priceId" int, "referenceLookup" text, dates int[], "isVirtual" boolean) ORDER BY p.line`,
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
 * Issues the entitlements that an order has paid: a top-up adds its entries and takes the later end; if the entitlement has ended, a new one is created.
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
    text: `UPDATE entitlement e SET uses = e.uses + p.uses, ends_at = CASE WHEN i.valid_until IS NOT NULL THEN greatest(e.ends_at, i.valid_until) END
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

/** A purchase of an order's line, with all purchases of the same entitlement by age. */
export interface PurchaseOfLine {
  readonly line: number
  readonly purchaseId: number
  readonly uses: number | null
  /** Of a series or season: its dates, and how many of them are past, were used or were exchanged; null: entries. */
  readonly dates: { readonly all: number; readonly used: number } | null
  /** Entries of the entitlement used by orders. */
  readonly used: number
  readonly bought: readonly { readonly purchaseId: number; readonly entries: number; readonly taken: number | null }[]
}

/** Locks the entitlements of an order's lines until the transaction ends, so that no entry is used meanwhile. */
export async function lockPurchases(client: Queryable, orderId: string): Promise<readonly PurchaseOfLine[]> {
  await client.query({
    name: 'lock-bought-members',
    text: `SELECT FROM entitlement WHERE entitlement_id IN (SELECT entitlement_id FROM membership_purchase WHERE order_id = $1) ORDER BY entitlement_id FOR UPDATE`,
    values: [orderId],
  })
  const { rows } = await client.query<PurchaseOfLine>({
    name: 'purchases-of-order',
    text: `SELECT p.line, p.purchase_id::int AS "purchaseId", p.uses,
             CASE WHEN p.dates IS NOT NULL THEN json_build_object('all', cardinality(p.dates), 'used', (
               SELECT count(*) FROM presentation d WHERE d.presentation_id = ANY (p.dates) AND (d.starts_at <= now() OR EXISTS (SELECT FROM order_seat s
                 WHERE s.order_id = p.order_id AND s.membership_line = p.line AND s.presentation_id = d.presentation_id AND (s.used_at IS NOT NULL OR is_given_back(s.released_by)))))) END AS dates,
             (SELECT coalesce(sum(u.quantity), 0)::int FROM entitlement_use u WHERE u.entitlement_id = p.entitlement_id AND u.order_id IS NOT NULL) AS used,
             (SELECT json_agg(json_build_object('purchaseId', b.purchase_id, 'entries', coalesce(b.uses, 0), 'taken', b.taken) ORDER BY b.purchase_id)
               FROM membership_purchase b WHERE b.entitlement_id = p.entitlement_id) AS bought
           FROM membership_purchase p WHERE p.order_id = $1 AND p.entitlement_id IS NOT NULL ORDER BY p.line`,
    values: [orderId],
  })
  return rows
}

/** Ends a purchase: takes away its unused entries, and ends the entitlement with its last purchase. @param taken the purchase's used entries */
export async function endPurchase(client: Queryable, orderId: string, line: number, taken: number): Promise<void> {
  await client.query({
    name: 'end-member-purchase',
    text: `WITH ended AS (UPDATE membership_purchase SET taken = $3 WHERE order_id = $1 AND line = $2 AND taken IS NULL RETURNING purchase_id, entitlement_id, uses)
           UPDATE entitlement e SET uses = CASE WHEN ended.uses IS NULL THEN e.uses ELSE e.uses - (ended.uses - $3) END,
             is_active = e.is_active AND EXISTS (SELECT FROM membership_purchase p
               WHERE p.entitlement_id = e.entitlement_id AND p.taken IS NULL AND p.purchase_id <> ended.purchase_id)
           FROM ended WHERE e.entitlement_id = ended.entitlement_id`,
    values: [orderId, line, taken],
  })
}
