import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  app = await startApp({ env: { LOCALES: 'he,en' } })
})
afterAll(() => app.stop())

test.each(['/cart/none', '/cart/7K2M9QXW4TRB6NPH3V8D', '/cart/7K2M9QXW4TRB6NPH3V8D?lang=en', '/cart/7K2M9QXW4TRB6NPH3V8D/change'])(
  '%s of an unknown order answers 404 with its line',
  async (path) => {
    const answer = await fetch(app.origin + path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toMatch(/<(\w+)[^>]* lang="en" dir="ltr"[^>]*>\s*This page could not be found\.\s*<\/\1>/)
  },
)

test('R4.68 answers 404 for a known language that is not enabled, and keeps the visit’s', async () => {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage('/?lang=en')
  for (const [lang, status] of [
    ['en', 200],
    ['ru', 404],
    ['ar', 404],
  ] as const)
    for (const path of ['/', '/order/1', '/terms'])
      expect([path, lang, (await visitor.get(`${path}?lang=${lang}`)).status]).toEqual([path, lang, status])
  expect(await visitor.openPage('/')).toContain('<html lang="en" dir="ltr"')
})

test('offers the sign-in to visitors without one, because the order may be theirs', async () => {
  const page = await (await fetch(`${app.origin}/cart/7K2M9QXW4TRB6NPH3V8D?lang=en`)).text()
  expect(page).toContain('If this order is yours, sign in to see it.')
})
