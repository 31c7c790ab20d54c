import { beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { endProcess, noteProcess, processesThere, sweepProcesses } from '#lib/server/platform/jobs/shop-processes.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'

beforeEach(async () => {
  await freshDatabase()
})

const addOther = (secondsAgo: number) =>
  database().query(`INSERT INTO shop_process VALUES (gen_random_uuid(), now() - $1::int * interval '1 second')`, [secondsAgo])

test('a process counts itself, and others that were there in the last ten seconds', async () => {
  await noteProcess()
  expect(processesThere()).toBe(1)
  for (const secondsAgo of [0, 1, 11]) await addOther(secondsAgo)
  await noteProcess()
  expect(processesThere()).toBe(3)
})

test('a process that stops is no longer counted, and one that was killed is forgotten later', async () => {
  await noteProcess()
  await addOther(60)
  await addOther(4_000)
  await endProcess()
  await sweepProcesses()
  expect(await cellOf('SELECT count(*)::int FROM shop_process')).toBe(1)
})
