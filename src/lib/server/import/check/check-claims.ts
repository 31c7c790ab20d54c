import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Prepared } from './prepare.ts'
import { inside, type ImportNotes, type Place } from '#lib/server/import/read/report.ts'

const LIVE = `(c.state <> 'H' OR c.expires_at > now())`

/** Seats and places that somebody has, or that subscribers offer for resale: their tickets admit until the seat is sold. */
const TAKEN = `(SELECT presentation_id, seat_id FROM seat_claim c WHERE ${LIVE} UNION SELECT presentation_id, seat_id FROM resale WHERE state = 'offered')`

/** Claims on one of the plans $1 whose seat or place no longer exists. */
const STRAY = `p.seatplan_id = ANY($1::int[])
  AND NOT EXISTS (SELECT FROM seat s WHERE s.seatplan_id = p.seatplan_id AND s.seat_id = c.seat_id)
  AND NOT EXISTS (SELECT FROM section s WHERE s.seatplan_id = p.seatplan_id AND c.seat_id >= s.first_place AND c.seat_id < s.first_place + s.capacity)`

/** A plan that was written, with what its seats were called that it has no more. */
interface ChangedPlan {
  readonly id: number
  readonly changes: { readonly gone: ReadonlyMap<number, readonly string[]> }
}

/**
 * Checks, after the plans are written and before the commit, that every seat and place that is locked, sold or offered for resale still exists. Expired locks are deleted with their seats.
 * New claims wait until the transaction ends.
 */
export async function checkClaimedSeats(
  client: Queryable,
  changed: readonly ChangedPlan[],
  { plans }: Prepared,
  notes: ImportNotes,
): Promise<void> {
  if (changed.length === 0) return
  await blockNewClaims(client)
  const ids = changed.map((plan) => plan.id)
  await client.query(
    `DELETE FROM seat_claim c USING presentation p WHERE p.presentation_id = c.presentation_id AND ${STRAY} AND NOT ${LIVE}`,
    [ids],
  )
  const { rows } = await client.query<{ seatplan_id: number; presentation_id: number; claims: number; seats: number[] }>(
    `SELECT p.seatplan_id, c.presentation_id, count(*)::int AS claims, (array_agg(c.seat_id ORDER BY c.seat_id))[1:5] AS seats
     FROM ${TAKEN} c JOIN presentation p USING (presentation_id)
     WHERE ${STRAY}
     GROUP BY p.seatplan_id, c.presentation_id ORDER BY c.presentation_id`,
    [ids],
  )
  for (const row of rows) {
    const place = plans.find(({ item }) => item.id === row.seatplan_id)?.place
    const gone = changed.find(({ id }) => id === row.seatplan_id)?.changes.gone
    const names = namesOf(row.seats, gone)
    const sentence = `${String(row.claims)} seats or places that are held or sold at presentation ${String(row.presentation_id)} are no longer in the plan${names}`
    if (place) notes.problem(place, sentence)
  }
}

/** `: "Hall, 3, 4"`; of places of general admission, which have no names, nothing. */
function namesOf(seats: readonly number[], gone: ChangedPlan['changes']['gone'] | undefined): string {
  const names = seats.flatMap((seat) => {
    const name = gone?.get(seat)
    return name ? [`"${name.join(', ')}"`] : []
  })
  return names.length === 0 ? '' : `: ${names.join('; ')}`
}

/** Locks until the transaction ends. */
async function blockNewClaims(client: Queryable): Promise<void> {
  await client.query('LOCK TABLE seat_claim IN SHARE ROW EXCLUSIVE MODE')
}

/** The presentations that the files move to another plan. */
export async function presentationsThatMove(client: Queryable, { presentations }: Prepared): Promise<readonly number[]> {
  const { rows } = await client.query<{ presentation_id: number }>(
    `SELECT p.presentation_id FROM presentation p JOIN unnest($1::int[], $2::int[]) AS file (presentation_id, seatplan_id) USING (presentation_id)
     WHERE p.seatplan_id <> file.seatplan_id`,
    [presentations.map(({ item }) => item.id), presentations.map(({ item }) => item.seatplanId)],
  )
  return rows.map((row) => row.presentation_id)
}

/** The same check for moved presentations before the commit: nobody got a seat of the old plan meanwhile. Expired locks are deleted. */
export async function checkMovedPresentations(
  client: Queryable,
  moved: readonly number[],
  { presentations }: Prepared,
  notes: ImportNotes,
): Promise<void> {
  if (moved.length === 0) return
  await blockNewClaims(client)
  await client.query(`DELETE FROM seat_claim c WHERE presentation_id = ANY($1::int[]) AND NOT ${LIVE}`, [moved])
  const { rows } = await client.query<{ presentation_id: number }>(
    `SELECT DISTINCT presentation_id FROM ${TAKEN} c WHERE presentation_id = ANY($1::int[])`,
    [moved],
  )
  for (const { presentation_id: id } of rows) {
    const place = presentations.find(({ item }) => item.id === id)?.place
    if (place)
      notes.problem(
        inside(place, 'seatplanId'),
        `a seat of presentation ${String(id)} was locked just now, so it cannot move to another plan`,
      )
  }
}

/** A presentation with seats that are locked, sold or offered for resale must stay on its plan. */
export async function checkClaimedPresentations(client: Queryable, { presentations }: Prepared, notes: ImportNotes): Promise<void> {
  const { rows } = await client.query<{ presentation_id: number; seatplan_id: number; claims: number }>(
    `SELECT p.presentation_id, p.seatplan_id, count(*)::int AS claims FROM presentation p JOIN ${TAKEN} c USING (presentation_id)
     GROUP BY p.presentation_id`,
  )
  const claimed = new Map(rows.map((row) => [row.presentation_id, row]))
  for (const { item, place } of presentations) {
    const before = claimed.get(item.id)
    if (!before || before.seatplan_id === item.seatplanId) continue
    const here: Place = inside(place, 'seatplanId')
    notes.problem(
      here,
      `presentation ${String(item.id)} has ${String(before.claims)} seats held or sold on seat plan ${String(before.seatplan_id)} and cannot move to another`,
    )
  }
}

/** Increments the version, so that running processes reload the catalogue. */
export async function raiseVersion(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    'UPDATE catalogue_version SET version = version + 1, changed_at = now() RETURNING version',
  )
  return rows[0]?.version ?? 0
}
