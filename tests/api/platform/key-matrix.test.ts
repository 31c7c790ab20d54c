import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#lib/contract/endpoints.ts'
import { getOrder, listOrders, sendMessageAgain, webhookLog } from '#lib/contract/staff/for-keys.ts'
import type { KeyScope } from '#lib/domain/key-scopes.ts'
import { addKey } from '#lib/server/keys/api-keys.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { queueTest } from '#lib/server/webhooks/webhook-messages.ts'
import { addWebhook } from '#lib/server/webhooks/webhooks.ts'
import { addOtherDays, boughtTwo, buy, newVisitor, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { ApiDocument } from '#tests/support/api-document.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { openReceiver } from '#tests/support/processes/webhook-receiver.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { until } from '#tests/support/until.ts'

/** Every call × API keys: of the own business, of another, of none, of all, and without the scope. */

const EVERY: readonly KeyScope[] = ['catalogue', 'availability', 'orders', 'webhooks']

const { address } = openReceiver()
let app: RunningApp
let document: ApiDocument
/** The numbers of an order of business 1 and one of business 2, and messages of the webhook of each. */
let orders: readonly string[]
let messages: readonly string[]
const keys: Record<string, string> = {}

beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS // the app reads the secrets that are sealed here
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  app = await startApp({ env: { LOG_LEVEL: 'fatal' } })
  document = await ApiDocument.of(app.origin)
  await boughtTwo()
  const other = await buy(await newVisitor(), [seatOn(4, 1)], ONE)
  expect(other.ok).toBe(true)
  orders =
    await listOf(`SELECT left(o.order_number, 4) || '-' || right(o.order_number, 4) AS one FROM orders o JOIN order_seat s USING (order_id)
    JOIN presentation p USING (presentation_id) GROUP BY o.order_id ORDER BY min(p.business_id)`)
  for (const business of [1, 2]) {
    const { webhookId } = await addWebhook({ url: address(), events: ['order.paid'], businessIds: [business] })
    await queueTest(webhookId)
  }
  await taken()
  messages = await listOf('SELECT message_id::text AS one FROM webhook_message ORDER BY webhook_id')
  const make = async (name: string, businessIds: readonly number[] | null, scopes = EVERY) => {
    keys[name] = (await addKey(database(), { name, scopes, businessIds, callsPerMinute: 10_000 })).key
  }
  await make('own', [1])
  await make('other', [2])
  await make('none', [])
  await make('all', null)
  for (const scope of EVERY) await make(scope, null, [scope])
})
afterEach(checkInvariants)
afterAll(async () => {
  await app.stop()
  delete process.env.SECRET
})

/** What is on its way to the receiver has arrived: only then it can be sent again. */
async function taken(): Promise<void> {
  await until(async () => (await listOf(`SELECT 1 AS one FROM webhook_message WHERE state <> 'delivered'`)).length === 0, 'the messages')
}

async function listOf(sql: string): Promise<readonly string[]> {
  return (await database().query<{ one: string }>(sql)).rows.map(({ one }) => one)
}

const headersOf = (name: string) => ({ authorization: `Bearer ${keys[name] ?? name}` })

/** A server that calls: without uuid and cookies. */
async function call(name: string, path: string, method = 'GET') {
  const answer = await fetch(`${app.origin}/api${path}`, {
    method,
    headers: { ...headersOf(name), ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { body: '{}' }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  return { status: answer.status, headers: answer.headers, body: isJson ? (JSON.parse(text) as unknown) : text }
}

const QUERIES: Readonly<Record<string, string>> = {
  getSeatsStatus: '?presentationId=1&isReserved=1',
  getSeatplan: '?seatplanId=1&venueId=1',
  presentationsOfDay: '?date=2030-01-01',
}

function pathOf(name: string, path: string): string {
  const params: Readonly<Record<string, string>> = { orderNumber: orders[0] ?? '', messageId: messages[0] ?? '' }
  return path.replaceAll(/\{(\w+)\}/g, (_whole, param: string) => params[param] ?? '1') + (QUERIES[name] ?? '')
}

describe('a key of one scope', () => {
  test.each(Object.entries(ENDPOINTS))(
    'opens %s exactly if the call names its scope, and is answered as the document says',
    async (name, endpoint) => {
      for (const scope of EVERY) {
        const answer = await call(scope, pathOf(name, endpoint.path), endpoint.method)
        const isOpen = endpoint.scope === scope
        expect([scope, answer.status]).toEqual([scope, isOpen ? 200 : 403])
        if (!isOpen) expect(answer.body).toMatchObject({ error: 'KEY_NOT_ALLOWED' })
        expect(document.problemsOf(endpoint, answer)).toEqual([])
      }
      if (name === 'sendMessageAgain') await taken()
    },
  )
})

describe('a call for keys', () => {
  const FOR_KEYS = Object.entries(ENDPOINTS).filter(([, { isForKeys }]) => isForKeys)
  test.each(FOR_KEYS)('%s is answered 401 without a key, with an unknown one and with another’s beginning', async (name, endpoint) => {
    const path = pathOf(name, endpoint.path)
    const unknown = `shk_00000000_${'A'.repeat(43)}`
    const begun = `${keys.own?.slice(0, 13) ?? ''}${'A'.repeat(43)}`
    for (const key of [unknown, begun, 'shk_', `${keys.own ?? ''}x`]) {
      const answer = await call(key, path, endpoint.method)
      expect([answer.status, answer.body]).toMatchObject([401, { error: 'KEY_REFUSED' }])
    }
    const visitor = new TestVisitor(app.origin)
    const asked = endpoint.method === 'GET' ? await visitor.get(`/api${path}`) : await visitor.post(`/api${path}`, {})
    expect(asked.status).toBe(401)
  })

  test.each([
    ['own', [0]],
    ['other', [1]],
    ['none', []],
    ['all', [0, 1]],
  ])('the key of %s reads and sends what is of its businesses alone', async (name, mine) => {
    const { orders: listed, hasMore } = readAnswer(listOrders, await call(name, '/orders'))
    expect([listed.map(({ orderNumber }) => orderNumber).toSorted(), hasMore]).toEqual([mine.map((at) => orders[at]).toSorted(), false])
    const { messages: logged } = readAnswer(webhookLog, await call(name, '/webhooks/messages'))
    expect(logged.map(({ messageId }) => messageId).toSorted()).toEqual(mine.map((at) => messages[at]).toSorted())
    for (const at of [0, 1]) {
      const isMine = mine.includes(at)
      const one = await call(name, `/orders/${orders[at] ?? ''}`)
      const again = await call(name, `/webhooks/messages/${messages[at] ?? ''}/again`, 'POST')
      expect([at, one.status, again.status]).toEqual([at, isMine ? 200 : 404, isMine ? 200 : 404])
      if (isMine)
        expect([readAnswer(getOrder, one).order.orderNumber, readAnswer(sendMessageAgain, again)]).toEqual([orders[at], { success: true }])
      else {
        expect(one.body).toEqual((await call(name, '/orders/AAAA-AAAA')).body)
        expect(await call(name, `/orders?before=${orders[at] ?? ''}`)).toMatchObject({ status: 200, body: { orders: [], hasMore: false } })
      }
    }
    await taken()
  })

  test('sending again is audited, with the key', async () => {
    await call('own', `/webhooks/messages/${messages[0] ?? ''}/again`, 'POST')
    const count = await cellOf(
      "SELECT count(*)::int FROM audit WHERE action = 'webhook message again' AND subject = $1 AND facts->>'apiKeyId' = '1'",
      [messages[0]],
    )
    expect(count).toBeGreaterThan(0)
  })
})

test('an order tells nothing of a person and nothing that opens it; lists go on by its number', async () => {
  const { orders: all } = readAnswer(listOrders, await call('all', '/orders'))
  expect(all[1]).toEqual({
    orderNumber: orders[0],
    state: 'paid',
    amount: 217,
    currency: 'ILS',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    presentations: [{ presentationId: 1, tickets: 2 }],
  })
  const after = async (query: string) =>
    readAnswer(listOrders, await call('all', `/orders?${query}`)).orders.map(({ orderNumber }) => orderNumber)
  expect(await after(`before=${all[0]?.orderNumber ?? ''}`)).toEqual([orders[0]])
  expect(await after(`before=${all[1]?.orderNumber ?? ''}`)).toEqual([])
  expect(await after('presentationId=4')).toEqual([orders[1]])
  expect(await after(`since=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([])
  expect((await call('all', '/orders?since=yesterday')).status).toBe(400)
})
