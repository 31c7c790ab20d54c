import { closeDatabase } from '#lib/server/platform/db/connect.ts'
import { cellOf } from './database.ts'

/** How often the database of this test file has found transactions that wait in a circle. A connection tells what it has counted when it ends, so all are ended first. */
export async function deadlocks(): Promise<number> {
  await closeDatabase()
  return Number(await cellOf('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()'))
}
