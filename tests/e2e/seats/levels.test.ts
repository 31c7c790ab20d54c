import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'
import { freeRunsOf } from '#tests/support/seats/showings.ts'

/** A presentation of the demo in a room of tables with a balcony, which the plan draws over each other. */
const CLUB = 16

openTheatre()

const level = (page: Page, name: string) => page.getByRole('radiogroup', { name: 'קומה' }).getByRole('radio', { name })
const names = (page: Page) => page.locator('.map:not(.grounds) .sec-l').allTextContents()
/** The map is drawn anew for each level. */
const shows = (page: Page, one: string, other: string) =>
  expect.poll(async () => (await names(page)).join()).toMatch(new RegExp(`^(?!.*${other}).*${one}`))

it('the map shows one level at a time, which the switch, a price and the best seats lead to; seats on another are told there', async () => {
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    await shopper.openOrder(CLUB)
    await shows(page, 'שולחנות', 'יציע')
    expect(await level(page, 'אולם').isChecked()).toBe(true)
    expect(await page.locator('.seclist [role=group][aria-label="יציע"] > details > summary').innerText()).toContain('יציע')
    const runs = (await freeRunsOf(origin, CLUB, 1)).flat()
    const [atTable, above] = [runs.find(({ row }) => row === 'שולחן 5'), runs.find(({ section }) => section === 'יציע')]
    if (atTable) await shopper.pressOnMap(atTable)
    await shopper.expectChosen(1)
    await page.getByRole('button', { name: /^יציע/ }).click()
    await expect.poll(() => level(page, 'יציע').isChecked()).toBe(true)
    await shows(page, 'יציע', 'שולחנות')
    if (above) await shopper.pressOnMap(above)
    await shopper.expectChosen(2)
    await level(page, 'יציע').press('ArrowRight')
    await shows(page, 'שולחנות', 'יציע')
    expect(await page.locator('.levels label').filter({ hasText: 'יציע' }).innerText()).toContain('מושב אחד שלכם')
    // Drawn anew, the map knows the seat that was chosen on it before.
    await expect.poll(() => page.locator('[role=gridcell][aria-selected=true]').getAttribute('aria-label')).toContain('שולחן 5, מושב')
    await page.locator('aside').getByRole('button', { name: 'המקומות הטובים ביותר' }).click()
    await shopper.expectChosen(4)
    await expect.poll(() => level(page, 'יציע').isChecked()).toBe(true)
    await shows(page, 'יציע', 'שולחנות')
    await page.reload()
    await shopper.expectChosen(4)
    await expect.poll(() => level(page, 'אולם').isChecked()).toBe(true)
  })
})

it('seats without a picture are said to be, and sold by the list that the note leads to', async () => {
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    await shopper.openOrder(CLUB)
    const note = page.locator('.undrawn')
    expect(await note.innerText()).toContain('כיסאות ליד הבר: בלי מפה')
    expect((await names(page)).join()).not.toContain('כיסאות ליד הבר')
    await note.getByRole('button', { name: 'אל הרשימה' }).click()
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('list-h')
    const list = page.locator('.seclist details', { hasText: 'כיסאות ליד הבר' })
    await list.locator('summary').click()
    for (const seat of [1, 2]) await list.getByLabel(`שורה 1, מושב ${String(seat)},`).click()
    await shopper.expectChosen(2)
    await shopper.toTickets()
  })
})

it('the switch is usable on a phone', async () => {
  await visit(PHONE, async (shopper) => {
    const { page } = shopper
    await shopper.openOrder(CLUB)
    await level(page, 'יציע').tap()
    await shows(page, 'יציע', 'שולחנות')
    await expectAccessible(page, 'levels')
  })
})
