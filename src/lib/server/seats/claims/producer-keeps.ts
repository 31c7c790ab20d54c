import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { afterCommit } from '#lib/server/platform/db/transactions.ts'
import { tellClaimsChanged } from './seat-changes.ts'

/** Allocations of a presentation, and whom of the staff they are held or released by. */
export interface ProducersSeats {
  readonly presentationId: number
  readonly staffId: number
  readonly allocationIds: readonly number[]
}

/** A seat or place that a visitor has chosen. */
export interface ChosenSeat {
  readonly seatId: number
  /** Of the named allocations; null: of another. */
  readonly allocationId: number | null
  /** Whether it is kept for somebody, but not by a producer. */
  readonly isKept: boolean
}

type Row = { readonly presentation_id: number; readonly seat_id: number }

/** Seconds for which the locks of who holds seats last at least, so that none runs out before they are kept. */
const WHILE_KEEPING = 10

/** What a visitor has locked of a presentation, and not begun to pay; it stays locked while this transaction lasts. */
export async function chosenSeats(
  client: Queryable,
  { presentationId, allocationIds }: Omit<ProducersSeats, 'staffId'>,
  visitor: string,
): Promise<readonly ChosenSeat[]> {
  const { rows } = await client.query<ChosenSeat>({
    name: 'chosen-by-producer',
    text: `WITH own AS (
             SELECT seat_id FROM seat_claim WHERE presentation_id = $1 AND holder = $2 AND state = 'H' AND expires_at > now() ORDER BY seat_id FOR UPDATE),
           longer AS (
             UPDATE seat_claim c SET expires_at = greatest(c.expires_at, now() + $4::int * interval '1 second') FROM own
             WHERE c.presentation_id = $1 AND c.seat_id = own.seat_id RETURNING c.seat_id),
           part AS (SELECT allocation, part_seats($1, ARRAY[allocation]) AS seat FROM unnest($3::int[]) AS allocation)
           SELECT longer.seat_id AS "seatId", part.allocation AS "allocationId", EXISTS (SELECT FROM seat_keep k
             WHERE k.presentation_id = $1 AND k.seat_id = longer.seat_id AND k.kind <> 'producer' AND k.until > now()) AS "isKept"
           FROM longer LEFT JOIN part ON part.seat = longer.seat_id ORDER BY 1`,
    values: [presentationId, visitor, allocationIds, WHILE_KEEPING],
  })
  return rows
}

/** Keeps seats for the sale of their allocation as long as the presentation is sold, in the transaction that found them chosen. */
export async function keepForProducer(
  client: Queryable,
  { presentationId, staffId }: Omit<ProducersSeats, 'allocationIds'>,
  seats: readonly ChosenSeat[],
): Promise<void> {
  const { rows } = await client.query<Row>({
    name: 'keep-for-producer',
    text: `INSERT INTO seat_keep AS k (presentation_id, seat_id, kind, until, membership_ids, staff_id, allocation_id)
           SELECT $1, seat, 'producer', sale_ends_at(p), '{}', $2, allocation
           FROM unnest($3::int[], $4::int[]) AS chosen (seat, allocation) JOIN presentation p ON p.presentation_id = $1
           ON CONFLICT (presentation_id, seat_id, kind) DO UPDATE SET until = excluded.until, staff_id = excluded.staff_id, allocation_id = excluded.allocation_id,
             kept_at = CASE WHEN k.until > now() AND k.allocation_id = excluded.allocation_id THEN k.kept_at ELSE now() END
           RETURNING presentation_id, seat_id`,
    values: [presentationId, staffId, seats.map(({ seatId }) => seatId), seats.map(({ allocationId }) => allocationId)],
  })
  tellAfter(client, rows)
}

/** Ends what producers hold of allocations. @param seatIds left out: of all seats @returns how many were held */
export async function endProducerKeep(
  client: Queryable,
  { presentationId, allocationIds }: Omit<ProducersSeats, 'staffId'>,
  seatIds?: readonly number[],
): Promise<number> {
  const { rows } = await client.query<Row>({
    name: 'end-producer-keep',
    text: `UPDATE seat_keep SET until = now() WHERE presentation_id = $1 AND kind = 'producer' AND allocation_id = ANY ($2::int[]) AND until > now()
             AND ($3::int[] IS NULL OR seat_id = ANY ($3)) RETURNING presentation_id, seat_id`,
    values: [presentationId, allocationIds, seatIds ?? null],
  })
  tellAfter(client, rows)
  return rows.length
}

/**
 * Lets go what a visitor has chosen, once it is kept or released. In a transaction of its own, after that one: whoever looked before the seats were kept finds
 * them locked since, and is refused.
 */
export async function letGoChosen(presentationId: number, visitor: string, seats: readonly ChosenSeat[]): Promise<void> {
  const { rows } = await database('holds').query<Row>({
    name: 'let-go-chosen',
    text: `WITH own AS (
             SELECT seat_id FROM seat_claim WHERE presentation_id = $1 AND holder = $2 AND state = 'H' AND expires_at > now() AND seat_id = ANY ($3::int[])
             ORDER BY seat_id FOR UPDATE),
           freed AS (
             UPDATE seat_claim c SET expires_at = now(), released_until = c.expires_at FROM own
             WHERE c.presentation_id = $1 AND c.seat_id = own.seat_id RETURNING c.presentation_id, c.seat_id),
           logged AS (INSERT INTO audit (action, subject, uuid) SELECT 'unlock', presentation_id || ':' || seat_id, $2 FROM freed)
           SELECT presentation_id, seat_id FROM freed`,
    values: [presentationId, visitor, seats.map(({ seatId }) => seatId)],
  })
  tellClaimsChanged(rows)
}

/**
 * Makes what producers hold follow an import, in its transaction: until the sale ends as it is now, and no longer where the seat is of another allocation or gone.
 * @returns the number of seats that changed
 */
export async function followCatalogue(client: Queryable): Promise<number> {
  const { rows } = await client.query<Row>({
    name: 'producer-keeps-follow-catalogue',
    text: `WITH parts AS MATERIALIZED (
             SELECT show, allocation, part_seats(show, ARRAY[allocation]) AS seat FROM (
               SELECT DISTINCT presentation_id, allocation_id FROM seat_keep WHERE kind = 'producer' AND until > now()) AS held (show, allocation)),
           now_held AS (
             SELECT k.presentation_id, k.seat_id, CASE WHEN parts.seat IS NULL THEN now() ELSE sale_ends_at(p) END AS until
             FROM seat_keep k JOIN presentation p USING (presentation_id)
             LEFT JOIN parts ON parts.show = k.presentation_id AND parts.allocation = k.allocation_id AND parts.seat = k.seat_id
             WHERE k.kind = 'producer' AND k.until > now())
           UPDATE seat_keep k SET until = n.until FROM now_held n
           WHERE k.kind = 'producer' AND k.presentation_id = n.presentation_id AND k.seat_id = n.seat_id AND k.until <> n.until
           RETURNING k.presentation_id, k.seat_id`,
  })
  tellAfter(client, rows)
  return rows.length
}

function tellAfter(client: Queryable, rows: readonly Row[]): void {
  afterCommit(client, () => {
    tellClaimsChanged(rows)
  })
}
