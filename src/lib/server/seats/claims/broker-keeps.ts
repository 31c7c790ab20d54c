import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { afterCommit } from '#lib/server/platform/db/transactions.ts'
import { tellClaimsChanged } from './seat-changes.ts'

/** The seats and places of a broker's allocations of a presentation. */
export interface BrokerSeats {
  readonly presentationId: number
  readonly staffId: number
  readonly allocationIds: readonly number[]
}

type Row = { readonly presentation_id: number; readonly seat_id: number }

/**
 * Keeps a part for its broker until a time, in the transaction that locks it. Seats that others have locked or bought stay theirs; one that they give back is kept
 * from then on.
 */
export async function keepForBroker(
  client: Queryable,
  { presentationId, staffId, allocationIds }: BrokerSeats,
  until: Date,
): Promise<void> {
  const { rows } = await client.query<Row>({
    name: 'keep-for-broker',
    text: `INSERT INTO seat_keep AS k (presentation_id, seat_id, kind, until, membership_ids, staff_id)
           SELECT $1, seat, 'broker', $3, '{}', $2 FROM part_seats($1, $4::int[]) AS seat
           ON CONFLICT (presentation_id, seat_id, kind) DO UPDATE SET until = excluded.until, staff_id = excluded.staff_id,
             kept_at = CASE WHEN k.until > now() AND k.staff_id = excluded.staff_id THEN k.kept_at ELSE now() END
           RETURNING presentation_id, seat_id`,
    values: [presentationId, staffId, until, allocationIds],
  })
  afterCommit(client, () => {
    tellClaimsChanged(rows)
  })
}

/** Ends what is kept for a broker at a presentation: everybody may have those seats again. */
export async function endBrokerKeep(client: Queryable, { presentationId, staffId }: Omit<BrokerSeats, 'allocationIds'>): Promise<void> {
  const { rows } = await client.query<Row>({
    name: 'end-broker-keep',
    text: `UPDATE seat_keep SET until = now() WHERE presentation_id = $1 AND kind = 'broker' AND staff_id = $2 AND until > now()
           RETURNING presentation_id, seat_id`,
    values: [presentationId, staffId],
  })
  afterCommit(client, () => {
    tellClaimsChanged(rows)
  })
}
