import type { CheckedSeat } from '#lib/domain/cart/check-seat.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { enterGate, findPlaces } from '#lib/server/seats/claims/free-places.ts'
import { tellLater } from './seat-claims.ts'
import type { HeldClaim } from './seats-held.ts'

/** How long seats that were paid for are locked again while their order is written, in seconds. */
const SECONDS = 60

/**
 * Locks seats that were paid for once more if their lock has run out and nobody else has taken them since; of general admission any free places. Limits and
 * waiting times are not re-checked: the buyer has paid. A seat that is kept for somebody else by now is gone. @returns false if one of them is gone
 */
export async function reclaimSeats(client: Queryable, holder: string, lines: readonly CheckedSeat[]): Promise<boolean> {
  const sections = placesOf(lines)
  // Gates before the session, as a lock takes them (db/LOCKING.md).
  for (const [{ presentation, section }] of sections) await enterGate(client, presentation.id, section)
  await client.query({ name: 'lock-session', text: 'SELECT FROM session WHERE uuid = $1 FOR UPDATE', values: [holder] })
  const wanted: WantedClaim[] = reservedOf(lines)
  for (const places of sections) wanted.push(...(await placesAgain(client, holder, places)))
  const locked = wanted.length < lines.length ? [] : await lockAgain(client, holder, wanted)
  if (locked.length < lines.length) return false
  tellLater(client, locked)
  return true
}

interface LockedClaim {
  readonly presentation_id: number
  readonly seat_id: number
}

/** A seat, and the membership that it is bought with. */
interface WantedClaim extends HeldClaim {
  readonly membershipId?: number | undefined
}

function reservedOf(lines: readonly CheckedSeat[]): WantedClaim[] {
  return lines.flatMap(({ presentation, seat, membershipId }) =>
    seat ? [{ presentationId: presentation.id, seatId: seat.id, membershipId }] : [],
  )
}

/** The places of a cart by their section, in the order of presentations and sections. */
function placesOf(lines: readonly CheckedSeat[]): (readonly [CheckedSeat, ...CheckedSeat[]])[] {
  const places = lines
    .filter(({ seat }) => !seat)
    .sort((one, other) => one.presentation.id - other.presentation.id || one.section.id - other.section.id)
  const bySection = Map.groupBy(places, ({ presentation, section }) => `${String(presentation.id)}:${String(section.id)}`)
  return [...bySection.values()].flatMap(([first, ...others]) => (first ? [[first, ...others]] : []))
}

/** Places that the visitor still holds first, then free ones. Whoever asks has entered the gate of the section. */
async function placesAgain(client: Queryable, visitor: string, places: readonly [CheckedSeat, ...CheckedSeat[]]): Promise<HeldClaim[]> {
  const [{ presentation, section }] = places
  const { rows: own } = await client.query<{ place: number }>({
    name: 'own-places',
    text: `SELECT seat_id AS place FROM seat_claim WHERE holder = $1 AND presentation_id = $2 AND state = 'H' AND expires_at > now() ORDER BY seat_id`,
    values: [visitor, presentation.id],
  })
  const found = await findPlaces(client, {
    presentationId: presentation.id,
    section,
    visitor,
    own: own.map(({ place }) => place),
    quantity: places.length,
  })
  return found.map((seatId) => ({ presentationId: presentation.id, seatId }))
}

/** Who still has the lock keeps it, and the time at which it was claimed: others who came later stay later. */
async function lockAgain(client: Queryable, uuid: string, wanted: readonly WantedClaim[]) {
  const { rows } = await client.query<LockedClaim>({
    name: 'lock-again',
    text: `WITH locked AS (
             INSERT INTO seat_claim AS c (presentation_id, seat_id, state, holder, claimed_at, expires_at)
             SELECT show, seat, 'H', $1, now(), now() + $4::int * interval '1 second' FROM unnest($2::int[], $3::int[], $5::int[]) AS w (show, seat, membership)
             WHERE NOT is_kept(show, seat, $1, membership) OR EXISTS (SELECT FROM seat_claim o WHERE o.presentation_id = show AND o.seat_id = seat
               AND o.holder = $1 AND o.state = 'H' AND o.expires_at > now())
             ORDER BY show, seat
             ON CONFLICT (presentation_id, seat_id) DO UPDATE
               SET holder = excluded.holder, network = NULL, released_until = NULL, expires_at = greatest(c.expires_at, excluded.expires_at),
                   claimed_at = CASE WHEN c.holder = excluded.holder AND c.expires_at > now() THEN c.claimed_at ELSE excluded.claimed_at END
             WHERE c.state = 'H' AND (c.holder = excluded.holder OR c.expires_at <= now())
             RETURNING c.presentation_id, c.seat_id),
           logged AS (INSERT INTO audit (action, subject, uuid) SELECT 'lock', presentation_id || ':' || seat_id, $1 FROM locked)
           SELECT presentation_id, seat_id FROM locked`,
    values: [
      uuid,
      wanted.map((one) => one.presentationId),
      wanted.map((one) => one.seatId),
      SECONDS,
      wanted.map(({ membershipId }) => membershipId ?? null),
    ],
  })
  return rows
}
