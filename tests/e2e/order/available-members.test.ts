import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible, expectAccessibleOnDevice } from '#tests/support/browser/page-checks.ts'
import { joinShopDatabase } from '#tests/support/browser/shop-database.ts'
import { asShopper, DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { findShowing, freeSeatsOf, openShowings } from '#tests/support/seats/showings.ts'

/** A demo person (docs/demo.md) with many entries of another club than the theatre's. */
const MEMBER = { ssn: '000000059', club: 'מועדון אורות' }
/** Demo members of the theatre's club. */
const EXPIRED = '1002'
const THEATRES = '1001'

let showing: PresentationAnswer
beforeAll(async () => {
  await joinShopDatabase()
  const { rows } = await database().query<{ id: number }>(
    `SELECT DISTINCT t.ticket_group_id AS id FROM entitlement e JOIN entitlement_ticket USING (entitlement_id) JOIN ticket t USING (ticket_id)
     WHERE e.kind = 'member' AND e.membership_name = $1`,
    [MEMBER.club],
  )
  const groups = new Set(rows.map(({ id }) => id))
  showing = findShowing(
    await openShowings(origin),
    (one) => one.seatingMode === 'reserved' && one.ticketGroups.length > 0 && one.ticketGroups.every(({ id }) => groups.has(id)),
  )
})
const chips = (page: Page): Locator => page.locator('.vchip')
const use = (page: Page): Locator => page.getByRole('button', { name: 'שימוש במנוי' })
const remove = (page: Page): Locator => page.getByRole('button', { name: `הסרת ${MEMBER.club}` })
const total = (page: Page): Locator => page.locator('.sum .tot dd')

/** Seats that are nothing special: of a companion's place nobody could go on. */
async function toTickets(shopper: Shopper): Promise<void> {
  await shopper.openOrder(showing.id)
  await shopper.takeTheseFromList(await freeSeatsOf(origin, showing.id, 2))
  await shopper.toTickets()
}

/** As if the visitor had proved them, by a look-up before or a sign-in. */
async function prove(uuid: string, ...memberNumbers: readonly string[]): Promise<void> {
  await database().query(
    `INSERT INTO session_grant (uuid, entitlement_id) SELECT $1, entitlement_id FROM entitlement WHERE kind = 'member' AND public_code = ANY ($2)`,
    [uuid, memberNumbers],
  )
}

describe.each([
  ['a phone', PHONE],
  ['a desk', DESK],
])('R4.48 a member of the visitor, on %s', (_name, device) => {
  it('is offered after it was taken off and after a reload, and is used again by one press', async () => {
    await asShopper(browser, origin, device, async (shopper) => {
      const { page } = shopper
      await toTickets(shopper)
      const before = await total(page).innerText()
      expect(await chips(page).count()).toBe(0)
      await page.getByLabel(/^מספר תעודת זהות/).fill(MEMBER.ssn)
      await shopper.press(page.getByRole('button', { name: 'הפעלה' }))
      await remove(page).waitFor()
      const asMember = await total(page).innerText()
      expect(asMember).not.toBe(before)
      expect(await use(page).count()).toBe(0)
      await shopper.press(remove(page))
      await use(page).waitFor()
      expect(await chips(page).innerText()).toMatch(new RegExp(`${MEMBER.club} · נותרו \\d+ כניסות במנוי`))
      await expect.poll(() => total(page).innerText()).toBe(before)
      await expectAccessibleOnDevice(page, 'an offered member')
      await page.reload()
      await use(page).waitFor()
      const typed: string[] = []
      page.on('request', (request) => typed.push(`${request.url()} ${request.postData() ?? ''}`))
      await shopper.press(use(page))
      await expect.poll(() => remove(page).evaluate((one) => one === document.activeElement)).toBe(true)
      await expect.poll(() => total(page).innerText()).toBe(asMember)
      expect(await use(page).count()).toBe(0)
      expect(typed.join()).not.toContain(MEMBER.ssn)
      await shopper.toDetails()
      expect(await total(page).innerText()).toBe(asMember)
    })
  })
})

describe('a member that cannot be used', () => {
  it('R4.48 says why, and cannot be pressed', async () => {
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await toTickets(shopper)
      await prove(await shopper.uuid, EXPIRED, THEATRES)
      await page.reload()
      await expect.poll(() => chips(page).count()).toBe(2)
      for (const why of ['תוקף המנוי הסתיים', 'המנוי אינו תקף למושבים שבחרתם'])
        expect(await chips(page).filter({ hasText: why }).count()).toBe(1)
      for (const button of await use(page).all()) expect(await button.isDisabled()).toBe(true)
      await expectAccessible(page, 'members that cannot be used')
    })
  })
})
