import { describe, expect, it } from 'vitest'
import { makeMembership } from '#tests/support/buyers/customers.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { voucherOf } from '#tests/support/database/customer-orders.ts'
import { follow } from '#tests/support/browser/follow.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { boughtBefore, cardOf, newPerson, openDesk, signInByCode, type Person } from '#tests/support/browser/personal-area.ts'
import { SECRET_OF_TESTS } from '#tests/support/processes/server.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'

/** A showing whose tickets can be cancelled for ₪10, and one where it costs nothing. */
const CHARGED = 5
const FREE = 2

process.env.SECRET = SECRET_OF_TESTS // the shop's own: it reads the vouchers that are written here
openTheatre()

/** Opens the dialog of a reservation. */
async function openCancelling({ page }: Shopper, resId: string) {
  await openDesk(page)
  await cardOf(page, resId).getByRole('button', { name: 'ביטול ההזמנה' }).click()
  const dialog = page.getByRole('dialog', { name: 'ביטול ההזמנה' })
  await dialog.getByText('תקבלו בחזרה').waitFor()
  return dialog
}

/** Until when, as a date and a time: the words that the checkout and the confirmation have too. */
const DEADLINE = /אפשר לבטל באתר עד (?:יום \S+|מוצ״ש), .+ בשעה \u206623:59\u2069\./

const refundIn = async (dialog: Awaited<ReturnType<typeof openCancelling>>) => (await dialog.locator('.sum-line.tot').innerText()).trim()

/** A signed-in customer who has bought tickets. */
async function withTickets(
  presentationId: number,
  count: number,
  work: (shopper: Shopper, resId: string, person: Person) => Promise<void>,
) {
  const person = await newPerson()
  const resId = await boughtBefore(person, presentationId, count)
  await visit(DESK, async (shopper) => {
    await signInByCode(shopper, person)
    await work(shopper, resId, person)
  })
}

/** In the browser: the parts of the navigation that are not whole in the window, are smaller than a finger, or whose words do not fit. */
function missedAtFirstGlance(nav: Element): string[] {
  const parts = [...nav.querySelectorAll('a, button')]
  const missed = parts.filter((part) => {
    const { left, right, top, bottom, width, height } = part.getBoundingClientRect()
    const isSeen = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
    return !isSeen || Math.min(width, height) < 44 || part.scrollWidth > part.clientWidth
  })
  return parts.length === 6 ? missed.map(({ textContent }) => textContent.trim()) : ['a part is missing']
}

describe('the personal area', () => {
  it('R1.7 R2.7 R2.52 R6.8 after signing in the ticket is two taps from the home page, and nobody else sees the reservation', async () => {
    const person = await newPerson()
    const resId = await boughtBefore(person, CHARGED, 2)
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await signInByCode(shopper, person)
      await page.goto('/')
      await page.getByRole('link', { name: 'האזור שלי' }).first().tap()
      await cardOf(page, resId)
        .getByRole('link', { name: /^הצגת הכרטיס/ })
        .tap()
      await page.waitForURL(/\/edocument\//)
      await page.goto('/customer')
      const number = cardOf(page, resId).locator('.one-line')
      expect(await number.innerText()).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
      expect(await number.evaluate((one) => one.getClientRects().length)).toBe(1)
      await expectAccessible(page, 'reservations')
      await cardOf(page, resId).locator('summary').click()
      await expectAccessible(page, 'reservations, a menu open')
    })
    const other = await newPerson()
    await visit(DESK, async (shopper) => {
      await signInByCode(shopper, other)
      await shopper.page.getByText('אין לכם הזמנות קרובות').waitFor()
      expect(await shopper.page.content()).not.toContain(resId)
      await expectAccessible(shopper.page, 'a personal area in which there is nothing')
    })
  })

  it('R2.6 is the same at both addresses, is read without script, and is kept by no cache', async () => {
    await withTickets(CHARGED, 1, async ({ page }, resId) => {
      const storageState = await page.context().storageState()
      const context = await page.context().browser()?.newContext({ baseURL: page.url(), storageState, javaScriptEnabled: false })
      if (!context) throw new Error('There is no browser.')
      const still = await context.newPage()
      for (const address of ['/customer', '/booking/customer-portal']) {
        const answer = await still.goto(address)
        expect(answer?.headers()['cache-control']).toBe('no-store')
        const room = await still.locator('.parts').evaluate((parts) => getComputedStyle(parts).rowGap)
        expect(room, 'the sheet of the area wins over that of all pages, whichever comes later').toBe('48px')
        await cardOf(still, resId)
          .getByRole('link', { name: /^הצגת הכרטיס/ })
          .waitFor()
        expect(await still.getByRole('button', { name: 'ביטול ההזמנה' }).count()).toBe(0)
        await still.getByRole('link', { name: 'היסטוריה' }).click()
        await still.getByText('ההיסטוריה עוד ריקה').waitFor()
      }
      await context.close()
    })
  })

  it('shows a phone all its parts and the way out at first glance, each for a finger, and is left by it', async () => {
    const person = await newPerson()
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await signInByCode(shopper, person)
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 568 })
        expect(await page.locator('#area-nav').evaluate(missedAtFirstGlance)).toEqual([])
      }
      await page.getByRole('button', { name: 'יציאה' }).press('Enter')
      await page.waitForURL((url) => url.pathname === '/')
      await page.goto('/customer')
      await page.getByLabel('מספר טלפון נייד').waitFor()
    })
  })

  it('R4.33 lists the latest showing first, and leads to the ticket that is needed next', async () => {
    const person = await newPerson()
    const [soon, later] = [await boughtBefore(person, FREE, 1), await boughtBefore(person, CHARGED, 1)]
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await signInByCode(shopper, person)
      expect(await page.locator('article.res').first().getAttribute('aria-labelledby')).toBe(`res-${later}`)
      const next = page.getByRole('link', { name: /^הבאה: הגשר של אבא, (יום |מוצ״ש)/ })
      const ticket = cardOf(page, soon).getByRole('link', { name: /^הצגת הכרטיס/ })
      expect(await next.getAttribute('href')).toBe(await ticket.getAttribute('href'))
      await expectAccessible(page, 'several reservations')
      const dialog = await openCancelling(shopper, soon)
      // The page that is fetched anew keeps one waiting: what is cancelled is gone all the same, and so is the line that leads to it.
      await page.route(page.url(), () => undefined)
      await dialog.getByRole('button', { name: /^ביטול וקבלת/ }).click()
      await expect.poll(() => cardOf(page, soon).count()).toBe(0)
      expect(await next.count()).toBe(0)
    })
  })

  it('R2.53 R2.54 R2.55 has parts for memberships, vouchers and watching', async () => {
    const person = await newPerson()
    await makeMembership(person.customerId, 100)
    await makeMembership(person.customerId, 12)
    await makeMembership(person.customerId, -3)
    await voucherOf(person.customerId, `AREA-${person.mobileNumber}`, 15_000)
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await signInByCode(shopper, person)
      const members = page.getByRole('region', { name: 'מנויים' })
      expect(await members.locator('.badge').allInnerTexts()).toEqual(['פעיל', expect.stringContaining('מסתיים בעוד'), 'פג תוקף'])
      expect(await members.getByRole('img', { name: 'נוצלו 0 מתוך 8' }).count()).toBe(3)
      const vouchers = page.getByRole('region', { name: 'שוברים' })
      expect(await vouchers.innerText()).toMatch(/₪150\s+נותרו מתוך ₪150/)
      expect(await vouchers.innerText()).not.toContain(`AREA-${person.mobileNumber}`)
      await vouchers.getByText('איפה מימשתי?').click()
      await vouchers.getByText('טעינה').waitFor()
      await page.locator('#area-nav').getByRole('link', { name: 'צפייה ישירה' }).click()
      await page.getByRole('region', { name: 'צפייה ישירה' }).getByText('הספה פנויה').waitFor()
      // The part was there before the press; the navigation is marked by an event that follows it.
      await expect.poll(() => page.locator('#area-nav [aria-current=page]').innerText()).toContain('צפייה ישירה')
      await expectAccessible(page, 'memberships and vouchers')
    })
  })
})

describe('cancelling in the personal area', () => {
  it('R2.56 R6.9 shows the exact refund of each choice, cancels one item once, then the rest, which goes to the history', async () => {
    await withTickets(CHARGED, 2, async (shopper, resId) => {
      const { page } = shopper
      const terms = new RegExp(`${DEADLINE.source} דמי ביטול: \u2066₪10\u2069 לכל ביטול\\.`)
      expect(await cardOf(page, resId).innerText()).toMatch(terms)
      const dialog = await openCancelling(shopper, resId)
      expect(await refundIn(dialog)).toMatch(/₪368$/)
      const words = await dialog.innerText()
      expect(words).toMatch(DEADLINE)
      expect(words.match(/דמי ביטול/g)).toHaveLength(1)
      await dialog.getByRole('checkbox').first().uncheck()
      await expect.poll(() => refundIn(dialog)).toMatch(/₪179$/)
      await expectAccessible(page, 'the dialog of a cancellation')
      let sent = 0
      page.on('request', (request) => (sent += Number(request.url().includes(`/${resId}/cancel?`))))
      await dialog.getByRole('button', { name: /^ביטול וקבלת/ }).dblclick()
      const message = page.locator('.area-said')
      await message.getByText('הביטול בוצע: הגשר של אבא.').waitFor()
      expect(await message.innerText()).toContain('₪179')
      expect(await message.evaluate((note) => note === document.activeElement)).toBe(true)
      expect(sent).toBe(1)
      await cardOf(page, resId).getByText('הוחזרו לכרטיס המסתיים ב־').waitFor()
      await expectAccessible(page, 'one item cancelled')

      const rest = await openCancelling(shopper, resId)
      await rest.getByRole('button', { name: /^ביטול וקבלת/ }).click()
      await expect.poll(() => cardOf(page, resId).count()).toBe(0)
      await follow(page, page.getByRole('link', { name: 'היסטוריה' }))
      expect(await cardOf(page, resId).innerText()).toContain('בוטלה')
      await expectAccessible(page, 'history')
    })
  })

  it('R8.40 says beside each item why it cannot be cancelled, in words', async () => {
    await withTickets(CHARGED, 2, async ({ page }, resId) => {
      await database().query(
        `UPDATE order_seat SET used_at = now() WHERE line = 1 AND order_id = (SELECT order_id FROM orders WHERE reservation_identifier = $1)`,
        [resId],
      )
      await openDesk(page)
      await cardOf(page, resId).getByRole('button', { name: 'ביטול ההזמנה' }).click()
      const items = page.getByRole('dialog', { name: 'ביטול ההזמנה' }).locator('label:has(.item)')
      await expect.poll(() => items.count()).toBe(2)
      const said = (await items.allInnerTexts()).filter((text) => text.includes('כדי לבטל או לשנות, פנו לבית העסק שבו הזמנתם.'))
      expect(said).toHaveLength(1)
      expect((await items.allInnerTexts()).join()).not.toContain('errors.')
    })
  })

  it('is done with the keyboard alone; Escape leaves everything as it is and gives the focus back', async () => {
    await withTickets(FREE, 1, async ({ page }, resId) => {
      await openDesk(page)
      const button = cardOf(page, resId).getByRole('button', { name: 'ביטול ההזמנה' })
      await button.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByText('תקבלו בחזרה').waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
      const yes = page.getByRole('dialog').getByRole('button', { name: /^ביטול וקבלת/ })
      await yes.waitFor()
      for (let presses = 0; presses < 12 && !(await yes.evaluate((element) => element === document.activeElement)); presses += 1)
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.locator('.area-said:focus').waitFor()
      await page.getByText('אין לכם הזמנות קרובות').waitFor()
    })
  })

  it('R8.9 R8.10 that is refused or does not arrive says why and how to go on, and changes nothing', async () => {
    await withTickets(CHARGED, 1, async (shopper, resId) => {
      const { page } = shopper
      const dialog = await openCancelling(shopper, resId)
      await page.route('**/cancel?*', (route) => route.abort())
      await dialog.getByRole('button', { name: /^ביטול וקבלת/ }).click()
      await dialog.getByRole('alert').getByText('החיבור לרשת נקטע').waitFor()
      expect(await dialog.getByRole('alert').getByRole('link').getAttribute('href')).toMatch(/^tel:/)
      await page.unroute('**/cancel?*')
      await dialog.getByRole('button', { name: 'להשאיר את ההזמנה' }).click()
      expect(await cardOf(page, resId).innerText()).toContain('שולמה')
    })
  })

  it('gives the money back as credit where that is chosen, and the credit is among the vouchers', async () => {
    await withTickets(FREE, 1, async (shopper, resId) => {
      const { page } = shopper
      const dialog = await openCancelling(shopper, resId)
      await dialog.getByLabel('כזיכוי לקנייה הבאה').check()
      await dialog.getByText('כזיכוי חדש').waitFor()
      await dialog.getByRole('button', { name: /^ביטול וקבלת/ }).click()
      await page.locator('.area-said').getByText('מחכים לכם כזיכוי').waitFor()
      await page.getByRole('region', { name: 'שוברים' }).getByText('₪189').first().waitFor()
    })
  })
})

it('tickets are sent again from the list', async () => {
  await withTickets(CHARGED, 1, async ({ page }, resId) => {
    await openDesk(page)
    await cardOf(page, resId).locator('summary').click()
    await cardOf(page, resId).getByRole('button', { name: 'שליחה חוזרת' }).click()
    await cardOf(page, resId).getByRole('status').getByText('שלחנו שוב את הכרטיסים').waitFor()
  })
})
