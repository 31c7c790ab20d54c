import { database } from '#lib/server/platform/db/connect.ts'
import { REFUSED } from './outbox-lease.ts'

/** How long what happened to the last messages counts, in minutes. */
const MINUTES = 5

export interface SmsHealth {
  /** True where, of the codes of the last minutes that came to an end, none was taken. */
  readonly isDown: boolean
  /** Seconds since the newest one that failed was asked for; null where none failed. */
  readonly failedAgo: number | null
}

/** Whether SMS come through at present, by the rows of all processes. A number that will never be reached says nothing about that. */
export async function smsHealth(): Promise<SmsHealth> {
  const { rows } = await database().query<{ taken: number; ago: number | null }>({
    name: 'sms-health',
    text: `SELECT count(*) FILTER (WHERE state = 'sent')::int AS taken,
             extract(epoch FROM now() - max(created_at) FILTER (WHERE state = 'failed'))::float8 AS ago
           FROM outbox WHERE order_id IS NULL AND channel = 'sms' AND created_at > now() - $1::int * interval '1 minute'
             AND (state = 'sent' OR (state = 'failed' AND NOT starts_with(failure, $2)))`,
    values: [MINUTES, REFUSED],
  })
  const { taken = 0, ago = null } = rows[0] ?? {}
  return { isDown: taken === 0 && ago !== null, failedAgo: ago }
}
