import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { boughtBefore, newPerson } from '#tests/support/browser/personal-area.ts'
import { joinShopDatabase } from '#tests/support/browser/shop-database.ts'
import { asShopper, DESK, PHONE } from '#tests/support/browser/shopper.ts'

const HOUR = 3_600_000

let path: string
let startsAt: number

beforeAll(async () => {
  await joinShopDatabase()
  const resId = await boughtBefore(await newPerson(), 5, 3)
  const { rows } = await database().query<{ documentKey: string; startsAt: Date }>(
    `SELECT document_key AS "documentKey", starts_at AS "startsAt" FROM orders JOIN order_seat USING (order_id) JOIN presentation USING (presentation_id)
     WHERE reservation_identifier = $1`,
    [resId],
  )
  path = `/edocument/${rows[0]?.documentKey ?? ''}`
  startsAt = rows[0]?.startsAt.getTime() ?? 0
})
/** Counts how often the page has asked for the screen to stay on. */
async function countWakeLocks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { asked: 0 })
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: () => {
          Object.assign(window, { asked: (window as unknown as { asked: number }).asked + 1 })
          return Promise.resolve({})
        },
      },
    })
  })
  return () => page.evaluate(() => (window as unknown as { asked: number }).asked)
}

/** Which ticket's code is whole in the window. */
function shownTicket(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.e-ticket .box')].flatMap((box, index) => {
      const { left, right, top, bottom } = box.getBoundingClientRect()
      return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight ? [index + 1] : []
    }),
  )
}

describe('the electronic ticket on a phone', () => {
  it('opens with its code: as wide as the screen, black on white in the dark too, before every fact and button', async () => {
    await asShopper(browser, origin, { ...PHONE, colorScheme: 'dark' }, async ({ page }) => {
      await page.goto(path)
      expect(await shownTicket(page)).toEqual([1])
      const look = await page
        .locator('.e-ticket .box')
        .first()
        .evaluate((box) => {
          const [ground, dots] = box.querySelectorAll('path')
          const first = document.querySelector('.e-ticket .facts, .e-document .actions')
          return {
            width: box.getBoundingClientRect().width / innerWidth,
            around: getComputedStyle(box.parentElement ?? box).backgroundColor,
            colours: [ground?.getAttribute('fill'), dots?.getAttribute('fill')],
            isBeforeFacts: first !== null && first.getBoundingClientRect().top > box.getBoundingClientRect().bottom,
          }
        })
      expect(look.width).toBeGreaterThan(0.8)
      expect(look).toMatchObject({ around: 'rgb(255, 255, 255)', colours: ['#ffffff', '#000000'], isBeforeFacts: true })
      await expectAccessible(page, 'e-ticket')
    })
  })

  it('shows one ticket a screen: a swipe, the pager and the keyboard lead to the next', async () => {
    await asShopper(browser, origin, PHONE, async ({ page }) => {
      await page.goto(path)
      const [next, previous] = [page.getByRole('button', { name: 'הכרטיס הבא' }), page.getByRole('button', { name: 'הכרטיס הקודם' })]
      expect(await previous.isDisabled()).toBe(true)
      await page.locator('[data-slides]').evaluate((list) => list.scrollBy({ left: -list.clientWidth }))
      await expect.poll(() => shownTicket(page)).toEqual([2])
      await next.tap()
      await expect.poll(() => shownTicket(page)).toEqual([3])
      await expect.poll(() => next.isDisabled()).toBe(true)
      expect(await page.locator('.pager [aria-current]').innerText()).toBe('3')
      await page.locator('.pager a').first().focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => shownTicket(page)).toEqual([1])
      const sizes = await page
        .locator('.pager :is(a, button)')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height))
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
    })
  })

  it('tells which ticket is shown also when a wide window, which shows all of them, becomes narrow', async () => {
    await asShopper(browser, origin, DESK, async ({ page }) => {
      await page.goto(path)
      for (const width of [1440, 390, 1440, 390]) await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => shownTicket(page)).toEqual([1])
      await expect.poll(() => page.locator('.pager [aria-current]').innerText()).toBe('1')
      await page.getByRole('button', { name: 'הכרטיס הבא' }).click()
      await expect.poll(() => page.locator('.pager [aria-current]').innerText()).toBe('2')
    })
  })

  it('fills no tablet with its code', async () => {
    await asShopper(browser, origin, { viewport: { width: 768, height: 1024 } }, async ({ page }) => {
      await page.goto(path)
      const box = await page.locator('.e-ticket .box').first().boundingBox()
      expect(box?.width).toBeGreaterThan(300)
      expect(box?.width).toBeLessThanOrEqual(420)
    })
  })

  it.each([
    ['an hour before the start', () => startsAt - HOUR, 1],
    ['two days before', () => startsAt - 48 * HOUR, 0],
  ])('keeps the screen on when the ticket is due: %s', async (_, now, wanted) => {
    await asShopper(browser, origin, PHONE, async ({ page }) => {
      const asked = await countWakeLocks(page)
      await page.clock.setFixedTime(now())
      await page.goto(path)
      await expect.poll(asked).toBe(wanted)
      // Coming back from another app, the browser has taken the lock away.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect.poll(asked).toBe(2 * wanted)
    })
  })
})

it('on a wide screen all tickets stand below each other, and nothing scrolls by keys that has nothing to scroll', async () => {
  await asShopper(browser, origin, DESK, async ({ page }) => {
    await page.goto(path)
    expect(await page.locator('.e-ticket').count()).toBe(3)
    const tops = await page.locator('.e-ticket').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect([...tops].sort((one, other) => one - other)).toEqual(tops)
    expect(new Set(tops).size).toBe(3)
    expect(await page.locator('.pager').isVisible()).toBe(false)
    expect(await page.locator('[data-slides]').getAttribute('tabindex')).toBeNull()
  })
})

it('does without script: every ticket is reached by its link', async () => {
  await asShopper(browser, origin, { ...PHONE, javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(path)
    await page.getByRole('link', { name: 'כרטיס 3 מתוך 3' }).tap()
    expect(new URL(page.url()).hash).toBe('#ticket-3')
    expect(await page.getByRole('button', { name: 'הכרטיס הבא' }).count()).toBe(0)
  })
})

it('prints every ticket whole, dark on white, from a phone in the dark too, without what is pressed', async () => {
  await asShopper(browser, origin, { ...PHONE, colorScheme: 'dark' }, async ({ page }) => {
    await page.context().addCookies([{ name: 'theme', value: 'dark', url: origin }])
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
    const width = await page.evaluate(() => innerWidth)
    const boxes = await page
      .locator('.e-ticket .box')
      .evaluateAll((all) => all.map((box) => box.getBoundingClientRect().toJSON() as DOMRect))
    expect(boxes).toHaveLength(3)
    for (const { left, right } of boxes) expect([left >= 0, right <= width]).toEqual([true, true])
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(3)
    const lightest = async (parts: string) => {
      const colours = await page.locator(parts).evaluateAll((all) => all.map((part) => getComputedStyle(part).color))
      return Math.max(...colours.flatMap((colour) => [...colour.matchAll(/\d+/g)].slice(0, 3).map(Number)))
    }
    for (const parts of ['.e-ticket h2', '.e-ticket .facts dd', '.e-ticket .qr .place', '.e-document .kv dd'])
      expect(await lightest(parts), parts).toBeLessThan(120)
    for (const pressed of ['.site-head', '.foot', '.pager', '.actions'])
      expect(await page.locator(pressed).first().isVisible(), pressed).toBe(false)
  })
})
