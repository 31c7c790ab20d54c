import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { shopOrigin } from '#tests/support/browser/own-shop.ts'
import { letHoldEndIn } from '#tests/support/browser/shop-database.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'
import { openShowings } from '#tests/support/seats/showings.ts'

openTheatre()

const callout = (page: Page): Locator => page.locator('.callout')

/** Whether it stands on the map, wholly above the bar. */
async function expectAboveBar(page: Page): Promise<void> {
  const seen = async () => {
    const [box, bar, map] = await Promise.all([callout(page), page.locator('.bar'), page.locator('#map')].map((one) => one.boundingBox()))
    if (!box || !bar || !map) return 'not there'
    if (box.y + box.height > bar.y) return 'behind the bar'
    return box.y >= map.y && box.x >= map.x && box.x + box.width <= map.x + map.width ? 'on the map' : 'beside the map'
  }
  await expect.poll(seen).toBe('on the map')
}

/** The middle of something that moves, as soon as it has stood still for ten frames. */
function restingMiddle(part: Locator): Promise<[number, number]> {
  return part.evaluate(async (element): Promise<[number, number]> => {
    let at = new DOMRect()
    for (let still = 0; still < 10; still++) {
      await new Promise(requestAnimationFrame)
      const { x, y, width, height } = element.getBoundingClientRect()
      if (x !== at.x || y !== at.y || width !== at.width || height !== at.height) still = 0
      at = new DOMRect(x, y, width, height)
    }
    return [at.x + at.width / 2, at.y + at.height / 2]
  })
}

/** Eight seats, as many as the theatre sells at once. */
async function takeEight(page: Page): Promise<void> {
  await page.locator('.map-best').tap()
  await page.locator('.numbers label', { hasText: '8' }).tap()
  await page.locator('.best-sheet .btn.primary').tap()
  await page.locator('.best-told').waitFor()
}

const freeCells = (page: Page): Locator => page.locator('[role=gridcell][aria-selected=false][aria-disabled=false]')

describe('words about a seat on a phone', () => {
  it('R5.8 say beside it that the limit is reached, once aloud, and one press swaps', async () => {
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await takeEight(page)
      await shopper.expectChosen(8)
      const first = await page.locator('aside .tray b').first().textContent()
      const wanted = freeCells(page).first()
      const name = (await wanted.getAttribute('data-seat')) ?? ''
      await wanted.dispatchEvent('click')
      await expectAboveBar(page)
      expect(await callout(page).locator('p').innerText()).toMatch(/^שורה \d+, מושב \d+: אי אפשר לבחור יותר מ־8 מושבים\. להחליף אחד\?$/)
      await expect.poll(() => page.getByRole('status').filter({ hasText: 'להחליף אחד' }).count()).toBe(1)
      await callout(page).getByRole('button', { name: 'להחליף', exact: true }).tap()
      await expect.poll(() => page.locator(`[data-seat="${name}"]`).getAttribute('aria-selected')).toBe('true')
      await shopper.expectChosen(8)
      expect(await page.locator('aside .tray b').allTextContents()).not.toContain(first)
      await expect.poll(() => callout(page).count()).toBe(0)
    })
  })

  it('say that the connection is lost, and the press there takes the seat', async () => {
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await page.route('**/api/seats/lock-seat*', (route) => route.abort())
      await freeCells(page).first().dispatchEvent('click')
      await expectAboveBar(page)
      await page.unroute('**/api/seats/lock-seat*')
      await callout(page).getByRole('button', { name: 'לנסות שוב' }).tap()
      await shopper.expectChosen(1)
      await expect.poll(() => callout(page).count()).toBe(0)
    })
  })

  it('count down by the server how long one waits after a hold that ran out', async () => {
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await freeCells(page).first().dispatchEvent('click')
      await shopper.expectChosen(1)
      await page.getByRole('timer').waitFor()
      await letHoldEndIn(0, await shopper.uuid)
      await page.reload()
      await freeCells(page).first().waitFor({ state: 'attached' })
      // The shop may hear of the end of the hold after the page was opened, which then tells of the lost seat first.
      await shopper.expectChosen(0)
      await freeCells(page).nth(3).dispatchEvent('click')
      await expectAboveBar(page)
      await expect.poll(() => callout(page).locator('.wait').innerText()).toMatch(/^אפשר לבחור שוב בעוד 00:[1-5]\d$/)
    })
  })
})

describe('the map on a wide screen', () => {
  it('tells of the seat under the pointer and under the keyboard, clear of its neighbours, as it is at this moment', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await page.locator('.map-go').focus()
      await page.keyboard.press('Tab')
      const tip = page.locator('.seat-tip')
      await tip.waitFor()
      const [ring, box] = [await page.locator('#focus-ring').boundingBox(), await tip.boundingBox()]
      const gap = ring && box && (box.y > ring.y ? box.y - ring.y - ring.height : ring.y - box.y - box.height)
      expect(gap).toBeGreaterThan((ring?.height ?? 0) * 0.3)
      await expect.poll(() => tip.innerText()).toContain('פנוי')
      expect(await tip.locator('img').count()).toBe(1)
      await page.keyboard.press('Enter')
      await expect.poll(() => tip.innerText()).toContain('נבחר')
      await page.keyboard.press('Escape')
      await expect.poll(() => tip.count()).toBe(0)
    })
  })

  it('acts by Enter on the seat that has the focus, however it came there', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      const cell = freeCells(page).nth(20)
      const seat = (await cell.getAttribute('data-seat')) ?? ''
      await cell.evaluate((element: HTMLElement) => element.focus())
      await page.keyboard.press('Enter')
      await expect.poll(() => page.locator(`[data-seat="${seat}"]`).getAttribute('aria-selected')).toBe('true')
      await shopper.expectChosen(1)
      // The summary grows by the timer once the seat is held, and the map moves with it.
      await page.locator('.timer[role=timer]').waitFor()
      await page.mouse.click(...(await restingMiddle(page.locator('#focus-ring'))))
      await shopper.expectChosen(0)
      await expect.poll(() => page.locator(':focus').getAttribute('data-seat')).toBe(seat)
      await page.keyboard.press('Enter')
      await shopper.expectChosen(1)
    })
  })
})

describe('looking for seats', () => {
  it('a pressed price leads the map to its seats and says how many; the list takes the place of the map and is kept', async () => {
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await page.getByRole('button', { name: /^יציע/ }).tap()
      await expect.poll(() => page.locator('.found').innerText()).toMatch(/^\d+ מושבים ביציע$/)
      const row = () => page.locator('[role=row]').first().getAttribute('aria-label')
      await expect.poll(row).toContain('יציע')
      await page.getByRole('radio', { name: 'רשימה' }).tap()
      await expect.poll(() => page.locator('#map').isVisible()).toBe(false)
      await page.reload()
      await page.locator('.seclist').waitFor()
      await expect.poll(() => page.getByRole('radio', { name: 'רשימה' }).isChecked()).toBe(true)
      expect(await page.locator('#map').isVisible()).toBe(false)
    })
  })

  it('a wheelchair place and its companion place are taken together in one press', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await page.getByRole('button', { name: /^נגיש/ }).click()
      await page.getByRole('button', { name: 'זוג: כיסא גלגלים ומלווה' }).click()
      await shopper.expectChosen(2)
      const notes = await page.locator('aside .tray small').allTextContents()
      expect(notes.map((note) => note.split(' · ').at(-1)).sort()).toEqual(['כיסא גלגלים', 'מלווה'])
    })
  })

  it('what is pressed before the page is alive is not lost', async () => {
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      let alive = () => {}
      const held = new Promise<void>((resolve) => (alive = resolve))
      // All but the few lines that write such presses down.
      await page.route(/\/_astro\/(?!.*astro_type_script).*\.js/, async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`/order/${String(THEATRE)}`, { waitUntil: 'commit' })
      await page.locator('.map-skeleton').waitFor()
      await page.waitForFunction(() => window.earlyTaps !== undefined)
      await page.getByRole('button', { name: /^יציע/ }).tap()
      const box = await page.locator('#map').boundingBox()
      await page.touchscreen.tap((box?.x ?? 0) + 150, (box?.y ?? 0) + 200)
      alive()
      await expect.poll(() => page.locator('.found').innerText(), { timeout: 15_000 }).toMatch(/^\d+ מושבים ביציע$/)
    })
  })

  it('a tap on the skeleton of the map takes the seat that is drawn there', async () => {
    // The last theatre of the programme: the seat in the middle is nobody's yet.
    const hall = (await openShowings(shopOrigin)).filter(
      ({ seatingMode, available }) => seatingMode === 'reserved' && available >= 500 && available < 700,
    )
    const showing = hall.at(-1)?.id ?? 0
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(showing)
      const point = await page.evaluate(() => {
        const box = document.querySelector('#map')?.getBoundingClientRect() ?? new DOMRect()
        return [box.x + box.width / 2, box.y + box.height / 2] as const
      })
      const pressAt = () => page.touchscreen.tap(...point)
      await pressAt()
      await shopper.expectChosen(1)
      await page.locator('.timer[role=timer]').waitFor()
      const chosen = page.locator('[role=gridcell][aria-selected=true]')
      const seat = await chosen.getAttribute('data-seat')
      await chosen.dispatchEvent('click')
      await shopper.expectChosen(0)
      let alive = () => {}
      const held = new Promise<void>((resolve) => (alive = resolve))
      await page.route(/\/_astro\/(?!.*astro_type_script).*\.js/, async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`/order/${String(showing)}`, { waitUntil: 'commit' })
      await page.locator('.map-skeleton').waitFor()
      await page.waitForFunction(() => window.earlyTaps !== undefined)
      await pressAt()
      alive()
      await shopper.expectChosen(1)
      expect(await chosen.getAttribute('data-seat')).toBe(seat)
    })
  })
})
