import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import type { Shopper } from '#tests/support/browser/shopper.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { findShowing, openShowings } from '#tests/support/seats/showings.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

const rows = ({ page }: Shopper) => page.locator('.tk.counts > li').filter({ has: page.locator('.stepper') })
const counts = async (shopper: Shopper): Promise<readonly string[]> =>
  rows(shopper)
    .locator('select')
    .evaluateAll((all: HTMLSelectElement[]) => all.map(({ value }) => value))

/** The types of the tickets of each cart that the page has stored, in their order. */
function listenToCarts(page: Page): readonly (readonly number[])[] {
  const all: number[][] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || new URL(request.url()).pathname !== '/api/cart') return
    const { cart } = request.postDataJSON() as { readonly cart: StoredCart }
    all.push((cart.presentations ?? []).flatMap(({ seats }) => seats.map(({ ticket }) => ticket.ticketId)).sort())
  })
  return all
}

/** Presses a button by the keyboard until it can do nothing more. */
async function pressToTheEnd(button: Locator): Promise<void> {
  await button.focus()
  for (let presses = 0; presses < 60 && (await button.isEnabled()); presses += 1) await button.press('Enter')
}

const focus = (page: Page) => page.evaluate(() => document.activeElement?.ariaLabel)

it('a stepper that has come to its end keeps the focus: of places, of ticket types and of products', async () => {
  const showing = findShowing(await openShowings(origin), (one) => one.seatingMode === 'singleGA' && one.products.length > 0)
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    await shopper.openOrder(showing.id)
    await shopper.addPlaces(2)
    await pressToTheEnd(page.locator('.ga-place').getByRole('button', { name: /^כרטיס פחות/ }))
    expect(await focus(page)).toMatch(/^כרטיס פחות/)
    await shopper.expectChosen(0)
    await shopper.addPlaces(2)
    await shopper.toTickets()
    await pressToTheEnd(
      rows(shopper)
        .first()
        .getByRole('button', { name: /^הפחתת/ }),
    )
    expect(await focus(page)).toMatch(/^הפחתת/)
    await shopper.toProducts()
    const product = page.locator('.prod').first()
    await pressToTheEnd(product.getByRole('button').last())
    expect(await product.locator(':focus').count()).toBe(1)
    await pressToTheEnd(product.getByRole('button').first())
    expect(await focus(page)).toMatch(/^הפחתת/)
  })
})

describe('tickets that are alike are counted by type', () => {
  it('on a phone eight tickets of a museum take two taps, and are spoken of as tickets', async () => {
    const museum = findShowing(await openShowings(origin), (one) => one.featureCategoryName === 'אתרי תרבות' && one.maxSeats >= 10)
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(museum.id)
      await shopper.addPlaces(1)
      await shopper.toTickets()
      await page.getByRole('heading', { name: 'אילו כרטיסים?' }).waitFor()
      expect(await page.locator('.tk-run').innerText()).not.toContain('מושב')
      expect(await rows(shopper).first().innerText()).toContain('₪')
      // The list of numbers opens by one tap, and eight is picked by another.
      await rows(shopper).first().locator('select').selectOption('8')
      await expect.poll(() => page.locator('.bar').innerText()).toContain('8 כרטיסים')
      await shopper.takeOneOf()
      await expect.poll(() => page.locator('.bar').innerText()).toContain('9 כרטיסים')
      expect((await counts(shopper)).slice(0, 2)).toEqual(['8', '1'])
      await shopper.toDetails()
      await page.goBack()
      await expect.poll(async () => (await counts(shopper)).slice(0, 2)).toEqual(['8', '1'])
      await rows(shopper).first().locator('select').selectOption('0')
      await expect.poll(() => page.locator('.bar').innerText()).toContain('כרטיס אחד')
      // The last ticket is given back where one chooses how many.
      expect(
        await rows(shopper)
          .nth(1)
          .getByRole('button', { name: /^הפחתת/ })
          .isDisabled(),
      ).toBe(true)
    })
  })

  it('R2.41 seats of one price stay as many as were chosen, and each may be chosen for by itself', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      const stored = listenToCarts(page)
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(2)
      await shopper.takeFromNextRow(2)
      await shopper.toTickets()
      const named = await page.locator('.tk-run .seatname').innerText()
      expect(named).toMatch(/שורה .* · מושבים .*; .*שורה .* · מושב /)
      expect((await counts(shopper)).slice(0, 2)).toEqual(['3', '0'])
      await shopper.takeOneOf()
      await shopper.takeOneOf()
      expect((await counts(shopper)).slice(0, 2)).toEqual(['1', '2'])
      await rows(shopper)
        .nth(1)
        .getByRole('button', { name: /^הפחתת/ })
        .click()
      expect((await counts(shopper)).slice(0, 2)).toEqual(['2', '1'])
      expect(await page.locator('.sum dl').first().innerText()).toContain('2')
      await page.getByRole('button', { name: 'בחירה לכל מושב בנפרד' }).click()
      const types = page.getByRole('combobox', { name: /^סוג כרטיס: שורה/ })
      const chosen = () => types.evaluateAll((all: HTMLSelectElement[]) => all.map(({ value }) => value))
      const [first = '', ...others] = await chosen()
      const another = others.find((type) => type !== first) ?? ''
      await types.first().selectOption(another)
      await expect.poll(chosen).toEqual([another, ...others])
      await expect.poll(() => stored.at(-1)).toEqual([another, ...others].map(Number).sort())
    })
  })
})
