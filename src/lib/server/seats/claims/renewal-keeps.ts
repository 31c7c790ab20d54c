import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { afterCommit, inTransaction } from '#lib/server/platform/db/transactions.ts'
import { tellClaimsChanged } from './seat-changes.ts'

type Row = { readonly presentation_id: number; readonly seat_id: number }

/**
 * Members with their seat of a membership that can be renewed (as imported, or that of most fixed dates that they bought, exchanged evenings too), on each fixed date of the new one. Two members with one seat: it is kept for the first. What
 * somebody has locked or bought is not kept.
 */
const WANTED = `
SELECT DISTINCT ON (f.presentation_id, s.seat_id) f.presentation_id, s.seat_id, m.membership_id, m.renews_until AS until, e.entitlement_id
FROM membership m
  JOIN entitlement e ON e.kind = 'member' AND e.membership_id = m.renews_id AND e.is_active
  CROSS JOIN LATERAL (
    SELECT seatplan_id, seat_id FROM member_seat i WHERE i.entitlement_id = e.entitlement_id
    UNION ALL (
      SELECT d.seatplan_id, o.seat_id FROM membership_purchase b JOIN orders n USING (order_id)
        JOIN order_seat o ON o.order_id = b.order_id AND o.membership_line = b.line JOIN presentation d USING (presentation_id)
        JOIN membership_presentation g ON g.membership_id = e.membership_id AND g.presentation_id = o.presentation_id AND NOT g.is_choice
      WHERE b.entitlement_id = e.entitlement_id AND n.state = 'paid' AND o.cancellation_id IS NULL
      GROUP BY 1, 2 ORDER BY count(*) DESC, o.seat_id LIMIT 1)) AS s
  JOIN membership_presentation f ON f.membership_id = m.membership_id AND NOT f.is_choice
  JOIN presentation p ON p.presentation_id = f.presentation_id AND p.seatplan_id = s.seatplan_id
WHERE m.renews_until > now() AND NOT m.is_skip_member_seat
ORDER BY f.presentation_id, s.seat_id, e.entitlement_id, m.membership_id`

/**
 * Keeps the seats of members who may renew, as memberships and members now are. Ended keeps stay ended. Called by every import and once a minute, so that who
 * bought the membership before is kept too.
 * @returns the number of rows written or deleted
 */
export async function keepRenewals(client: Queryable): Promise<number> {
  const { rows } = await client.query<Row>({
    name: 'keep-renewals',
    text: `WITH wanted AS MATERIALIZED (${WANTED}),
             gone AS (
               DELETE FROM seat_keep k WHERE k.kind = 'renewal' AND k.until > now() AND NOT EXISTS (
                 SELECT FROM wanted w WHERE w.presentation_id = k.presentation_id AND w.seat_id = k.seat_id AND w.entitlement_id = k.entitlement_id)
               RETURNING k.presentation_id, k.seat_id),
             kept AS (
               INSERT INTO seat_keep AS k (presentation_id, seat_id, kind, until, membership_ids, entitlement_id)
               SELECT presentation_id, seat_id, 'renewal', until, ARRAY[membership_id], entitlement_id FROM wanted w
               WHERE NOT EXISTS (SELECT FROM seat_claim c WHERE c.presentation_id = w.presentation_id AND c.seat_id = w.seat_id
                   AND (c.state <> 'H' OR c.expires_at > now()))
                 AND NOT EXISTS (SELECT FROM seat_keep o WHERE o.kind = 'renewal' AND o.presentation_id = w.presentation_id AND o.seat_id = w.seat_id
                   AND (o.until = w.until OR o.until <= now()))
               ON CONFLICT (presentation_id, seat_id, kind) DO UPDATE SET until = excluded.until
                 WHERE k.until > now() AND k.entitlement_id = excluded.entitlement_id
               RETURNING k.presentation_id, k.seat_id)
           SELECT * FROM gone UNION ALL SELECT * FROM kept`,
  })
  afterCommit(client, () => {
    tellClaimsChanged(rows)
  })
  return rows.length
}

/** Keeps what orders have added since. */
export async function keepBoughtRenewals(): Promise<void> {
  await inTransaction((client) => keepRenewals(client))
}

/**
 * Ends what was kept for the buyer of an order that is being paid, in its transaction: the seats that it bought, and the seat of a member who asked to move, which
 * others may take from then on.
 */
export async function endRenewals(client: Queryable, orderId: string, holder: string): Promise<void> {
  const { rows } = await client.query<Row>({
    name: 'end-renewals',
    text: `WITH bought AS (SELECT subject_id AS membership_id FROM order_item WHERE order_id = $1 AND kind = 'membership'),
             renewed AS (
               SELECT DISTINCT k.entitlement_id, k.membership_ids FROM seat_keep k JOIN seat_claim c USING (presentation_id, seat_id)
               WHERE k.kind = 'renewal' AND c.order_id = $1 AND k.membership_ids[1] IN (SELECT membership_id FROM bought)),
             moved AS (
               SELECT DISTINCT k.entitlement_id, k.membership_ids FROM seat_keep k
               WHERE k.kind = 'renewal' AND k.moves AND k.until > now() AND k.membership_ids[1] IN (SELECT membership_id FROM bought)
                 AND is_member(k.entitlement_id, $2) AND NOT EXISTS (SELECT FROM renewed)
               ORDER BY 1 LIMIT (SELECT count(*) FROM bought))
           UPDATE seat_keep k SET until = now() FROM (SELECT * FROM renewed UNION SELECT * FROM moved) AS ended
           WHERE k.kind = 'renewal' AND k.entitlement_id = ended.entitlement_id AND k.membership_ids = ended.membership_ids AND k.until > now()
           RETURNING k.presentation_id, k.seat_id`,
    values: [orderId, holder],
  })
  afterCommit(client, () => {
    tellClaimsChanged(rows)
  })
}

/** Notes whether a member wants another seat than the kept one of a membership. @returns whether a seat is kept for the visitor */
export async function askToMove(
  uuid: string,
  { entitlementId, membershipId }: Pick<KeptRenewal, 'entitlementId' | 'membershipId'>,
  moves: boolean,
): Promise<boolean> {
  const { rowCount } = await database().query({
    name: 'ask-to-move',
    text: `UPDATE seat_keep SET moves = $4 WHERE kind = 'renewal' AND entitlement_id = $2 AND membership_ids = ARRAY[$3::int] AND until > now() AND is_member($2, $1)`,
    values: [uuid, entitlementId, membershipId, moves],
  })
  return (rowCount ?? 0) > 0
}

/** A seat that is kept for a member, on some or all dates of the membership that is renewed to. */
export interface KeptRenewal {
  readonly membershipId: number
  readonly entitlementId: number
  /** Of the membership that the seat was had with. */
  readonly memberNumber: string
  readonly memberName: string
  readonly seatId: number
  readonly presentationIds: readonly number[]
  readonly until: Date
  /** Whether the member asked for another seat. */
  readonly moves: boolean
}

/** What is kept now for the memberships that a visitor has proved, by deadline. */
export async function keptRenewals(uuid: string): Promise<readonly KeptRenewal[]> {
  const { rows } = await database().query<KeptRenewal>({
    name: 'kept-renewals',
    text: `SELECT k.membership_ids[1] AS "membershipId", e.entitlement_id AS "entitlementId", e.public_code AS "memberNumber", e.membership_name AS "memberName",
             k.seat_id AS "seatId", array_agg(k.presentation_id ORDER BY k.presentation_id) AS "presentationIds", min(k.until) AS until, bool_or(k.moves) AS moves
           FROM session_grant g JOIN seat_keep k USING (entitlement_id) JOIN entitlement e USING (entitlement_id)
           WHERE g.uuid = $1 AND k.kind = 'renewal' AND k.until > now() AND e.is_active GROUP BY 1, 2, 3, 4, 5 ORDER BY 7, 1, 2`,
    values: [uuid],
  })
  return rows
}

/** The seats that were kept until the deadline of a membership for a visitor, and the dates on which nobody has taken them since. */
export async function lapsedRenewals(uuid: string, membershipId: number): Promise<readonly KeptRenewal[]> {
  const { rows } = await database().query<KeptRenewal>({
    name: 'lapsed-renewals',
    text: `SELECT k.membership_ids[1] AS "membershipId", e.entitlement_id AS "entitlementId", e.public_code AS "memberNumber", e.membership_name AS "memberName",
             k.seat_id AS "seatId", false AS moves, min(k.until) AS until, coalesce(array_agg(k.presentation_id ORDER BY k.presentation_id) FILTER (
               WHERE NOT is_kept(k.presentation_id, k.seat_id, g.uuid, k.membership_ids[1]) AND NOT EXISTS (
                 SELECT FROM seat_claim c WHERE c.presentation_id = k.presentation_id AND c.seat_id = k.seat_id
                   AND (c.state <> 'H' OR (c.expires_at > now() AND c.holder <> g.uuid)))), '{}') AS "presentationIds"
           FROM session_grant g JOIN seat_keep k USING (entitlement_id) JOIN entitlement e USING (entitlement_id)
             JOIN membership m ON m.membership_id = k.membership_ids[1] AND m.renews_until = k.until
           WHERE m.membership_id = $2 AND g.uuid = $1 AND k.until <= now() AND k.kind = 'renewal' AND e.is_active
           GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 5`,
    values: [uuid, membershipId],
  })
  return rows
}
