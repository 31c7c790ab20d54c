import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addKey, revokeKey } from '#lib/server/keys/api-keys.ts'
import { KnownKeys } from '#lib/server/keys/known-keys.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { recordStatements } from '#tests/support/database/recorded.ts'

beforeEach(() => freshDatabase())

const KEY = { name: 'books', scopes: ['catalogue'], businessIds: [], callsPerMinute: 600 } as const
const made = async () => (await addKey(database(), KEY)).key

describe('known keys', () => {
  test('are those that open something: made-up ones are none, nor revoked ones and those whose time is over', async () => {
    const [key, ended, revoked] = [await made(), await made(), await made()]
    await database().query(`UPDATE api_key SET expires_at = now() - interval '1 second' WHERE prefix = $1`, [ended.slice(0, 12)])
    await revokeKey(database(), revoked.slice(0, 12))
    const keys = new KnownKeys()
    expect(await Promise.all([key, ended, revoked, `${key}A`, key.slice(0, 12), ''].map((one) => keys.has(one)))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ])
  })

  test('cost one statement in five seconds, however many ask by whatever keys', async () => {
    const clock = { now: 0 }
    const keys = new KnownKeys(undefined, () => clock.now)
    const first = await made()
    const asked = await recordStatements(async () => {
      await Promise.all(Array.from({ length: 100 }, (_, n) => keys.has(`${first}${String(n)}`)))
      expect(await keys.has(first)).toBe(true)
    })
    expect(asked.filter(({ text }) => text.includes('api_key'))).toHaveLength(1)
    const second = await made()
    clock.now = 4_999
    expect(await keys.has(second)).toBe(false)
    await revokeKey(database(), first.slice(0, 12))
    clock.now = 5_000
    expect([await keys.has(second), await keys.has(first)]).toEqual([true, false])
  })

  test('stay what they were while the database does not answer', async () => {
    const clock = { now: 0 }
    const key = await made()
    const answers = [
      Promise.resolve(new Set([createHash('sha256').update(key).digest('base64')])),
      Promise.reject(new Error('no database')),
    ] as const
    const left = [...answers]
    const keys = new KnownKeys(
      () => left.shift() ?? Promise.resolve(new Set()),
      () => clock.now,
    )
    expect(await keys.has(key)).toBe(true)
    clock.now += 5_000
    expect(await keys.has(key)).toBe(true)
    clock.now += 5_000
    expect(await keys.has(key)).toBe(false)
  })
})
