import type { Page, Request } from 'playwright'
import { describe, expect, it } from 'vitest'
import { visit } from '#tests/support/browser/pages.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'

const titles = (page: Page) => page.locator('#results .ev-row h3').allTextContents()
const address = (text: string, more = '') => `/?q=${encodeURIComponent(text)}${more}`

const numberIn = (text: string | undefined) => Number(text?.replaceAll(',', ''))

/** The number of dates that the line above the results tells. */
async function foundCount(page: Page): Promise<number> {
  return numberIn(/([\d,]+) מועדים/.exec(await page.locator('#found').innerText())?.[1])
}

/** A request is over, answered or given up. */
function endOf(page: Page, address: RegExp): Promise<unknown> {
  const predicate = (request: Request) => address.test(request.url())
  return Promise.race([page.waitForEvent('requestfinished', { predicate }), page.waitForEvent('requestfailed', { predicate })])
}

describe('the search', () => {
  it.each([
    ['a phone', PHONE],
    ['a desk', DESK],
  ])('suggests while one types, by keyboard, pointer and screen reader, on %s', async (_name, device) => {
    await visit(
      '/',
      async (page) => {
        const field = page.getByRole('combobox', { name: 'חיפוש מופע, אמן או אולם' })
        await field.pressSequentially('הגשד של')
        const first = page.locator('#suggestions').getByRole('option').first()
        await expect.poll(() => first.innerText()).toContain('הגשר של אבא')
        expect(await field.getAttribute('aria-expanded')).toBe('true')
        expect(await page.locator('#suggestion-count').innerText()).toMatch(/הצע/)
        await field.press('ArrowDown')
        expect(await first.getAttribute('aria-selected')).toBe('true')
        expect(await field.getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'))
        await field.press('Escape')
        expect(await page.getByRole('listbox').count()).toBe(0)
        expect(await field.inputValue()).toBe('הגשד של')
        await field.fill('תאטרון החוף')
        const hall = page.locator('#suggestions').getByRole('option', { name: /תיאטרון החוף/ })
        await hall.click()
        await page.waitForURL('**/?location=1')
        expect(await page.locator('#location').inputValue()).toBe('1')
        await field.fill('הגשר של אבא')
        await expect.poll(() => first.innerText()).toContain('הגשר של אבא')
        // What is chosen stays chosen though the answer to a letter more comes late.
        let release = (): void => undefined
        const held = new Promise<void>((resolve) => (release = resolve))
        await page.route(/suggestions/, async (route) => held.then(() => route.continue()).catch(() => undefined))
        const [asked, over] = [page.waitForRequest(/suggestions/), endOf(page, /suggestions/)]
        await field.pressSequentially('x')
        await asked
        await field.press('ArrowDown')
        release()
        await over
        expect(await first.getAttribute('aria-selected')).toBe('true')
        await field.press('Enter')
        await page.waitForURL('**/booking/features/1')
      },
      device,
    )
  })

  it.each([
    ['a letter left out', 'תזמרת הרחוב', 'תזמורת הרחוב'],
    ['a letter too much', 'פסננתר', 'פסנתר בחושך'],
    ['a wrong letter', 'פסנטר', 'פסנתר בחושך'],
    ['swapped letters', 'פנסתר', 'פסנתר בחושך'],
    ['another final letter', 'הימ', 'הבס והים'],
    ['the other keyboard', 'dar', 'הגשר של אבא'],
    ['vowel points', 'פְּסַנְתֵּר', 'פסנתר בחושך'],
    ['who plays', 'איילת קדם', 'הגשר של אבא'],
  ])('finds by %s, without script too', async (_what, typed, title) => {
    await visit(address(typed, '&days=60'), async (page) => expect(await titles(page)).toContain(title), { javaScriptEnabled: false })
  })

  it('names what it did not find, offers the nearest titles and one filter less, and the window says the filter', async () => {
    await visit(address('פסנתרנים'), async (page) => {
      expect(await page.locator('#found').innerText()).toBe('לא מצאנו ״פסנתרנים״')
      expect(await page.locator('.empty-state').getByRole('link', { name: 'פסנתר בחושך' }).count()).toBe(1)
      await page.goto(address('הגשר של אבא', '&date=2031-01-01'))
      expect(await page.title()).toBe('״הגשר של אבא״ · יום רביעי, 1 בינואר · שורה')
      const wider = page.locator('.empty-state [data-filter="date-"]')
      const promised = Number(await wider.locator('.cnt').innerText())
      expect(promised).toBeGreaterThan(0)
      await wider.click()
      await page.locator('#results .ev-row').first().waitFor()
      expect(await foundCount(page)).toBe(promised)
      expect(await page.title()).toBe('״הגשר של אבא״ · שורה')
    })
  })

  it('counts agree: headline, chips, days, the line above the results and the results themselves', async () => {
    await visit('/', async (page) => {
      const all = await foundCount(page)
      const headline = all.toLocaleString('en')
      expect(headline).toMatch(/^\d,\d{3}$/)
      expect(await page.locator('.frow .chip').first().locator('.cnt').innerText()).toBe(headline)
      expect(await page.locator('.hero .lead').innerText()).toContain(`${headline} מועדים`)
      const listed = await page.locator('#results .time').count()
      expect(await page.locator('#found').innerText()).toBe(`${String(listed)} מתוך ${headline} מועדים`)
      const categories = await page.locator('.frow .chip:not(:first-child) span').allTextContents()
      expect(categories.reduce((sum, count) => sum + numberIn(count), 0)).toBe(all)
      const day = page.locator('.dates a:not(.all)').nth(1)
      const onDay = Number(/(\d+) מועדים/.exec((await day.textContent()) ?? '')?.[1])
      await day.click()
      await page.waitForFunction(() => document.querySelectorAll('#results .day').length === 1)
      expect(await foundCount(page)).toBe(onDay)
      await page.goto(`${page.url()}&days=60`)
      expect(await page.locator('#results .time').count()).toBe(onDay)
    })
  })

  it('a place that is chosen before the script is there is not lost', async () => {
    await visit('/booking', async (page) => {
      let release = (): void => undefined
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/*.js', async (route) => held.then(() => route.continue()))
      await page.goto('/', { waitUntil: 'commit' })
      await page.locator('#location').selectOption('חיפה')
      release()
      await expect.poll(() => page.title()).toBe('חיפה · שורה')
      for (const place of await page.locator('#results .where').allTextContents()) expect(place).toContain('חיפה')
    })
  })
})
