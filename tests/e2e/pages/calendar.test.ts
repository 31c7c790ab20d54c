import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { allAxeComplaints } from '#tests/support/browser/axe.ts'
import { follow } from '#tests/support/browser/follow.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { visit } from '#tests/support/browser/pages.ts'

const SCRIPT_BUDGET = 25 * 1024
const ROW = '#results .ev-row'

async function featurePath(): Promise<string> {
  const html = await (await fetch(origin)).text()
  return /\/booking\/features\/\d+/.exec(html)?.[0] ?? ''
}

describe('the calendar', () => {
  it('R1.1 R2.1 R2.49 is a Hebrew page from right to left that lists shows by day, earliest first', async () => {
    await visit('/', async (page) => {
      expect(await page.getAttribute('html', 'lang')).toBe('he')
      expect(await page.getAttribute('html', 'dir')).toBe('rtl')
      const days = await page.locator('#results .day').evaluateAll((sections) => sections.map((section) => section.id))
      expect(days.length).toBeGreaterThan(1)
      expect(days).toEqual([...days].sort())
      expect(await page.locator(`${ROW} .time`).count()).toBeGreaterThanOrEqual(await page.locator(ROW).count())
    })
  })

  it('R1.2 leads from a time to the order of that presentation', async () => {
    await visit('/', async (page) => {
      expect(await page.locator('a.time').first().getAttribute('href')).toMatch(/^\/order\/\d+$/)
    })
  })

  it('R1.25 R9.26 shows times of Asia/Jerusalem to a browser in New York', async () => {
    await visit(
      '/',
      async (page) => {
        const time = page.locator('a.time:has(.num)').first()
        const shown = await time.locator('.num').first().innerText()
        const id = (await time.getAttribute('href'))?.split('/').at(-1) ?? ''
        const answer = (await (await fetch(`${origin}/api/presentations/${id}`)).json()) as { presentation: { dateTime: string } }
        const there = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jerusalem', hour: '2-digit', minute: '2-digit' })
        expect(shown).toBe(there.format(new Date(answer.presentation.dateTime)))
      },
      { timezoneId: 'America/New_York' },
    )
  })

  it('R1.23 R1.24 says prices in shekels, whole ones without decimals', async () => {
    await visit('/booking', async (page) => {
      const prices = await page.locator('.price').allInnerTexts()
      expect(prices.length).toBeGreaterThan(5)
      for (const price of prices) expect(price).toMatch(/^₪[\d,]+(\.\d\d)?$/)
    })
  })

  it('R4.51 R9.23 says that an untimed showing is open all day instead of a time', async () => {
    await visit(`/?q=${encodeURIComponent('מוזיאון')}&days=60`, async (page) => {
      const untimed = page.locator('.time:has(b:not(.num))').first()
      expect(await untimed.locator('b').innerText()).toBe('בשעות הפתיחה')
    })
  })

  it('narrows by category, date, place and words without script, and every address can be shared', async () => {
    await visit(
      '/',
      async (page) => {
        await follow(page, page.locator('.frow .chip').nth(1))
        expect(new URL(page.url()).searchParams.get('category')).toMatch(/^\d+$/)
        const [first] = await page.locator(`${ROW} h3`).allTextContents()
        await page.fill('#q', first ?? '')
        await follow(page, page.locator('.searchbox button'))
        const asked = new URL(page.url()).searchParams
        expect([asked.get('q'), asked.get('category') !== null]).toEqual([first, true])
        for (const name of await page.locator(`${ROW} h3`).allTextContents()) expect(name).toContain(first)
        const city = await page.locator('#location optgroup option').first().innerText()
        await page.goto(`${origin}/`)
        await page.selectOption('#location', { label: city })
        await follow(page, page.locator('.place button'))
        const places = await page.locator(`${ROW} .where`).allTextContents()
        expect(places.length).toBeGreaterThan(0)
        for (const place of places) expect(place).toContain(city)
        await page.goto(`${origin}/`)
        await follow(page, page.locator('.dates a:not(.all)').last())
        const date = new URL(page.url()).searchParams.get('date') ?? ''
        expect(await page.locator('#results .day').evaluateAll((days) => days.map((day) => day.id))).toEqual([`on-${date}`])
      },
      { javaScriptEnabled: false },
    )
  })

  it('lists further days by a link without script', async () => {
    await visit(
      '/',
      async (page) => {
        const before = await page.locator('#results .day').count()
        await follow(page, page.locator('.more a'))
        expect(await page.locator('#results .day').count()).toBeGreaterThan(before)
      },
      { javaScriptEnabled: false },
    )
  })

  it('R9.18 narrows in place with script: keeps the page, tells the number politely, waits visibly at least 200 ms, and goes back', async () => {
    await visit('/', async (page) => {
      await page.evaluate(() => {
        const calendar = document.getElementById('calendar')
        const times: number[] = []
        Object.assign(window, { waits: times })
        if (calendar)
          new MutationObserver(() => times.push(performance.now())).observe(calendar, { attributes: true, attributeFilter: ['aria-busy'] })
      })
      const all = await page.locator('#found').innerText()
      await page.locator('.frow .chip').nth(1).click()
      await page.waitForFunction(() => !document.getElementById('calendar')?.hasAttribute('aria-busy'))
      expect(page.url()).toContain('category=')
      expect(await page.locator('.frow .chip').nth(1).getAttribute('aria-current')).toBe('true')
      expect(await page.locator(':focus').getAttribute('data-filter')).toMatch(/^category-\d+$/)
      expect(await page.locator('#found').getAttribute('aria-live')).toBe('polite')
      const [start = 0, end = 0] = await page.evaluate(() => (window as unknown as { waits: number[] }).waits)
      expect(end - start).toBeGreaterThanOrEqual(195)
      await page.goBack()
      await page.waitForFunction((text) => document.getElementById('found')?.innerText === text, all)
      expect(await page.evaluate(() => 'waits' in window)).toBe(true)
    })
  })

  it('says what to do where nothing matches', async () => {
    await visit('/?q=qqqqqq&date=2031-01-01', async (page) => {
      expect(await page.locator('#found').innerText()).toBe('לא מצאנו ״qqqqqq״')
      await page.locator('.empty-state [data-filter="clear"]').click()
      await page.waitForSelector(ROW)
      expect(page.url()).toBe(`${origin}/`)
      expect(await page.inputValue('#q')).toBe('')
    })
  })
})

describe('the pages of features', () => {
  it('R2.2 lists all features with the price of the cheapest place', async () => {
    await visit('/booking', async (page) => {
      expect(await page.locator('.feature-card').count()).toBeGreaterThan(3)
      expect(await page.locator('h1').count()).toBe(1)
    })
  })

  it('R2.3 shows a feature with its showings, and one city of them without script', async () => {
    await visit(
      await featurePath(),
      async (page) => {
        expect(await page.locator('.prs li').count()).toBeGreaterThan(0)
        expect(await page.locator('.prs a.act').first().getAttribute('href')).toMatch(/^\/order\/\d+$/)
        const cities = page.locator('.seg a')
        if ((await cities.count()) < 2) return
        const city = await cities.nth(1).innerText()
        await follow(page, cities.nth(1))
        for (const row of await page.locator('.prs .mid b').allInnerTexts()) expect(row).toContain(city)
      },
      { javaScriptEnabled: false },
    )
  })

  it.each(['999999', '0', '-1', '1x', 'abc', '1e3', '99999999999', '%00', '..%2f'])(
    'R2.31 answers 404 for the feature id %s',
    async (id) => {
      expect((await fetch(`${origin}/booking/features/${id}`)).status).toBe(404)
    },
  )
})

describe('states', () => {
  it('R2.30 R2.32 R8.17 an unknown route answers 404 with its text', async () => {
    const answer = await fetch(`${origin}/no/such/page`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('This page could not be found.')
  })

  it('R2.33 R2.34 R8.16 the error page says its status, 500 by default', async () => {
    const answer = await fetch(`${origin}/500`)
    const html = await answer.text()
    expect(answer.status).toBe(500)
    expect(html).toContain('Error Occurred')
    expect(html).toMatch(/state-code[^>]*>500</)
  })

  it('R2.22 an address that starts with /http leads outside, by a stop in between when the click came from elsewhere', async () => {
    const direct = await fetch(`${origin}/https://example.com/a?b=c`, { redirect: 'manual' })
    expect([direct.status, direct.headers.get('location')]).toEqual([302, 'https://example.com/a?b=c'])
    const asked = await fetch(`${origin}/https://example.com/a`, { headers: { 'Sec-Fetch-Site': 'cross-site' }, redirect: 'manual' })
    expect([asked.status, asked.headers.get('refresh')]).toEqual([200, '5;url=https://example.com/a'])
    expect(await asked.text()).toContain('>example.com<')
    expect((await fetch(`${origin}/https://user@example.com`, { redirect: 'manual' })).status).toBe(404)
  })
})

const OUTSIDE = 'https://example.com/'
const PAGES = ['/', '/?q=qqqqqq', '/booking', 'feature', '/no-such-page', '/terms', '/privacy', '/accessibility', `/leave?to=${OUTSIDE}`]

describe.each(PAGES)('the page %s', (path) => {
  it('R1.26 is marked not to be indexed, has no inline style and ships no React', async () => {
    const scripts: string[] = []
    const html = await (await fetch(origin + (path === 'feature' ? await featurePath() : path))).text()
    for (const [, src] of html.matchAll(/<script[^>]+src="([^"]+)"/g)) scripts.push(await (await fetch(origin + (src ?? ''))).text())
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).not.toMatch(/\sstyle="/)
    expect(html).not.toContain('astro-island')
    expect(scripts.join('')).not.toContain('react')
    expect(gzipSync(scripts.join('')).length).toBeLessThan(SCRIPT_BUDGET)
  })

  it.each(['light', 'dark'] as const)('has nothing for axe to say and no sideways scroll, %s', async (colorScheme) => {
    await visit(
      path === 'feature' ? await featurePath() : path,
      async (page) => {
        for (const width of [320, 390, 768, 1440]) {
          await page.setViewportSize({ width, height: 844 })
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
          ).toBeLessThanOrEqual(0)
          if (width === 320 || width === 768) continue
          expect(await allAxeComplaints(page)).toEqual([])
        }
      },
      { colorScheme, staysBefore: OUTSIDE },
    )
  })
})
