import { expect, it } from 'vitest'
import type { Page } from 'playwright'
import { database } from '#lib/server/platform/db/connect.ts'
import { alive, buyButton, FILM, FILM_NAME, holdFilm, payForFilm, tellPlayer } from '#tests/support/browser/films.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { newPerson, signInByCode } from '#tests/support/browser/personal-area.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

const timeOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
const isPaused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)

/** Watches at eight times the speed and then stops. @returns how many different times were seen on the way */
function watchUntil(page: Page, seconds: number): Promise<number> {
  return page.locator('video').evaluate(async (video: HTMLVideoElement, until) => {
    const seen = new Set<number>()
    video.playbackRate = 8
    while (video.currentTime < until) {
      seen.add(video.currentTime)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    video.playbackRate = 1
    video.pause()
    return seen.size
  }, seconds)
}

/** The pause between two codes for one number is over; the shop of this file has no other customers. */
const endPause = () => database().query(`UPDATE sign_in_code SET created_at = created_at - interval '2 minutes'`)

it('R2.18 R2.19 R2.59 a film is bought and watched for a minute on a desk, goes on on a phone, is refused on a third device, which replaces the first', async () => {
  const person = await newPerson()
  const own = { 'אימות טלפון נייד': person.mobileNumber, 'תעודת זהות': '123456782' }
  await visit(DESK, async (first) => {
    const { page } = first
    await signInByCode(first, person)
    await page.goto(FILM)
    await buyButton(page).click()
    await payForFilm(first, own)
    const loaded = new Set<string>()
    page.on('request', (request) => {
      const level = /\/(180|360)\/\d+\.m4s/.exec(request.url())?.[1]
      if (level !== undefined) loaded.add(level)
    })
    await page.getByRole('region', { name: 'הצפייה שלכם' }).getByRole('link', { name: 'לצפייה' }).click()
    await page.waitForURL(/\/vod\/[\w-]+\/9001$/)
    await alive(page)
    await page.getByText('הלחיצה פותחת 48 שעות צפייה').waitFor()
    expect(await page.locator('[data-standing]').innerText()).toMatch(/להתחיל לצפות עד[\s\S]*עד שני מכשירים יחד/)
    expect(await page.getByRole('navigation', { name: 'ניווט ראשי' }).locator('[aria-current]').innerText()).toBe('צפייה ישירה')
    await expectAccessible(page, 'a film that is ready')

    // What its next beat tells it is told soon: the server asks for one every fifteen seconds.
    await tellPlayer(page, { beatSeconds: 1 })
    await page.getByRole('button', { name: 'התחלת הצפייה' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => timeOf(page), { timeout: 20_000 }).toBeGreaterThan(2.5)
    // What stands under the player follows without a reload.
    const standing = page.locator('[data-standing]')
    expect(await standing.innerText()).toMatch(/זמין לכם עד[\s\S]*עוד 4[78] שעות[\s\S]*מכשיר אחד מתוך 2/)
    expect(await page.locator('.subs').innerText()).toContain('עשר לחצות פחות דקה')
    await page.keyboard.press('Space')
    expect(await isPaused(page)).toBe(true)
    await expectAccessible(page, 'a film that is paused')
    const line = page.getByRole('slider', { name: 'מיקום בסרט, משמאל לימין' })
    expect(await line.getAttribute('aria-valuetext')).toMatch(/מתוך .*פרק: פתיחה/)
    await line.focus()
    const before = await timeOf(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => timeOf(page)).toBeCloseTo(before + 10, 0)
    await page.keyboard.press('c')
    await page.getByText('הכתוביות כבויות', { exact: true }).waitFor({ state: 'attached' })
    await page.keyboard.press('n')
    await expect.poll(() => timeOf(page)).toBeCloseTo(28, 0)
    await page.getByRole('button', { name: /^הגדרות/ }).click()
    await page.getByRole('radio', { name: '180p' }).check()
    await page.getByRole('radio', { name: 'תיאור קולי' }).check()
    const rate = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate)
    for (const speed of [1.5, 1]) {
      await page.getByRole('radio', { name: `${String(speed)}×`, exact: true }).check()
      expect(await rate()).toBe(speed)
    }
    await expectAccessible(page, 'the settings of the player')
    await page.keyboard.press('Escape')
    expect(await page.locator('.pmenu').count()).toBe(0)
    // A minute of the film without a jump, in a few seconds.
    await page.keyboard.press('0')
    await expect.poll(() => timeOf(page)).toBe(0)
    await page.getByRole('button', { name: 'ניגון', exact: true }).click()
    expect(await watchUntil(page, 60)).toBeGreaterThan(20)
    await expect.poll(() => [...loaded].sort(), { timeout: 20_000 }).toEqual(['180', '360'])

    await visit(PHONE, async (second) => {
      await endPause()
      await signInByCode(second, person, '/customer', 2)
      await second.page
        .getByRole('region', { name: 'צפייה ישירה' })
        .getByRole('link', { name: /^לצפייה/ })
        .tap()
      await alive(second.page)
      await expectAccessible(second.page, 'a film to go on with')
      await second.page.getByRole('button', { name: /^להמשיך מ־\s*00:01:0\d$/ }).tap()
      await expect.poll(() => timeOf(second.page), { timeout: 20_000 }).toBeGreaterThan(60.5)
      await standing.getByText('שני מכשירים מתוך 2').waitFor()
      // It stays: at the end of the film it would leave.
      await second.page.locator('video').evaluate((video: HTMLVideoElement) => {
        video.pause()
      })
      await visit(PHONE, async (third) => {
        await endPause()
        await signInByCode(third, person, '/customer', 3)
        await third.page.goto(FILM)
        await alive(third.page)
        await third.page.getByRole('button', { name: 'מההתחלה' }).tap()
        await third.page.getByRole('heading', { name: 'כבר צופים בשני מכשירים' }).waitFor()
        expect(await timeOf(third.page)).toBe(0)
        await expectAccessible(third.page, 'too many devices')
        await third.page
          .getByRole('button', { name: /^עצירה שם/ })
          .first()
          .tap()
        await expect.poll(() => timeOf(third.page), { timeout: 20_000 }).toBeGreaterThan(0.5)
      })
    })
    // Its next beat tells it. A press would race with that: the button may be gone already.
    await page.getByRole('heading', { name: 'הצפייה כאן נעצרה' }).waitFor()
    await expectAccessible(page, 'a film that has moved to another device')
  })
}, 180_000)

it('a third film in one browser names the two that play there, and begins once one of them is stopped', async () => {
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    const others = [await holdFilm(shopper, 9001, 39), await holdFilm(shopper, 9001, 39)]
    const { uuid } = await holdFilm(shopper, 9001, 39)
    await database().query('UPDATE orders SET holder = $1 WHERE holder = ANY ($2)', [uuid, others.map((one) => one.uuid)])
    const { rows } = await database().query<{ id: string }>('SELECT reservation_identifier AS id FROM orders WHERE holder = $1', [uuid])
    const start = async (tab: Page, id = ''): Promise<void> => {
      await tab.goto(`/vod/${id}/9001`)
      await alive(tab)
      await tab.getByRole('button', { name: 'התחלת הצפייה' }).click()
    }
    const [first, second] = [await page.context().newPage(), await page.context().newPage()]
    for (const [at, tab] of [first, second].entries()) {
      await tellPlayer(tab, { beatSeconds: 1 })
      await start(tab, rows[at]?.id)
      await expect.poll(() => timeOf(tab), { timeout: 20_000 }).toBeGreaterThan(0.2)
    }
    await start(page, rows[2]?.id)
    await page.getByRole('heading', { name: 'כבר צופים בסרטים אחרים בדפדפן הזה' }).waitFor()
    const films = page.locator('.devs li')
    expect(await films.locator('b').allInnerTexts()).toEqual([FILM_NAME, FILM_NAME])
    await expectAccessible(page, 'too many films')
    await films
      .getByRole('button', { name: /^עצירה שם/ })
      .first()
      .click()
    await expect.poll(() => timeOf(page), { timeout: 20_000 }).toBeGreaterThan(0.2)
    // The other one plays on; this one is told that it was stopped, and offers to go on.
    await expect.poll(async () => [await isPaused(first), await isPaused(second)].filter(Boolean)).toHaveLength(1)
    const stopped = (await isPaused(first)) ? first : second
    await stopped.getByText('היא נעצרה ממכשיר אחר או מלשונית אחרת').waitFor()
    for (const tab of [first, second]) await tab.close()
  })
}, 120_000)
