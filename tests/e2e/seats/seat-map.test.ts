import type { BrowserContextOptions, Page, Route } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { allAxeComplaints } from '#tests/support/browser/axe.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { isOpenForLong } from '#tests/support/seats/showings.ts'
import { StoredCarts } from '#tests/support/browser/stored-carts.ts'

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

interface Listed {
  readonly id: number
  readonly seatingMode: string
  readonly seatplanId: number
  readonly available: number
  readonly saleState: string
  readonly dateTime: string
}
interface Plan {
  readonly sections: Readonly<
    Record<string, { readonly seats: readonly (readonly [number, number, number, number, number, string, number[]])[] }>
  >
}

let listed: readonly Listed[]
beforeAll(async () => {
  const answer = (await (await fetch(`${origin}/api/presentations/?featureIds=`)).json()) as { presentations: Listed[] }
  listed = answer.presentations.filter(isOpenForLong)
})
/** A presentation that no other test of this file uses. */
function take(isWanted: (one: Listed) => boolean): number {
  const found = listed.find(isWanted)
  if (!found) throw new Error('the demo catalogue has no such presentation')
  listed = listed.filter((one) => one !== found)
  return found.id
}
const isTheatre = ({ seatingMode, available }: Listed) => seatingMode === 'reserved' && available >= 500 && available < 700

async function visit(id: number, work: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options })
  try {
    const page = await context.newPage()
    await page.goto(`${origin}/order/${id}`)
    await page.locator('.seclist').waitFor()
    await work(page)
  } finally {
    await context.close()
  }
}

async function planOf(id: number): Promise<Plan> {
  const { presentation } = (await (await fetch(`${origin}/api/presentations/${id}`)).json()) as {
    presentation: { seatplanId: number; venueId: number }
  }
  const query = new URLSearchParams({ seatplanId: String(presentation.seatplanId), venueId: String(presentation.venueId) })
  return ((await (await fetch(`${origin}/api/seats/seatplan?${query.toString()}`)).json()) as { seatplan: Plan }).seatplan
}

/** Scale of the map on the screen, and where plan coordinates are drawn. */
const scaleOf = (page: Page) => page.locator('svg.map > g').evaluate((root: SVGGElement) => root.getScreenCTM()?.a ?? 0)
const pointOf = (page: Page, x: number, y: number) =>
  page.locator('svg.map > g').evaluate(
    (root: SVGGElement, [planX, planY]) => {
      const matrix = root.getScreenCTM()
      return matrix ? ([matrix.a * planX + matrix.e, matrix.d * planY + matrix.f] as const) : ([0, 0] as const)
    },
    [x, y] as const,
  )

describe('the seat map', () => {
  it('R2.64 can be zoomed in, zoomed out and reset', async () => {
    await visit(take(isTheatre), async (page) => {
      const whole = await scaleOf(page)
      await page.getByRole('button', { name: 'התקרבות' }).click()
      await expect.poll(() => scaleOf(page)).toBeCloseTo(whole * 1.5, 3)
      await page.getByRole('button', { name: 'התקרבות' }).click()
      await page.getByRole('button', { name: 'התרחקות' }).click()
      await expect.poll(() => scaleOf(page)).toBeCloseTo(whole * 1.5, 3)
      await page.getByRole('button', { name: 'הצגת כל האולם' }).click()
      await expect.poll(() => scaleOf(page)).toBeCloseTo(whole, 3)
    })
  })

  it('R2.40 R6.3 a press locks a seat, another frees it', async () => {
    const id = take(isTheatre)
    const [x, y] = Object.values((await planOf(id)).sections)[0]?.seats[40]?.slice(2, 4) ?? [0, 0]
    await visit(id, async (page) => {
      const at = await pointOf(page, Number(x), Number(y))
      await page.mouse.click(...at)
      await expect.poll(() => page.locator('.tray li').count()).toBe(1)
      await expect.poll(() => page.locator('p[role=status]').first().innerText()).toMatch(/נבחר. סך הכול/)
      await page.reload()
      await page.locator('.tray li').waitFor()
      await page.mouse.click(...(await pointOf(page, Number(x), Number(y))))
      await expect.poll(() => page.locator('.tray li').count()).toBe(0)
    })
  })

  it('is one tab stop for the keyboard, and right is right in the hall', async () => {
    await visit(take(isTheatre), async (page) => {
      await page.locator('.map-go').focus()
      await page.keyboard.press('Tab')
      const cell = page.locator('[role=gridcell]:focus')
      const xOf = async () => Number(await page.locator('#focus-ring').getAttribute('cx'))
      expect(await cell.getAttribute('aria-label')).toMatch(/^שורה \d+, מושב \d+, פנוי.*₪\d+/)
      const before = await xOf()
      await page.keyboard.press('ArrowRight')
      expect(await xOf()).toBeGreaterThan(before)
      await page.keyboard.press('ArrowLeft')
      expect(await xOf()).toBe(before)
      await page.keyboard.press('Space')
      await expect.poll(() => cell.getAttribute('aria-selected')).toBe('true')
      expect(await page.locator('[role=gridcell][tabindex="0"]').count()).toBe(1)
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('התקרבות')
    })
  })

  it('tells who came too late, and offers the nearest seat', async () => {
    const id = take(isTheatre)
    const [x, y] = Object.values((await planOf(id)).sections)[0]?.seats[60]?.slice(2, 4) ?? [0, 0]
    const press = async (page: Page) => page.mouse.click(...(await pointOf(page, Number(x), Number(y))))
    await visit(id, async (late) => {
      // Somebody else is quicker between the press and the lock.
      const beQuicker = async (route: Route) => {
        await visit(id, async (early) => {
          await press(early)
          await early.locator('.tray li').waitFor()
          await expect.poll(() => early.locator('p[role=status]').first().innerText()).toMatch(/נבחר/)
        })
        await route.continue()
      }
      await late.route('**/lock-seat*', beQuicker, { times: 1 })
      await press(late)
      await late.getByRole('dialog').waitFor()
      const offers = late.getByRole('dialog').getByRole('button', { name: /^לקחת את/ })
      expect(await offers.count()).toBeGreaterThan(1)
      expect(await late.locator('.tray li').count()).toBe(0)
      await late
        .getByRole('button', { name: /^לקחת את/ })
        .first()
        .click()
      await expect.poll(() => late.locator('.tray li').count()).toBe(1)
      expect(await late.getByRole('dialog').count()).toBe(0)
    })
  })

  it('opens on a phone close enough for a thumb, and comes to 44 px', async () => {
    const id = take(isTheatre)
    const [first, second] = Object.values((await planOf(id)).sections)[0]?.seats ?? []
    const pitch = Math.hypot((first?.[2] ?? 0) - (second?.[2] ?? 0), (first?.[3] ?? 0) - (second?.[3] ?? 0))
    await visit(
      id,
      async (page) => {
        expect((await scaleOf(page)) * pitch).toBeGreaterThanOrEqual(26)
        for (let step = 0; step < 6; step++) await page.getByRole('button', { name: 'התקרבות' }).tap()
        await expect.poll(async () => (await scaleOf(page)) * pitch).toBeGreaterThanOrEqual(44)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
        await page.getByRole('button', { name: 'הצגת כל האולם' }).tap()
        await page.getByRole('button', { name: 'התקרבות' }).tap()
        await page.getByRole('button', { name: 'התקרבות' }).tap()
        const small = page.locator('.minimap')
        await expect.poll(() => small.isVisible()).toBe(true)
        const corner = (await small.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
        const stage = (await page.locator('.stage-l').boundingBox()) ?? corner
        const [x, y] = [195, 500]
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(x + corner.x - stage.x, y + corner.y + corner.height / 2 - stage.y, { steps: 5 })
        await page.mouse.up()
        // The name of the stage is read where the small map was.
        await expect.poll(() => small.isVisible()).toBe(false)
      },
      PHONE,
    )
  })
})

describe('the list', () => {
  it('R6.3 sells seats without the map', async () => {
    await visit(take(isTheatre), async (page) => {
      await page.locator('.seclist summary').first().click()
      const seat = page.locator('.sbtn').first()
      expect(await seat.boundingBox()).toMatchObject({ width: 44, height: 44 })
      await seat.click()
      await expect.poll(() => page.locator('.tray li').count()).toBe(1)
      expect(await seat.getAttribute('aria-pressed')).toBe('true')
    })
  })

  it('sells places by number, and keeps them over a reload', async () => {
    await visit(
      take(({ seatingMode }) => seatingMode === 'multiGA'),
      async (page) => {
        const carts = new StoredCarts(page)
        const more = page.locator('.ga-place').first().getByRole('button').last()
        for (const count of [1, 2, 3]) {
          await more.click()
          await expect.poll(() => page.locator('.ga-place [aria-live]').first().innerText()).toBe(String(count))
        }
        await carts.have(3)
        await page.reload()
        await expect.poll(() => page.locator('.ga-place [aria-live]').first().innerText()).toBe('3')
      },
      PHONE,
    )
  })
})

describe('axe is silent', () => {
  it.each(['light', 'dark'] as const)('on the seat step, %s', async (colorScheme) => {
    for (const isWanted of [isTheatre, ({ seatingMode }: Listed) => seatingMode === 'mixed']) {
      await visit(
        take(isWanted),
        async (page) => {
          expect(await allAxeComplaints(page)).toEqual([])
        },
        { colorScheme },
      )
    }
  })
})
