import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { addFilms, FILM } from '#tests/support/sold/films.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addFilms()
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(emptyHouse)
afterEach(checkInvariants)

const PATH = `/vod/${String(FILM)}`
const stored = () => cellOf(`SELECT cart -> 'films' FROM session WHERE cart IS NOT NULL`)

async function send(headers: Record<string, string> = {}, path = PATH): Promise<Answer> {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage(PATH)
  return visitor.post(path, '', { 'content-type': 'application/x-www-form-urlencoded', origin: app.origin, ...headers })
}

describe('the form of a film', () => {
  test('R2.19 stores the film with its price and leads to the details', async () => {
    const { status, headers } = await send()
    expect([status, headers.get('location')]).toEqual([303, '/booking/checkout'])
    expect(await stored()).toEqual([expect.objectContaining({ vodId: FILM })])
  })

  test('is refused from another site, and stores nothing', async () => {
    const { status } = await send({ 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' })
    expect(status).toBe(403)
    expect(await stored()).toBeUndefined()
  })

  test.each(['/vod/999999', '/vod/0', '/vod/film', `/vod/x/${String(FILM)}/y`])('%s is no film', async (path) => {
    expect((await fetch(app.origin + path)).status).toBe(404)
  })
})
