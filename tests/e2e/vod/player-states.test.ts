import type { BrowserContextOptions, Page } from 'playwright'
import { expect, it } from 'vitest'
import type { OutboxMessage } from '#lib/server/messages/outbox-view.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { signGrant } from '#lib/server/vod/media-grant.ts'
import { alive, FILM, holdFilm, LiveStream, tellPlayer } from '#tests/support/browser/films.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { catalogueChanged } from '#tests/support/browser/shop-database.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'
import { startApp } from '#tests/support/processes/server.ts'
import { moveTicket } from '#tests/support/sold/films.ts'

/** What happens to a player while a film is watched. */

openTheatre()

const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
const SOON = { timeout: 20_000 }
const timeOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor()

it('R2.19 a film is watched by keys, which a list names; it outlasts a lost connection, ends, begins anew, and stops as the time is over', async () => {
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    const viewer = await holdFilm(shopper, 9001, 39)
    await page.goto(FILM)
    await alive(page)
    await page.getByRole('button', { name: 'התחלת הצפייה' }).click()
    await expect.poll(() => timeOf(page), SOON).toBeGreaterThan(0.5)
    await page.keyboard.press('Shift+?')
    await page.getByText('לעשירית של הסרט').waitFor()
    await expectAccessible(page, 'the keys of the player')
    await page.keyboard.press('Escape')
    expect(await page.locator('.pmenu').count()).toBe(0)
    const isMuted = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)
    await page.keyboard.press('m')
    expect(await isMuted()).toBe(true)
    await page.keyboard.press('ArrowUp')
    expect(await isMuted()).toBe(false)
    await page.keyboard.press('c')
    await page.getByText('הכתוביות כבויות', { exact: true }).waitFor({ state: 'attached' })
    await page.keyboard.press('f')
    await page.getByRole('button', { name: 'יציאה ממסך מלא' }).waitFor()
    await page.keyboard.press('f')
    await page.keyboard.press('5')
    await expect.poll(() => timeOf(page)).toBeGreaterThan(39)
    const jumpedTo = await timeOf(page)
    expect(jumpedTo).toBeLessThan(45)
    // It plays there: a network that goes away while it still loads would stop it there, before the next jump.
    await expect.poll(() => timeOf(page), SOON).toBeGreaterThan(jumpedTo + 0.2)

    await page.context().setOffline(true)
    await page.keyboard.press('9')
    await heading(page, 'הרשת נעלמה')
    await page.getByText(/עצרנו ב־00:01:1\d/).waitFor()
    await expectAccessible(page, 'a lost connection')
    await page.context().setOffline(false)
    await expect.poll(() => timeOf(page), SOON).toBeGreaterThan(72)
    await page.getByText('החיבור חזר').waitFor({ state: 'attached' })

    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.playbackRate = 4
    })
    await heading(page, 'סוף.')
    await expectAccessible(page, 'the end of a film')
    await page.reload()
    await alive(page)
    await page.getByRole('button', { name: 'התחלת הצפייה' }).click()
    await expect.poll(() => timeOf(page), SOON).toBeGreaterThan(0.5)
    // The choice of no subtitles is remembered.
    expect(await page.locator('[data-menu-button=subtitles]').getAttribute('data-on')).toBe('false')
    await reportProblem(page)
    await moveTicket(viewer, '-49 hours')
    await page.keyboard.press('Space')
    await heading(page, 'הזמן לצפייה הסתיים')
    await page.getByRole('link', { name: /^עוד 48 שעות ב־/ }).waitFor()
    await expectAccessible(page, 'a window that is over')
  })
}, 120_000)

/** From the film's page, in a tab of its own; the house gets the facts by mail. */
async function reportProblem(film: Page): Promise<void> {
  const page = await film.context().newPage()
  await page.goto((await film.getByRole('link', { name: 'דיווח על תקלה' }).getAttribute('href')) ?? '')
  await page.getByRole('radio', { name: 'הכתוביות' }).check()
  await page.getByLabel('פרטים נוספים (לא חובה)').fill('השורה <b>השנייה</b> חסרה')
  await expectAccessible(page, 'a problem with a film')
  await page.getByRole('button', { name: 'שליחת הדיווח' }).click()
  await heading(page, 'הדיווח נשלח')
  const { messages } = (await (await page.request.get('/api/dev/outbox')).json()) as { readonly messages: readonly OutboxMessage[] }
  const mail = messages.find(({ kind }) => kind === 'film problem')
  expect([mail?.to, mail?.subject]).toEqual(['tickets@shura.example', expect.stringContaining('9001')])
  expect(mail?.text).toMatch(/הכתוביות[\s\S]*השורה <b>השנייה<\/b> חסרה[\s\S]*00:00:\d\d[\s\S]*Chrome/)
  await page.close()
}

it('a live stream is waited for, begins by itself, and is watched at its present as its window moves on', async () => {
  const stream = new LiveStream('stream-of-tests')
  const { rows } = await database().query<{ media: string; startsAt: Date }>(
    'SELECT media, starts_at AS "startsAt" FROM film WHERE film_id = 9003',
  )
  const startIn = async (seconds: number): Promise<void> => {
    await database().query(
      `UPDATE film SET media = 'stream-of-tests', starts_at = now() + $1::int * interval '1 second' WHERE film_id = 9003`,
      [seconds],
    )
    await catalogueChanged()
  }
  await startIn(3_600)
  try {
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await holdFilm(shopper, 9003, 45)
      const loaded: number[] = []
      page.on('request', (request) => {
        const at = /\/180\/(\d+)\.m4s/.exec(request.url())?.[1]
        if (at !== undefined) loaded.push(Number(at))
      })
      await page.goto('/vod/9003')
      await alive(page)
      await page.getByRole('timer').waitFor()
      await expectAccessible(page, 'a live stream that has not begun')
      const calendar = await page.request.get((await page.getByRole('link', { name: 'הוספה ליומן' }).getAttribute('href')) ?? '')
      expect([calendar.status(), await calendar.text()]).toEqual([200, expect.stringMatching(/DTSTART:\d{8}T\d{6}Z[\s\S]*\/vod\/9003/)])
      expect((await page.request.get('/vod/9001/start.ics')).status()).toBe(404)
      await stream.start()
      await startIn(4)
      await page.reload()
      await alive(page)
      await page.getByRole('button', { name: 'התחלת הצפייה' }).tap({ timeout: 40_000 })
      await expect.poll(() => timeOf(page), SOON).toBeGreaterThan(0.5)
      const [first = 0, from] = [loaded[0], await timeOf(page)]
      await page.locator('.tm', { hasText: 'שידור חי' }).waitFor()
      expect(await page.getByRole('slider').count()).toBe(0)
      await expectAccessible(page, 'a live stream')
      await expect.poll(() => Math.max(...loaded), { timeout: 30_000 }).toBeGreaterThan(first + 2)
      expect(await timeOf(page)).toBeGreaterThan(from)
    })
  } finally {
    stream.stop()
    await database().query('UPDATE film SET media = $1, starts_at = $2 WHERE film_id = 9003', [rows[0]?.media, rows[0]?.startsAt])
    await catalogueChanged()
  }
}, 120_000)

/** Hands the player an address that has lapsed, as one has that played natively for longer than it is good for. @returns its base */
async function beginWithLapsedAddress(page: Page, uuid: string): Promise<string> {
  const { rows } = await database().query<{ orderId: string; sidHash: Buffer }>(
    'SELECT o.order_id AS "orderId", s.sid_hash AS "sidHash" FROM orders o JOIN session s ON s.uuid = o.holder WHERE o.holder = $1',
    [uuid],
  )
  const [{ orderId, sidHash } = { orderId: '', sidHash: Buffer.alloc(32) }] = rows
  const base = `/vod/media/${signGrant({ orderId, vodId: 9001 }, sidHash, Date.now() - 3_600_000)}/`
  await tellPlayer(page, { base, manifest: `${base}master.m3u8` })
  return base
}

it('the setting for native HLS lets Safari play by itself, though its addresses lapse, as a shop without the setting does not', async () => {
  const shop = await startApp({ env: { VOD_CHROME_ONLY: 'off', LOG_LEVEL: 'warn' } })
  const safari: BrowserContextOptions = { ...DESK, userAgent: SAFARI }
  try {
    await visit(safari, async (shopper) => {
      const { page } = shopper
      const viewer = await holdFilm(shopper, 9001, 39)
      await page.context().addCookies((await page.context().cookies()).map(({ name, value }) => ({ name, value, url: shop.origin })))
      // No media sources, as on an iPhone: the browser is handed the playlist.
      await page.addInitScript(() => {
        for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource'])
          Object.defineProperty(globalThis, name, { value: undefined })
      })
      await page.goto(`${shop.origin}/vod`)
      await page.getByText('על מחשב, טאבלט או טלפון, בדפדפן עדכני.').waitFor()
      await page.goto(shop.origin + FILM)
      await alive(page)
      const lapsed = await beginWithLapsedAddress(page, viewer.uuid)
      const renewed = page.waitForRequest((request) => request.redirectedFrom()?.url() === `${shop.origin}${lapsed}master.m3u8`)
      await Promise.all([renewed, page.getByRole('button', { name: 'התחלת הצפייה' }).click()])
      const currentSrc = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentSrc)
      await expect.poll(currentSrc).toMatch(/\/vod\/media\/[^/]+\/master\.m3u8$/)
      await expect.poll(() => timeOf(page), SOON).toBeGreaterThan(0.5)
    })
  } finally {
    await shop.stop()
  }
})
