import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { afterCommit } from '#lib/server/platform/db/transactions.ts'
import { tellClaimsChanged } from '#lib/server/seats/claims/seat-changes.ts'
import type { OrderOfLines } from '../port/port.ts'

/** A visitor whose card was declined keeps the seats at least this long, in seconds, to try another card: so often in an hour. */
const RETRY_SECONDS = 90
const RETRIES = 3

type Owned = Pick<OrderOfLines, 'orderId' | 'holder'>

export interface ClaimId {
  readonly presentation_id: number
  readonly seat_id: number
}

/** The claims of order $1 that are being paid, locked in the order of seats, in which everybody locks them. */
const PAYING_CLAIMS = `(
  SELECT presentation_id, seat_id FROM seat_claim WHERE order_id = $1 AND state = 'P' ORDER BY presentation_id, seat_id FOR UPDATE
) AS own WHERE c.presentation_id = own.presentation_id AND c.seat_id = own.seat_id`

/** Tells who looks at the seats, once the transaction is committed. */
export function tellLater(client: Queryable, claims: readonly ClaimId[]): void {
  afterCommit(client, () => {
    tellClaimsChanged(claims)
  })
}

/** The seats of a paid order are sold. */
export async function sellClaims(client: Queryable, { orderId }: Owned): Promise<void> {
  const { rows } = await client.query<ClaimId>({
    name: 'claims-sold',
    text: `UPDATE seat_claim c SET state = 'S', expires_at = NULL, network = NULL FROM ${PAYING_CLAIMS} RETURNING c.presentation_id, c.seat_id`,
    values: [orderId],
  })
  tellLater(client, rows)
}

/** Deletes the buyer's ended locks and past holds, so that the next order gets a full hold; skips rows that another visitor is taking over. */
export async function forgetHolds(client: Queryable, { orderId, holder }: Owned): Promise<void> {
  await client.query({
    name: 'forget-holds',
    text: `WITH bought AS (SELECT DISTINCT presentation_id FROM order_seat WHERE order_id = $1),
             ended AS (
               SELECT c.presentation_id, c.seat_id FROM seat_claim c JOIN bought USING (presentation_id)
               WHERE c.holder = $2 AND c.state = 'H' AND c.expires_at <= now() FOR UPDATE OF c SKIP LOCKED),
             dropped AS (DELETE FROM seat_claim c USING ended WHERE c.presentation_id = ended.presentation_id AND c.seat_id = ended.seat_id)
           DELETE FROM past_hold p USING bought WHERE p.presentation_id = bought.presentation_id AND p.holder = $2`,
    values: [orderId, holder],
  })
}

/** The seats of an order that was not paid are locked for its visitor again. */
export async function lockClaimsAgain(client: Queryable, { orderId, holder }: Owned): Promise<void> {
  const { rows } = await client.query<ClaimId>({
    name: 'claims-back',
    text: `UPDATE seat_claim c SET state = 'H', order_id = NULL,
             expires_at = CASE WHEN $3 < (SELECT count(*) FROM orders WHERE holder = $4 AND state = 'failed' AND settled_at > now() - interval '1 hour')
               THEN c.expires_at ELSE greatest(c.expires_at, now() + $2::int * interval '1 second') END
           FROM ${PAYING_CLAIMS} RETURNING c.presentation_id, c.seat_id`,
    values: [orderId, RETRY_SECONDS, RETRIES, holder],
  })
  tellLater(client, rows)
}

/** The seats of an order that is over are free for everybody. */
export async function freeClaimsOf(client: Queryable, { orderId }: Pick<OrderOfLines, 'orderId'>): Promise<void> {
  const { rows } = await client.query<ClaimId>({
    name: 'free-unpaid',
    text: `DELETE FROM seat_claim c USING ${PAYING_CLAIMS} RETURNING c.presentation_id, c.seat_id`,
    values: [orderId],
  })
  tellLater(client, rows)
}
