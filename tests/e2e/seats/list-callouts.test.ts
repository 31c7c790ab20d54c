import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { letHoldEndIn, letWaitEnd } from '#tests/support/browser/shop-database.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

const callout = (page: Page): Locator => page.locator('.callout')

/** A seat far down in the list's last section, with the map above out of sight or, in list view, not there at all. */
async function seatInList({ page }: Shopper): Promise<Locator> {
  const section = page.locator('.seclist details').last()
  if ((await section.getAttribute('open')) === null) await section.locator('summary').click()
  const free = section.locator('.rw .sbtn[aria-pressed=false]')
  await free.first().waitFor()
  const name = await free.nth(Math.floor((await free.count()) / 2)).getAttribute('aria-label')
  return section.locator(`.sbtn[aria-label="${String(name)}"]`)
}

/** Whether it stands by the pressed seat, wholly between the head and the bar. */
async function expectBySeat(page: Page, seat: Locator): Promise<void> {
  const where = async () => {
    const parts = [callout(page), seat, page.locator('.order-head'), page.locator('.bar')]
    const [box, pressed, head, bar] = await Promise.all(parts.map((one) => one.boundingBox()))
    if (!box || !pressed || !head) return 'not there'
    if (box.y < head.y + head.height || box.y + box.height > (bar?.y ?? page.viewportSize()?.height ?? 0)) return 'out of sight'
    return box.y - pressed.y - pressed.height > 300 || box.y < pressed.y ? 'far from the seat' : 'by the seat'
  }
  await expect.poll(where).toBe('by the seat')
}

const focused = (seat: Locator) => seat.evaluate((one) => one === document.activeElement)

/** Tab leads from the seat into the callout, where the named button is next. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await page.locator(':focus').innerText()) === name) return
  }
  throw new Error(`No "${name}" within four presses of Tab.`)
}

describe.each([
  ['on a desk, below the map', DESK, 'map'],
  ['on a desk, in list view', DESK, 'list'],
  ['on a phone, below the map', PHONE, 'map'],
  ['on a phone, in list view', PHONE, 'list'],
] as const)('what is chosen in the list %s is told of there', (_where, options, way) => {
  async function atList(work: (shopper: Shopper) => Promise<void>): Promise<void> {
    await visit(options, async (shopper) => {
      await shopper.page.addInitScript((to) => sessionStorage.setItem('seat-way', to), way)
      await shopper.openOrder(THEATRE)
      await work(shopper)
    })
  }

  it('R5.8 the limit: politely, and a swap by the keyboard leaves the focus on the seat', async () => {
    await atList(async (shopper) => {
      const { page } = shopper
      await shopper.takeFromList(8)
      const seat = await seatInList(shopper)
      await seat.focus()
      await page.keyboard.press('Enter')
      await expectBySeat(page, seat)
      await page.getByRole('status').filter({ hasText: 'אי אפשר לבחור יותר מ־8 מושבים. להחליף אחד?' }).waitFor({ state: 'attached' })
      expect(await page.getByRole('alert').filter({ hasText: 'להחליף' }).count()).toBe(0)
      expect(await focused(seat)).toBe(true)
      await tabTo(page, 'להחליף')
      await page.keyboard.press('Enter')
      await expect.poll(() => seat.getAttribute('aria-pressed')).toBe('true')
      await expect.poll(() => callout(page).count()).toBe(0)
      expect(await focused(seat)).toBe(true)
      await shopper.expectChosen(8)
    })
  })

  it('a lost connection: with the press that tries again, and Escape leads back to the seat', async () => {
    await atList(async (shopper) => {
      const { page } = shopper
      const seat = await seatInList(shopper)
      await page.route('**/api/seats/lock-seat*', (route) => route.abort())
      await shopper.press(seat)
      await expectBySeat(page, seat)
      await callout(page).getByRole('button', { name: 'סגירת ההודעה' }).focus()
      await page.keyboard.press('Escape')
      await expect.poll(() => callout(page).count()).toBe(0)
      expect(await focused(seat)).toBe(true)
      await page.keyboard.press('Space')
      await expectBySeat(page, seat)
      await page.unroute('**/api/seats/lock-seat*')
      await shopper.press(callout(page).getByRole('button', { name: 'לנסות שוב' }))
      await shopper.expectChosen(1)
      await expect.poll(() => callout(page).count()).toBe(0)
    })
  })

  it('the wait after a hold that ran out', async () => {
    await atList(async (shopper) => {
      const { page } = shopper
      await shopper.takeFromList(1)
      await letHoldEndIn(0, await shopper.uuid)
      await page.reload()
      await page.locator('.seclist details').last().waitFor()
      // The shop may hear of the end of the hold after the page was opened, which then tells of the lost seat first.
      await shopper.expectChosen(0)
      const seat = await seatInList(shopper)
      await shopper.press(seat)
      await expectBySeat(page, seat)
      await expect.poll(() => callout(page).locator('.wait').innerText()).toMatch(/^אפשר לבחור שוב בעוד 00:[1-5]\d$/)
    })
  })
})

describe('the countdown to when one may choose again', () => {
  it.each([
    ['a desk', DESK],
    ['a phone', PHONE],
  ])('goes when a seat is held again, on %s', async (_where, options) => {
    await visit(options, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      await letHoldEndIn(3, await shopper.uuid)
      await page.reload()
      await shopper.press(page.getByRole('button', { name: 'בחירה מחדש' }))
      const wait = page.locator('.note .wait')
      await expect.poll(() => wait.innerText()).toMatch(/^אפשר לבחור שוב בעוד 00:\d\d$/)
      await letWaitEnd(await shopper.uuid)
      await shopper.takeFromList(1)
      await expect.poll(() => wait.count()).toBe(0)
      expect(await page.locator('.note').filter({ hasText: 'אפשר לבחור שוב' }).count()).toBe(0)
    })
  })
})
