import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import type { ClaimOutcome } from '#lib/server/seats/claims/claim-batches.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { claimTerms, type ClaimTerms } from '#lib/server/seats/claims/claim-terms.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { tellSeatsChanged } from '#lib/server/seats/claims/seat-changes.ts'
import { findPlaces } from '#lib/server/seats/claims/free-places.ts'

/** Seats or places of one presentation that are wanted together. */
interface WantedGroups {
  readonly presentation: Presentation
  readonly planVersion: string
  readonly holder: Holder
  /** The visitor's own seats by id; freed in the same transaction if a group is claimed, otherwise kept. */
  readonly dropped: readonly number[]
}

interface WantedOnTerms extends WantedGroups {
  readonly terms: ClaimTerms
}

export interface GroupOutcome extends Pick<ClaimOutcome, 'refusal' | 'retrySeconds'> {
  /** The claimed seats by id; null if no group was available as a whole. */
  readonly claimed: readonly number[] | null
}

const TAKEN: GroupOutcome = { claimed: null, refusal: 'taken', retrySeconds: null }

/**
 * Claims the first group (seats by id) that is available as a whole, in one transaction, without waiting for seats that others are claiming. Like `claimPlaces`
 * it must be called in the turn of the holder's network.
 */
export async function claimGroup(wanted: WantedGroups, groups: readonly (readonly number[])[]): Promise<GroupOutcome> {
  if (groups.length === 0) return TAKEN
  const terms = await claimTerms(wanted.presentation)
  return told(wanted, await claimAmong(database('holds'), { ...wanted, terms }, groups))
}

/** Claims `quantity` free places of a general-admission section in one transaction, all or none. */
export async function claimPlaces(wanted: WantedGroups, section: PlanSection, quantity: number): Promise<GroupOutcome> {
  const terms = await claimTerms(wanted.presentation)
  const outcome = await inTransaction(async (client) => {
    const { presentation, holder, dropped } = wanted
    const places = await findPlaces(client, { presentationId: presentation.id, section, visitor: holder.uuid, own: dropped, quantity })
    return places.length < quantity ? TAKEN : claimAmong(client, { ...wanted, terms }, [places])
  }, 'holds')
  return told(wanted, outcome)
}

function told({ presentation, dropped }: WantedGroups, outcome: GroupOutcome): GroupOutcome {
  if (outcome.claimed) tellSeatsChanged(presentation.id, [...new Set([...dropped, ...outcome.claimed])])
  return outcome
}

async function claimAmong(
  client: Queryable,
  { presentation, planVersion, holder, dropped, terms }: WantedOnTerms,
  groups: readonly (readonly number[])[],
): Promise<GroupOutcome> {
  const { most, seconds, waitSeconds, networkMost } = terms
  const ascending = groups.map((group) => group.toSorted((a, b) => a - b))
  const sizes = ascending.map((group) => group.length)
  const { rows } = await client.query<{ chosen: number | null } & Pick<ClaimOutcome, 'refusal' | 'retrySeconds'>>({
    name: 'claim-group',
    // Locks the network first, like CLAIM_ALL.
    text: `WITH network AS MATERIALIZED (SELECT pg_advisory_xact_lock($1::int, hashtext($10::text)) WHERE $10 IS NOT NULL)
           SELECT chosen, refusal, retry_seconds AS "retrySeconds"
           FROM claim_group($1, $2::int[], $3::int[], $4::int[], $5, $6, $7, $8, $9, $10, $11) WHERE (SELECT count(*) FROM network) >= 0`,
    values: [
      ...[presentation.id, ascending.flat(), sizes, dropped, holder.uuid],
      ...[seconds, most, planVersion, waitSeconds, holder.network, networkMost],
    ],
  })
  const { chosen = null, refusal = 'taken', retrySeconds = null } = rows[0] ?? {}
  return { claimed: chosen === null ? null : (ascending[chosen - 1] ?? null), refusal, retrySeconds }
}

/** Ids of the seats and places that a visitor has locked now, by presentation. */
export async function heldBy(uuid: string, presentationIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await database('holds').query<{ presentation_id: number; seats: number[] }>({
    name: 'held-by',
    text: `SELECT presentation_id, array_agg(seat_id) AS seats FROM seat_claim
           WHERE holder = $1 AND presentation_id = ANY ($2::int[]) AND state = 'H' AND expires_at > now() GROUP BY presentation_id`,
    values: [uuid, presentationIds],
  })
  return new Map(rows.map((row) => [row.presentation_id, row.seats]))
}

/** Number of places of each general-admission section that are free for a visitor, by section id. */
export async function freePlaces(
  presentationId: number,
  sections: readonly PlanSection[],
  uuid: string,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await database('holds').query<{ section: number; free: number }>({
    name: 'free-places-of',
    text: `SELECT section, capacity - (SELECT count(*)::int FROM seat_claim WHERE presentation_id = $1
             AND seat_id BETWEEN first_place AND first_place + capacity - 1 AND (state <> 'H' OR expires_at > now()))
             - (SELECT count(DISTINCT k.seat_id)::int FROM seat_keep k WHERE k.presentation_id = $1 AND k.seat_id BETWEEN first_place AND first_place + capacity - 1
                  AND k.until > now() AND NOT may_take(k, $5::uuid, NULL) AND NOT EXISTS (SELECT FROM seat_claim c
                    WHERE c.presentation_id = $1 AND c.seat_id = k.seat_id AND (c.state <> 'H' OR c.expires_at > now()))) AS free
           FROM unnest($2::int[], $3::int[], $4::int[]) AS s (section, first_place, capacity)`,
    values: [
      ...[presentationId, sections.map((one) => one.id), sections.map((one) => one.firstPlace), sections.map((one) => one.capacity)],
      uuid,
    ],
  })
  return new Map(rows.map(({ section, free }) => [section, free]))
}
