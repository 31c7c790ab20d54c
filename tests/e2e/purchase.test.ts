import type { Browser, Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { devOutbox } from '#lib/contract/system.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import { formatShekels } from '#lib/text/format-money.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { checkInvariants } from '#tests/support/database.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { joinShopDatabase } from '#tests/support/shop-database.ts'
import { asShopper, DESK, PHONE, TYPED, type Shopper } from '#tests/support/shopper.ts'
import { findShowing, freeSeatsOf, openShowings } from '#tests/support/showings.ts'
import { TestVisitor } from '#tests/support/visitor.ts'

const origin = inject('shopOrigin')
const THEATRE = 1

let browser: Browser
let showings: readonly PresentationAnswer[]
beforeAll(async () => {
  browser = await launchChromium()
  showings = await openShowings(origin)
  await joinShopDatabase()
})
afterAll(async () => {
  await browser.close()
  await checkInvariants()
})

const ofCategory = (name: string) => findShowing(showings, (one) => one.featureCategoryName === name)

/** The countdown, and that it moves. */
async function expectCountdown({ page }: Shopper): Promise<void> {
  const left = () => page.getByRole('timer').innerText()
  const before = await left()
  expect(before).toMatch(/0[89]:[0-5]\d|10:00/)
  await expect.poll(left, { timeout: 3_000 }).not.toBe(before)
}

/** The confirmation, and everything that it leads to, shows the order as it was paid. */
async function expectTickets({ page }: Shopper, reservation: string, count: number, total: number): Promise<void> {
  const amount = formatShekels(total)
  expect(await page.locator('.conf').innerText()).toContain(reservation)
  expect(await page.getByRole('img', { name: /^קוד QR לכניסה/ }).count()).toBe(count)
  expect(await page.locator('.kv:visible').innerText()).toContain(amount)
  const addressOf = (name: string) => page.getByRole('link', { name }).getAttribute('href').then(String)
  await expectFile(await addressOf('הורדת PDF'), 'application/pdf', '%PDF-')
  await expectFile(await addressOf('הוספה ליומן'), 'text/calendar', 'BEGIN:VCALENDAR')
  await page.getByRole('link', { name: 'הכרטיסים המלאים' }).click()
  await page.waitForURL(/\/edocument\/[\w-]+$/)
  expect(await page.getByRole('img', { name: /^קוד QR לכניסה/ }).count()).toBe(count)
  await expectMessages(reservation, page.url(), amount)
}

async function expectFile(address: string, type: string, beginning: string): Promise<void> {
  const answer = await fetch(new URL(address, origin))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)])
  expect((await answer.text()).startsWith(beginning)).toBe(true)
}

/** One mail and one SMS, with the way to the tickets. */
async function expectMessages(reservation: string, documentAddress: string, amount: string): Promise<void> {
  const messages = async () => readAnswer(devOutbox, await new TestVisitor(origin).get('/api/dev/outbox')).messages
  const key = new URL(documentAddress).pathname
  const own = async () => (await messages()).filter(({ text }) => text.includes(key))
  await expect.poll(async () => (await own()).map(({ channel }) => channel).sort()).toEqual(['mail', 'sms'])
  const [mail] = (await own()).filter(({ channel }) => channel === 'mail')
  expect(mail?.text).toContain(reservation)
  expect(mail?.text.replaceAll(/[\u2066-\u2069]/g, '')).toContain(amount)
  expect(mail?.to).toBe(TYPED['דואר אלקטרוני'])
}

describe('with the mouse, on a desk', () => {
  it('R2.4 R2.5 R2.10 R2.39 R2.44 buys two seats of a theatre on the map, with an extra, at the price that was shown', async () => {
    const seats = await freeSeatsOf(origin, THEATRE, 2)
    const [first, second] = seats
    if (!first || !second) return
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      const toPay = async () => (await page.locator('.sum .tot dd').innerText()).trim()
      await shopper.openOrder(THEATRE)
      await shopper.pressOnMap(first)
      await shopper.expectChosen(1)
      await shopper.pressOnMap(second)
      await shopper.expectChosen(2)
      for (const seat of seats) await page.getByText(`שורה ${seat.row} · מושב ${seat.name}`, { exact: true }).first().waitFor()
      expect(await toPay()).toBe(formatShekels(first.price + second.price))
      await expectCountdown(shopper)

      await shopper.toTickets()
      const types = page.getByRole('combobox', { name: /^סוג כרטיס: / })
      expect(await types.count()).toBe(2)
      await types.last().selectOption({ label: 'סטודנט' })
      const tickets = findShowing(showings, ({ id }) => id === THEATRE).ticketGroups.flatMap((group) => group.tickets)
      const student = tickets.find(({ name, ticketGroupId }) => name === 'סטודנט' && ticketGroupId === second.address.TicketGroupId)
      const total = first.price + (student?.price ?? NaN)
      await expect.poll(toPay).toBe(formatShekels(total))

      await shopper.toProducts()
      const [product] = findShowing(showings, ({ id }) => id === THEATRE).products
      await page.getByRole('button', { name: `הוספת ${product?.name ?? ''}` }).click()
      const whole = total + (product?.price ?? NaN)
      await expect.poll(toPay).toBe(formatShekels(whole))

      await shopper.toDetails()
      expect(await toPay()).toBe(formatShekels(whole))
      await expectCountdown(shopper)
      await shopper.fillDetails()
      await shopper.toPayment()
      expect(await shopper.cardForm.getByRole('button', { name: /^תשלום של/ }).innerText()).toContain(formatShekels(whole))
      await shopper.payBy()
      await expectTickets(shopper, await shopper.confirmed(), 2, whole)
    })
    const after = await freeSeatsOf(origin, THEATRE, 2)
    expect(after.map(({ address }) => address)).not.toContainEqual(first.address)
  })
})

describe('with a thumb, on a phone', () => {
  it('R1.4 buys three places of a club', async () => {
    const club = findShowing(showings, ({ featureCategoryName, seatingMode }) => featureCategoryName === 'מוזיקה' && seatingMode === 'multiGA')
    await asShopper(browser, origin, PHONE, async (shopper) => {
      const { page } = shopper
      await page.goto(`/booking/features/${String(club.featureId)}`)
      await page.locator(`a[href="/order/${String(club.id)}"]`).first().tap()
      await page.locator('.ga-place').first().waitFor()
      await shopper.addPlaces(3)
      await shopper.expectChosen(3)
      await expectCountdown(shopper)
      const price = (await page.locator('.bar .t b').innerText()).trim()
      const ticket = club.ticketGroups.flatMap((group) => group.tickets).find(({ price: one, serviceCharge }) => price === formatShekels(3 * ((one ?? 0) + serviceCharge)))
      expect(ticket).toBeDefined()
      await shopper.toTickets()
      await shopper.toDetails()
      const whole = (await page.locator('.bar .t b').innerText()).trim()
      await shopper.fillDetails()
      await shopper.toPayment()
      await shopper.payBy()
      const reservation = await shopper.confirmed()
      await expectTickets(shopper, reservation, 3, Number(whole.replaceAll(/[₪,]/g, '')))
    })
  })
})

/** Presses Tab until the focus is on it. */
async function tabTo({ page }: Shopper, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 400; presses += 1) {
    if ((await wanted.count()) > 0 && (await wanted.evaluate((element) => element === document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${String(wanted)}.`)
}

describe('with the keyboard only', () => {
  it('R1.4 R2.39 R2.44 buys two seats of a cinema, from the home page to the ticket', async () => {
    const film = findShowing(showings, (one) => one.featureCategoryName === 'קולנוע' && one.products.length > 0 && one.available > 150)
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      const { keyboard } = page
      await page.goto('/')
      await tabTo(shopper, page.getByRole('searchbox'))
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

      await tabTo(shopper, page.locator('[role=grid] [role=gridcell][tabindex="0"]'))
      await keyboard.press('Space')
      await shopper.expectChosen(1)
      await keyboard.press('ArrowLeft')
      await keyboard.press('Enter')
      await shopper.expectChosen(2)
      expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(2)

      await tabTo(shopper, shopper.goOn)
      await keyboard.press('Enter')
      await page.getByRole('heading', { name: 'איזה כרטיס לכל מושב?' }).waitFor()
      await tabTo(shopper, page.getByRole('combobox', { name: /^סוג כרטיס: / }).first())
      await keyboard.press('ArrowDown')
      await tabTo(shopper, shopper.goOn)
      await keyboard.press('Enter')
      await page.getByRole('heading', { name: 'להוסיף להזמנה?' }).waitFor()
      await tabTo(shopper, page.getByRole('button', { name: /^הוספת / }).first())
      await keyboard.press('Space')
      await tabTo(shopper, shopper.goOn)
      await keyboard.press('Enter')
      await page.waitForURL(/\/booking\/checkout$/)
      await page.locator('astro-island:not([ssr]) form#details').waitFor()
      const whole = (await page.locator('.sum .tot dd').innerText()).trim()
      for (const [label, text] of Object.entries(TYPED)) {
        await tabTo(shopper, page.getByLabel(label, { exact: true }))
        await keyboard.type(text)
      }
      await tabTo(shopper, page.getByRole('checkbox', { name: /קראתי ואני מסכים/ }))
      await keyboard.press('Space')
      await tabTo(shopper, shopper.goOn)
      await keyboard.press('Enter')
      await shopper.cardForm.getByLabel('CVV').waitFor()
      const card = { 'מספר כרטיס': '4580000000000000', תוקף: '1239', CVV: '123', 'שם בעל/ת הכרטיס': 'נועה ברקאי', 'ת״ז בעל/ת הכרטיס': '123456782' }
      for (const [label, text] of Object.entries(card)) {
        await tabTo(shopper, shopper.cardForm.getByLabel(label, { exact: true }))
        await keyboard.type(text)
      }
      await tabTo(shopper, shopper.cardForm.getByRole('button', { name: /^תשלום של/ }))
      await keyboard.press('Enter')
      await expectTickets(shopper, await shopper.confirmed(), 2, Number(whole.replaceAll(/[₪,]/g, '')))
    })
  })
})

describe('the pages of the order', () => {
  it('R1.4 sells a museum by the day from the page of its feature', async () => {
    const museum = ofCategory('אתרי תרבות')
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await page.goto(`/booking/features/${String(museum.featureId)}`)
      await page.locator(`a[href="/order/${String(museum.id)}"]`).first().click()
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
      await page.waitForTimeout(1_000)
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
      await page.getByText('מפת האולם לא נטענה. בדקו את החיבור ונסו שוב.').waitFor()
      await page.unroute('**/api/seats/**')
      await page.getByRole('button', { name: 'לנסות שוב' }).click()
      await page.locator('.seclist details').first().waitFor()
      expect(await page.getByText('מפת האולם לא נטענה').count()).toBe(0)
    })
    const { status, body } = await new TestVisitor(origin).get('/api/presentations/999999')
    expect([status, body]).toEqual([404, expect.objectContaining({ error: 'NOT_FOUND', message: 'לא מצאנו את מה שחיפשתם.' })])
  })
})
