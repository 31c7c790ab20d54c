import { database } from '#lib/server/platform/db/connect.ts'

/** Deletes old human checks. */
export async function sweepCaptchas(): Promise<void> {
  await database().query(`DELETE FROM captcha_used WHERE used_at < now() - interval '1 hour'`)
  await database().query(`DELETE FROM captcha_pass WHERE issued_at < now() - interval '1 hour'`)
}
