import { database } from '#lib/server/platform/db/connect.ts'
import { until } from '#tests/support/until.ts'

/**
 * Waits until so many connections to this test file's database are blocked by a lock.
 * @param statement only those whose statement has this text, so that jobs in the background do not count
 */
export function untilWaiting(connections = 1, statement = ''): Promise<void> {
  return until(async () => {
    const { rows } = await database().query(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() AND strpos(query, $1) > 0`,
      [statement],
    )
    return rows.length >= connections
  }, 'somebody who waits for a lock')
}

/** What an order says to tables that jobs in the background write to as well: the sweep of past holds and of sessions, and reminders. */
const STATEMENT_OF_ORDER: Readonly<Record<string, string>> = {
  past_hold: 'past_hold p USING',
  session_grant: 'INSERT INTO session_grant',
  outbox: 'INSERT INTO outbox (message_id, order_id, channel, kind, recipient, state, sent_at)',
}

/** Waits until an order waits for a table that is locked: for the table itself, since jobs in the background wait for each other at any time. */
export function untilOrderWaits(table: string): Promise<void> {
  return until(async () => {
    const { rows } = await database().query(
      `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE NOT l.granted AND l.relation = $1::regclass AND a.datname = current_database() AND strpos(a.query, $2) > 0`,
      [table, STATEMENT_OF_ORDER[table] ?? ''],
    )
    return rows.length > 0
  }, `an order that waits for ${table}`)
}
