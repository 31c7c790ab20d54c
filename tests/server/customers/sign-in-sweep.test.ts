import { beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { sweep } from '#lib/server/operations/sweep.ts'
import { newNumber, send } from '#tests/support/buyers/code-office.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { forgetCodes, ageCodes, newVisitor } from '#tests/support/buyers/sign-in.ts'

beforeAll(freshDatabase)
beforeEach(forgetCodes)

async function kept(): Promise<{ codes: number; messages: string[] }> {
  const { rows } = await database().query<{ codes: number; messages: string[] }>(
    `SELECT (SELECT count(*)::int FROM sign_in_code) AS codes, (SELECT coalesce(array_agg(state ORDER BY state), '{}') FROM outbox) AS messages`,
  )
  return rows[0] ?? { codes: 0, messages: [] }
}

test('deletes codes after two days, because the daily count needs them, and withheld messages after an hour', async () => {
  await send(await newVisitor(), newNumber())
  await send(await newVisitor(), newNumber(), { isSent: false })
  await ageCodes(3000)
  await sweep()
  expect(await kept()).toEqual({ codes: 2, messages: ['sent', 'withheld'] })
  await ageCodes(700)
  await sweep()
  expect(await kept()).toEqual({ codes: 2, messages: ['sent'] })
  await ageCodes(86_400 + 3600)
  await sweep()
  expect(await kept()).toMatchObject({ codes: 2 })
  await ageCodes(86_400)
  await sweep()
  expect(await kept()).toMatchObject({ codes: 0 })
})
