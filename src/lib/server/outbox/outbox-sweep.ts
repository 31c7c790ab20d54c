import { database } from '#lib/server/platform/db/connect.ts'

/** For messages with their own body: minutes for which the built-in outbox shows the text, and days for which it lists the message. */
const SEALED_MINUTES = 60
const SEALED_DAYS = 7
/** Minutes for which messages without a recipient are kept. */
const WITHHELD_MINUTES = 60

/** Deletes the text of old messages with their own body, later the messages. Those of orders stay. */
export async function sweepOutbox(): Promise<void> {
  await database().query(
    `UPDATE outbox SET sealed_body = NULL WHERE order_id IS NULL AND sealed_body IS NOT NULL AND state <> 'queued' AND created_at < now() - $1::int * interval '1 minute'`,
    [SEALED_MINUTES],
  )
  await database().query(
    `DELETE FROM outbox WHERE order_id IS NULL AND state <> 'queued' AND created_at < now() - $1::int * interval '1 day'`,
    [SEALED_DAYS],
  )
  await database().query(
    `DELETE FROM outbox WHERE state = 'withheld' AND order_id IS NULL AND created_at < now() - $1::int * interval '1 minute'`,
    [WITHHELD_MINUTES],
  )
}
