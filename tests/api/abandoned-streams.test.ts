import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { EventStream } from '#tests/support/event-stream.ts'
import { buildHouse } from '#tests/support/house.ts'
import { startApp, type RunningApp } from '#tests/support/server.ts'
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

/** The statuses with which a visitor who may have eight streams opens eight. */
async function openAll({ uuid }: TestVisitor): Promise<number[]> {
  const streams: EventStream[] = []
  for (let n = 0; n < MOST_OF_A_VISITOR; n++) streams.push(await EventStream.open(address(), { uuid }))
  for (const stream of streams) stream.close()
  return streams.map(({ status }) => status)
}

const ALL_OPEN = Array<number>(MOST_OF_A_VISITOR).fill(200)

test('a client that is gone before its stream began leaves none behind', async () => {
  const visitor = new TestVisitor(app.origin)
  for (let n = 0; n < 3 * MOST_OF_A_VISITOR; n++) {
    const abort = new AbortController()
    setTimeout(() => {
      abort.abort()
    }, n % 8)
    await fetch(address(), { headers: { uuid: visitor.uuid }, signal: abort.signal }).catch(() => undefined)
  }
  await sleep(500)
  expect(await openAll(visitor)).toEqual(ALL_OPEN)
})

test('HEAD is answered at once and opens none', async () => {
  const visitor = new TestVisitor(app.origin)
  for (let n = 0; n < 2 * MOST_OF_A_VISITOR; n++) {
    const answer = await fetch(address(), { method: 'HEAD', headers: { uuid: visitor.uuid }, signal: AbortSignal.timeout(2_000) })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    await answer.text()
  }
  expect(await openAll(visitor)).toEqual(ALL_OPEN)
}, 20_000)
