import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browser } from '#tests/support/browser/chromium.ts'
import { axeComplaints } from '#tests/support/browser/axe.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { databaseBesideShop } from '#tests/support/browser/shop-database.ts'
import { asShopper, DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { catalogueOf, importIn, LIST_ENTRY, MAPPED_ENTRIES, unpricedCategories } from '#tests/support/plans/house-entries.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { freeRunsOf, type HallSeat } from '#tests/support/seats/showings.ts'

/** Presentations by their plan's form; the last has no map. */
const HOUSES = [...MAPPED_ENTRIES, LIST_ENTRY].map((entry, index) => ({ ...entry, id: 1 + index }))
const LIST_ONLY = HOUSES.length

let app: RunningApp
beforeAll(async () => {
  await databaseBesideShop()
  const folder = await mkdtemp(join(tmpdir(), 'forms-'))
  try {
    const plans = await Promise.all(HOUSES.map(async ({ id, entryIn }) => ({ id, plan: await entryIn(folder), prices: {} })))
    const bare = await importIn(folder, catalogueOf(plans))
    const priced = plans.map((one, index) => ({
      ...one,
      prices: Object.fromEntries(unpricedCategories(bare, index).map((category) => [category, one.id])),
    }))
    const { complaints } = await importIn(folder, catalogueOf(priced))
    expect([bare.complaints, complaints]).toEqual([[], []])
  } finally {
    await rm(folder, { recursive: true })
  }
  app = await startApp({ env: { LOG_LEVEL: 'warn' } })
})
afterAll(async () => {
  await app.stop()
  await checkInvariants()
})

/** How the page calls a seat, in its map and in its list. */
const called = ({ row, name }: HallSeat) => `שורה ${row}, מושב ${name},`

/** Three free seats side by side. */
async function threeSeats(id: number): Promise<readonly [HallSeat, HallSeat, HallSeat]> {
  const [[byMap, byList, byKeys] = []] = await freeRunsOf(app.origin, id, 3)
  if (!byMap || !byList || !byKeys) throw new Error(`The house ${String(id)} has no three free seats side by side.`)
  return [byMap, byList, byKeys]
}

async function takeFromList({ page }: Shopper, seat: HallSeat): Promise<void> {
  const list = page.locator('.seclist details').filter({ has: page.locator('summary').getByText(seat.section, { exact: true }) })
  if ((await list.getAttribute('open')) === null) await list.locator('summary').click()
  await list
    .locator('.sbtn')
    .and(page.getByLabel(called(seat)))
    .click()
}

/** From a seat to the one beside it, which the space bar takes: the arrows go as the seats stand. */
async function takeByKeys({ page }: Shopper, from: HallSeat, seat: HallSeat): Promise<void> {
  await page
    .locator('[role=gridcell]')
    .and(page.getByLabel(called(from)))
    .focus()
  await page.keyboard.press(seat.plan[0] > from.plan[0] ? 'ArrowRight' : 'ArrowLeft')
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toContain(called(seat))
  await page.keyboard.press('Space')
}

async function pay(shopper: Shopper): Promise<void> {
  await shopper.walkToPayment()
  await shopper.payBy()
  await shopper.confirmed()
}

/** Paid to the end, and looked at by axe at each width in both themes: the form that draws most, and the house without a map. */
const WHOLE = 'house.pretix.json'

test.each(HOUSES.filter(({ form }) => form !== LIST_ENTRY.form))(
  'a house whose plan came as $form sells a seat by its map, its list and its keys, and axe finds nothing',
  async ({ id, form }) => {
    await asShopper(browser, app.origin, DESK, async (shopper) => {
      const [byMap, byList, byKeys] = await threeSeats(id)
      await shopper.openOrder(id)
      await shopper.pressOnMap(byMap)
      await shopper.expectChosen(1)
      await takeFromList(shopper, byList)
      await shopper.expectChosen(2)
      await takeByKeys(shopper, byList, byKeys)
      await shopper.expectChosen(3)
      if (form === WHOLE) {
        await expectAccessible(shopper.page, form)
        await pay(shopper)
      } else expect(await axeComplaints(shopper.page)).toEqual([])
    })
  },
)

test('a house without a map says that its seats are chosen from the list, which sells them on a phone, and is accessible at every width', async () => {
  await asShopper(browser, app.origin, PHONE, async (shopper) => {
    const { page } = shopper
    const seats = (await threeSeats(LIST_ONLY)).slice(0, 2)
    await page.goto(`/order/${String(LIST_ONLY)}`)
    await page.locator('.seclist summary').first().waitFor()
    // The way on is the one that the page is for; the best seats are asked for beside the list.
    expect(await page.locator('.btn.primary:visible').allInnerTexts()).toEqual([expect.stringContaining('המשך')])
    expect(await page.locator('#list-h').innerText()).toBe('בחירת מושבים מהרשימה')
    expect(await page.locator('[role=grid], .map').count()).toBe(0)
    for (const seat of seats) await takeFromList(shopper, seat)
    await shopper.expectChosen(2)
    await expectAccessible(page, 'a list without a map')
    await pay(shopper)
  })
})
