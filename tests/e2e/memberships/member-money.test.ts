import { expect, it } from 'vitest'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { newPerson, signInByCode, type Person } from '#tests/support/browser/personal-area.ts'
import { PHONE, TYPED, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, total, visit } from '#tests/support/browser/theatre.ts'
import { CARDS } from '#tests/support/buyers/buyer.ts'
import { freeRunsOf } from '#tests/support/seats/showings.ts'

openTheatre()

/** An ordinary ticket of the demo's hall; for members it costs ₪142. */
const ORDINARY = 21

/** Buys ₪250 for ₪225 with somebody's number. */
async function buyMoney(shopper: Shopper, { mobileNumber, email }: Person): Promise<void> {
  const { page } = shopper
  await page.goto('/membership/balance')
  expect(await page.locator('main').innerText()).toMatch(/₪250\D* למימוש בכרטיסים/)
  await page.getByRole('checkbox', { name: /250 ₪ לכרטיסים/ }).check()
  await expectAccessible(page, 'a membership of money')
  await page.locator('.bar button').tap()
  await page.waitForURL(/\/booking\/checkout$/)
  await page.locator('astro-island:not([ssr]) form#details').waitFor()
  const own = { 'טלפון נייד': mobileNumber, 'אימות טלפון נייד': mobileNumber, 'דואר אלקטרוני': email }
  await shopper.fillDetails({ ...TYPED, ...own })
  await shopper.toPayment()
  await shopper.payBy(CARDS.accepted)
  await page.waitForURL(/\/cart\/[\w-]+$/)
  const card = page.locator('.pass')
  await card.waitFor()
  expect(await card.locator('.bl b').innerText()).toContain('250')
  await expectAccessible(page, 'the card of a membership of money')
}

/** Two ordinary seats of the theatre, as far as their tickets. */
async function takeTwo(shopper: Shopper): Promise<void> {
  const seats = (await freeRunsOf(origin, THEATRE, 2)).find((run) => run.every(({ ticketId }) => ticketId === ORDINARY)) ?? []
  await shopper.openOrder(THEATRE)
  await shopper.takeTheseFromList(seats)
  await shopper.toTickets()
}

it('R3.34 on a phone: money is bought, pays tickets at the price of members, a card pays the rest, and the area shows it line by line', async () => {
  const person = await newPerson()
  await visit(PHONE, async (shopper) => {
    const { page } = shopper
    await buyMoney(shopper, person)
    await takeTwo(shopper)
    const offer = page.locator('.vchip')
    expect(await offer.innerText()).toMatch(/יתרה בחוף · נותרו \D*250\D* במנוי/)
    await shopper.press(page.getByRole('button', { name: 'שימוש במנוי' }))
    await expect.poll(() => total(shopper)).toBe('₪34')
    await expectAccessible(page, 'the balance pays a part')
    await shopper.toDetails()
    expect(await page.locator('.sum').innerText()).toMatch(/מיתרת המנוי\s+\D*250/)
    await page.getByLabel('תעודת זהות', { exact: true }).fill(TYPED['תעודת זהות'])
    await page.getByRole('checkbox', { name: /קראתי ומקובלים עליי התקנון/ }).check()
    await shopper.toPayment()
    await shopper.payBy(CARDS.accepted)
    const resId = await shopper.confirmed()
    expect(await page.locator('.account').innerText()).toMatch(/מיתרת המנוי.*\s+\D*250/)
    await expectAccessible(page, 'an order that a balance paid a part of')
    await signInByCode(shopper, person)
    await page.goto('/customer#members')
    const members = page.locator('#members')
    expect(await members.locator('.mcard').innerText()).toMatch(/₪0\D* נותרו מתוך \D*250/)
    await members.getByText('שורה אחר שורה').tap()
    const use = members.locator('.uses li')
    expect(await use.count()).toBe(1)
    expect(await use.innerText()).toMatch(/₪250/)
    expect(await use.getByRole('link').getAttribute('href')).toBe(`/cart/${resId}`)
    await expectAccessible(page, 'the uses of a membership of money')
  })
})
