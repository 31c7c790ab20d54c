import type { BrowserContext, Page } from 'playwright'
import { expect, it } from 'vitest'
import { visit } from '#tests/support/browser/pages.ts'

/** Nobody else visits in a window of this size, so the second visitor gets the context of the first. */
const WINDOW = { viewport: { width: 1440, height: 901 } }

async function contextOf(work: (page: Page) => Promise<void>, isFirstVisit = false): Promise<BrowserContext> {
  const found: BrowserContext[] = []
  await visit(
    '/terms',
    async (page) => {
      found.push(page.context())
      await work(page)
    },
    { ...WINDOW, isFirstVisit },
  )
  const [context] = found
  if (!context) throw new Error('Nobody has visited.')
  return context
}

async function leaveThings(page: Page): Promise<void> {
  await page.evaluate(async () => {
    localStorage.setItem('left', 'yes')
    sessionStorage.setItem('left', 'yes')
    document.cookie = 'left=yes'
    await caches.open('left')
    await new Promise((resolve) => (indexedDB.open('left').onsuccess = resolve))
  })
}

function thingsFound(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(async () => [
    ...[localStorage.getItem('left'), sessionStorage.getItem('left'), document.cookie.includes('left')],
    ...[await caches.keys(), (await indexedDB.databases()).length],
  ])
}

it('a visitor of a context that is used again finds nothing of the one before', async () => {
  let cookies: readonly string[] = []
  const first = await contextOf(async (page) => {
    await leaveThings(page)
    cookies = (await page.context().cookies()).map(({ value }) => value)
  })
  const second = await contextOf(async (page) => {
    expect(await thingsFound(page)).toEqual([null, null, false, [], 0])
    const values = (await page.context().cookies()).map(({ value }) => value).filter((value) => value.length > 8)
    expect(values.filter((value) => cookies.includes(value))).toEqual([])
  })
  expect(second).toBe(first)
})

it.each<[string, (page: Page) => Promise<unknown>]>([
  ['a script on each page', (page) => page.context().addInitScript('globalThis.left = true')],
  ['another clock', (page) => page.clock.install()],
  ['no connection', (page) => page.context().setOffline(true)],
  ['a service worker', (page) => page.evaluate(async () => void (await navigator.serviceWorker.register('/service-worker.js')))],
  ['an answer of the test', (page) => page.context().route('**/left', (route) => route.abort())],
])('a context has no further visitor after one has asked for %s', async (_name, change) => {
  const changed = await contextOf(async (page) => void (await change(page)))
  expect(await contextOf(() => Promise.resolve())).not.toBe(changed)
})

it('who visits first, or whose visit fails, leaves no context to the next', async () => {
  const first = await contextOf(() => Promise.resolve(), true)
  const failed: BrowserContext[] = []
  await expect(
    contextOf((page) => {
      failed.push(page.context())
      return Promise.reject(new Error('The test has failed.'))
    }),
  ).rejects.toThrow('The test has failed.')
  const next = await contextOf(() => Promise.resolve())
  expect([first, ...failed]).not.toContain(next)
})
