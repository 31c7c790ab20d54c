import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { PlanSection } from '#lib/domain/seating/plan/seatplan.ts'

type Places = Pick<PlanSection, 'id' | 'firstPlace' | 'capacity'>

interface WantedPlaces {
  readonly presentationId: number
  readonly section: Places
  readonly visitor: string
  /** The visitor's own places by id, which count as free and come first; those of other sections are passed over. */
  readonly own: readonly number[]
  readonly quantity: number
}

/**
 * Ids of places of general admission that the visitor can have, fewer if there are not so many. Enters the gate of the section, so that they stay free until the
 * client's transaction ends.
 */
export async function findPlaces(
  client: Queryable,
  { presentationId, section, visitor, own, quantity }: WantedPlaces,
): Promise<readonly number[]> {
  const { rows } = await client.query<{ places: number[] }>({
    name: 'free-places',
    text: 'SELECT free_places($1, $2, $3, $4, $5, $6::int[], $7) AS places',
    values: [presentationId, section.id, section.firstPlace, section.capacity, visitor, own, quantity],
  })
  return rows[0]?.places ?? []
}

/** Nobody else finds a place of the section until the client's transaction ends. */
export async function enterGate(client: Queryable, presentationId: number, section: Places): Promise<void> {
  await client.query({
    name: 'enter-gate',
    text: `SELECT free_places($1, $2, $3, $4, NULL, '{}', 0) AS places`,
    values: [presentationId, section.id, section.firstPlace, section.capacity],
  })
}
