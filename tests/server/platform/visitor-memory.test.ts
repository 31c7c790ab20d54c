import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import type { AstroCookies } from 'astro'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { database, newConnection } from '#lib/server/platform/db/connect.ts'
import {
  forgetSid,
  isMemoryTrue,
  memoryNow,
  rememberedBySid,
  rememberedHeader,
  rememberHeader,
  rememberSid,
} from '#lib/server/customers/session/visitor-memory.ts'
import { openVisitor, visitorOfCall, type Knowledge } from '#lib/server/customers/session/visitors.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { until } from '#tests/support/until.ts'

beforeAll(freshDatabase)

/** Stops this process's clock, so that nothing expires. */
beforeEach(() => {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now)
})
afterEach(() => vi.restoreAllMocks())

/** A browser with a cookie that this process knows. */
class Browser {
  uuid = ''
  readonly #kept = new Map<string, string>()
  readonly #cookies = {
    get: (name: string) => ({ value: this.#kept.get(name) }),
    set: (name: string, value: string) => this.#kept.set(name, value),
  } as unknown as AstroCookies

  static async open(): Promise<Browser> {
    const browser = new Browser()
    const opened = await openVisitor(browser.#cookies, null)
    if (opened.ok) browser.uuid = opened.value.uuid
    return browser
  }

  /** What a call is told about this visitor. */
  async call(knowledge: Knowledge): Promise<string> {
    const request = new Request('http://127.0.0.1/', { headers: { uuid: this.uuid } })
    const asked = await visitorOfCall({ request, cookies: this.#cookies, caller: null }, true, knowledge)
    return asked.ok ? 'ok' : asked.refusal.code
  }
}

/** Replaces the secret of the session, as another process does at a sign-in. */
async function changeSecret(uuid: string, client: Pick<ReturnType<typeof database>, 'query'> = database()): Promise<void> {
  await client.query('UPDATE session SET sid_hash = $2 WHERE uuid = $1', [uuid, randomBytes(32)])
}

async function hearing(): Promise<void> {
  await Browser.open()
  await until(isMemoryTrue, 'the process listens')
}

/** The number of statements of a call; cached visitors cost none. */
async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(database('holds'), 'query')
  await act()
  const { length } = asked.mock.calls
  asked.mockRestore()
  return length
}

test('caches visitors for seat calls and asks the database in all others', async () => {
  await hearing()
  const browser = await Browser.open()
  expect(await statementsOf(() => browser.call('remembered'))).toBe(0)
  expect(await statementsOf(() => browser.call('checked'))).toBe(1)
})

test('rejects a secret that another process replaced: at once for personal data, once notified for seats', async () => {
  await hearing()
  const browser = await Browser.open()
  await changeSecret(browser.uuid)
  expect(await browser.call('checked')).toBe('UUID_MISMATCH')
  await until(async () => (await browser.call('remembered')) === 'UUID_MISMATCH', 'the notice')
})

test('does not announce a change that is rolled back', async () => {
  await hearing()
  const browser = await Browser.open()
  const client = await database().connect()
  await client.query('BEGIN')
  await changeSecret(browser.uuid, client)
  await client.query('ROLLBACK')
  client.release()
  const other = await Browser.open()
  await changeSecret(other.uuid)
  await until(async () => (await other.call('remembered')) === 'UUID_MISMATCH', 'a later notice')
  expect(await statementsOf(() => browser.call('remembered'))).toBe(0)
})

test('rejects a uuid by header once it belongs to a browser', async () => {
  await hearing()
  const plain = new Browser()
  plain.uuid = crypto.randomUUID()
  expect([await plain.call('checked'), await plain.call('remembered')]).toEqual(['ok', 'ok'])
  expect(await statementsOf(() => plain.call('remembered'))).toBe(0)
  await changeSecret(plain.uuid)
  expect(await plain.call('checked')).toBe('UUID_MISMATCH')
  await until(async () => (await plain.call('remembered')) === 'UUID_MISMATCH', 'the notice')
})

test('checks every use while notifications are lost, and does not cache what was missed', async () => {
  await hearing()
  const [browser, other] = [await Browser.open(), await Browser.open()]
  const away = vi.spyOn(pg.Client.prototype, 'connect').mockRejectedValue(new Error('no way to the database'))
  await database().query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'shura sessions' AND datname = current_database()`,
  )
  await until(() => !isMemoryTrue(), 'the process notices that it hears nothing')
  await changeSecret(browser.uuid)
  expect(await browser.call('remembered')).toBe('UUID_MISMATCH')
  await changeSecret(other.uuid)
  away.mockRestore()
  await until(isMemoryTrue, 'the process listens again')
  expect(await other.call('remembered')).toBe('UUID_MISMATCH')
})

test('probes a silent listening connection, so that a dead one is noticed', async () => {
  const probed = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const client = newConnection('probed')
  await client.connect()
  await client.end()
  expect(probed).toHaveBeenCalledWith(true, 10_000)
})

test('does not cache an answer that was under way while a secret changed', () => {
  const [hash, uuid] = [randomBytes(32), crypto.randomUUID() as string]
  const before = memoryNow()
  forgetSid(randomBytes(32))
  rememberSid(hash, uuid, before)
  rememberHeader(uuid, before)
  expect([rememberedBySid(hash), rememberedHeader(uuid)]).toEqual([undefined, false])
  rememberSid(hash, uuid, memoryNow())
  expect(rememberedBySid(hash)).toBe(uuid)
})
