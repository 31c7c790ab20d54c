import { database } from '#lib/server/platform/db/connect.ts'
import { until } from '#tests/support/until.ts'

/** Until so many connections to the database of this test file wait for what another one has locked. */
export function untilWaiting(connections = 1): Promise<void> {
  return until(async () => {
    const { rows } = await database().query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`)
    return rows.length >= connections
  }, 'somebody who waits for a lock')
}
