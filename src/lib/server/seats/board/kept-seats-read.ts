import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { isSoldInSiteOf } from '#lib/server/catalogue/current-mini-site.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** By presentation the ids of the seats that are kept now and that a visitor may take: as a member, or by buying a membership. */
export async function seatsKeptOnDates(
  presentationIds: readonly number[],
  uuid: string,
  membershipId?: number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await database().query<{ presentationId: number; seats: number[] }>({
    name: 'seats-kept-for',
    text: 'SELECT show AS "presentationId", seats FROM seats_kept_for($1::int[], $2::uuid, $3::int)',
    values: [presentationIds, uuid, membershipId ?? null],
  })
  return new Map(rows.map(({ presentationId, seats }) => [presentationId, seats]))
}

/** The allocations of a presentation that a visitor may buy although it is flagged sold out: those sold as a producer, or all in a mini-site that sells it. */
export async function allocationsSoldBy(presentationId: number, uuid: string): Promise<readonly number[]> {
  const { rows } = await database().query<{ allocationId: number }>({
    name: 'allocations-sold-by',
    text: `SELECT allocation_id AS "allocationId" FROM (SELECT DISTINCT allocation_id FROM presentation_price WHERE presentation_id = $1 AND allocation_id <> -1) AS r
           WHERE $3 OR sells_allocation($2, $1, allocation_id)`,
    values: [presentationId, uuid, await isSoldInSiteOf(uuid, presentationId)],
  })
  return rows.map(({ allocationId }) => allocationId)
}

/** Whether a presentation is there for a visitor: one that only mini-sites sell is, for whoever is in one of them or sells it as a producer. */
export async function isThereFor(
  { id, isOnlyInSites }: Pick<Presentation, 'id' | 'isOnlyInSites'>,
  uuid: string | undefined,
): Promise<boolean> {
  return !isOnlyInSites || (uuid !== undefined && (await allocationsSoldBy(id, uuid)).length > 0)
}
