import { beforeAll, expect, it } from 'vitest'
import { connectionString, database } from '#lib/server/platform/db/connect.ts'
import { areConnectionsCut } from '#lib/server/platform/db/connections.ts'
import { Pulse } from '#lib/server/platform/db/pulse.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { until } from '#tests/support/until.ts'

beforeAll(freshDatabase)

/** Longer than a database may be silent. ms */
const STILL = 2_500

it('does not take the database for silent while the shop itself is busy starting', async () => {
  const events: string[] = []
  let isConnecting = false
  const address = () => {
    // All pages are loaded now, and nothing else is heard meanwhile.
    if (!isConnecting) setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STILL))
    isConnecting = true
    return connectionString()
  }
  const pulse = new Pulse(address, (event) => events.push(event))
  try {
    await until(async () => {
      const { rowCount } = await database().query(
        "SELECT FROM pg_stat_activity WHERE application_name = 'shura-pulse' AND query = 'SELECT 1'",
      )
      return rowCount === 1
    }, 'an answer')
    expect([events, areConnectionsCut()]).toEqual([[], false])
  } finally {
    await pulse.stop()
  }
})
