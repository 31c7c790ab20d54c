import { database } from '#lib/server/platform/db/connect.ts'

/** Deletes sessions of staff that have ended, and links that were used or have ended, after a month; and challenges of passkeys that have lapsed, after a day. */
export async function sweepStaff(): Promise<void> {
  await database().query(`DELETE FROM staff_session s WHERE NOT is_staff_session_alive(s) AND s.last_seen_at < now() - interval '30 days'`)
  await database().query(`DELETE FROM staff_challenge WHERE expires_at < now() - interval '1 day'`)
  await database().query(`DELETE FROM staff_invitation WHERE coalesce(used_at, expires_at) < now() - interval '30 days'`)
}

/** Deletes what staff did more than 24 months ago. */
export async function sweepStaffAudit(): Promise<void> {
  await database().query(`DELETE FROM staff_audit WHERE at < now() - interval '24 months'`)
}
