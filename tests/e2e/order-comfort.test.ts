import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { DESK, PHONE, type Shopper } from '#tests/support/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/theatre.ts'

openTheatre()

const MOST_SHIFT = 0.02

/** Adds up what jumps under the eyes without having been asked to. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const all: string[] = []
    Object.assign(globalThis, { shifts: all, shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        Object.assign(globalThis, { shifted: (globalThis as unknown as { shifted: number }).shifted + entry.value })
        all.push(
          `${entry.value.toFixed(3)} ${entry.sources.map(({ node }) => (node instanceof Element ? node.tagName + '.' + node.className : '')).join(' ')}`,
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function expectCalm(page: Page, where: string): Promise<void> {
  const { shifted, shifts } = await page.evaluate(() => {
    const { shifted, shifts } = globalThis as unknown as { shifted: number; shifts: string[] }
    return { shifted, shifts }
  })
  expect.soft(shifted, `${where}: ${shifts.join(' | ')}`).toBeLessThanOrEqual(MOST_SHIFT)
}

/** Text that its own box cuts off, or a page that scrolls sideways. */
async function clippedTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth)
      found.push(`sideways ${String(document.documentElement.scrollWidth)}`)
    for (const one of document.querySelectorAll<HTMLElement>('body *')) {
      if (!one.checkVisibility() || one.closest('.vh, .skip, svg, .map-box, .poster, .map-layers')) continue
      const { overflowX, overflowY } = getComputedStyle(one)
      // The perforation of a ticket is cut by its edge on purpose.
      if (one.clientWidth < 2 || one.matches('.ticket')) continue
      const hides = (value: string) => value === 'hidden' || value === 'clip'
      const isCut =
        (hides(overflowX) && one.scrollWidth > one.clientWidth + 1) || (hides(overflowY) && one.scrollHeight > one.clientHeight + 1)
      if (isCut && one.innerText.trim() !== '') found.push(`${one.tagName}.${one.className}: ${one.innerText.slice(0, 30)}`)
    }
    return found
  })
}

async function inTwiceTheSize(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
}

async function throughTheOrder(shopper: Shopper, at: (where: string) => Promise<void>): Promise<void> {
  await shopper.openOrder(THEATRE)
  await shopper.takeFromList(2)
  await at('seats')
  await shopper.toTickets()
  await at('tickets')
  await shopper.toProducts()
  await at('products')
  await shopper.toDetails()
  await at('details')
  await shopper.fillDetails()
  await shopper.toPayment()
  await at('payment')
  await shopper.payBy()
  await shopper.confirmed()
  await at('confirmation')
}

describe.each([
  ['a phone', PHONE],
  ['a desk', DESK],
])('an order on %s', (_where, options) => {
  it('does not jump under the eyes, on any of its pages', { timeout: 120_000 }, async () => {
    await visit(options, async (shopper) => {
      await watchShifts(shopper.page)
      await throughTheOrder(shopper, (where) => expectCalm(shopper.page, where))
    })
  })

  it('cuts no text off where letters are twice as big', { timeout: 120_000 }, async () => {
    await visit({ ...options, viewport: { width: options === PHONE ? 390 : 1440, height: 900 } }, async (shopper) => {
      await inTwiceTheSize(shopper.page)
      await throughTheOrder(shopper, async (where) => {
        expect.soft(await clippedTexts(shopper.page), where).toEqual([])
      })
    })
  })
})

describe('the column beside the work, on a desk 900 px high', () => {
  async function expectInView(shopper: Shopper): Promise<void> {
    const { page } = shopper
    for (const part of [page.locator('aside .tot dd'), shopper.goOn]) {
      const box = await part.boundingBox()
      expect((box?.y ?? -1) >= 68 && (box?.y ?? 0) + (box?.height ?? 0) <= 900).toBe(true)
    }
  }

  it('always shows the total and the way on, and nothing slides over its neighbour', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(7)
      for (const top of [0, 300, 5_000]) {
        await page.evaluate((to) => scrollTo(0, to), top)
        await expectInView(shopper)
        const overlap = await page.evaluate(() => {
          const [sum, best] = ['aside .sum', 'aside .best-card'].map((one) => document.querySelector(one)?.getBoundingClientRect())
          return sum && best ? sum.bottom - best.top : -1
        })
        expect(overlap).toBeLessThanOrEqual(0)
      }
      await page.evaluate(() => scrollTo(0, 0))
      await shopper.toTickets()
      await expectInView(shopper)
      await page.evaluate(() => scrollTo(0, 5_000))
      await expectInView(shopper)
    })
  })

  it('the step that one is at differs in the colours of the system too', async () => {
    await visit({ ...DESK, forcedColors: 'active' }, async (shopper) => {
      const { page } = shopper
      const looks = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((one) => {
            const { backgroundColor, borderBlockEndWidth, outlineStyle } = getComputedStyle(one)
            return [backgroundColor, borderBlockEndWidth, outlineStyle].join()
          })
      await page.goto(`/order/${String(THEATRE)}`)
      expect(await looks('.steps li[aria-current] .n')).not.toBe(await looks('.steps li:not([aria-current]) .n'))
      await page.goto('/')
      expect(await looks('.dates a[aria-current]')).not.toBe(await looks('.dates a:not([aria-current])'))
    })
  })
})

describe('a press before the page is alive', () => {
  it('is not lost, and sends no form by itself', async () => {
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      let open: () => void = () => undefined
      const gate = new Promise<void>((resolve) => {
        open = resolve
      })
      await page.route(/_astro\/(client|Checkout)[^/]*\.js/, async (route) => {
        await gate
        await route.continue()
      })
      await page.goto('/booking/checkout', { waitUntil: 'commit' })
      const button = page.locator('.bar .btn.primary')
      await button.waitFor()
      await page.waitForFunction(
        () => performance.getEntriesByType('resource').some(({ name }) => /Shell/.test(name)) || document.readyState !== 'loading',
      )
      await button.tap()
      await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
      open()
      await page
        .getByText('שדה חובה')
        .first()
        .waitFor()
        .catch(() => undefined)
      await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBeGreaterThan(0)
      expect(new URL(page.url()).search).toBe('')
    })
  })
})

describe('a transition between pages that is cut short', () => {
  it('is no error', async () => {
    await visit({ ...PHONE, reducedMotion: 'no-preference' }, async (shopper) => {
      const { page } = shopper
      for (let turn = 0; turn < 4; turn += 1) {
        await page.goto('/booking')
        await page.locator('a[href^="/booking/features/"]').first().click({ noWaitAfter: true })
        await page.goto('/terms').catch(() => undefined)
        await page.goBack().catch(() => null)
      }
      await page.goto('/')
    })
  })
})
