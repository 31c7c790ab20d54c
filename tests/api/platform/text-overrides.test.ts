import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RESOURCES } from '#lib/text/catalogues.ts'
import { addCodeTickets } from '#tests/support/buyers/codes.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

let app: RunningApp
let folder: string
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addCodeTickets() // presentation 2 is of business 2
  folder = mkdtempSync(join(tmpdir(), 'texts-'))
  mkdirSync(join(folder, 'he'))
  writeFileSync(join(folder, 'he', 'common.json'), JSON.stringify({ footHelp: 'הקופה של הבית' }))
  writeFileSync(join(folder, 'he', 'errors.2.json'), JSON.stringify({ ticketNotFound: 'אין כרטיס כזה במועדון.' }))
  writeFileSync(join(folder, 'he', 'order.2.json'), JSON.stringify({ haveCode: 'יש לכם קוד של המועדון?', title_seats: 'מושבים במועדון' }))
  app = await startApp({ env: { TEXT_OVERRIDES_DIR: folder } })
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

const lookUp = async (presentationId: number): Promise<unknown> =>
  (await new TestVisitor(app.origin).get(`/api/presentations/${String(presentationId)}/ticket?ticketId=999`)).body

test('R1.22 uses a business’s wording in its refusals and the standard one in others’', async () => {
  expect(await lookUp(2)).toMatchObject({ error: 'ticketNotFound', message: 'אין כרטיס כזה במועדון.' })
  expect(await lookUp(1)).toMatchObject({ error: 'ticketNotFound', message: RESOURCES.he.errors.ticketNotFound })
})

test('R1.22 passes a business’s wording to the islands of its order pages and the standard one to others’', async () => {
  const [own, other] = await Promise.all([spokenPageOf('/order/2'), spokenPageOf('/order/1')])
  expect(own).toContain('<title>מושבים במועדון')
  expect(own).toContain('יש לכם קוד של המועדון?')
  expect(other).not.toContain('יש לכם קוד של המועדון?')
  expect(other).toContain(RESOURCES.he.order.haveCode)
})

test('shows a shop-wide text on every page', async () => {
  expect(await pageOf('/')).toContain('הקופה של הבית')
})

/** A page with the texts that its islands name. */
async function spokenPageOf(path: string): Promise<string> {
  const page = await pageOf(path)
  const address = /rel="modulepreload" href="(\/texts\/[^"]+)"/.exec(page)?.[1]?.replaceAll('&#38;', '&').replaceAll('&amp;', '&') ?? ''
  const answer = await fetch(app.origin + address)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  return page + (await answer.text())
}

test('texts of another version than today’s are not kept, and there are none of an unknown set or language', async () => {
  const old = await fetch(`${app.origin}/texts/he/order.js?v=earlier`)
  expect([old.status, old.headers.get('cache-control'), old.headers.get('set-cookie')]).toEqual([200, 'no-cache', null])
  const tag = old.headers.get('etag') ?? ''
  expect((await fetch(`${app.origin}/texts/he/order.js?v=earlier`, { headers: { 'if-none-match': tag } })).status).toBe(304)
  for (const path of ['/texts/he/other.js', '/texts/en/order.js', '/texts/xx/order.js'])
    expect((await fetch(app.origin + path)).status).toBe(404)
})

async function pageOf(path: string): Promise<string> {
  return (await fetch(`${app.origin}${path}`)).text()
}
