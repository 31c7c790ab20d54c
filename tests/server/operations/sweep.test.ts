import { beforeAll, expect, it, vi } from 'vitest'
import { sweep } from '#lib/server/operations/sweep.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'

beforeAll(() => freshDatabase())

it('a step that fails is told, and keeps none of those after it from its work', async () => {
  await database().query(`INSERT INTO shop_process (process_id, seen_at) VALUES (gen_random_uuid(), now() - interval '2 days')`)
  await database().query('ALTER TABLE wait_list RENAME TO wait_list_away')
  await expect(sweep()).rejects.toThrow('relation "wait_list" does not exist')
  expect(await cellOf('SELECT count(*)::int FROM shop_process')).toBe(0)
  await database().query('ALTER TABLE wait_list_away RENAME TO wait_list')
  await sweep()
})

it('a second step that fails is in the log, and the first is told', async () => {
  const error = vi.spyOn(log(), 'error').mockReturnValue()
  await database().query('ALTER TABLE wait_list RENAME TO wait_list_away; ALTER TABLE shop_process RENAME TO shop_process_away')
  try {
    await expect(sweep()).rejects.toThrow('relation "wait_list" does not exist')
    expect(error.mock.calls).toEqual([
      [{ err: expect.objectContaining({ message: 'relation "shop_process" does not exist' }) }, 'another step of the sweep failed'],
    ])
  } finally {
    error.mockRestore()
    await database().query('ALTER TABLE wait_list_away RENAME TO wait_list; ALTER TABLE shop_process_away RENAME TO shop_process')
  }
})
