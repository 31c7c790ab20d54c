import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { shiftsOf, watchShifts } from '#tests/support/browser/layout-shifts.ts'
import { visit } from '#tests/support/browser/pages.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'

const PAGES = [
  '/',
  '/booking',
  '/booking/features/1',
  '/order',
  '/order/1',
  '/order/10',
  '/customer',
  '/terms',
  '/no-such-page',
  '/?q=qqqqqq',
]
const LIMIT = 0.01
/** How late the letters come, in ms: after the first paint, which shows others until then. */
const LATE = 400

/** Whether this machine has a face of the shop's own choice that stands in for Hebrew letters until they come; on others anything may move. */
function hasStandIn(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    await Promise.allSettled([document.fonts.load('16px "Heebo Hebrew"', 'א')])
    return [...document.fonts].some(({ family, status }) => family.replaceAll('"', '') === 'Heebo Hebrew' && status === 'loaded')
  })
}

function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type()) && !/status of 404/.test(line.text())) complaints.push(line.text())
  })
  return complaints
}

describe.each([
  ['a phone', PHONE],
  ['a desk', DESK],
])('on %s', (_name, device) => {
  it('no page moves under the eye while it loads, its letters last of all, and is used', { timeout: 120_000 }, async () => {
    const moved: string[] = []
    await visit(
      '/',
      async (page) => {
        await watchShifts(page)
        const late = (await hasStandIn(page)) ? LATE : 0
        await page.route('**/*.woff2', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, late))
          await route.continue()
        })
        for (const path of PAGES) {
          await page.goto(path)
          await page.waitForLoadState('networkidle')
          await page.evaluate(() => document.fonts.ready)
          await page.mouse.wheel(0, 600)
          const { shifted, shifts } = await shiftsOf(page)
          if (shifted > LIMIT) moved.push(`${path}: ${shifts.join(' | ')}`)
        }
        // On a tablet the text is as wide as its lines may be.
        const size = page.viewportSize() ?? { width: 0, height: 0 }
        await page.setViewportSize({ width: 768, height: 1024 })
        await page.goto('/terms')
        await page.evaluate(() => document.fonts.ready)
        const text = await shiftsOf(page)
        if (text.shifted > LIMIT) moved.push(`/terms, 768 px: ${text.shifts.join(' | ')}`)
        await page.unroute('**/*.woff2')
        await page.setViewportSize(size)
        await page.goto('/')
        await page.locator('.frow .chip').nth(1).click()
        await page.waitForURL('**/?category=*')
        await page.waitForFunction(() => !document.getElementById('calendar')?.hasAttribute('aria-busy'))
        const { shifted, shifts } = await shiftsOf(page)
        if (shifted > LIMIT) moved.push(`narrowed: ${shifts.join(' | ')}`)
      },
      device,
    )
    expect(moved.join('\n')).toBe('')
  })

  it('text of twice the size is not clipped and nothing scrolls sideways, on home and feature', async () => {
    await visit(
      '/',
      async (page) => {
        for (const path of ['/', '/booking/features/1', '/?q=qqqqqq']) {
          await page.goto(path)
          await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
          const clipped = await page.evaluate(() =>
            [...document.querySelectorAll<HTMLElement>('main *, header *')]
              .filter((one) => one.offsetWidth > 1 && !one.matches('svg *, .vh, .vh *'))
              .filter((one) => {
                const { overflowX, overflowY } = getComputedStyle(one)
                const hides = (how: string) => how === 'hidden' || how === 'clip'
                return (
                  (hides(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
                  (hides(overflowY) && one.scrollHeight > one.clientHeight + 1)
                )
              })
              .filter((one) => one.innerText.trim() !== '')
              .map((one) => one.className || one.tagName),
          )
          expect([path, ...clipped]).toEqual([path])
          const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
          expect([path, sideways]).toEqual([path, 0])
        }
      },
      device,
    )
  })

  it('without colours of its own the chosen day is told by its edge', async () => {
    await visit(
      '/',
      async (page) => {
        await page.emulateMedia({ forcedColors: 'active' })
        const edges = await page
          .locator('.dates a')
          .evaluateAll((days) => days.map((day) => getComputedStyle(day).outlineStyle === 'solid' && day.hasAttribute('aria-current')))
        expect(edges.filter(Boolean)).toHaveLength(1)
        expect(edges[0]).toBe(true)
      },
      device,
    )
  })

  it('the console stays silent through pictures that grow, cut short by a second press and by going back', async () => {
    await visit(
      '/booking',
      async (page) => {
        const complaints = complaintsOf(page)
        await page.goto('/booking')
        const links = page.locator('.feature-card h3 a')
        await links.nth(0).click({ modifiers: ['Control'] })
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- A press that waits for its page is never cut short.
        await links.nth(1).click({ noWaitAfter: true })
        await page.waitForURL('**/booking/features/*')
        await page.goBack()
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- A press that waits for its page is never cut short.
        await links.nth(2).click({ noWaitAfter: true })
        await page.waitForURL('**/booking/features/*')
        await page.goto('/')
        await page.locator('.ev-row h3 a').first().click()
        await page.waitForURL('**/booking/features/*')
        await page.reload()
        await page.goBack()
        await page.locator('.ev-row').first().waitFor()
        expect(complaints).toEqual([])
      },
      { ...device, reducedMotion: 'no-preference' },
    )
  })

  it('says from 300 ms on that the next page is on its way', async () => {
    await visit(
      '/',
      async (page) => {
        let release = (): void => undefined
        const held = new Promise<void>((resolve) => (release = resolve))
        await page.route('**/booking/features/*', async (route) => held.then(() => route.continue()))
        await page.route('**/sign-seen', async (route) => {
          release()
          await route.fulfill({ status: 204 })
        })
        await page.evaluate(() => {
          const sign = document.getElementById('page-progress')
          if (sign) new MutationObserver(() => void fetch('/sign-seen')).observe(sign, { attributes: true })
          document.querySelector<HTMLAnchorElement>('.ev-row h3 a')?.click()
        })
        await page.waitForURL('**/booking/features/*')
        expect(await page.getByRole('progressbar').count()).toBe(0)
      },
      device,
    )
  })
})
