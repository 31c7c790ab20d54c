import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devOutbox } from '#lib/contract/system.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { formatShekels } from '#lib/text/format-money.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectPrintable } from '#tests/support/browser/page-checks.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { startApp } from '#tests/support/processes/server.ts'
import { joinShopDatabase } from '#tests/support/browser/shop-database.ts'
import { asShopper, DESK, PHONE, TYPED, type Shopper } from '#tests/support/browser/shopper.ts'
import { findShowing, freeRunsOf, openShowings } from '#tests/support/seats/showings.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

const THEATRE = 1

let showings: readonly PresentationAnswer[]
beforeAll(async () => {
  showings = await openShowings(origin)
  await joinShopDatabase()
})
afterAll(checkInvariants)

const ofCategory = (name: string) => findShowing(showings, (one) => one.featureCategoryName === name)

/** The countdown, and that it moves. */
async function expectCountdown({ page }: Shopper): Promise<void> {
  const left = () => page.getByRole('timer').innerText()
  const before = await left()
  expect(before).toMatch(/0[89]:[0-5]\d|10:00/)
  await expect.poll(left, { timeout: 3_000 }).not.toBe(before)
}

/** The confirmation, and everything that it leads to, shows the order as it was paid. */
async function expectTickets(shopper: Shopper, count: number, total: number): Promise<void> {
  const { page } = shopper
  await shopper.confirmed()
  const amount = formatShekels(total)
  await shopper.openMore()
  const number = /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(await page.locator('.conf').innerText())?.[0] ?? 'no order number'
  expect(await page.getByRole('img', { name: /^קוד QR לכניסה/ }).count()).toBe(count)
  await expectPrintable(page)
  expect(await page.locator('.kv:visible').innerText()).toContain(amount)
  expect(await page.locator('.kv:visible').innerText()).toMatch(/\s03-777-0140/)
  const addressOf = (name: string) => page.getByRole('link', { name }).getAttribute('href').then(String)
  await expectFile(await addressOf('הורדת PDF'), 'application/pdf', '%PDF-')
  await expectFile(await addressOf('הוספה ליומן'), 'text/calendar', 'BEGIN:VCALENDAR')
  await page.getByRole('link', { name: 'הכרטיסים המלאים' }).click()
  await page.waitForURL(/\/edocument\/[\w-]+$/)
  expect(await page.getByRole('img', { name: /^קוד QR לכניסה/ }).count()).toBe(count)
  await expectMessages(number, page.url(), amount)
}

async function expectFile(address: string, type: string, beginning: string): Promise<void> {
  const answer = await fetch(new URL(address, origin))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)])
  expect((await answer.text()).startsWith(beginning)).toBe(true)
}

/** One mail and one SMS, with the way to the tickets. */
async function expectMessages(number: string, documentAddress: string, amount: string): Promise<void> {
  const messages = async () => readAnswer(devOutbox, await new TestVisitor(origin).get('/api/dev/outbox')).messages
  const key = new URL(documentAddress).pathname
  const own = async () => (await messages()).filter(({ text }) => text.includes(key))
  await expect.poll(async () => (await own()).map(({ channel }) => channel).sort(), { timeout: 10_000 }).toEqual(['mail', 'sms'])
  const [mail] = (await own()).filter(({ channel }) => channel === 'mail')
  expect(mail?.text).toContain(number)
  expect(mail?.text.replaceAll(/[\u2066-\u2069]/g, '')).toContain(amount)
  expect(mail?.to).toBe(TYPED['דואר אלקטרוני'])
}

const WAYS = [
  ['with the mouse at 1440 px', DESK],
  ['with a thumb at 390 px', PHONE],
] as const

/** What the page says is to be paid: in the summary on a desk, in the bar on a phone. */
const shownTotal = async ({ page }: Shopper) => (await page.locator('.sum .tot dd:visible, .bar .t b:visible').last().innerText()).trim()

describe.each(WAYS)('%s', (_way, options) => {
  it('R2.4 R2.5 R2.10 R2.39 R2.44 buys two seats of a theatre on the map, with an extra, at the price that was shown', async () => {
    const runs = await freeRunsOf(origin, THEATRE, 2)
    const { ticketGroups, products } = findShowing(showings, ({ id }) => id === THEATRE)
    await asShopper(browser, origin, options, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      const seats = await shopper.firstInSight(runs)
      for (const [at, seat] of seats.entries()) {
        await shopper.pressOnMap(seat)
        await shopper.expectChosen(at + 1)
      }
      const price = seats[0]?.price ?? NaN
      expect(await shownTotal(shopper)).toBe(formatShekels(2 * price))
      await expectCountdown(shopper)

      await shopper.toTickets()
      await shopper.takeOneOf('סטודנט')
      const [, second] = seats
      const group = second?.address.TicketGroupId
      const student = ticketGroups.flatMap(({ tickets }) => tickets).find((one) => one.name === 'סטודנט' && one.ticketGroupId === group)
      const tickets = price + (student?.price ?? NaN)
      await expect.poll(() => shownTotal(shopper)).toBe(formatShekels(tickets))

      await shopper.toProducts()
      const [product] = products
      await shopper.press(page.getByRole('button', { name: `הוספת ${product?.name ?? ''}` }))
      const whole = tickets + (product?.price ?? NaN)
      await expect.poll(() => shownTotal(shopper)).toBe(formatShekels(whole))

      await shopper.toDetails()
      expect(await shownTotal(shopper)).toBe(formatShekels(whole))
      await expectCountdown(shopper)
      await shopper.fillDetails()
      await shopper.toPayment()
      expect(await shopper.payButton.innerText()).toContain(formatShekels(whole))
      await shopper.payBy()
      await expectTickets(shopper, 2, whole)
      const left = (await freeRunsOf(origin, THEATRE, 1)).flat()
      for (const { address } of seats) expect(left.map((seat) => seat.address)).not.toContainEqual(address)
    })
  })

  it('R1.4 buys three places of a concert in a club', async () => {
    const club = findShowing(showings, (one) => one.featureCategoryName === 'מוזיקה' && one.seatingMode === 'multiGA')
    await asShopper(browser, origin, options, async (shopper) => {
      const { page } = shopper
      await page.goto(`/booking/features/${String(club.featureId)}`)
      await shopper.press(page.locator(`a[href="/order/${String(club.id)}"]`).first())
      await page.locator('.ga-place').first().waitFor()
      await shopper.addPlaces(3)
      await shopper.expectChosen(3)
      await expectCountdown(shopper)
      const prices = club.ticketGroups.flatMap(({ tickets }) => tickets).map(({ price, serviceCharge }) => (price ?? 0) + serviceCharge)
      expect(prices.map((price) => formatShekels(3 * price))).toContain(await shownTotal(shopper))
      await shopper.toTickets()
      await shopper.toDetails()
      const whole = amountOf(await shownTotal(shopper))
      await shopper.fillDetails()
      await shopper.toPayment()
      await shopper.payBy()
      await expectTickets(shopper, 3, whole)
    })
  })
})

const amountOf = (text: string) => Number(text.replaceAll(/[₪,]/g, ''))

/** Presses Tab until the focus is on it. */
async function tabTo({ page }: Shopper, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 400; presses += 1) {
    if ((await wanted.count()) > 0 && (await wanted.evaluate((element) => element === document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${String(wanted)}.`)
}

const LOCK_CALL = '**/api/seats/lock-seat'

/** Holds are answered late enough that the next seat is pressed before. */
async function answerHoldsLate(page: Page): Promise<void> {
  await page.route(LOCK_CALL, async (route) => {
    await sleep(1_500)
    await route.continue()
  })
}

/** Steps to the left from the seat that has the focus to the next free one: what lies between may be somebody else's. */
async function stepToFreeSeat(page: Page): Promise<void> {
  const isFree = () =>
    page.locator('[role=gridcell]:focus').evaluate((cell) => cell.ariaDisabled !== 'true' && cell.ariaSelected !== 'true')
  for (let steps = 0; steps < 20; steps += 1) {
    await page.keyboard.press('ArrowLeft')
    if (await isFree()) return
  }
  throw new Error('No free seat lies to the left.')
}

describe('with the keyboard only', () => {
  it('R1.4 R2.39 R2.44 buys two seats of a cinema, from the home page to the ticket', async () => {
    const film = findShowing(showings, (one) => one.featureCategoryName === 'קולנוע' && one.products.length > 0 && one.available > 150)
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      const { keyboard } = page
      await page.goto('/')
      await tabTo(shopper, page.getByRole('combobox', { name: 'חיפוש מופע, אמן או אולם' }))
      await keyboard.type(film.featureName)
      await keyboard.press('Enter')
      await page.waitForURL(/[?&]q=/)
      await page.waitForFunction(() => !document.getElementById('calendar')?.hasAttribute('aria-busy'))
      await tabTo(shopper, page.locator('#results').getByRole('link', { name: film.featureName, exact: true }).first())
      await keyboard.press('Enter')
      await page.waitForURL(`**/booking/features/${String(film.featureId)}*`)
      await tabTo(shopper, page.locator(`a[href="/order/${String(film.id)}"]`).first())
      await keyboard.press('Enter')
      await page.waitForURL(`**/order/${String(film.id)}`)

      await answerHoldsLate(page)
      await tabTo(shopper, page.locator('[role=grid] [role=gridcell][tabindex="0"]'))
      await keyboard.press('Space')
      await shopper.expectChosen(1)
      await stepToFreeSeat(page)
      await keyboard.press('Enter')
      await shopper.expectChosen(2)
      expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(2)
      await page.locator('.timer[role=timer]').waitFor()
      await page.unroute(LOCK_CALL)
      expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(2)

      await tabTo(shopper, shopper.goOn)
      await keyboard.press('Enter')
      await page.getByRole('heading', { name: 'איזה כרטיס לכל מושב?' }).waitFor()
      await tabTo(
        shopper,
        page
          .locator('.tk.counts > li')
          .nth(1)
          .getByRole('button', { name: /^הוספת / }),
      )
      await keyboard.press('Enter')
      await tabTo(shopper, shopper.goOn)
      await keyboard.press('Enter')
      await page.getByRole('heading', { name: 'להוסיף להזמנה?' }).waitFor()
      await tabTo(shopper, page.getByRole('button', { name: /^הוספת / }).first())
      await keyboard.press('Space')
      await tabTo(shopper, shopper.goOn)
      await keyboard.press('Enter')
      await page.waitForURL(/\/booking\/checkout$/)
      await page.locator('astro-island:not([ssr]) form#details').waitFor()
      const whole = await shownTotal(shopper)
      for (const [label, text] of Object.entries(TYPED)) {
        await tabTo(shopper, page.getByLabel(label, { exact: true }))
        await keyboard.type(text)
      }
      await tabTo(shopper, page.getByRole('checkbox', { name: /קראתי ומקובלים עליי/ }))
      await keyboard.press('Space')
      await tabTo(shopper, shopper.goOn)
      await keyboard.press('Enter')
      await shopper.cardForm.getByLabel('CVV').waitFor()
      const card = {
        'מספר כרטיס': '4580000000000000',
        תוקף: '1239',
        CVV: '123',
        'השם שעל הכרטיס': 'נועה ברקאי',
        'ת״ז של בעלי הכרטיס': '123456782',
      }
      for (const [label, text] of Object.entries(card)) {
        await tabTo(shopper, shopper.cardForm.getByLabel(label, { exact: true }))
        await keyboard.type(text)
      }
      await tabTo(shopper, shopper.payButton)
      await keyboard.press('Enter')
      await expectTickets(shopper, 2, amountOf(whole))
    })
  })
})

describe('where the human check is on', () => {
  it('nobody has to do anything for it, and the order is made', async () => {
    const guarded = await startApp({ env: { CAPTCHA_PROVIDER: 'altcha', LOCALES: 'he,en', LOG_LEVEL: 'warn' } })
    try {
      await asShopper(browser, guarded.origin, DESK, async (shopper) => {
        await shopper.openOrder(THEATRE)
        await shopper.takeFromList(2)
        await shopper.walkToPayment()
        await shopper.payBy()
        await shopper.confirmed()
      })
    } finally {
      await guarded.stop()
    }
  })
})

describe('the pages of the order', () => {
  it('R1.4 sells a museum by the day from the page of its feature', async () => {
    const museum = ofCategory('אתרי תרבות')
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await page.goto(`/booking/features/${String(museum.featureId)}`)
      await page
        .locator(`a[href="/order/${String(museum.id)}"]`)
        .first()
        .click()
      await page.getByRole('heading', { name: 'כמה כרטיסים?' }).waitFor()
      await shopper.addPlaces(1)
      await shopper.walkToPayment()
      await shopper.payBy()
      await shopper.confirmed()
      expect(await page.getByRole('article').innerText()).toContain(museum.featureName)
    })
  })

  it('R2.9 lists what can be ordered, and leads back to seats that are still held', async () => {
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await page.goto('/order')
      expect(await page.locator('main a[href^="/order/"]').count()).toBeGreaterThan(3)
      await page.locator('main a[href^="/order/"]').first().click()
      await page.waitForURL(/\/order\/\d+$/)
      await shopper.openOrder(2)
      await shopper.takeFromList(1)
      await shopper.storedCarts.have(1)
      await page.goto('/order')
      await page.getByRole('link', { name: 'להמשיך בהזמנה' }).click()
      await page.waitForURL('**/order/2')
      await shopper.expectChosen(1)
    })
  })

  it('R8.12 holds the error message where a presentation fails to load, and loads it when asked again', async () => {
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await page.route('**/api/seats/**', (route) => route.abort())
      await page.goto(`/order/${String(THEATRE)}`)
      await page.getByRole('alert').filter({ hasText: 'מפת האולם לא נטענה. בדקו את החיבור ונסו שוב.' }).waitFor()
      await page.unroute('**/api/seats/**')
      await page.getByRole('button', { name: 'לנסות שוב' }).click()
      await page.locator('.seclist details').first().waitFor()
      expect(await page.getByText('מפת האולם לא נטענה').count()).toBe(0)
      expect(shopper.complaints.splice(0)).toEqual(['seatplan: NO_CONNECTION']) // which spec §8 asks for
    })
    const { status, body } = await new TestVisitor(origin).get('/api/presentations/999999')
    expect([status, body]).toEqual([404, expect.objectContaining({ error: 'NOT_FOUND', message: 'לא מצאנו את מה שחיפשתם.' })])
  })
})
