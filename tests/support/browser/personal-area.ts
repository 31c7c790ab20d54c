import { randomInt } from 'node:crypto'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import type { OutboxMessage } from '#lib/server/messages/outbox-view.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { cartOf, CUSTOMER } from '#tests/support/buyers/house.ts'
import { shopOrigin as origin } from './own-shop.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { commitOrder } from '#lib/contract/order/orders.ts'
import type { Shopper } from './shopper.ts'
import { freeSeatsOf } from '#tests/support/seats/showings.ts'

/** A customer of one test's own, whose number no other test's messages count against. */
export interface Person {
  readonly customerId: number
  readonly mobileNumber: string
  readonly email: string
}

export async function newPerson(): Promise<Person> {
  const mobileNumber = newMobileNumber()
  const email = `guest${mobileNumber}@shura.example`
  const customerId = await makeCustomer({ firstName: 'מיכל', lastName: 'אורן', mobileNumber, email, city: 'חיפה' })
  return { customerId, mobileNumber, email }
}

export function newMobileNumber(): string {
  return `05${String(randomInt(10_000_000, 99_999_999))}`
}

/** Tickets that somebody bought with that number, in a browser that is gone. @returns the reservation's number */
export async function boughtBefore({ mobileNumber, email }: Person, presentationId: number, count: number): Promise<string> {
  const buyer = new Buyer(origin)
  const seats = await freeSeatsOf(origin, presentationId, count)
  const addresses = seats.map(({ address }) => address)
  await buyer.lock(...addresses)
  const cart = cartOf(addresses, await buyer.payByCard())
  const lines = cart.seats.map((line, at) => ({ ...line, ticket: { ...line.ticket, ticketId: seats[at]?.ticketId ?? 0 } }))
  const answer = await buyer.commit({ ...cart, seats: lines, customerInfo: { ...CUSTOMER, mobileNumber, email } })
  return readAnswer(commitOrder, answer).reservationIdentifier
}

/** The newest code that went to a number or an address, once there are as many messages with one as told. */
export async function codeTo(recipient: string, count = 1): Promise<string> {
  let codes: readonly string[] = []
  await expect
    .poll(async () => {
      const { messages } = (await (await fetch(`${origin}/api/dev/outbox`)).json()) as { readonly messages: readonly OutboxMessage[] }
      codes = messages
        .filter(({ to, kind }) => to === recipient && kind === 'code')
        .map(({ subject, text }) => /(?<!\d)\d{6}(?!\d)/.exec(`${subject} ${text}`)?.[0] ?? '')
      return codes.length
    })
    .toBe(count)
  return codes[0] ?? ''
}

/** Signs in by a code to the mobile number, wherever the form stands and whatever its language. */
export async function signInByCode(shopper: Shopper, person: Person, address = '/customer', codes = 1): Promise<void> {
  await shopper.page.goto(address)
  await giveCode(shopper, person, codes)
  await shopper.page.locator('#area-nav').waitFor()
}

/** Asks for a code on a page that signs in, and types it. */
export async function giveCode(shopper: Shopper, { mobileNumber }: Person, codes = 1): Promise<void> {
  const { page } = shopper
  await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' })
  await page.locator('main input[type=tel]').fill(mobileNumber)
  await shopper.press(page.locator('main button.primary'))
  const field = page.locator('input[autocomplete=one-time-code]')
  await field.waitFor()
  await field.fill(await codeTo(mobileNumber, codes))
}

/** The card of a reservation in the list. */
export function cardOf(page: Page, resId: string): Locator {
  return page.locator(`article.res[aria-labelledby="res-${resId}"]`)
}

/** What the list's buttons ask for is done from now on. */
export async function openDesk(page: Page): Promise<void> {
  await page.locator('html[data-desk=open]').waitFor({ state: 'attached' })
}
