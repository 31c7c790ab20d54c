import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { demoPasswordHashes } from '#lib/demo/import-demo.ts'
import { LOCALES } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

const PUBLIC = { PUBLIC_ORIGIN: 'http://tickets.example', LOCALES: 'he,en,ru,ar', CAPTCHA_PROVIDER: 'altcha' }
const PAGES = [
  '/',
  '/booking',
  '/order/1',
  '/customer',
  '/terms',
  '/cart/none',
  '/none',
  '/sandbox/payment/none',
  '/edocument/none',
  '/503',
  '/429',
]

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})
afterEach(checkInvariants)
afterAll(async () => {
  await database().query('DELETE FROM customer')
})

/** The banner texts of each page in each language. */
/** Ends the shop. */
async function bannersOf(app: RunningApp): Promise<ReadonlyMap<string, ReadonlySet<string | undefined>>> {
  const said = new Map<string, Set<string | undefined>>()
  try {
    for (const locale of LOCALES)
      for (const page of PAGES) {
        const html = await (await fetch(`${app.origin}${page}?lang=${locale}`, { headers: { accept: 'text/html' } })).text()
        const banner = /<aside class="trial" aria-label="[^"]+">.*?<\/aside>/s.exec(html)?.[0]
        const text = banner && /<span[^>]*>([^<]+)<\/span>/.exec(banner)?.[1]
        said.set(locale, (said.get(locale) ?? new Set()).add(text))
      }
    return said
  } finally {
    await app.stop()
  }
}

test.each([
  [{ DEMO: 'on' }, 'both', ['demo', 'testCards']],
  [{ DEMO: 'off' }, 'testCards', ['testCards']],
] as const)('says on every page, in each language, and in the log what is not real in a public shop with %o', async (env, what, trial) => {
  const app = await startApp({ env: { ...PUBLIC, ...env } })
  const said = await bannersOf(app)
  for (const locale of LOCALES) expect([locale, [...(said.get(locale) ?? [])]]).toEqual([locale, [textOf(locale)(`common.trial_${what}`)]])
  expect((await app.log).split('\n').some((line) => line.includes(JSON.stringify(trial)) && line.includes('for trying only'))).toBe(true)
})

test('shows no such banner on this machine', async () => {
  const app = await startApp({ env: { LOCALES: PUBLIC.LOCALES } })
  const said = await bannersOf(app)
  expect(LOCALES.flatMap((locale) => [...(said.get(locale) ?? [])])).toEqual([undefined, undefined, undefined, undefined])
  expect(await app.log).not.toContain('for trying only')
})

test.each([
  ['PAYMENT_PROVIDER', { PAYMENT_PROVIDER: '' }],
  ['DEMO', { DATABASE_URL: '', DATA_DIR: '/nowhere' }],
])('refuses to start if %s is not set', async (name, env) => {
  await expect(startApp({ env: { ...PUBLIC, ...env } })).rejects.toThrow(name)
})

test('refuses to start on a database filled by the demo unless the demo is named', async () => {
  const [passwordHash] = await demoPasswordHashes()
  if (passwordHash === undefined) throw new Error('the demo has no password')
  await makeCustomer({ email: 'noa@shura.example', passwordHash })
  await expect(startApp({ env: PUBLIC })).rejects.toThrow('DEMO')
  await expect(startApp({ env: { ...PUBLIC, DEMO: 'off' } })).rejects.toThrow('DEMO')
  await (await startApp({ env: { ...PUBLIC, DEMO: 'on' } })).stop()
  await (await startApp()).stop()
})
