import { describe, expect, it } from 'vitest'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { visit } from '#tests/support/browser/pages.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'

describe('the list', () => {
  it('R2.11 R2.50 shows each kind with prices, and every membership with its sale state; its prices link to their pages', async () => {
    await visit(
      '/membership',
      async (page) => {
        await page.getByRole('heading', { level: 1, name: 'איזה מנוי מתאים לכם?' }).waitFor()
        expect(await page.locator('.kind').count()).toBe(3)
        expect(await page.locator('.site-nav a[aria-current=page]').innerText()).toBe('מנויים')
        const row = (name: string) => page.locator('.mems > li').filter({ hasText: name })
        expect(await row('סדרת הבכורות, סיבוב ראשון').innerText()).toContain('המכירה הסתיימה')
        expect(await page.locator('.mems > li').count()).toBe(8)
        expect(await page.locator('#open .pl').first().getAttribute('href')).toBe('/membership/eight/adult')
        expect(await page.locator('#open .lit').count()).toBe(8)
        expect(await page.locator('#series .lit').count()).toBe(4)
        await expectAccessible(page, 'the list of memberships')
      },
      DESK,
    )
  })

  it('is filtered by kind without script', async () => {
    await visit(
      '/membership',
      async (page) => {
        await page.locator('.kf').getByRole('link', { name: 'מנוי פתוח 3' }).click()
        await page.waitForURL('**/membership?kind=open#all')
        expect(await page.locator('.mems > li').count()).toBe(3)
        expect(await page.locator('.kf [aria-current]').innerText()).toContain('מנוי פתוח')
        await page.goto('/membership?kind=none')
        expect(await page.locator('.mems > li').count()).toBe(8)
      },
      { ...DESK, javaScriptEnabled: false },
    )
  })

  it('on a phone begins with the three kinds, which link to their cards', async () => {
    await visit(
      '/membership',
      async (page) => {
        const tiles = page.locator('.kindnav a')
        expect(await tiles.count()).toBe(3)
        expect((await tiles.first().boundingBox())?.y).toBeLessThan(500)
        // Not that of last year’s season, which is not sold any more.
        expect(await tiles.last().innerText()).toContain('₪928')
        await tiles.last().tap()
        await page.waitForURL('**/membership#season')
        await expect.poll(async () => (await page.locator('#season').boundingBox())?.y ?? Infinity).toBeLessThan(400)
      },
      PHONE,
    )
  })
})

describe('the page of a membership', () => {
  it('R2.12 R2.13 describes it, a series with all evenings and prices; an unknown one is not found', async () => {
    await visit('/membership/winter', async (page) => {
      await page.getByRole('heading', { level: 1, name: 'ערבי חורף' }).waitFor()
      expect(await page.locator('.mem-dates li').count()).toBe(4)
      expect(await page.locator('.mrow').first().locator('.tile').count()).toBe(2)
      await page.locator('.mem-form button.primary:visible').waitFor()
      await expectAccessible(page, 'the page of a series')
    })
    const statusOf = async (path: string) => (await fetch(origin + path)).status
    expect(await statusOf('/membership/winter/adult')).toBe(200)
    expect(await statusOf('/membership/winter/nobody')).toBe(404)
    expect(await statusOf('/membership/nothing')).toBe(404)
    expect(await statusOf('/membership/nothing/adult')).toBe(404)
  })

  it('of an ended one says so, and has no buttons', async () => {
    await visit('/membership/premieres-first', async (page) => {
      await page.getByText('המכירה של המנוי הזה הסתיימה').waitFor()
      expect(await page.locator('main button').count()).toBe(0)
      await expectAccessible(page, 'the page of a membership that is over')
    })
  })

  it('R2.26 is also found under the other base of memberships, with its query', async () => {
    const leadsTo = async (path: string) => {
      const answer = await fetch(origin + path, { redirect: 'manual' })
      return [answer.status, answer.headers.get('location')]
    }
    expect(await leadsTo('/memberships')).toEqual([301, '/membership'])
    expect(await leadsTo('/memberships/winter/adult?lang=he')).toEqual([301, '/membership/winter/adult?lang=he'])
    expect(await leadsTo('/memberships/%2F%2Fevil.example')).toEqual([301, '/membership/%2F%2Fevil.example'])
  })
})
