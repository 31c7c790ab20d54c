import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { boughtBefore, cardOf, newPerson, openDesk, signInByCode, type Person } from '#tests/support/browser/personal-area.ts'
import { joinShopDatabase } from '#tests/support/browser/shop-database.ts'
import { asShopper, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'

/** A showing whose tickets are cancelled for nothing. */
const FREE = 2
const NO_NETWORK = 'אין חיבור לרשת'

beforeAll(joinShopDatabase)
async function newTicket(person?: Person): Promise<{ readonly path: string; readonly resId: string }> {
  const resId = await boughtBefore(person ?? (await newPerson()), FREE, 1)
  const { rows } = await database().query<{ documentKey: string }>(
    'SELECT document_key AS "documentKey" FROM orders WHERE reservation_identifier = $1',
    [resId],
  )
  return { path: `/edocument/${rows[0]?.documentKey ?? ''}`, resId }
}

/** Paths of everything that the device keeps. */
function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return found.flat().map(({ url }) => new URL(url).pathname)
  })
}

async function openKept(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect.poll(() => keptPaths(page)).toContain(path)
}

const isCodeShown = (page: Page) => page.locator('.e-ticket .qr svg').isVisible()
const heading = (page: Page) => page.locator('h1').innerText()

describe('a ticket that was opened once', () => {
  it('is readable without a network, as it was kept; every other page says that there is none, in the language of the visit', async () => {
    const { path } = await newTicket()
    await asShopper(browser, origin, PHONE, async ({ page }) => {
      await openKept(page, path)
      expect(await page.locator('.kept-offline').isVisible()).toBe(false)
      await page.goto('/')
      await page.goto('/order/5')
      await page.context().setOffline(true)

      await page.goto(path)
      expect(await isCodeShown(page)).toBe(true)
      expect(await page.locator('.kept-offline').innerText()).toMatch(/נשמר במכשיר, ב־\u2066\d+\.\d+\S*\u2069 בשעה \u2066\d\d:\d\d\u2069/)
      expect(
        await page
          .locator('.e-ticket .qr')
          .first()
          .evaluate((box) => getComputedStyle(box).backgroundColor),
      ).toBe('rgb(255, 255, 255)')
      await page.reload()
      expect(await isCodeShown(page)).toBe(true)
      for (const other of ['/', '/order/5', '/booking/checkout', '/customer', `/edocument/${'x'.repeat(22)}`]) {
        await page.goto(other)
        expect(await heading(page), other).toBe(NO_NETWORK)
      }

      await page.context().setOffline(false)
      await page.goto('/?lang=en')
      expect(await page.locator('#calendar').isVisible()).toBe(true)
      await page.context().setOffline(true)
      await page.goto('/booking')
      expect(await heading(page)).toBe('You are offline')
      expect(await page.getAttribute('html', 'dir')).toBe('ltr')
      await page.context().setOffline(false)
      await page.getByRole('link', { name: 'Try again' }).click()
      await page.getByRole('heading', { level: 1 }).getByText('You are offline').waitFor({ state: 'detached' })
    })
  })

  it('is all that is kept beside the page for no network: no call, no price, no map, nothing of an order', async () => {
    const { path } = await newTicket()
    await asShopper(browser, origin, PHONE, async ({ page }) => {
      await openKept(page, path)
      for (const other of ['/', '/order/5', '/booking/features/1', '/booking/checkout', '/customer', `${path}/receipt`])
        await page.goto(other)
      const kept = (await keptPaths(page)).filter((one) => !/^\/(_astro|fonts)\/|^\/favicon\.svg$/.test(one))
      expect(new Set(kept)).toEqual(new Set([path, '/offline', '/no-network-language']))
    })
  })

  it('is gone after the sign-out', async () => {
    const person = await newPerson()
    const { path } = await newTicket(person)
    await asShopper(browser, origin, {}, async (shopper) => {
      const { page } = shopper
      await signInByCode(shopper, person)
      await openKept(page, path)
      await page.goto('/customer')
      await page.getByRole('button', { name: 'יציאה' }).first().click()
      await page.waitForURL(`${origin}/`)
      await expect.poll(() => keptPaths(page)).not.toContain(path)
      await page.context().setOffline(true)
      await page.goto(path)
      expect(await heading(page)).toBe(NO_NETWORK)
    })
  })

  it('is gone when its order was cancelled, as soon as any page is opened with a network', async () => {
    const person = await newPerson()
    const { path, resId } = await newTicket(person)
    await asShopper(browser, origin, {}, async (shopper) => {
      const { page } = shopper
      await openKept(page, path)
      await signInByCode(shopper, person)
      await openDesk(page)
      await cardOf(page, resId).getByRole('button', { name: 'ביטול ההזמנה' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^ביטול וקבלת/ })
        .click()
      await expect.poll(() => cardOf(page, resId).count()).toBe(0)
      await page.goto('/booking')
      await expect.poll(() => keptPaths(page)).not.toContain(path)
    })
  })

  it('is not shown any more once its time is over, with or without a network to say so', async () => {
    const { path } = await newTicket()
    await asShopper(browser, origin, PHONE, async ({ page }) => {
      await openKept(page, path)
      await page.evaluate(async (ticket) => {
        const cache = await caches.open('shura-tickets')
        const kept = await cache.match(ticket)
        if (!kept) throw new Error('The ticket is not kept.')
        const headers = new Headers(kept.headers)
        headers.set('X-Keep-Offline', String(Date.now() - 1))
        await cache.put(ticket, new Response(await kept.text(), { headers }))
      }, path)
      await page.context().setOffline(true)
      await page.goto(path)
      expect(await heading(page)).toBe(NO_NETWORK)
      expect(await keptPaths(page)).not.toContain(path)
    })
  })

  it('is one of twenty at most: the one that was opened the longest time ago goes', async () => {
    const { path } = await newTicket()
    await visitChanging({}, async ({ page }) => {
      await openKept(page, path)
      const others = Array.from({ length: 20 }, (_, at) => `/edocument/other-${String(at)}`)
      for (const other of others) await openKept(page, other)
      const tickets = async () => (await keptPaths(page)).filter((one) => one.startsWith('/edocument/'))
      await expect.poll(tickets).toEqual(others)
      const [first = '', ...rest] = others
      await page.goto(first)
      await expect.poll(tickets).toEqual([...rest, first])
    })
  })

  it('is not kept where staff is signed in', async () => {
    const { path } = await newTicket()
    const [open, ofStaff] = await Promise.all([fetch(origin + path), fetch(origin + path, { headers: { cookie: 'staff=x' } })])
    expect(Number(open.headers.get('x-keep-offline'))).toBeGreaterThan(Date.now())
    expect(ofStaff.headers.get('x-keep-offline')).toBeNull()
    expect(await ofStaff.text()).not.toContain('keep-offline"')
  })
})

it('ends in the browsers that have it when the shop switches it off: nothing is kept, nothing is between a page and the network', async () => {
  const { path } = await newTicket()
  await visitChanging({}, async ({ page }, shop) => {
    await openKept(page, path)
    shop.change({ isOff: true })
    await page.goto(path)
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    expect(await keptPaths(page)).toEqual([])
    await page.reload()
    expect(await isCodeShown(page)).toBe(true)
    expect(await keptPaths(page)).toEqual([])
  })
})

it('hands over to a new version at once: its page for no network takes the place of the old one, and kept tickets stay', async () => {
  const { path } = await newTicket()
  await visitChanging({}, async ({ page }, shop) => {
    await openKept(page, path)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.evaluate(async () => {
      const cache = await caches.open('shura-no-network')
      for (const old of ['/left-by-the-old-one', '/favicon.svg']) await cache.put(old, new Response('old'))
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        document.documentElement.dataset['handedOver'] = ''
      })
    })
    shop.change({ version: '2' })
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await page.locator('html[data-handed-over]').waitFor({ state: 'attached' })
    expect(await keptPaths(page)).not.toContain('/left-by-the-old-one')
    const icon = await page.evaluate(async () => (await (await caches.open('shura-no-network')).match('/favicon.svg'))?.text())
    expect(icon).toContain('<svg')
    expect(await keptPaths(page)).toEqual(expect.arrayContaining(['/offline', path]))
    await page.context().setOffline(true)
    await page.goto('/')
    await expect.poll(() => heading(page)).toBe(NO_NETWORK)
    // Last, because a kept ticket is asked for again when the browser says that it is online, as it does for a moment when the old service worker ends.
    await page.goto(path)
    await expect.poll(() => isCodeShown(page)).toBe(true)
  })
})

it('keeps the page for no network and the tickets of before if a new version cannot fetch its own', async () => {
  const { path } = await newTicket()
  await visitChanging({}, async ({ page, complaints }, shop) => {
    await openKept(page, path)
    const before = (await keptPaths(page)).sort()
    shop.change({ version: '3', status: 503 })
    const isInstalled = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const updated = await registration.update()
      const { installing } = updated
      return new Promise<boolean>((resolve) => {
        if (!installing) resolve(false)
        installing?.addEventListener('statechange', () => {
          if (installing.state !== 'installing') resolve(installing.state !== 'redundant')
        })
      })
    })
    expect(isInstalled).toBe(false)
    expect((await keptPaths(page)).sort()).toEqual(before)
    await page.context().setOffline(true)
    await page.goto('/')
    await expect.poll(() => heading(page)).toBe(NO_NETWORK)
    await page.goto(path)
    expect(await isCodeShown(page)).toBe(true)
    expect(complaints.splice(0).every((one) => one.includes('503'))).toBe(true)
  })
})

it('keeps a ticket as it was while the network breaks off what its page is made of', async () => {
  const { path } = await newTicket()
  await visitChanging(PHONE, async ({ page, complaints }, shop) => {
    await openKept(page, path)
    await page.reload()
    shop.change({ hasLostPart: true })
    await Promise.all([shop.askedForLostPart(2), page.goto(path)])
    await page.context().setOffline(true)
    await page.goto(path)
    expect(await isCodeShown(page)).toBe(true)
    expect(await page.content()).not.toContain(LOST)
    complaints.splice(0)
  })
})

it('shows the kept copy while the server answers 503, which is no reason to forget it, and of other pages what the server says', async () => {
  const { path } = await newTicket()
  await visitChanging({}, async ({ page, complaints }, shop) => {
    await openKept(page, path)
    shop.change({ status: 503 })
    for (let visits = 0; visits < 2; visits += 1) {
      await page.goto(path)
      expect(await isCodeShown(page)).toBe(true)
      expect(await page.locator('.kept-offline').isVisible()).toBe(true)
    }
    expect((await page.goto('/'))?.status()).toBe(503)
    expect(await page.locator('body').innerText()).toBe('Busy')
    shop.change({ status: 200 })
    await page.goto(path)
    expect(await page.locator('.kept-offline').isVisible()).toBe(false)
    expect(complaints.splice(0).every((one) => one.includes('503'))).toBe(true)
  })
})

/** What the shop is as if it were: pages and service worker as they are with the setting off, another version of the service worker, pages that are not answered. */
interface Changed {
  readonly isOff?: boolean
  readonly version?: string
  readonly status?: 200 | 503
  /** Pages name a part that is never whole. */
  readonly hasLostPart?: boolean
}
const LOST = '/_astro/lost.css'

/** The shop as if it could be changed while it runs, with any number of further tickets. */
async function openChanging() {
  let changed: Changed = {}
  let lostParts = 0
  const server = createServer((asked, answer) => {
    if (asked.url === LOST) {
      lostParts += 1
      asked.socket.destroy()
      return
    }
    if (/^\/edocument\/other-\d+$/.test(asked.url ?? '')) {
      answer.writeHead(200, { 'content-type': 'text/html', 'x-keep-offline': String(Date.now() + 3_600_000) })
      answer.end('<!doctype html><title>Another ticket</title>')
      return
    }
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    ask(new URL(asked.url ?? '/', origin), { headers }, (got) => {
      const chunks: Buffer[] = []
      got.on('data', (chunk: Buffer) => chunks.push(chunk))
      got.on('end', () => {
        const { 'content-length': _length, 'x-keep-offline': mark, ...rest } = got.headers
        const { isOff = false, version, status, hasLostPart = false } = changed
        const type = got.headers['content-type'] ?? ''
        if (status === 503 && type.includes('html')) {
          answer.writeHead(503, { 'content-type': 'text/html' })
          answer.end('Busy')
          return
        }
        answer.writeHead(got.statusCode ?? 500, { ...rest, ...(!isOff && mark !== undefined && { 'x-keep-offline': mark }) })
        const whole = Buffer.concat(chunks)
        const text = /html|javascript/.test(type) ? whole.toString() : undefined
        if (isOff && text !== undefined)
          answer.end(text.replace(/isOn":true/, 'isOn":false').replace(/<meta name="keep-offline"[^>]*>/, ''))
        else if (hasLostPart && type.includes('html') && text !== undefined)
          answer.end(text.replace('</head>', `<link rel="stylesheet" href="${LOST}"></head>`))
        else if (version !== undefined && asked.url === '/service-worker.js') answer.end(`${text ?? ''}\n// version ${version}`)
        else answer.end(whole)
      })
    }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    change: (now: Changed) => {
      changed = now
    },
    /** By the page, and by who keeps it. */
    askedForLostPart: (times: number) => expect.poll(() => lostParts).toBeGreaterThanOrEqual(times),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A visit to such a shop. */
async function visitChanging(
  options: BrowserContextOptions,
  work: (shopper: Shopper, shop: Awaited<ReturnType<typeof openChanging>>) => Promise<void>,
): Promise<void> {
  const shop = await openChanging()
  try {
    await asShopper(browser, shop.origin, options, (shopper) => work(shopper, shop))
  } finally {
    shop.close()
  }
}

interface Icon {
  readonly src: string
  readonly sizes: string
  readonly type: string
  readonly purpose?: string
}

/** The size of a PNG by its first chunk; 'any' of what is none. */
function sizeOf(file: Buffer): string {
  return file.toString('latin1', 1, 4) === 'PNG' ? `${String(file.readUInt32BE(16))}x${String(file.readUInt32BE(20))}` : 'any'
}

describe('the manifest', () => {
  it.each([
    ['he', 'rtl'],
    ['en', 'ltr'],
  ])('of a page in %s names the shop in its language', async (lang, dir) => {
    const page = await (await fetch(`${origin}/booking?lang=${lang}`)).text()
    const address = /<link rel="manifest" href="([^"]+)"/.exec(page)?.[1] ?? ''
    const answer = await fetch(origin + address)
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await answer.json()).toMatchObject({ name: 'שורה', lang, dir, start_url: `/?lang=${lang}` })
  })

  it('names pictures of the shop that are there in the size that it says, one of them for devices that cut it to a shape', async () => {
    const { icons } = (await (await fetch(`${origin}/manifest.webmanifest`)).json()) as { readonly icons: readonly Icon[] }
    expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
      'any any',
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    const page = await (await fetch(`${origin}/booking`)).text()
    const touch = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(page)?.[1] ?? ''
    for (const { src, sizes, type } of [...icons, { src: touch, sizes: '180x180', type: 'image/png' }]) {
      const answer = await fetch(origin + src)
      expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type])
      expect([src, sizeOf(Buffer.from(await answer.arrayBuffer()))]).toEqual([src, sizes])
    }
  })
})
