import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { EventStream } from '#tests/support/event-stream.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { untilThere } from '#tests/support/until.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

/** As in seat-watch.ts. */
const MOST_OF_A_VISITOR = 8

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  app = await startApp()
})
afterAll(() => app.stop())

const address = () => `${app.origin}/api/seats/changes?presentationId=1`

/** Opens eight streams, the limit of a visitor, at the same time, once the app has closed abandoned ones. @throws if one was left open */
async function openAll({ uuid }: TestVisitor): Promise<void> {
  const open = async () => {
    const stream = await EventStream.open(address(), { uuid })
    return stream.status === 200 ? stream : undefined
  }
  const streams: EventStream[] = []
  for (let n = 0; n < MOST_OF_A_VISITOR; n++) streams.push(await untilThere(open, 'a stream of one’s own'))
  for (const stream of streams) stream.close()
}

test('leaves no stream open for a client that disconnects before it starts', async () => {
  const visitor = new TestVisitor(app.origin)
  for (let n = 0; n < 3 * MOST_OF_A_VISITOR; n++) {
    const abort = new AbortController()
    setTimeout(() => {
      abort.abort()
    }, n % 8)
    await fetch(address(), { headers: { uuid: visitor.uuid }, signal: abort.signal }).catch(() => undefined)
  }
  await openAll(visitor)
})

test('ends a browser’s stream on a sign-in or sign-out in any process, and continues that of a plain client', async () => {
  const second = await startApp()
  try {
    await makeCustomer({ email: 'noa@shura.example', passwordHash: await hashPassword('shura-noa-2026') })
    const visitor = new TestVisitor(app.origin)
    await visitor.openPage('/')
    const streamOf = async ({ uuid, cookies }: TestVisitor) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
      const stream = await EventStream.open(address(), { uuid, ...(cookie !== '' && { cookie }) })
      expect(stream.status).toBe(200)
      expect(await stream.next()).toMatchObject({ name: 'status' })
      return stream
    }
    const plain = await streamOf(new TestVisitor(app.origin))
    const login = { email: 'noa@shura.example', password: 'shura-noa-2026' }
    const steps: readonly (readonly [string, string, unknown])[] = [
      [app.origin, '/api/customer/login', login],
      [second.origin, '/api/customer-area/logout', {}],
      [second.origin, '/api/customer/login', login],
    ]
    for (const [origin, path, body] of steps) {
      const stream = await streamOf(visitor)
      const there = visitor.copy(origin)
      expect((await there.post(path, body)).status).toBe(200)
      expect(await stream.end()).toBe('ended')
      for (const [name, value] of there.cookies) visitor.cookies.set(name, value)
    }
    expect(await plain.end(300)).toBeUndefined()
    plain.close()
    await openAll(new TestVisitor(app.origin))
  } finally {
    await second.stop()
  }
})

test('answers HEAD at once without a stream', async () => {
  const visitor = new TestVisitor(app.origin)
  for (let n = 0; n < 2 * MOST_OF_A_VISITOR; n++) {
    const answer = await fetch(address(), { method: 'HEAD', headers: { uuid: visitor.uuid } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    await answer.text()
  }
  await openAll(visitor)
})
