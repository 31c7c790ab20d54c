import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { afterCommit } from '#lib/server/platform/db/transactions.ts'
import { tellClaimsChanged } from './seat-changes.ts'

type Row = { readonly presentation_id: number; readonly seat_id: number }

/** A sold seat of an order. */
export interface SoldSeat {
  readonly orderId: string
  readonly presentationId: number
  readonly seatId: number
}

/**
 * Before seats are kept for subscribers: waits for evenings that are being given back, and makes later ones wait until the transaction ends. Neither would see the
 * other's seat otherwise, and it would be kept while it is offered.
 */
export async function holdOfferingOff(client: Queryable): Promise<void> {
  await client.query({ name: 'hold-offering-off', text: `SELECT pg_advisory_xact_lock(hashtext('seats offered'))` })
}

/** Must be the first lock of a transaction that offers a seat, so that it holds no other lock while it waits for an import. */
export async function awaitKeeping(client: Queryable): Promise<void> {
  await client.query({ name: 'await-keeping', text: `SELECT pg_advisory_xact_lock_shared(hashtext('seats offered'))` })
}

/**
 * Frees a sold seat for everybody, also for those for whom it was not kept; after `awaitKeeping`. What staff keep stays theirs: a seat of a part that a broker has
 * locked is then sold by the broker alone. @returns false if the order does not have it
 */
export async function offerClaim(client: Queryable, { orderId, presentationId, seatId }: SoldSeat): Promise<boolean> {
  const { rows } = await client.query<Row>({
    name: 'offer-claim',
    text: `WITH freed AS (DELETE FROM seat_claim WHERE presentation_id = $1 AND seat_id = $2 AND order_id = $3 AND state = 'S' RETURNING presentation_id, seat_id),
             unkept AS (UPDATE seat_keep k SET until = now() FROM freed WHERE k.presentation_id = freed.presentation_id AND k.seat_id = freed.seat_id AND k.until > now()
               AND k.staff_id IS NULL)
           SELECT * FROM freed`,
    values: [presentationId, seatId, orderId],
  })
  return tellLater(client, rows)
}

/**
 * Takes a freed seat back for its order, as sold. One statement on the primary key, as every lock: whoever comes second waits for the first and finds the row.
 * @returns false if somebody else has it now, or staff keep it for their own sale
 */
export async function takeClaimBack(client: Queryable, { orderId, presentationId, seatId }: SoldSeat): Promise<boolean> {
  const { rows } = await client.query<Row>({
    name: 'take-claim-back',
    text: `INSERT INTO seat_claim AS c (presentation_id, seat_id, state, holder, claimed_at, order_id)
             SELECT $1, $2, 'S', o.holder, now(), o.order_id FROM orders o WHERE o.order_id = $3 AND NOT is_kept_by_staff($1, $2)
           ON CONFLICT (presentation_id, seat_id) DO UPDATE SET state = 'S', holder = excluded.holder, claimed_at = excluded.claimed_at, order_id = excluded.order_id,
             expires_at = NULL, released_until = NULL, extended = false, network = NULL
             WHERE c.state = 'H' AND c.expires_at <= now()
           RETURNING presentation_id, seat_id`,
    values: [presentationId, seatId, orderId],
  })
  return tellLater(client, rows)
}

function tellLater(client: Queryable, rows: readonly Row[]): boolean {
  afterCommit(client, () => {
    tellClaimsChanged(rows)
  })
  return rows.length === 1
}
