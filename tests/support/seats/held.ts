import { database } from '#lib/server/platform/db/connect.ts'

/** How many seats and places a visitor has locked now. */
export async function heldBy(uuid: string): Promise<number> {
  const { rows } = await database().query<{ held: number }>(
    `SELECT count(*)::int AS held FROM seat_claim WHERE holder = $1 AND state = 'H' AND expires_at > now()`,
    [uuid],
  )
  return rows[0]?.held ?? 0
}
