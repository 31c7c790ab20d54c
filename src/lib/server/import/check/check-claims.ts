import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Catalogues, Known } from './known.ts'
import type { Prepared } from './prepare.ts'
import { inside, type ImportNotes } from '#lib/server/import/read/report.ts'

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
 * Checks, after `blockNewClaims` and before the commit, that every seat and place that is locked, sold or offered for resale still exists. Expired locks are deleted with their seats.
 */
export async function checkClaimedSeats(
  client: Queryable,
  { changed, prepared }: { readonly changed: readonly ChangedPlan[]; readonly prepared: Prepared },
  notes: ImportNotes,
): Promise<void> {
  if (changed.length === 0) return
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
    const place = prepared.plans.find(({ item }) => item.id === row.seatplan_id)?.place
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

/** New claims wait until the transaction ends. Goes before entitlements are locked, as whoever buys by them claims first. */
export async function blockNewClaims(client: Queryable): Promise<void> {
  await client.query('LOCK TABLE seat_claim IN SHARE ROW EXCLUSIVE MODE')
}

/** A presentation that the files move to another plan. */
interface MovedToPlan {
  readonly id: number
  readonly from: number
  readonly to: number
  /** Seats and places that somebody has, or that are offered for resale. */
  readonly claims: number
}

async function presentationsThatMove(client: Queryable, { presentations }: Prepared): Promise<readonly MovedToPlan[]> {
  const { rows } = await client.query<MovedToPlan>(
    `SELECT p.presentation_id AS id, p.seatplan_id AS "from", file.seatplan_id AS "to",
       (SELECT count(*)::int FROM ${TAKEN} c WHERE c.presentation_id = p.presentation_id) AS claims
     FROM presentation p JOIN unnest($1::int[], $2::int[]) AS file (presentation_id, seatplan_id) USING (presentation_id)
     WHERE p.seatplan_id <> file.seatplan_id ORDER BY 1`,
    [presentations.map(({ item }) => item.id), presentations.map(({ item }) => item.seatplanId)],
  )
  return rows
}

/**
 * Plans that are new, each with the plan from which all of its presentations move: its seats keep the ids that they have there, so that what was sold of them
 * stays sold.
 */
function plansFollowed(moving: readonly MovedToPlan[], { plans }: Known): ReadonlyMap<number, number> {
  const byPlan = Map.groupBy(moving, ({ to }) => to)
  const single = [...byPlan].filter(([to, own]) => !plans.has(to) && new Set(own.map(({ from }) => from)).size === 1)
  return new Map(single.map(([to, [first]]) => [to, first?.from ?? to]))
}

/** The same check for moved presentations, after `blockNewClaims` and before the commit: nobody got a seat of the old plan meanwhile. Expired locks are deleted. */
export async function checkMovedPresentations(
  client: Queryable,
  { moved, prepared }: { readonly moved: readonly MovedToPlan[]; readonly prepared: Prepared },
  notes: ImportNotes,
): Promise<void> {
  if (moved.length === 0) return
  const ids = moved.map(({ id }) => id)
  await client.query(`DELETE FROM seat_claim c WHERE presentation_id = ANY($1::int[]) AND NOT ${LIVE}`, [ids])
  const { rows } = await client.query<{ presentation_id: number }>(
    `SELECT DISTINCT presentation_id FROM ${TAKEN} c WHERE presentation_id = ANY($1::int[])`,
    [ids],
  )
  for (const { presentation_id: id } of rows) {
    const place = prepared.presentations.find(({ item }) => item.id === id)?.place
    if (place)
      notes.problem(
        inside(place, 'seatplanId'),
        `a seat of presentation ${String(id)} was locked just now, so it cannot move to another plan`,
      )
  }
}

/** What the files move to other plans. */
export interface PlanMoves {
  /** By new plans those whose seats they have. */
  readonly followed: ReadonlyMap<number, number>
  /** Presentations that move to a plan with seats of its own. */
  readonly others: readonly MovedToPlan[]
}

/** A presentation with seats that are locked, sold or offered for resale moves only to a plan that is new: its seats are those of the old one by guid, else by names. */
export async function checkClaimedPresentations(
  client: Queryable,
  { prepared, known }: Catalogues,
  notes: ImportNotes,
): Promise<PlanMoves> {
  const moving = await presentationsThatMove(client, prepared)
  const followed = plansFollowed(moving, known)
  const others = moving.filter(({ to }) => !followed.has(to))
  for (const { id, from, to, claims } of others) {
    const place = prepared.presentations.find(({ item }) => item.id === id)?.place
    if (!place || claims === 0) continue
    notes.problem(
      inside(place, 'seatplanId'),
      `presentation ${String(id)} has ${String(claims)} seats held or sold on seat plan ${String(from)} and cannot move to plan ${String(to)}, which is there already or has dates of several plans: ` +
        'import that plan under a new id with the date, and its seats are those of the old plan by guid, else by section, row and seat name',
    )
  }
  return { followed, others }
}

/** Increments the version, so that running processes reload the catalogue. */
export async function raiseVersion(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    'UPDATE catalogue_version SET version = version + 1, changed_at = now() RETURNING version',
  )
  return rows[0]?.version ?? 0
}
