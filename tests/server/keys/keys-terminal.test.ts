import { beforeAll, describe, expect, test } from 'vitest'
import { listOrders } from '#lib/contract/staff/for-keys.ts'
import { keyOfCall } from '#lib/server/keys/key-of-call.ts'
import { keysFromTerminal, readCommand } from '#lib/server/keys/cli.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'

beforeAll(freshDatabase)

async function run(...args: string[]) {
  const lines: string[] = []
  const code = await keysFromTerminal(args, { say: (line) => lines.push(line), complain: (line) => lines.push(line) })
  return { code, lines }
}

describe('npm run keys', () => {
  test.each<[string[]]>([
    [['add']],
    [['add', 'books']],
    [['add', 'books', '--scopes', 'catalogue,other']],
    [['add', 'books', '--scopes', 'orders']],
    [['add', 'books', '--scopes', 'catalogue', '--businesses', '1']],
    [['add', 'books', '--scopes', 'orders', '--businesses', '1,x']],
    [['add', 'books', '--scopes', 'catalogue', '--per-minute', '0']],
    [['add', 'books', '--scopes', 'catalogue', '--per-minute', '100001']],
    [['revoke']],
    [['revoke', 'a', 'b']],
    [['list', 'x']],
    [['other']],
  ])('%j is answered with the usage', async (args) => {
    expect(readCommand(args)).toBeUndefined()
    const { code, lines } = await run(...args)
    expect([code, lines[0]?.startsWith('Usage:')]).toEqual([2, true])
  })

  test('adds a key that is shown once and stored hashed, lists it with its last use, and revokes it; both are audited', async () => {
    const added = await run('add', 'books', '--scopes', 'orders,webhooks', '--businesses', '1,2', '--per-minute', '2')
    const key = /shk_[\da-f]{8}_[\w-]{43}/.exec(added.lines[0] ?? '')?.[0] ?? ''
    const prefix = key.slice(0, 12)
    expect(added.code).toBe(0)
    expect((await run()).lines).toEqual([`${prefix}  books  orders webhooks  businesses 1, 2  2 a minute  never used`])
    const stored = await database().query('SELECT k::text FROM api_key k')
    expect(JSON.stringify(stored.rows)).not.toContain(key.slice(13))

    const call = () => keyOfCall(listOrders, new Request('http://127.0.0.1/', { headers: { authorization: `Bearer ${key}` } }), null)
    expect(await call()).toMatchObject({ ok: true, value: { businessIds: [1, 2], scopes: ['orders', 'webhooks'] } })
    expect((await call()).ok).toBe(true)
    expect(await call()).toMatchObject({ ok: false, refusal: { code: 'TOO_MANY_REQUESTS' } })
    expect((await run('list')).lines[0]).toMatch(/last used \d{4}-\d\d-\d\dT\d\d:\d\dZ$/)

    expect(await run('revoke', prefix)).toEqual({ code: 0, lines: ['Revoked.'] })
    expect((await run('revoke', prefix)).code).toBe(1)
    expect(await call()).toMatchObject({ ok: false, refusal: { code: 'KEY_REFUSED' } })
    expect(await cellOf('SELECT array_agg(action ORDER BY action) FROM audit WHERE subject = $1', [prefix])).toEqual([
      'API key added',
      'API key revoked',
    ])
  })
})
