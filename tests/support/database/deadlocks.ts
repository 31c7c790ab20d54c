import { closeDatabase } from '#lib/server/platform/db/connect.ts'
import { cellOf } from './database.ts'

/** The number of deadlocks in this test file's database. Connections report their counts when they end, so all are closed first. */
export async function deadlocks(): Promise<number> {
  await closeDatabase()
  return Number(await cellOf('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()'))
}
