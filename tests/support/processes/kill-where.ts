import { expect } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { untilOrderWaits } from '#tests/support/database/until-waiting.ts'
import type { RunningApp } from './server.ts'

/** Blocks what needs the table, lets somebody order at the app, and kills the app by kill -9 where the order waits: no answer comes. */
export async function killWhereItWaits(app: RunningApp | undefined, table: string, order: () => Promise<unknown>): Promise<void> {
  const client = await database().connect()
  try {
    await client.query(`BEGIN; LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`)
    const asked = order().then(
      () => 'answered',
      () => 'cut',
    )
    await untilOrderWaits(table)
    await app?.kill9()
    await client.query('ROLLBACK')
    expect(await asked).toBe('cut')
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}
