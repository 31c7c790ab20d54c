import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { visit } from '#tests/support/browser/pages.ts'

const ISLAND = '**/_astro/SignIn*.js*'
const PAGE = '/customer'

interface Visit {
  /** How often the page was loaded. */
  readonly loads: () => number
  /** How often it asked whether it could be loaded, which comes before each reload. */
  readonly questions: () => number
}

/** Opens a page with an island whose script is there from a given load on. */
async function openPage(page: Page, isThereFrom: number): Promise<Visit> {
  let [loads, questions] = [0, 0]
  page.on('domcontentloaded', () => (loads += 1))
  page.on('request', (request) => (questions += Number(request.method() === 'HEAD')))
  await page.route(ISLAND, (route) => (loads < isThereFrom ? route.abort() : route.continue()))
  await page.goto(PAGE)
  return { loads: () => loads, questions: () => questions }
}

/** The island has failed, of which everybody was told who wants to know. */
function failed(page: Page): Promise<unknown> {
  return page.waitForEvent('console', (line) => line.text().includes('Error hydrating'))
}

function setReloaded(page: Page, msAgo: number): Promise<void> {
  return page.evaluate((ms) => sessionStorage.setItem('reloaded-at', String(Date.now() - ms)), msAgo)
}

describe('a page of which a part of the script is missing', () => {
  it('R8.15 reloads and is whole', async () => {
    await visit('/terms', async (page) => {
      const { loads } = await openPage(page, 2)
      await expect.poll(loads).toBe(2)
      await page.waitForFunction(() => document.querySelector('astro-island') && !document.querySelector('astro-island[ssr]'))
    })
  })

  it('R8.15 R9.16 reloads at most once in 60 seconds', async () => {
    await visit('/terms', async (page) => {
      const { loads, questions } = await openPage(page, 9)
      await expect.poll(loads).toBe(2)
      await failed(page)
      // The clock stands, however long the next load takes.
      await page.clock.setFixedTime(Date.now())
      await setReloaded(page, 59_999)
      await Promise.all([failed(page), page.reload()])
      expect([loads(), questions()]).toEqual([3, 1])
      await setReloaded(page, 60_000)
      await page.evaluate(() => dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new TypeError('module') })))
      await expect.poll(loads).toBe(4)
    })
  })

  it('stays while the shop cannot be reached', async () => {
    await visit('/terms', async (page) => {
      await page.route(`**${PAGE}*`, (route) => (route.request().method() === 'HEAD' ? route.fulfill({ status: 503 }) : route.continue()))
      const { loads, questions } = await openPage(page, 9)
      await failed(page)
      await expect.poll(questions).toBe(1)
      await page.evaluate(() => fetch('/api/health'))
      expect(loads()).toBe(1)
    })
  })
})

describe('pages of shows whose links are in view', () => {
  /** What is prefetched, and the time limits of what waits for an idle browser, on a network of a kind. */
  async function prefetched(network: object): Promise<{ readonly pages: readonly string[]; readonly limits: readonly number[] }> {
    let found: { pages: string[]; limits: number[] } = { pages: [], limits: [] }
    await visit('/terms', async (page) => {
      await page.addInitScript((connection) => {
        Object.defineProperty(navigator, 'connection', { value: connection })
        const limits: number[] = []
        const wait = requestIdleCallback
        Object.assign(globalThis, {
          limits,
          requestIdleCallback: (work: IdleRequestCallback, { timeout = 0 } = {}) => {
            limits.push(timeout)
            return wait(work)
          },
        })
      }, network)
      await page.goto('/')
      await page.evaluate(async () => {
        for (let turn = 0; turn < 5; turn++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))
      })
      found = await page.evaluate(() => ({
        pages: [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')].map(({ href }) => new URL(href).pathname),
        limits: (globalThis as unknown as { limits: number[] }).limits,
      }))
    })
    return found
  }

  it('R9.17 are prefetched by an idle browser, after two seconds at the latest', async () => {
    const { pages, limits } = await prefetched({ effectiveType: '4g', saveData: false })
    expect(pages.length).toBeGreaterThan(0)
    for (const page of pages) expect(page).toMatch(/^\/booking\/features\/\d+$/)
    expect(new Set(limits)).toEqual(new Set([2_000]))
  })

  it.each([{ effectiveType: '2g' }, { effectiveType: 'slow-2g' }, { effectiveType: '4g', saveData: true }])(
    'R9.17 are not prefetched with %j',
    async (network) => {
      expect((await prefetched(network)).pages).toEqual([])
    },
  )
})
