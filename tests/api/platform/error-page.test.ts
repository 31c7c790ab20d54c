import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  app = await startApp({ env: { LOG_LEVEL: 'fatal' } })
  // From now on every query of orders fails, as after a fault of the shop.
  await database().query('ALTER TABLE orders RENAME TO orders_of_before')
})
afterAll(() => app.stop())

const SOME = 'A'.repeat(20)

test.each(['/500', `/cart/${SOME}`, `/cart/${SOME}/change`])(
  'R2.33 R2.34 R8.16 shows the error page with status 500 if %s fails',
  async (path) => {
    const answer = await fetch(app.origin + path)
    const html = await answer.text()
    expect(answer.status).toBe(500)
    expect(html).toMatch(/state-code[^>]*>500</)
    expect(html).toContain('Error Occurred')
    expect(html).not.toMatch(/orders_of_before|does not exist|\.ts:|node_modules/)
  },
)

test('R2.33 shows a page with status 404, not 500, for what does not exist', async () => {
  const answer = await fetch(`${app.origin}/no/such/page`)
  expect([answer.status, (await answer.text()).includes('Error Occurred')]).toEqual([404, false])
})

test('R8.16 answers a failed call with 500 and a code, without the cause', async () => {
  const answer = await fetch(`${app.origin}/api/reservations/${SOME}`, { headers: { uuid: crypto.randomUUID() } })
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toMatch(/orders|relation|SELECT/)
})

test('R8.86 the id that a failed call or page says is in the log once, with the cause', async () => {
  const own = await startApp({ env: { LOG_LEVEL: 'error' } })
  const call = await fetch(`${own.origin}/api/reservations/${SOME}`, { headers: { uuid: crypto.randomUUID() } })
  const { id } = (await call.json()) as { id: string }
  const page = await (await fetch(`${own.origin}/cart/${SOME}`)).text()
  const [, ofPage = 'none'] = />500-([0-9a-f-]{36})</.exec(page) ?? []
  await own.stop()
  const lines = (await own.logWithIds).split('\n')
  const named = [id, ofPage].map((told) => lines.filter((line) => line.includes(`"requestId":"${told}"`)))
  expect(named).toEqual(Array(2).fill([expect.stringContaining('relation \\"orders\\" does not exist')]))
})
