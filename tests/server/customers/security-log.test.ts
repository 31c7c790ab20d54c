import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { logSecurity } from '#lib/server/customers/session/security-log.ts'
import { sweepAudit } from '#lib/server/operations/sweep.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeAll(freshDatabase)

test('keeps the security log for 24 months, with addresses as keyed hashes only', async () => {
  await logSecurity(database(), { action: 'signed in', customerId: 1, uuid: randomUUID(), caller: '203.0.113.9', facts: { by: 'mobile' } })
  await logSecurity(database(), { action: 'old' })
  await logSecurity(database(), { action: 'older' })
  await database().query(`UPDATE security_log SET at = now() - interval '24 months' + interval '1 hour' WHERE action = 'old'`)
  await database().query(`UPDATE security_log SET at = now() - interval '24 months' - interval '1 hour' WHERE action = 'older'`)
  await sweepAudit()
  const { rows } = await database().query('SELECT * FROM security_log ORDER BY at')
  expect(rows).toMatchObject([{ action: 'old' }, { action: 'signed in', customer_id: 1, facts: { by: 'mobile' } }])
  expect(JSON.stringify(rows)).not.toContain('203.0.113.9')
})
