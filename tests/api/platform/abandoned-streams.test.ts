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

/** A visitor who may have eight streams opens eight at the same time, once the app has heard who is gone. @throws where one was left behind */
async function openAll({ uuid }: TestVisitor): Promise<void> {
  const open = async () => {
    const stream = await EventStream.open(address(), { uuid })
    return stream.status === 200 ? stream : undefined
  }
  const streams: EventStream[] = []
  for (let n = 0; n < MOST_OF_A_VISITOR; n++) streams.push(await untilThere(open, 'a stream of one’s own'))
  for (const stream of streams) stream.close()
}

test('a client that is gone before its stream began leaves none behind', async () => {
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

test('the stream of a browser ends when it signs in or out in whatever process; that of a plain client goes on', async () => {
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

test('HEAD is answered at once and opens none', async () => {
  const visitor = new TestVisitor(app.origin)
  for (let n = 0; n < 2 * MOST_OF_A_VISITOR; n++) {
    const answer = await fetch(address(), { method: 'HEAD', headers: { uuid: visitor.uuid } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    await answer.text()
  }
  await openAll(visitor)
})
