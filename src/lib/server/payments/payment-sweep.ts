import { database } from '#lib/server/platform/db/connect.ts'

/** Deletes buyers' details of payment forms that were never paid, and old callbacks: those are refused for their age, or merely cause another query. */
export async function sweepPayments(): Promise<void> {
  await database().query(
    `UPDATE payment_form SET body = NULL WHERE state = 'lapsed' AND body IS NOT NULL AND created_at < now() - interval '7 days'`,
  )
  await database().query(`DELETE FROM payment_event WHERE at < now() - interval '30 days'`)
}
