import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { EventStream } from '#tests/support/event-stream.ts'
import { buildHouse } from '#tests/support/house.ts'
import { startApp, type RunningApp } from '#tests/support/server.ts'
import { untilThere } from '#tests/support/until.ts'
import { TestVisitor } from '#tests/support/visitor.ts'

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

test('HEAD is answered at once and opens none', async () => {
  const visitor = new TestVisitor(app.origin)
  for (let n = 0; n < 2 * MOST_OF_A_VISITOR; n++) {
    const answer = await fetch(address(), { method: 'HEAD', headers: { uuid: visitor.uuid } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    await answer.text()
  }
  await openAll(visitor)
})
