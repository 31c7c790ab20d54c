import { database } from '#lib/server/platform/db/connect.ts'

/** Removes what proofs leave behind once it counts for no limit and no proof any more. */
export async function sweepSignIns(): Promise<void> {
  await database().query(`DELETE FROM sign_in_failure WHERE at < now() - interval '1 day'`)
  await database().query(`DELETE FROM social_sign_in WHERE created_at < now() - interval '1 hour'`)
  await database().query(`DELETE FROM redeemed_link WHERE expires_at < now() - interval '1 day'`)
}
