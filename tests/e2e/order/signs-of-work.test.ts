import type { Locator, Page, Route } from 'playwright'
import { describe, expect, it } from 'vitest'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { letHoldEndIn } from '#tests/support/browser/shop-database.ts'
import { openTheatre, THEATRE, visit, withSeats } from '#tests/support/browser/theatre.ts'

openTheatre()

/** Does something whose answer is kept back until its sign has been seen, and waits until the sign is gone. */
async function expectSign(page: Page, address: string, act: () => Promise<unknown>, sign: string): Promise<void> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const keep = async (route: Route) => {
    await held
    await route.continue()
  }
  await page.route(address, keep)
  await act()
  await expect
    .poll(() =>
      page
        .locator(sign)
        .filter({ visible: true })
        .evaluateAll((all) => all.some((one) => getComputedStyle(one).opacity === '1')),
    )
    .toBe(true)
  release()
  await expect.poll(() => page.locator(sign).filter({ visible: true }).count()).toBe(0)
  await page.unroute(address, keep)
}

/** Presses the key of a button twice while its answer is kept back. @returns how often was asked, and whether the button had the focus all the time */
async function pressTwice(page: Page, address: string, button: Locator): Promise<{ readonly asked: number; readonly kept: boolean }> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let asked = 0
  await page.route(address, async (route) => {
    asked += 1
    await held
    await route.continue()
  })
  const answered = page.waitForResponse(address)
  await button.press('Enter')
  await expect.poll(() => asked).toBe(1)
  const isBusy = await button.getAttribute('aria-disabled')
  await page.keyboard.press('Enter')
  const kept = await button.evaluate((one) => one === document.activeElement)
  release()
  await answered
  await page.unroute(address)
  return { asked, kept: kept && isBusy === 'true' }
}

describe('a button at work keeps the focus and takes no second press', () => {
  it('that asks for the best seats, and for others instead', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      const best = '**/api/seats/best-available*'
      expect(await pressTwice(page, best, page.locator('.best-card button[type=submit]'))).toEqual({ asked: 1, kept: true })
      expect(await pressTwice(page, best, page.getByRole('button', { name: 'הצעה אחרת' }))).toEqual({ asked: 1, kept: true })
    })
  })

  it('that puts off the end of a hold', async () => {
    await withSeats(1, async ({ page, uuid }) => {
      await letHoldEndIn(50, await uuid)
      await page.reload()
      const more = page.getByRole('button', { name: /עוד 5 דקות/ })
      await more.waitFor()
      expect(await pressTwice(page, '**/api/presentations/timer/*', more.or(page.locator('dialog .btn.primary')))).toEqual({
        asked: 1,
        kept: true,
      })
    })
  })
})

describe.each([
  ['a phone', PHONE],
  ['a desk', DESK],
])('what takes longer than 300 ms says so, on %s', (_where, options) => {
  const open = (work: (shopper: Shopper) => Promise<void>) =>
    visit(options, async (shopper) => {
      await shopper.openOrder(THEATRE)
      await work(shopper)
    })

  it('a seat that is being held, and the best seats', async () => {
    await open(async ({ page }) => {
      const seat = page.locator('[role=gridcell][aria-selected=false][aria-disabled=false]').first()
      await expectSign(page, '**/api/seats/lock-seat*', () => seat.dispatchEvent('click'), '#map .at-work')
      const best = async () => {
        await page.locator('.map-best').focus()
        await page.keyboard.press('Enter')
        await page.keyboard.press('Enter')
      }
      await expectSign(page, '**/api/seats/best-available*', best, '#map .at-work')
    })
  })

  it('a code that is being looked up, and an order that is being paid', async () => {
    await open(async (shopper) => {
      const { page } = shopper
      await shopper.takeFromList(1)
      await shopper.toTickets()
      await page.getByLabel('קוד קופון או שובר').fill('NOSUCHCODE')
      await page.getByLabel(/^מספר תעודת זהות/).fill('123456782')
      const look = () => shopper.press(page.getByRole('button', { name: 'הפעלה', exact: true }))
      await expectSign(page, '**/api/presentations/*/ticket?*', look, '.codes .busy-label .wait')
      await shopper.toDetails()
      await shopper.fillDetails()
      await shopper.toPayment()
      await expectSign(page, '**/api/payment/commit*', () => shopper.payBy(), '.pay-wait')
      await shopper.confirmed()
    })
  })
})
