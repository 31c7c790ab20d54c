import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** How bought entitlements end: with the last purchase that added to them. */

/** A purchase of an order's line, with all purchases of the same entitlement by age. */
export interface PurchaseOfLine {
  readonly line: number
  readonly purchaseId: number
  readonly uses: number | null
  /** Of one with a balance, in agorot; then `used`, `entries` and `taken` are too. */
  readonly money: number | null
  /** Whether an order that is not settled yet has taken of the balance. */
  readonly isPaying: boolean
  /**
   * Of a series or season; null: entries. `all` dates; `used`: past, used or exchanged, unless the house has called off what is there now; `soldOn`: resold; `credited`: agorot credited for resold dates and for
   * resold tickets had in exchange for one; `offered`: such tickets that are still offered and to come.
   */
  readonly dates: {
    readonly all: number
    readonly used: number
    readonly soldOn: number
    readonly credited: number
    readonly offered: number
  } | null
  /** Entries of the entitlement used by orders. */
  readonly used: number
  /** Entries that it has beside those that were bought, of an import: they are used first. */
  readonly before: number
  readonly bought: readonly { readonly purchaseId: number; readonly entries: number; readonly taken: number | null }[]
}

/** Locks the entitlements of an order's lines until the transaction ends, so that no entry is used meanwhile. */
export async function lockPurchases(client: Queryable, orderId: string): Promise<readonly PurchaseOfLine[]> {
  await client.query({
    name: 'lock-bought-members',
    text: `SELECT FROM entitlement WHERE entitlement_id IN (SELECT entitlement_id FROM membership_purchase WHERE order_id = $1) ORDER BY entitlement_id FOR UPDATE`,
    values: [orderId],
  })
  await client.query({
    name: 'lock-purses',
    text: `SELECT FROM system_voucher WHERE entitlement_id IN (SELECT entitlement_id FROM membership_purchase WHERE order_id = $1)
           ORDER BY system_voucher_id FOR NO KEY UPDATE`,
    values: [orderId],
  })
  const { rows } = await client.query<PurchaseOfLine>({
    name: 'purchases-of-order',
    text: `SELECT p.line, p.purchase_id::int AS "purchaseId", p.uses, p.money,
             EXISTS (SELECT FROM system_voucher v JOIN order_voucher u USING (system_voucher_id) JOIN orders o ON o.order_id = u.order_id
               WHERE v.entitlement_id = p.entitlement_id AND o.state IN ('unpaid', 'paying')) AS "isPaying",
             CASE WHEN p.dates IS NOT NULL THEN json_build_object('all', cardinality(p.dates), 'used', (
               SELECT count(*) FROM presentation d WHERE d.presentation_id = ANY (p.dates) AND (d.starts_at <= now() AND NOT d.is_cancelled AND NOT EXISTS (SELECT FROM order_seat s
                   WHERE s.order_id = p.order_id AND s.membership_line = p.line AND s.presentation_id = d.presentation_id
                     AND is_given_back(s.released_by) AND is_exchange_called_off(s)) OR EXISTS (SELECT FROM order_seat s
                 WHERE s.order_id = p.order_id AND s.membership_line = p.line AND s.presentation_id = d.presentation_id
                   AND (s.used_at IS NOT NULL OR is_given_back(s.released_by) AND NOT is_exchange_called_off(s))))
                 AND NOT EXISTS (SELECT FROM order_seat s WHERE s.order_id = p.order_id AND s.membership_line = p.line AND s.presentation_id = d.presentation_id
                   AND is_sold_on(s))), 'soldOn', x.evenings, 'credited', credited_of(p.order_id, 'membership', p.line), 'offered', (
                   SELECT count(*) FROM order_seat s JOIN resale r USING (order_id, line) JOIN presentation d ON d.presentation_id = s.presentation_id
                   WHERE s.evening_order = p.order_id AND s.evening_line = p.line AND r.state = 'offered' AND d.starts_at > now())) END AS dates,
             CASE WHEN p.money IS NULL
               THEN (SELECT coalesce(sum(u.quantity), 0)::int FROM entitlement_use u WHERE u.entitlement_id = p.entitlement_id AND u.order_id IS NOT NULL)
               ELSE (SELECT coalesce(-sum(l.amount), 0)::int FROM system_voucher v JOIN voucher_ledger l USING (system_voucher_id)
                 WHERE v.entitlement_id = p.entitlement_id AND l.kind NOT IN ('load', 'cancel')) END AS used,
             CASE WHEN p.money IS NULL THEN greatest(0, coalesce((SELECT e.uses - (SELECT coalesce(sum(coalesce(b.taken, b.uses)), 0)
               FROM membership_purchase b WHERE b.entitlement_id = e.entitlement_id) FROM entitlement e WHERE e.entitlement_id = p.entitlement_id), 0)) ELSE 0 END::int AS before,
             (SELECT json_agg(json_build_object('purchaseId', b.purchase_id, 'entries', coalesce(b.money, b.uses, 0), 'taken', b.taken) ORDER BY b.purchase_id)
               FROM membership_purchase b WHERE b.entitlement_id = p.entitlement_id) AS bought
           FROM membership_purchase p CROSS JOIN LATERAL (
             SELECT count(*) AS evenings FROM order_seat s JOIN resale r ON r.order_id = s.order_id AND r.line = s.line
             WHERE s.order_id = p.order_id AND s.membership_line = p.line AND r.state = 'sold') AS x
           WHERE p.order_id = $1 AND p.entitlement_id IS NOT NULL ORDER BY p.line`,
    values: [orderId],
  })
  return rows
}

/**
 * Ends a purchase: takes away its unused entries or money, and the days that it added to those of others; ends the entitlement with its last purchase. A member of an
 * import stays one; nobody knows here how long it was valid before: the next import says so.
 * @param taken the purchase's used entries or money
 */
export async function endPurchase(
  client: Queryable,
  { orderId, line, taken, cancellationId }: { orderId: string; line: number; taken: number; cancellationId: string },
): Promise<void> {
  await client.query({
    name: 'end-member-purchase',
    text: `WITH ended AS (UPDATE membership_purchase SET taken = $3 WHERE order_id = $1 AND line = $2 AND taken IS NULL
               RETURNING purchase_id, entitlement_id, uses, money,
                 (SELECT i.valid_until FROM order_item i WHERE i.order_id = $1 AND i.kind = 'membership' AND i.line = $2) AS until),
             others AS (
               SELECT CASE WHEN bool_and(i.valid_until IS NOT NULL) THEN max(i.valid_until) END AS until FROM ended JOIN membership_purchase p USING (entitlement_id)
                 JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
               WHERE p.taken IS NULL AND p.purchase_id <> ended.purchase_id AND EXISTS (SELECT FROM membership_purchase b
                 WHERE b.entitlement_id = ended.entitlement_id AND b.tops_up IS DISTINCT FROM b.entitlement_id)),
             left_over AS (
               UPDATE system_voucher v SET balance = v.balance - (ended.money - $3),
                 ends_at = CASE WHEN v.ends_at = ended.until THEN coalesce((SELECT until FROM others), v.ends_at) ELSE v.ends_at END, state = CASE WHEN EXISTS (SELECT FROM membership_purchase p
                   WHERE p.entitlement_id = v.entitlement_id AND p.taken IS NULL AND p.purchase_id <> ended.purchase_id) THEN v.state ELSE 'cancelled' END
               FROM ended WHERE v.entitlement_id = ended.entitlement_id AND ended.money IS NOT NULL RETURNING v.system_voucher_id, ended.money - $3 AS amount),
             noted AS (INSERT INTO voucher_ledger (system_voucher_id, kind, amount, cause)
               SELECT system_voucher_id, 'cancel', -amount, $4::uuid FROM left_over WHERE amount > 0)
           UPDATE entitlement e SET uses = CASE WHEN ended.uses IS NULL THEN e.uses ELSE e.uses - (ended.uses - $3) END,
             ends_at = CASE WHEN e.ends_at = ended.until THEN coalesce((SELECT until FROM others), e.ends_at) ELSE e.ends_at END,
             is_active = e.is_active AND (EXISTS (SELECT FROM membership_purchase p
                 WHERE p.entitlement_id = e.entitlement_id AND p.taken IS NULL AND p.purchase_id <> ended.purchase_id)
               OR NOT EXISTS (SELECT FROM membership_purchase b WHERE b.entitlement_id = e.entitlement_id AND b.tops_up IS DISTINCT FROM b.entitlement_id))
           FROM ended WHERE e.entitlement_id = ended.entitlement_id`,
    values: [orderId, line, taken, cancellationId],
  })
}
