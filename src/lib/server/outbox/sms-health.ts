import { database } from '#lib/server/platform/db/connect.ts'
import { REFUSED } from './outbox-lease.ts'

/** Minutes for which outcomes of recent messages count. */
const MINUTES = 5

export interface SmsHealth {
  /** Whether none of the last minutes' finished codes was accepted. */
  readonly isDown: boolean
  /** Seconds since the newest failed one was requested; null if none failed. */
  readonly failedAgo: number | null
}

/** Whether SMS are delivered at present, judged by the rows of all processes. Unreachable numbers do not count. */
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
