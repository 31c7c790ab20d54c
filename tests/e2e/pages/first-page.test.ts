import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { visit } from '#tests/support/browser/pages.ts'

const sheets = (page: Page) => page.locator('head link[rel=stylesheet]:not([media=print])').count()
const kept = (page: Page) => page.locator('head link[rel=prefetch][as=style], head link[rel=stylesheet][media=print]').count()

it.each(['/', '/order/1'])(
  'the first page that somebody opens needs no other file to be drawn, and the next finds its style sheets fetched: %s',
  async (path) => {
    await visit('/terms', async (page) => {
      await page.context().clearCookies()
      const asked: string[] = []
      page.on('request', (request) => asked.push(`${request.resourceType()} ${new URL(request.url()).pathname}`))
      const refused: string[] = []
      page.on('console', (line) => refused.push(...(/Content.Security.Policy/i.test(line.text()) ? [line.text()] : [])))
      await page.addInitScript(() => {
        addEventListener('DOMContentLoaded', () => (window.linkedAtFirst = document.querySelectorAll('link[rel=stylesheet]').length))
      })
      await page.goto(path)
      expect([await sheets(page), await page.evaluate(() => window.linkedAtFirst)]).toEqual([0, 0])
      const drawn = () =>
        page.evaluate(() => ['body', '.site-head', 'h1'].map((css) => getComputedStyle(document.querySelector(css) ?? document.body).font))
      const first = await drawn()
      await expect.poll(() => kept(page)).toBeGreaterThan(5)
      await page.reload()
      expect(await sheets(page)).toBeGreaterThan(5)
      expect(await drawn()).toEqual(first)
      expect(refused).toEqual([])
    })
  },
)

it.each(['/', '/booking', '/booking/features/1', '/mini-site/desert-voices'])(
  'the rules that a first page carries draw each of its elements as all rules do, on a phone and on a desk: %s',
  async (path) => {
    await visit('/terms', async (page) => {
      await page.context().clearCookies()
      await page.goto(path)
      expect(await page.locator('style[data-part]').count()).toBe(1)
      await expect.poll(() => kept(page)).toBeGreaterThan(5)
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        const first = await page.evaluate(stylesOfAll)
        await page.reload()
        expect(await page.locator('style[data-part]').count()).toBe(0)
        const again = await page.evaluate(stylesOfAll)
        expect(first.length).toBeGreaterThan(50)
        expect(first.filter((one, at) => one !== again[at])).toEqual([])
        await page.context().clearCookies()
        await page.goto(path)
      }
    })
  },
)

it('what a script adds to a first page has its styles at once: all of them apply in place of the part', async () => {
  await visit('/terms', async (page) => {
    await page.context().clearCookies()
    await page.goto('/')
    await expect.poll(() => kept(page)).toBeGreaterThan(5)
    expect(await sheets(page)).toBe(0)
    await page.fill('#q', 'אין דבר כזה')
    await page.press('#q', 'Enter')
    const empty = page.locator('.empty-state')
    await empty.waitFor()
    expect(await empty.evaluate((element) => getComputedStyle(element).display)).toBe('grid')
    expect(await sheets(page)).toBeGreaterThan(5)
    await expect.poll(() => page.locator('style[data-part]').count()).toBe(0)
  })
})

declare global {
  interface Window {
    /** Style sheets that the page linked to when it had been read. */
    linkedAtFirst: number
  }
}

/** In the page: how each of its elements is drawn, in their order. Lengths that depend on whether fonts have arrived are left out. */
function stylesOfAll(): string[] {
  const box = [
    'display',
    'position',
    'z-index',
    'opacity',
    'visibility',
    'overflow',
    'padding',
    'margin',
    'border',
    'border-radius',
    'box-shadow',
  ]
  const inside = [
    'font',
    'color',
    'background-color',
    'background-image',
    'text-align',
    'text-decoration-line',
    'white-space',
    'fill',
    'stroke',
  ]
  const place = [
    'gap',
    'flex',
    'align-items',
    'justify-content',
    'grid-row',
    'order',
    'min-block-size',
    'max-inline-size',
    'pointer-events',
  ]
  const names = [...box, ...inside, ...place]
  return [...document.querySelectorAll('body, body *:not(script)')].map((element) => {
    const style = getComputedStyle(element)
    const before = getComputedStyle(element, '::before').content + getComputedStyle(element, '::after').content
    return `${element.tagName}.${element.getAttribute('class') ?? ''} ${names.map((name) => style.getPropertyValue(name)).join(';')} ${before}`
  })
}
