import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { shiftsOf, watchShifts } from '#tests/support/browser/layout-shifts.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

const MOST_SHIFT = 0.02

async function expectCalm(page: Page, where: string): Promise<void> {
  const { shifted, shifts } = await shiftsOf(page)
  expect.soft(shifted, `${where}: ${shifts.join(' | ')}`).toBeLessThanOrEqual(MOST_SHIFT)
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

  it('the step that one is at, and what is off, differ in the colours of the system too', async () => {
    await visit({ ...DESK, forcedColors: 'active' }, async (shopper) => {
      const { page } = shopper
      const looks = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((one) => {
            const { backgroundColor, borderBlockEndWidth, outlineStyle } = getComputedStyle(one)
            // What is transparent looks as the page behind it does.
            const ground = getComputedStyle(document.body).backgroundColor
            return [/, 0\)$/.test(backgroundColor) ? ground : backgroundColor, borderBlockEndWidth, outlineStyle].join()
          })
      await page.goto(`/order/${String(THEATRE)}`)
      expect(await looks('.steps li[aria-current] .n')).not.toBe(await looks('.steps li:not([aria-current]) .n'))
      await page.locator('#best-quantity').fill('1')
      const signOf = (isOff: boolean) =>
        page
          .locator(`.stepper button[aria-disabled=${String(isOff)}]`)
          .first()
          .evaluate((one) => getComputedStyle(one).color)
      expect(await signOf(true)).not.toBe(await signOf(false))
      await page.goto('/')
      expect(await looks('.dates a[aria-current]')).not.toBe(await looks('.dates a:not([aria-current])'))
    })
  })
})

describe.each([
  ['a phone', PHONE],
  ['a desk', DESK],
])('in the colours of the system and without motion, on %s', (_where, options) => {
  it('a held seat differs from a free one, on the map and in the list, and nothing moves by itself', async () => {
    await visit({ ...options, forcedColors: 'active', reducedMotion: 'reduce' }, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      const outlineOf = (pressed: boolean) =>
        page
          .locator(`.sbtn[aria-pressed=${String(pressed)}]`)
          .first()
          .evaluate((one) => getComputedStyle(one).outlineStyle)
      expect([await outlineOf(true), await outlineOf(false)]).toEqual(['solid', 'none'])
      const fills = await page.locator('#map').evaluate((map) => {
        const style = getComputedStyle(map)
        return ['selected', 'default'].map((state) => style.getPropertyValue(`--seat-${state}-fill`))
      })
      expect(new Set(fills).size).toBe(2)
      expect(fills[0]).toMatch(/Highlight/i)
      const moving = () =>
        page.evaluate(() =>
          document.getAnimations().flatMap(({ effect, playState }) => {
            const { duration, iterations } = effect?.getComputedTiming() ?? {}
            return playState === 'running' && (Number(duration) > 10 || iterations === Infinity) ? [String(duration)] : []
          }),
        )
      expect(await moving()).toEqual([])
      await shopper.toTickets()
      expect(await moving()).toEqual([])
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
      // A press before may still lead elsewhere, and cuts this short.
      const arriveAt = (path: string) =>
        expect
          .poll(() =>
            page.goto(path).then(
              () => true,
              () => false,
            ),
          )
          .toBe(true)
      for (let turn = 0; turn < 4; turn += 1) {
        await arriveAt('/booking')
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- A press that waits for its page is never cut short.
        await page.locator('a[href^="/booking/features/"]').first().click({ noWaitAfter: true })
        await page.goto('/terms').catch(() => undefined)
        await page.goBack().catch(() => null)
      }
      await arriveAt('/')
    })
  })
})
