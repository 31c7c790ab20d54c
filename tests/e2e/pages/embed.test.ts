import { get } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, FrameLocator, Page } from 'playwright'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as shop } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'

const PORT = String(inject('organiserPort'))
const LISTED = `http://localhost:${PORT}`
const UNLISTED = `http://127.0.0.1:${PORT}`
const SCRIPT = `<script src="${shop}/embed.js" async></script>`
/** kB of 1,000 bytes, gzip, with the words of four languages. */
const SCRIPT_BUDGET = 2

let presentation: { readonly id: number; readonly featureId: number }

beforeAll(async () => {
  const { presentations } = (await (await fetch(`${shop}/api/presentations`)).json()) as { presentations: (typeof presentation)[] }
  presentation = presentations[0] ?? { id: 0, featureId: 0 }
})
/** Opens a page of an organiser, in a browser that refuses the cookies of other sites. */
async function atOrganiser(body: string, work: (page: Page, context: BrowserContext) => Promise<void>, origin = LISTED, lang = 'he') {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 800 },
    javaScriptEnabled: !body.startsWith('<!-- no script -->'),
  })
  try {
    const page = await context.newPage()
    await (await context.newCDPSession(page)).send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true })
    await page.goto(`${origin}/?lang=${lang}&page=${encodeURIComponent(body)}`)
    await work(page, context)
  } finally {
    await context.close()
  }
}

function frameOf(page: Page, element: string): FrameLocator {
  return page.frameLocator(`${element} iframe`)
}

async function isReady(page: Page, element: string): Promise<void> {
  await page.locator(`${element}[data-state=ready]`).waitFor()
}

describe('a part of the shop in the page of an organiser', () => {
  it.each([
    ['shura-calendar', () => '', 'לוח מופעים וכרטיסים'],
    ['shura-feature', () => `number="${String(presentation.featureId)}"`, 'תאריכים וכרטיסים למופע'],
    ['shura-presentation', () => `number="${String(presentation.id)}"`, 'כרטיסים למופע'],
    ['shura-mini-site', () => 'url="desert-voices"', 'המופעים והכרטיסים שלנו'],
  ])('%s is as high as what it shows, has a title, and sets and sends no cookie', async (element, attributes, title) => {
    const cookies: string[] = []
    await atOrganiser(`${SCRIPT}<${element} ${attributes()}><a href="${shop}">כרטיסים</a></${element}>`, async (page, context) => {
      page.on('request', (request) => {
        void request.allHeaders().then((headers) => cookies.push(...(headers['cookie'] ?? '')))
      })
      await isReady(page, element)
      const frame = page.locator(`${element} iframe`)
      expect(await frame.getAttribute('title')).toBe(title)
      const inside = frameOf(page, element).locator('body')
      const heightOf = async () => {
        const [around, content] = [await frame.boundingBox(), await inside.evaluate((body) => body.getBoundingClientRect().height)]
        return Math.abs((around?.height ?? 0) - content)
      }
      await expect.poll(heightOf).toBeLessThan(2)
      expect((await frame.boundingBox())?.height).toBeGreaterThan(150)
      expect(await page.getByRole('link', { name: 'כרטיסים', exact: true }).isVisible()).toBe(false)
      expect(await page.locator(`${element} [role=status]`).count()).toBe(0)
      // A narrower window makes it higher, and it says so.
      await page.setViewportSize({ width: 390, height: 800 })
      await expect.poll(heightOf).toBeLessThan(2)
      expect(await context.cookies()).toEqual([])
      expect(cookies).toEqual([])
      await expectAccessible(page, element)
    })
  })

  it('is entered and left by the keyboard, and its order goes on in the window itself', async () => {
    const number = String(presentation.id)
    await atOrganiser(
      `${SCRIPT}<button>before</button><shura-presentation number="${number}"></shura-presentation><button>after</button>`,
      async (page, context) => {
        await isReady(page, 'shura-presentation')
        await page.getByRole('button', { name: 'before' }).focus()
        const seen: string[] = []
        const inside = page.frames().find((frame) => frame.url().startsWith(shop))
        for (let presses = 0; presses < 8 && seen.at(-1) !== 'after'; presses += 1) {
          await page.keyboard.press('Tab')
          const outer = await page.evaluate(() => document.activeElement?.textContent ?? '')
          seen.push(outer === '' ? ((await inside?.evaluate(() => document.activeElement?.getAttribute('href') ?? 'frame')) ?? '') : outer)
        }
        expect(seen).toContain(`/order/${number}?lang=he`)
        expect(seen.at(-1)).toBe('after')
        const order = frameOf(page, 'shura-presentation').locator('.prs a.act')
        expect((await order.innerText()).match(/₪/g)).toHaveLength(1)
        await order.press('Enter')
        await page.waitForURL(`${shop}/order/${number}?lang=he`)
        expect(page.frames()[0]?.url()).toBe(page.url())
        expect((await context.cookies(shop)).map(({ name }) => name)).toContain('sid')
      },
    )
  })

  it('speaks the language of the page around it, and so does the order that it leads to', async () => {
    await atOrganiser(
      `${SCRIPT}<shura-mini-site url="desert-voices"></shura-mini-site>`,
      async (page) => {
        await isReady(page, 'shura-mini-site')
        expect(await page.locator('iframe').getAttribute('title')).toBe('Our shows and tickets')
        await frameOf(page, 'shura-mini-site').locator('.ms-card a.btn.primary').first().click()
        await page.waitForURL(/\/order\/\d+\?lang=en$/)
        expect(await page.getAttribute('html', 'lang')).toBe('en')
        // Which mini-site it came from is known.
        expect(await page.locator('.logo.of-site').getAttribute('href')).toBe('/mini-site/desert-voices')
      },
      LISTED,
      'en',
    )
  })

  it('hears heights from its own frame alone', async () => {
    await atOrganiser(`${SCRIPT}<shura-presentation number="${String(presentation.id)}"></shura-presentation>`, async (page) => {
      await isReady(page, 'shura-presentation')
      const before = await page.locator('iframe').boundingBox()
      await page.evaluate(() => {
        postMessage({ type: 'shura:height', height: 9000 }, '*')
      })
      // From the shop, but from a window that is not its frame.
      await page.evaluate((address) => {
        const other = document.createElement('iframe')
        other.src = address
        document.body.append(other)
        return new Promise((loaded) => other.addEventListener('load', loaded))
      }, `${shop}/embed/calendar`)
      await page
        .frames()
        .at(-1)
        ?.evaluate(() => {
          parent.postMessage({ type: 'shura:height', height: 9000 }, '*')
        })
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      expect(await page.locator('shura-presentation iframe').boundingBox()).toEqual(before)
    })
  })
})

describe('the demo’s page of an organiser', () => {
  it.each(['he', 'ar'])(
    'is another site than the shop, shows every part, and leads into an order: %s',
    { timeout: 60_000 },
    async (lang) => {
      const context = await browser.newContext({ viewport: { width: 1000, height: 800 } })
      try {
        const page = await context.newPage()
        const complaints: string[] = []
        page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()))
        await page.goto(`${shop}/dev/embed?lang=${lang}`)
        expect(page.url()).toBe(`${shop.replace('127.0.0.1', 'localhost')}/dev/embed?lang=${lang}`)
        for (const element of ['shura-feature', 'shura-presentation', 'shura-mini-site', 'shura-calendar']) {
          await isReady(page, element)
          expect(await frameOf(page, element).locator('html').getAttribute('lang')).toBe(lang)
        }
        expect(await page.locator('pre').first().textContent()).toBe(
          `${SCRIPT}\n\n${await page.locator('shura-feature').evaluate((part) => part.outerHTML.replace(/ (?:data-state|style)="[^"]*"/g, ''))}`,
        )
        await expectAccessible(page, 'the page of an organiser')
        await frameOf(page, 'shura-presentation').locator('.prs a.act').click()
        await page.waitForURL(/\/order\/\d+\?lang=/)
        expect(new URL(page.url()).origin).toBe(shop)
        expect(complaints).toEqual([])
      } finally {
        await context.close()
      }
    },
  )

  it('is for this machine alone', async () => {
    const statusAt = (host: string) =>
      new Promise((answered, failed) => {
        const { hostname, port } = new URL(shop)
        get({ hostname, port, path: '/dev/embed', headers: { host } }, (answer) => {
          answer.resume()
          answered(answer.statusCode)
        }).on('error', failed)
      })
    expect(await statusAt('localhost')).toBe(200)
    expect(await statusAt('rebound.example')).toBe(404)
  })
})

describe('where it cannot be shown, its link is', () => {
  const element = () =>
    `<shura-feature number="${String(presentation.featureId)}"><a href="${shop}/booking/features/${String(presentation.featureId)}">כרטיסים</a></shura-feature>`

  it('to a site that is not on the list, whose frame the browser refuses', async () => {
    await atOrganiser(
      SCRIPT + element(),
      async (page) => {
        const refused = page.waitForEvent('console', { predicate: (line) => line.text().includes('frame-ancestors') })
        await page.addInitScript(() => {
          const waits: number[] = []
          const real = setTimeout
          const listed = (work: () => void, ms: number) => {
            waits.push(ms)
            return real(work, ms)
          }
          Object.assign(window, { waits, setTimeout: listed })
        })
        await page.reload()
        await refused
        await page.locator('shura-feature[data-state=refused]').waitFor()
        // It waits once, and no longer than a visitor hardly notices.
        const waits = await page.evaluate(() => (window as unknown as { waits: number[] }).waits)
        expect([waits.length, waits.every((ms) => ms <= 1_000)]).toEqual([1, true])
        expect(await page.getByRole('link', { name: 'כרטיסים' }).isVisible()).toBe(true)
        expect(await page.locator('shura-feature iframe').isVisible()).toBe(false)
      },
      UNLISTED,
    )
  })

  it('for a feature that there is not: nothing of an error page stands in the organiser’s', async () => {
    await atOrganiser(`${SCRIPT}<shura-feature number="99999"></shura-feature>`, async (page) => {
      await page.locator('shura-feature[data-state=refused]').waitFor()
      expect(await page.getByRole('link', { name: 'לתאריכים ולכרטיסים' }).isVisible()).toBe(true)
      expect(await page.locator('shura-feature iframe').isVisible()).toBe(false)
    })
  })

  it('without script', async () => {
    await atOrganiser(`<!-- no script -->${SCRIPT}${element()}`, async (page) => {
      await page.getByRole('link', { name: 'כרטיסים' }).click()
      await page.waitForURL(`${shop}/booking/features/${String(presentation.featureId)}`)
    })
  })
})

describe('what it is made of', () => {
  it(`a script of at most ${String(SCRIPT_BUDGET)} kB, which any site may load and keeps for an hour`, async () => {
    const answer = await fetch(`${shop}/embed.js`)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(gzipSync(await answer.text(), { level: 9 }).length / 1000).toBeLessThanOrEqual(SCRIPT_BUDGET)
  })

  it.each(['calendar?lang=en', 'mini-site/desert-voices?lang=en', 'calendar?q=%00&days=x&category=-1&theme=x'])(
    'the page /embed/%s, which knows no visitor and keeps no language',
    async (path) => {
      const answer = await fetch(`${shop}/embed/${path}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${LISTED}`)
      expect(await answer.text()).not.toMatch(/<form|<input|<astro-island/)
    },
  )

  it.each(['features/99999', 'features/x', 'presentations/99999', 'presentations/1e3', 'mini-site/none', 'calendar?lang=xx', 'nothing'])(
    '/embed/%s is not found',
    async (path) => {
      expect((await fetch(`${shop}/embed/${path}`)).status).toBe(404)
    },
  )
})
