import { database } from '#lib/server/platform/db/connect.ts'

/** How long codes are kept for counting limits, in days. */
const CODE_DAYS = 2

/** Deletes codes, links and tries that no longer count for any limit or proof. */
export async function sweepSignIns(): Promise<void> {
  await database().query(`DELETE FROM sign_in_code WHERE created_at < now() - $1::int * interval '1 day'`, [CODE_DAYS])
  await database().query(`DELETE FROM sign_in_failure WHERE at < now() - interval '1 day'`)
  await database().query(`DELETE FROM social_sign_in WHERE created_at < now() - interval '1 hour'`)
  await database().query(`DELETE FROM redeemed_link WHERE expires_at < now() - interval '1 day'`)
}
