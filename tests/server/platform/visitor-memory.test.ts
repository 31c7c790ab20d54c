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

/** The clock of this process stands still, so that nothing is forgotten merely because it is old. */
beforeEach(() => {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now)
})
afterEach(() => vi.restoreAllMocks())

/** A browser with a cookie, of which this process has heard. */
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

  /** What a call is told that knows as much of who comes as this. */
  async call(knowledge: Knowledge): Promise<string> {
    const request = new Request('http://127.0.0.1/', { headers: { uuid: this.uuid } })
    const asked = await visitorOfCall(request, this.#cookies, true, null, knowledge)
    return asked.ok ? 'ok' : asked.refusal.code
  }
}

/** What another process does at a sign-in: the session has another secret. */
async function changeSecret(uuid: string, client: Pick<ReturnType<typeof database>, 'query'> = database()): Promise<void> {
  await client.query('UPDATE session SET sid_hash = $2 WHERE uuid = $1', [uuid, randomBytes(32)])
}

async function hearing(): Promise<void> {
  await Browser.open()
  await until(isMemoryTrue, 'the process listens')
}

/** How many statements a call costs: what is remembered is asked of nobody. */
async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(database('holds'), 'query')
  await act()
  const { length } = asked.mock.calls
  asked.mockRestore()
  return length
}

test('at the seats a visitor is remembered, without a look into the database; everywhere else the database is asked', async () => {
  await hearing()
  const browser = await Browser.open()
  expect(await statementsOf(() => browser.call('remembered'))).toBe(0)
  expect(await statementsOf(() => browser.call('checked'))).toBe(1)
})

test('the secret that another process replaced counts no more: exactly, for what somebody owns; as soon as it is heard, at the seats', async () => {
  await hearing()
  const browser = await Browser.open()
  await changeSecret(browser.uuid)
  expect(await browser.call('checked')).toBe('UUID_MISMATCH')
  await until(async () => (await browser.call('remembered')) === 'UUID_MISMATCH', 'the notice')
})

test('a change that is taken back is not told', async () => {
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

test('a uuid that was used by header alone and belongs to a browser now is of no use by header any more', async () => {
  await hearing()
  const plain = new Browser()
  plain.uuid = crypto.randomUUID()
  expect([await plain.call('checked'), await plain.call('remembered')]).toEqual(['ok', 'ok'])
  expect(await statementsOf(() => plain.call('remembered'))).toBe(0)
  await changeSecret(plain.uuid)
  expect(await plain.call('checked')).toBe('UUID_MISMATCH')
  await until(async () => (await plain.call('remembered')) === 'UUID_MISMATCH', 'the notice')
})

test('while nothing is heard every use is checked, and what was missed is not remembered afterwards', async () => {
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

test('a connection that listens is probed while nothing is said, so that a dead one is not believed for hours', async () => {
  const probed = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const client = newConnection('probed')
  await client.connect()
  await client.end()
  expect(probed).toHaveBeenCalledWith(true, 10_000)
})

test('an answer of the database that was under way while a secret changed is not remembered', () => {
  const [hash, uuid] = [randomBytes(32), crypto.randomUUID() as string]
  const before = memoryNow()
  forgetSid(randomBytes(32))
  rememberSid(hash, uuid, before)
  rememberHeader(uuid, before)
  expect([rememberedBySid(hash), rememberedHeader(uuid)]).toEqual([undefined, false])
  rememberSid(hash, uuid, memoryNow())
  expect(rememberedBySid(hash)).toBe(uuid)
})
