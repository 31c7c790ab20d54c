import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { asShopper, DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { findShowing, openShowings } from '#tests/support/seats/showings.ts'

/** Fixed ids of the demo catalogue: a theatre of 600 seats that wants no lone seat, and the stadium. */
const [THEATRE, STADIUM] = [1, 10]
const onPhone = (work: (shopper: Shopper) => Promise<void>) => asShopper(browser, origin, PHONE, work)
const onDesk = (work: (shopper: Shopper) => Promise<void>) => asShopper(browser, origin, DESK, work)
const lines = (page: Page): Locator => page.locator('aside .tray li')
const focused = (page: Page): Locator => page.locator(':focus')

/** Goes on with the Tab key. @throws where nothing on the way is it */
async function tabTo(page: Page, isThere: Locator, most = 60): Promise<number> {
  for (let pressed = 1; pressed <= most; pressed += 1) {
    await page.keyboard.press('Tab')
    if (await isThere.evaluate((element) => element === document.activeElement)) return pressed
  }
  throw new Error('The Tab key does not lead there.')
}

/** Rows of the names in the tray: "שורה 11 · מושב 3" */
async function chosenPlaces(page: Page): Promise<readonly { readonly row: string; readonly seat: number }[]> {
  const names = await lines(page).locator('b').allTextContents()
  return names.map((name) => ({ row: name.split(' · ')[0] ?? '', seat: Number(/(\d+)$/.exec(name)?.[1]) }))
}

async function expectSixTogether(page: Page): Promise<void> {
  await expect.poll(() => lines(page).count()).toBe(6)
  const places = await chosenPlaces(page)
  const seats = places.map(({ seat }) => seat).sort((a, b) => a - b)
  expect(new Set(places.map(({ row }) => row)).size).toBe(1)
  expect(seats.map((seat) => seat - (seats[0] ?? 0))).toEqual([0, 1, 2, 3, 4, 5])
}

describe('best available in the stadium', () => {
  it('R4.19 R2.40 chooses six seats together in three taps, shows them, offers others and takes them back', async () => {
    await onPhone(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(STADIUM)
      await page.getByRole('button', { name: 'המקומות הטובים ביותר' }).tap()
      await page.locator('.numbers label', { hasText: '6' }).tap()
      await page.locator('.best-sheet').getByRole('button', { name: 'המקומות הטובים ביותר' }).tap()
      await expectSixTogether(page)
      expect(await page.locator('p[role=status]').allTextContents()).toContainEqual(expect.stringMatching(/נבחרו\. סך הכול/))
      await expect.poll(() => page.locator('[role=gridcell][tabindex="0"]').getAttribute('aria-selected')).toBe('true')
      const before = await lines(page).locator('b').allTextContents()
      await page.getByRole('button', { name: 'הצעה אחרת' }).tap()
      await expect.poll(() => lines(page).locator('b').allTextContents()).not.toEqual(before)
      await expectSixTogether(page)
      await page.getByRole('button', { name: 'לבטל את הבחירה' }).tap()
      await expect.poll(() => lines(page).count()).toBe(0)
    })
  })

  it('R4.19 does so with the keyboard alone, and remembers how many', async () => {
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(STADIUM)
      await tabTo(page, page.locator('.map-best'))
      await page.keyboard.press('Enter')
      await page.keyboard.press('6')
      await page.keyboard.press('Enter')
      await expectSixTogether(page)
      await page.reload()
      await expect.poll(() => lines(page).count()).toBe(6)
      expect(await page.locator('#best-quantity').inputValue()).toBe('6')
    })
  })
})

describe('best available where there are not so many', () => {
  it('R8.54 says so and offers what there is, each a press away; the price filter is kept to until then', async () => {
    const mixed = findShowing(await openShowings(origin), ({ seatingMode }) => seatingMode === 'mixed')
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(mixed.id)
      await page.getByRole('button', { name: /^נגיש/ }).click()
      await page.locator('#best-quantity').fill('4')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').filter({ hasText: 'אין כאן 4 מושבים צמודים פנויים.' }).waitFor()
      expect(await page.locator('.best-none button').allTextContents()).toEqual(['לשבת גם בנפרד', 'בכל המחירים', 'לנסות 3 מושבים'])
      await page.getByRole('button', { name: 'בכל המחירים' }).last().click()
      await expect.poll(() => lines(page).count()).toBe(4)
      expect(await page.locator('.best-none').count()).toBe(0)
      await page.getByRole('button', { name: 'לבטל את הבחירה' }).click()
      await expect.poll(() => lines(page).count()).toBe(0)
    })
  })
})

describe('the sections of a big hall', () => {
  it('are one tab stop with price and places left; an arrow key leads the map, Enter goes to the seats', async () => {
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(STADIUM)
      const cards = page.locator('.sec-card')
      expect(await cards.count()).toBeGreaterThan(30)
      expect(await cards.first().innerText()).toMatch(/\d+ פנויים · (מ־)?\u2066?₪\d+/)
      const scale = () => page.locator('svg.map > g').evaluate((root: SVGGElement) => root.getScreenCTM()?.a ?? 0)
      const whole = await scale()
      await tabTo(page, page.locator('.sec-card input').first())
      await page.keyboard.press('ArrowDown')
      await expect.poll(scale).toBeGreaterThan(whole * 1.5)
      const name = await page.locator('.sec-card:has(:checked) b').innerText()
      expect(await page.locator('.sec-bar b').innerText()).toBe(name)
      await page.keyboard.press('Enter')
      expect(await focused(page).getAttribute('role')).toBe('gridcell')
      expect(await page.locator('[role=row]').first().getAttribute('aria-label')).toContain(name)
    })
  })

  it('come by price as well', async () => {
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(STADIUM)
      await page.getByRole('button', { name: 'הכי זול' }).click()
      const texts = await page.locator('.sec-card:not(.out) .meta').allTextContents()
      const prices = texts.map((text) => Number(/₪([\d,.]+)/.exec(text)?.[1]?.replace(',', '')))
      expect(prices).toEqual([...prices].sort((a, b) => a - b))
      expect(new Set(prices).size).toBeGreaterThan(1)
    })
  })
})

describe('the filters', () => {
  it('by price and kind of seat combine; list and map follow, and that none fits is said', async () => {
    const mixed = findShowing(await openShowings(origin), ({ seatingMode }) => seatingMode === 'mixed')
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(mixed.id)
      const sections = () => page.locator('.seclist details').count()
      const dimmed = () => page.locator('[role=gridcell][aria-label*="לא מתאים לסינון"]').count()
      const all = await sections()
      const heated = page.getByRole('button', { name: /^מושב מחומם/ })
      const count = Number(await heated.locator('.cnt').innerText())
      expect(count).toBeGreaterThan(0)
      await heated.click()
      expect(await heated.getAttribute('aria-pressed')).toBe('true')
      await expect.poll(sections).toBeLessThan(all)
      await expect.poll(dimmed).toBeGreaterThan(0)
      await page.getByText(`${String(count)} מושבים פנויים מתאימים`).waitFor({ state: 'attached' })
      await page.getByRole('button', { name: /^נגיש/ }).click()
      await page.getByText('אין מושב פנוי שמתאים לסינון.').waitFor()
      expect(await sections()).toBe(0)
      await page.getByRole('button', { name: 'לנקות את הסינון' }).click()
      await expect.poll(sections).toBe(all)
      await expect.poll(dimmed).toBe(0)
    })
  })

  it('best available keeps to the chosen price', async () => {
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await page.getByRole('button', { name: /^יציע/ }).click()
      await page.locator('#best-quantity').fill('2')
      await page.keyboard.press('Enter')
      await expect.poll(() => lines(page).count()).toBe(2)
      expect(await lines(page).locator('.price').allTextContents()).toEqual(['₪129', '₪129'])
      await page.getByRole('button', { name: 'לבטל את הבחירה' }).click()
      await expect.poll(() => lines(page).count()).toBe(0)
    })
  })
})

describe('the legend', () => {
  it('R1.29 has a sign and words for every state, and for every kind of seat that the hall has', async () => {
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      const entries = page.locator('.legend li')
      const words = (await entries.allTextContents()).map((text) => text.trim())
      expect(words).toEqual(['פנוי', 'פרימיום', 'נבחר', 'תפוס', 'בטיפול לקוח אחר', 'כיסא גלגלים', 'מלווה', 'שדה ראייה מוגבל'])
      const signs = await entries.locator('svg').evaluateAll((all) => all.map((one) => one.innerHTML))
      expect(new Set(signs).size).toBe(words.length)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const colours = await page.evaluate(() =>
          ['selected-fill', 'default-fill', 'taken-fill', 'blocked-stroke'].map((name) =>
            getComputedStyle(document.documentElement).getPropertyValue(`--seat-${name}`),
          ),
        )
        expect(colours.filter((colour) => /^#[\da-f]{3,6}$/i.test(colour))).toHaveLength(4)
        expect(new Set(colours).size).toBe(4)
      }
    })
  })
})

describe('a choice that breaks a rule', () => {
  /** Takes the second seat of a free row from the list, so that the first would stay alone. */
  async function leaveOneAlone(page: Page): Promise<void> {
    const section = page.locator('.seclist details').last()
    await section.locator('summary').click()
    await section.locator('.rw').last().locator('button').nth(1).click()
  }

  it('is named in the tray; going on leads to the reason, and one press puts it right', async () => {
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      // A reader is told of it: the region that speaks was there before it.
      await page.locator('aside .bd [role=status]').evaluate((region) => region.setAttribute('data-before', ''))
      await leaveOneAlone(page)
      const note = page.locator('[data-before] #tray-problem')
      await note.waitFor()
      expect(await note.innerText()).toMatch(/שורה \d+, מושב \d+: יישאר בודד/)
      await shopper.press(shopper.goOn)
      expect(await focused(page).getAttribute('id')).toBe('tray-problem')
      expect(page.url()).not.toContain('step=')
      expect(await lines(page).count()).toBe(1)
      await note.getByRole('button', { name: /^לקחת גם/ }).click()
      await expect.poll(() => lines(page).count()).toBe(2)
      await expect.poll(() => note.count()).toBe(0)
      await shopper.toTickets()
    })
  })

  it('is explained above the bar of a phone', async () => {
    await onPhone(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await leaveOneAlone(page)
      await shopper.expectChosen(1)
      await shopper.press(shopper.goOn)
      await expect.poll(() => focused(page).getAttribute('id')).toBe('bar-problem')
      await page.locator('.bar button.t').tap()
      await page.locator('.bar-more').getByRole('button', { name: /^הסרת/ }).tap()
      await shopper.expectChosen(0)
    })
  })
})

describe('a chosen seat that is taken out by its own button', () => {
  /** What has the focus, by its name or else by its words. */
  const focus = (page: Page) => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)

  it('hands the focus to the next one, to the one before it, and at last to the heading', async () => {
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(3)
      const outs = lines(page).getByRole('button', { name: /^הסרת/ })
      const names = await outs.evaluateAll((all) => all.map((one) => one.ariaLabel))
      const expectFocus = async (left: number, words: string | null | undefined): Promise<void> => {
        await expect.poll(() => lines(page).count()).toBe(left)
        expect(await focus(page)).toBe(words)
      }
      await outs.first().press('Enter')
      await expectFocus(2, names[1])
      await outs.last().press('Enter')
      await expectFocus(1, names[1])
      await page.keyboard.press('Enter')
      await expectFocus(0, 'בחרו מושב במפה')
    })
  })

  it('hands it to the heading of the page where the bar of a phone has nothing left to list', async () => {
    await onPhone(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      await page.locator('.bar button.t').tap()
      await page.locator('.bar-more').getByRole('button', { name: /^הסרת/ }).press('Enter')
      await shopper.expectChosen(0)
      expect(await focus(page)).toBe(await page.locator('main h1').innerText())
    })
  })
})

describe('the list', () => {
  it('R6.3 R2.40 sells a seat of the stadium without the map and without a pointer', async () => {
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(STADIUM)
      await page.locator('#list-h').focus()
      await tabTo(page, page.locator('.seclist summary').first())
      await page.keyboard.press('Enter')
      const seat = page.locator('.seclist details').first().locator('.sbtn').first()
      await seat.waitFor()
      await tabTo(page, seat)
      expect(await seat.getAttribute('aria-label')).toMatch(/^שורה \d+, מושב \d+, .*₪\d+/)
      await page.keyboard.press('Space')
      await shopper.expectChosen(1)
      await expect.poll(() => focused(page).getAttribute('aria-pressed')).toBe('true')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await shopper.expectChosen(2)
      await shopper.goOn.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'איזה כרטיס לכל מושב?' }).waitFor()
    })
  })
})

describe('axe is silent, and nothing scrolls sideways', () => {
  it('in the stadium: overview, an open section, best available asked for and taken', async () => {
    await onPhone(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(STADIUM)
      await expectAccessible(page, 'overview')
      await page.locator('.sec-card').first().tap()
      await page.locator('.sec-bar').waitFor()
      await expectAccessible(page, 'an open section')
      await page.locator('.map-best').tap()
      await expectAccessible(page, 'asked for')
      await page.locator('.best-sheet').getByRole('button', { name: 'המקומות הטובים ביותר' }).tap()
      await page.locator('.best-told').waitFor()
      await page.locator('.bar button.t').tap()
      await expectAccessible(page, 'taken')
    })
  })

  it('in the theatre: filtered, with a problem', async () => {
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      const section = page.locator('.seclist details').last()
      await section.locator('summary').click()
      await section.locator('.rw').nth(1).locator('button').nth(1).click()
      await page.locator('#tray-problem').waitFor()
      await page.getByRole('button', { name: /^יציע/ }).click()
      await expectAccessible(page, 'filtered, with a problem')
      await page.locator('aside .tray .btn').click()
      await shopper.expectChosen(0)
    })
  })
})
