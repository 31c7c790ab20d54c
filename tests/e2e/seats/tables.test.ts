import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { DESK } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { freeRunsOf, type HallSeat } from '#tests/support/seats/showings.ts'

/** A presentation of the demo in a room of tables, of which the first four and the boxes are sold whole. */
const CLUB = 16

openTheatre()

/** Of each table that is sold singly and has six free seats from its first on, those. */
async function freeTables(): Promise<readonly (readonly HallSeat[])[]> {
  const runs = await freeRunsOf(origin, CLUB, 6)
  return [...new Map(runs.filter(([seat]) => seat?.name === '1').map((run) => [tableOf(run), run])).values()]
}

/** The four seats of a table that is sold whole. */
async function wholeTable(): Promise<readonly HallSeat[]> {
  return (await freeRunsOf(origin, CLUB, 4)).find((run) => /^שולחן [1-4]$/.test(tableOf(run))) ?? []
}

const tableOf = (run: readonly HallSeat[] | undefined) => run?.[0]?.row ?? ''
const chosen = (page: Page) => page.locator('aside .tray li b').allTextContents()
const cell = (page: Page, words: string) => page.locator(`[role=gridcell][aria-label^="${words},"]`)
const focused = (page: Page) => page.locator(':focus').getAttribute('aria-label')

it('two seats at one table are sold by the map, by the list and by the keyboard, whose arrows go around it', async () => {
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    await shopper.openOrder(CLUB)
    const [byMap, byList, byKeys] = await freeTables()
    for (const seat of byMap?.slice(0, 2) ?? []) await shopper.pressOnMap(seat)
    await shopper.expectChosen(2)
    await page.locator('.seclist summary', { hasText: 'שולחנות' }).click()
    for (const seat of ['2', '3']) await page.locator(`.sbtn[aria-label^="${tableOf(byList)}, מושב ${seat},"]`).click()
    await shopper.expectChosen(4)
    const table = tableOf(byKeys)
    await cell(page, `${table}, מושב 1`).focus()
    await page.keyboard.press('ArrowLeft')
    const last = String(await focused(page))
    expect(last).toContain(table)
    expect(Number(/מושב (\d+)/.exec(last)?.[1])).toBeGreaterThanOrEqual(6)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).toContain(`${table}, מושב 1,`)
    await page.keyboard.press('Space')
    await shopper.expectChosen(6)
    const said = await chosen(page)
    for (const one of [byMap, byList, byKeys]) expect(said.filter((words) => words.startsWith(`${tableOf(one)} `))).toHaveLength(2)
    await shopper.toTickets()
  })
})

it('a table that is sold whole says so, is taken and given back whole, and whoever has a part of it is told at the seats what is missing', async () => {
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    await shopper.openOrder(CLUB)
    const [first] = await wholeTable()
    const table = tableOf(first && [first])
    expect(await cell(page, `${table}, מושב 1`).getAttribute('aria-label')).toContain('נמכר בשלמותו')
    if (first) await shopper.pressOnMap(first)
    await shopper.expectChosen(4)
    await page.locator('p[role=status]', { hasText: 'סך הכול' }).waitFor({ state: 'attached' })
    await page.locator('aside .tray li').first().getByRole('button', { name: /^הסרת/ }).click()
    await shopper.expectChosen(0)
    await page.locator('.seclist summary', { hasText: 'שולחנות' }).click()
    expect(await page.locator(`.seclist [role=group][aria-label*="${table},"]`).innerText()).toContain('נמכר בשלמותו')
    const visitor = new TestVisitor(origin)
    for (const { name, value } of await page.context().cookies()) visitor.cookies.set(name, decodeURIComponent(value))
    visitor.uuid = await shopper.uuid
    expect(await visitor.put('/api/seats/lock-seat', { seat: first?.address })).toMatchObject({ status: 200 })
    await page.reload()
    const note = page.locator('#tray-problem')
    await note.waitFor()
    expect(await note.innerText()).toContain('נמכר בשלמותו. עוד לא נבחרו:')
    await shopper.press(shopper.goOn)
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('tray-problem')
    await note.getByRole('button', { name: /^לקחת גם/ }).click()
    await shopper.expectChosen(4)
    await shopper.toTickets()
  })
})
