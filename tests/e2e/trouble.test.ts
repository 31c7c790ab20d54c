import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { formatShekels } from '#lib/text/format-money.ts'
import { Buyer, CARDS } from '#tests/support/buyer.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { checkInvariants } from '#tests/support/database.ts'
import { joinShopDatabase, letHoldEndIn, ordersOf, setTicketPrice } from '#tests/support/shop-database.ts'
import { asShopper, DESK, PHONE, TYPED, type Shopper } from '#tests/support/shopper.ts'
import { freeSeatsOf } from '#tests/support/showings.ts'

const origin = inject('shopOrigin')
const THEATRE = 2
const EMAIL = 'דואר אלקטרוני'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
  await joinShopDatabase()
})
afterAll(async () => {
  await browser.close()
  await checkInvariants()
})

/** A visitor who has taken seats of the theatre from its list. */
async function withSeats(count: number, work: (shopper: Shopper) => Promise<void>): Promise<void> {
  await asShopper(browser, origin, DESK, async (shopper) => {
    await shopper.openOrder(THEATRE)
    await shopper.takeFromList(count)
    await work(shopper)
  })
}

async function seatOfTheatre() {
  const [seat] = await freeSeatsOf(origin, THEATRE, 1)
  if (!seat) throw new Error('The theatre is full.')
  return seat
}

const total = ({ page }: Shopper) => page.locator('.sum .tot dd').innerText()
const openForm = ({ page }: Shopper) => page.locator('astro-island:not([ssr]) form#details').waitFor()
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)
const heading = ({ page }: Shopper, name: string) => page.getByRole('heading', { name }).waitFor()

describe('reload, back and forward', () => {
  it('keep seats, ticket types, products, the total and what was typed, in every step', async () => {
    await withSeats(2, async (shopper) => {
      const { page } = shopper
      await page.reload()
      await shopper.expectChosen(2)
      await shopper.toTickets()
      await page.getByRole('combobox').last().selectOption({ index: 1 })
      await shopper.toProducts()
      await page
        .getByRole('button', { name: /^הוספת / })
        .first()
        .click()
      await page.waitForTimeout(1_200) // the cart is stored when nothing has changed for a moment
      const before = await total(shopper)
      await page.reload()
      await heading(shopper, 'להוסיף להזמנה?')
      await expect.poll(() => total(shopper)).toBe(before)
      await page.goBack()
      await expect.poll(() => page.url()).toMatch(/step=tickets/)
      expect(
        await page
          .getByRole('combobox')
          .last()
          .evaluate((select: HTMLSelectElement) => select.selectedIndex),
      ).toBe(1)
      await page.goBack()
      await shopper.expectChosen(2)
      await page.goForward()
      await page.goForward()
      await heading(shopper, 'להוסיף להזמנה?')
      await shopper.toDetails()
      await shopper.fillDetails()
      await page.reload()
      await openForm(shopper)
      expect(await page.getByLabel(EMAIL).inputValue()).toBe(TYPED[EMAIL])
      expect(await total(shopper)).toBe(before)
      await page.goBack()
      await expect.poll(() => page.url()).toMatch(/step=products/)
      await expect.poll(() => total(shopper)).toBe(before)
      await page.goForward()
      await openForm(shopper)
      await shopper.fillDetails()
      await shopper.toPayment()
      await page.goBack()
      await openForm(shopper)
      expect(await page.getByLabel('שם פרטי').inputValue()).toBe(TYPED['שם פרטי'])
      await page.goForward()
      await shopper.payBy()
      const reservation = await shopper.confirmed()
      await page.reload()
      expect(await shopper.confirmed()).toBe(reservation)
      await page.goBack()
      await page.waitForTimeout(1_000)
      expect(await ordersOf(await shopper.uuid)).toEqual({ paid: 1 })
    })
  })

  it('back from the details, after steps that no reload interrupted, finds ticket types and products again', async () => {
    await withSeats(2, async (shopper) => {
      const { page } = shopper
      await shopper.toTickets()
      await page.getByRole('combobox').last().selectOption({ index: 1 })
      await shopper.toProducts()
      await page
        .getByRole('button', { name: /^הוספת / })
        .first()
        .click()
      await shopper.toDetails()
      const before = await total(shopper)
      await page.goBack()
      await heading(shopper, 'להוסיף להזמנה?')
      await expect.poll(() => total(shopper)).toBe(before)
      await page.waitForTimeout(1_200)
      await page.goForward()
      await openForm(shopper)
      expect(await total(shopper)).toBe(before)
    })
  })

  it('back from the confirmation shows the order that was made, never the form of one that is over', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.walkToPayment()
      await shopper.payBy()
      const reservation = await shopper.confirmed()
      for (const step of ['payment', 'details']) {
        await page.goBack()
        expect(await shopper.confirmed(), step).toBe(reservation)
      }
      await page.goBack()
      await shopper.expectChosen(0)
    })
  })

  it('a double press goes one step and pays once', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.goOn.dblclick()
      await heading(shopper, 'איזה כרטיס לכל מושב?')
      expect(page.url()).toContain('step=tickets')
      await shopper.toDetails()
      await shopper.fillDetails()
      await shopper.goOn.dblclick()
      await shopper.cardForm.getByLabel('CVV').waitFor()
      await shopper.fillCard()
      await shopper.payButton.dblclick()
      await shopper.confirmed()
      expect(await ordersOf(await shopper.uuid)).toEqual({ paid: 1 })
    })
  })

  it('reload of the open card form asks for the ID number again, which no browser keeps, and nothing else', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.walkToPayment()
      await page.reload()
      await openForm(shopper)
      expect(await page.getByLabel('תעודת זהות').inputValue()).toBe('')
      expect(await page.getByLabel('אימות טלפון נייד').inputValue()).toBe(TYPED['אימות טלפון נייד'])
      await page.getByLabel('תעודת זהות').fill(TYPED['תעודת זהות'])
      await shopper.toPayment()
      await shopper.payBy()
      await shopper.confirmed()
    })
  })
})

describe('a second tab', () => {
  it('shows the same seats, and the first to pay buys them once', async () => {
    await withSeats(2, async (shopper) => {
      const other = await shopper.secondTab()
      await other.openOrder(THEATRE)
      await other.expectChosen(2)
      await shopper.walkToPayment()
      await other.walkToPayment()
      await shopper.payBy()
      const reservation = await shopper.confirmed()
      await other.payBy()
      expect(await other.confirmed()).toBe(reservation)
      expect(await ordersOf(await shopper.uuid)).toEqual({ paid: 1 })
    })
  })
})

describe('a seat given back in another tab', () => {
  it('leaves the order of this one, which says so', async () => {
    await withSeats(2, async (shopper) => {
      const { page } = shopper
      await shopper.toTickets()
      const other = await shopper.secondTab()
      await other.openOrder(THEATRE)
      await other.expectChosen(2)
      await other.page.getByRole('button', { name: /^הסרת/ }).first().click()
      await other.expectChosen(1)
      // Without a screen no tab is ever hidden, so the return to this one is said in so many words.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect.poll(() => page.getByRole('combobox').count(), { timeout: 10_000 }).toBe(1)
      await page.getByText('אחד המושבים כבר לא שמור לכם. בדקו את הבחירה.').waitFor()
      await shopper.toDetails()
      await shopper.fillDetails()
      await shopper.toPayment()
      await shopper.payBy()
      await shopper.confirmed()
      expect(await page.getByRole('img', { name: /^קוד QR/ }).count()).toBe(1)
    })
  })
})

describe('somebody quicker', () => {
  it('takes the seat before it is pressed: told at once, and the nearest one is offered', async () => {
    const seat = await seatOfTheatre()
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await page.route('**/api/seats/seats-status*', async (route) => {
        if ((await page.locator('svg.map').count()) > 0) await route.abort()
        else await route.continue()
      })
      await shopper.openOrder(THEATRE)
      await new Buyer(origin).lock(seat.address)
      await shopper.pressOnMap(seat)
      const dialog = page.getByRole('dialog', { name: 'מישהו הקדים אתכם ברגע' })
      await dialog.waitFor()
      expect(await dialog.innerText()).toContain(`שורה ${seat.row}, מושב ${seat.name} נתפס`)
      await dialog.getByRole('button', { name: /^לקחת את/ }).click()
      await shopper.expectChosen(1)
      expect(await dialog.count()).toBe(0)
    })
  })

  it('is told on a phone as well, and Escape leads back to the map without a seat', async () => {
    const seat = await seatOfTheatre()
    await asShopper(browser, origin, PHONE, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await page.route('**/api/seats/seats-status*', (route) => route.abort())
      await page.locator('.seclist summary').evaluateAll((all) => all.forEach((one) => one.parentElement?.setAttribute('open', '')))
      const button = page.getByRole('button', { name: new RegExp(`שורה ${seat.row}, מושב ${seat.name},`) }).first()
      await new Buyer(origin).lock(seat.address)
      await button.tap()
      await page.getByRole('dialog', { name: 'מישהו הקדים אתכם ברגע' }).waitFor()
      await page.keyboard.press('Escape')
      await shopper.expectChosen(0)
    })
  })
})

describe('the end of the hold', () => {
  it('is told, keeps what was typed, and frees the seats for others', async () => {
    const seat = await seatOfTheatre()
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.pressOnMap(seat)
      await shopper.expectChosen(1)
      await shopper.toTickets()
      await shopper.toDetails()
      await shopper.fillDetails()
      await letHoldEndIn(5, await shopper.uuid)
      await page.reload()
      await page.getByRole('dialog', { name: 'הזמן לשמירת המושבים נגמר' }).waitFor({ timeout: 10_000 })
      await new Buyer(origin).lock(seat.address)
      await page.getByRole('button', { name: 'בחירה מחדש' }).click()
      await page.waitForURL(`**/order/${String(THEATRE)}`)
      await page.getByText('המושבים חזרו למכירה. הפרטים שהקלדתם נשמרו, ולא בוצע חיוב.').waitFor()
      await shopper.expectChosen(0)
      await shopper.takeFromList(1)
      await shopper.toTickets()
      await shopper.toDetails()
      for (const label of ['שם פרטי', 'אימות טלפון נייד', EMAIL] as const) {
        expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(TYPED[label])
      }
    })
  })

  it('is warned of in the last minute, and can be put off once', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await letHoldEndIn(50, await shopper.uuid)
      await page.reload()
      const warning = page.getByRole('dialog', { name: 'אזהרת זמן' })
      await warning.getByRole('button', { name: 'עוד 5 דקות' }).click()
      await page.getByText('קיבלתם עוד 5 דקות').waitFor()
      await warning.waitFor({ state: 'detached' })
      expect(await page.getByRole('timer').innerText()).toMatch(/05:[1-5]\d/)
      await letHoldEndIn(50, await shopper.uuid)
      await page.reload()
      await warning.waitFor()
      expect(await warning.getByRole('button', { name: 'עוד 5 דקות' }).count()).toBe(0)
      await warning.getByRole('button', { name: 'ממשיכים' }).click()
      await shopper.walkToPayment()
    })
  })

  it('during the payment buys nothing, and says so', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.walkToPayment()
      await letHoldEndIn(0, await shopper.uuid)
      await shopper.payBy()
      await page.getByRole('alert').filter({ hasText: 'HOLD_EXPIRED' }).waitFor()
      expect(await ordersOf(await shopper.uuid)).toEqual({})
      await page.getByRole('link', { name: 'בחירת מושבים' }).click()
      await page.waitForURL(`**/order/${String(THEATRE)}`)
    })
  })
})

describe('a card', () => {
  it('that is declined or fails leaves the seats held and the details typed; another card buys', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.walkToPayment()
      for (const [card, code] of [
        [CARDS.declined, 'CARD_DECLINED'],
        [CARDS.providerError, 'CARD_PROVIDER_ERROR'],
      ] as const) {
        await shopper.payBy(card)
        await page.getByRole('alert').filter({ hasText: code }).waitFor()
        await page.getByText('המושבים עדיין שמורים לכם').first().waitFor()
        await shopper.cardForm.getByLabel('CVV').waitFor()
      }
      await shopper.payBy()
      await shopper.confirmed()
      expect((await ordersOf(await shopper.uuid)).paid).toBe(1)
    })
  })

  it('that is mistyped is told in its own form, and what was right stays', async () => {
    await withSeats(1, async (shopper) => {
      await shopper.walkToPayment()
      await shopper.payBy('4580 0000 0000 0001')
      await shopper.cardForm.getByText('שדה אחד צריך תיקון. לא בוצע חיוב.').waitFor()
      expect(await shopper.cardForm.getByLabel('שם בעל/ת הכרטיס').inputValue()).toBe('נועה ברקאי')
      await shopper.payBy()
      await shopper.confirmed()
    })
  })

  it('whose bank asks once more can be rejected and then approved', async () => {
    await withSeats(1, async (shopper) => {
      await shopper.walkToPayment()
      await shopper.payBy('4580000000000026')
      await shopper.cardForm.getByRole('button', { name: 'דחיית התשלום' }).click()
      await shopper.cardForm.getByText('התשלום לא אושר אצל חברת האשראי').waitFor()
      await shopper.payBy('4580000000000026')
      await shopper.cardForm.getByRole('button', { name: 'אישור התשלום' }).click()
      await shopper.confirmed()
    })
  })

  it('that was charged before the provider fell silent buys all the same, once', async () => {
    await withSeats(2, async (shopper) => {
      await shopper.walkToPayment()
      await shopper.payBy(CARDS.timeoutAfterCharging)
      await shopper.confirmed()
      expect(await ordersOf(await shopper.uuid)).toEqual({ paid: 1 })
    })
  })
})

describe('a lost connection', () => {
  it('in the middle of a lock is told, changes nothing, and the next press takes the seat', async () => {
    const seat = await seatOfTheatre()
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await page.route('**/api/seats/lock-seat*', (route) => route.abort())
      await shopper.pressOnMap(seat)
      await page.getByRole('alert').filter({ hasText: 'אין חיבור לרשת' }).waitFor()
      await shopper.expectChosen(0)
      await page.unroute('**/api/seats/lock-seat*')
      await shopper.pressOnMap(seat)
      await shopper.expectChosen(1)
      await shopper.walkToPayment()
    })
  })

  it('whose lock had arrived does not leave a seat behind that nobody sees', async () => {
    const seat = await seatOfTheatre()
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await page.route('**/api/seats/lock-seat*', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await shopper.pressOnMap(seat)
      await page.getByRole('alert').filter({ hasText: 'אין חיבור לרשת' }).waitFor()
      await expect
        .poll(
          () =>
            new Buyer(origin).lock(seat.address).then(
              () => 'free',
              () => 'held',
            ),
          { timeout: 15_000, interval: 1_000 },
        )
        .toBe('free')
      await shopper.expectChosen(0)
    })
  })

  it('between two steps keeps the page, and the same press works later', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await page.waitForTimeout(1_200)
      await page.route('**/api/cart*', (route) => route.abort())
      await page.goto(`/order/${String(THEATRE)}?step=tickets`)
      await page.getByRole('combobox').first().selectOption({ index: 1 })
      await shopper.goOn.click()
      await page.getByText('אין חיבור לרשת. הבחירה שלכם כאן, נסו שוב בעוד רגע.').first().waitFor()
      expect(page.url()).toContain('step=tickets')
      await page.unroute('**/api/cart*')
      await shopper.toProducts()
    })
  })

  it.each([
    ['before the order arrived', false],
    ['after the order had arrived', true],
  ])('in the middle of the commit, %s, is waited out and buys once', async (_when, arrives) => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.walkToPayment()
      let lost = 0
      await page.route('**/api/payment/commit*', async (route) => {
        lost += 1
        if (lost > 2) return route.continue()
        if (arrives) await route.fetch()
        await route.abort()
      })
      await shopper.payBy()
      await heading(shopper, 'בודקים את התשלום')
      await shopper.confirmed()
      expect(await ordersOf(await shopper.uuid)).toEqual({ paid: 1 })
    })
  })

  it('and a reload in the middle of the commit still make one order', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.walkToPayment()
      const uuid = await shopper.uuid
      await page.route('**/api/payment/commit*', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await shopper.payBy()
      await heading(shopper, 'בודקים את התשלום')
      await page.unroute('**/api/payment/commit*')
      await page.reload()
      await shopper.confirmed()
      expect(await ordersOf(uuid)).toEqual({ paid: 1 })
    })
  })
})

describe('a price that changed', () => {
  it('is shown before anything is paid, and can be agreed to', async () => {
    const seat = await seatOfTheatre()
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.pressOnMap(seat)
      await shopper.expectChosen(1)
      await shopper.walkToPayment()
      const before = await total(shopper)
      const raised = seat.price * 100 + 1_000
      await setTicketPrice(seat.ticketId, raised)
      try {
        await shopper.payBy()
        await page.getByRole('alert').filter({ hasText: 'PRICE_CHANGED' }).waitFor()
        expect(await ordersOf(await shopper.uuid)).toEqual({})
        await page.getByText(`במקום \u2066${before.trim()}\u2069`).waitFor()
        await page.getByRole('button', { name: /^להמשיך עם/ }).click()
        await expect.poll(() => total(shopper)).toBe(formatShekels(raised / 100))
        await shopper.payBy()
        await shopper.confirmed()
      } finally {
        await setTicketPrice(seat.ticketId, seat.price * 100)
      }
    })
  })
})

describe('a form with mistakes', () => {
  it.each([
    ['on a desk', DESK],
    ['on a phone', PHONE],
  ])('says so above and at each field, goes to the first, and keeps what was typed, %s', async (_where, options) => {
    await asShopper(browser, origin, options, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      await shopper.toTickets()
      await shopper.toDetails()
      await page.getByLabel('שם פרטי').fill('נועה')
      await page.getByLabel(EMAIL).fill('noa@')
      await page.getByLabel('טלפון נייד', { exact: true }).fill('03-5551234')
      await page.getByLabel('תעודת זהות').fill('123456789')
      await shopper.press(shopper.goOn)
      await page.getByRole('alert').filter({ hasText: 'אנא ודאו שכל השדות הוזנו כראוי' }).waitFor()
      expect(await focusedId(page)).toBe('field-lastName')
      const told = async (label: string) =>
        page.getByLabel(label, { exact: true }).evaluate((field) => {
          const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
          return field.getAttribute('aria-invalid') === 'true' ? (document.getElementById(ids[0] ?? '')?.textContent ?? '') : ''
        })
      expect(await told('שם פרטי')).toBe('')
      expect(await told('שם משפחה')).toContain('השדה שם משפחה הוא שדה חובה!')
      expect(await told('טלפון נייד')).toContain('מספר הנייד אינו תקין')
      expect(await told(EMAIL)).toContain('צריך להיות כתובת דואר אלקטרוני')
      expect(await told('תעודת זהות')).toContain('ספרת הביקורת אינה מתאימה')
      expect(await page.getByLabel(EMAIL).inputValue()).toBe('noa@')
      expect(await page.getByLabel('תעודת זהות').inputValue()).toBe('123456789')
      await shopper.fillDetails()
      await shopper.toPayment()
    })
  })
})

describe('without script', () => {
  it('the calendar and the pages of features work, and the order says how to buy by phone', async () => {
    await asShopper(browser, origin, { ...PHONE, javaScriptEnabled: false }, async ({ page }) => {
      await page.goto('/')
      await page.locator('#results').getByRole('link').first().waitFor()
      await page.goto('/booking/features/1')
      await page
        .locator(`a[href="/order/${String(THEATRE)}"]`)
        .first()
        .click()
      await page.waitForURL(`**/order/${String(THEATRE)}`)
      const way = page.locator('.no-script')
      expect(await way.innerText()).toMatch(/^כדי לבחור מושבים ולשלם צריך JavaScript בדפדפן\. אפשר להזמין גם בטלפון: 0[\d-]+$/)
      expect(await way.getByRole('link').getAttribute('href')).toMatch(/^tel:\+?\d+/)
    })
  })

  it('the confirmation of an order opens as well', async () => {
    await withSeats(1, async (shopper) => {
      await shopper.walkToPayment()
      await shopper.payBy()
      await shopper.confirmed()
      const { cookies, origins } = await shopper.page.context().storageState()
      await asShopper(browser, origin, { ...PHONE, javaScriptEnabled: false, storageState: { cookies, origins } }, async ({ page }) => {
        await page.goto(shopper.page.url())
        await page.getByRole('heading', { name: /^נתראה ב/ }).waitFor()
      })
    })
  })
})
