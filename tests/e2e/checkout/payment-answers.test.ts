import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { CARDS } from '#tests/support/buyers/buyer.ts'
import { PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

/** Whether the middle of what has the focus, in the page or in its frame, is where nothing covers it. */
async function isFocusInSight(page: Page, words: string | RegExp): Promise<boolean> {
  const frame = page.frames().find((one) => one.url().includes('/sandbox/payment/'))
  const [offset, isInFrame] = await page.evaluate(() => {
    const active = document.activeElement
    return [active?.tagName === 'IFRAME' ? active.getBoundingClientRect().top : 0, active?.tagName === 'IFRAME'] as const
  })
  const focused = await (isInFrame && frame ? frame : page).evaluate(() => {
    const box = document.activeElement?.getBoundingClientRect()
    return { text: document.activeElement?.textContent ?? '', top: box?.top ?? 0, bottom: box?.bottom ?? 0 }
  })
  const [top, bottom] = [focused.top + offset, focused.bottom + offset]
  return new RegExp(words).test(focused.text) && top >= 68 && bottom <= (page.viewportSize()?.height ?? 0)
}

async function expectInSight({ page }: Shopper, words: string | RegExp): Promise<void> {
  await expect.poll(() => isFocusInSight(page, words).catch(() => false)).toBe(true)
}

/** The frame has no scrolling of its own, and no empty end. */
async function expectFrameFits({ page }: Shopper): Promise<void> {
  await expect
    .poll(async () => {
      const height = await page.locator('iframe.ready').evaluate((frame) => frame.getBoundingClientRect().height)
      const content = await page
        .frameLocator('iframe.ready')
        .locator('main')
        .evaluate((main) => main.getBoundingClientRect().height)
      return Math.abs(height - content)
    })
    .toBeLessThanOrEqual(1)
}

/** The ticket begins on the first screen, before anything that can be done with it; two actions, and the others behind one press. */
async function expectTicketFirst(shopper: Shopper): Promise<void> {
  const { page } = shopper
  const topOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => one.getBoundingClientRect().top + scrollY)
  expect(await topOf('.ticket')).toBeLessThan(400)
  expect(await topOf('.conf .actions')).toBeGreaterThan(await topOf('.ticket'))
  const actions = page.locator('.conf .actions a:visible')
  expect(await actions.count()).toBe(2)
  await shopper.openMore()
  expect(await actions.count()).toBeGreaterThanOrEqual(4)
}

describe('on a phone each answer of a payment has the view and the focus', () => {
  it('inside the frame, beside it, while it is checked, and on the confirmation', { timeout: 120_000 }, async () => {
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      await shopper.walkToPayment()
      await expectFrameFits(shopper)

      await shopper.payBy('4580000000000026')
      await shopper.cardForm.getByRole('button', { name: 'דחיית התשלום' }).click()
      await expectInSight(shopper, 'התשלום לא אושר אצל חברת האשראי')
      await expectFrameFits(shopper)

      await shopper.cardForm.getByLabel('מה יקרה בארנק').selectOption('declined')
      await shopper.cardForm.getByRole('button', { name: 'תשלום בארנק' }).click()
      await expectInSight(shopper, 'הארנק לא אישר את התשלום')

      await shopper.payBy(CARDS.declined)
      await expectInSight(
        shopper,
        'חברת האשראי לא אישרה את העסקה. לא בוצע חיוב. נסו כרטיס אחר או פנו לחברת האשראי. המושבים עדיין שמורים לכם',
      )
      const note = page.getByRole('alert').filter({ hasText: ': CARD_DECLINED' })
      const left = () => note.locator('.vh').innerText()
      const before = await left()
      expect(before).toMatch(/^\d+ דקות/)
      await expect.poll(left).not.toBe(before)

      await shopper.payBy(CARDS.timeoutAfterCharging)
      await expectInSight(shopper, /^(סוגרים את ההזמנה|בודקים את התשלום)$/)
      await shopper.confirmed()
      await expectInSight(shopper, /^נתראה ב/)
      await expectTicketFirst(shopper)
    })
  })
})
