import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { commitOrder } from '#lib/contract/order/orders.ts'
import { subscribed } from '#tests/support/sold/demo-series.ts'
import { cartOf } from '#tests/support/buyers/house.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { newPerson, signInByCode } from '#tests/support/browser/personal-area.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import type { HallSeat } from '#tests/support/seats/showings.ts'

openTheatre()

/** Somebody else buys a seat by itself. */
async function buySingle({ address, ticketId }: HallSeat): Promise<void> {
  const buyer = new Buyer(origin)
  await buyer.lock(address)
  const cart = cartOf([address], await buyer.payByCard())
  const seats = cart.seats.map((line) => ({ ...line, ticket: { ...line.ticket, ticketId } }))
  readAnswer(commitOrder, await buyer.commit({ ...cart, seats }))
}

/** Each page is looked at once, at all widths. */
async function look(page: Page, state: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 600) await expectAccessible(page, state)
}

/** The membership stands in the area with its holder, its seat, its code and the file of its card. */
async function expectOwnCard({ page }: Shopper): Promise<void> {
  const member = page.locator('#members .cards > li')
  expect(await member.locator('.mcard').innerText()).toMatch(/\S · .*שורה .* מושב /)
  await member.locator('.member-code > summary').press('Enter')
  await member.getByRole('img', { name: /^קוד של מנוי/ }).waitFor()
  const file = await page.request.get((await member.getByRole('link', { name: /^כרטיס המנוי ב־PDF/ }).getAttribute('href')) ?? '')
  expect(file.headers()['content-type']).toBe('application/pdf')
  await look(page, 'the card of a membership in the area')
}

it.each([
  ['on a phone', PHONE],
  ['on a desk by keyboard', DESK],
])(
  '%s one evening of a series is given back, taken back, given back and sold on, with its credit; another one is sent to a friend and taken back',
  async (_name, options) => {
    const person = await newPerson()
    const { first } = await subscribed(person)
    await visit(options, async (shopper) => {
      const { page } = shopper
      const press = async (name: RegExp | string, role: 'button' | 'link' = 'button') => {
        const button = page.getByRole(role, { name }).first()
        if (options === DESK) {
          await button.focus()
          await page.keyboard.press('Enter')
        } else await button.tap()
      }
      await signInByCode(shopper, person)
      await expectOwnCard(shopper)
      await page.getByRole('link', { name: /הערבים שלי/ }).click()
      await page.getByRole('heading', { level: 1, name: 'הערבים שלי' }).waitFor()
      expect(await page.locator('article.res').count()).toBe(4)
      await look(page, 'the evenings of a series')
      await press(/^החזרה למכירה/)
      await page.getByRole('heading', { name: 'להחזיר את הערב למכירה?' }).waitFor()
      await look(page, 'the question before an evening is given back')
      await press('להחזיר למכירה')
      await page.getByText('הערב מוצע למכירה. הכרטיס תקף').waitFor()
      await press(/^לקחת בחזרה/)
      await press('לקחת בחזרה')
      await page.getByText('הערב שלכם כמו קודם.').waitFor()
      await press(/^החזרה למכירה/)
      await press('להחזיר למכירה')
      await page.getByText('מוצע למכירה', { exact: true }).waitFor()
      await buySingle(first)
      await page.reload()
      await page.getByText(/נמכר, .*₪.* זוכו/).waitFor()
      await look(page, 'an evening that was sold on')
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await press(/^שליחת כרטיס לחבר/, 'link')
      await page.locator('.change summary').first().press('Enter')
      await page.getByLabel('שם', { exact: true }).first().fill('רון לוי')
      await page.getByLabel('טלפון נייד או דוא״ל').first().fill('052-111-2233')
      await press(/^שליחה/)
      await page.getByText('הכרטיס נשלח.').waitFor()
      await page.goto('/customer/evenings')
      await page.getByText('נשלח אל רון לוי').waitFor()
      await look(page, 'an evening that a friend has')
      await press(/^לקחת בחזרה/)
      await page.getByRole('heading', { name: 'לקחת את הכרטיס בחזרה?' }).waitFor()
      await press('לקחת בחזרה')
      await page.getByText('הערב שלכם כמו קודם.').waitFor()
      expect(await page.getByText('נשלח אל').count()).toBe(0)
      await page.goto('/customer#vouchers')
      await page.locator('#vouchers').getByText('₪').first().waitFor()
    })
    const { rows } = await database().query(
      `SELECT r.state, r.credit > 0 AS credited FROM resale r JOIN orders o USING (order_id) WHERE o.email = $1 ORDER BY r.resale_id`,
      [person.email],
    )
    expect(rows).toEqual([
      { state: 'taken_back', credited: true },
      { state: 'sold', credited: true },
    ])
  },
)
