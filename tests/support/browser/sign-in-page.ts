import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import type { OutboxMessage } from '#lib/server/messages/outbox-view.ts'
import { hashPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { shopOrigin } from './own-shop.ts'
import type { Shopper } from './shopper.ts'

export const PASSWORD = 'row seven, seat fourteen'

/** A customer of this test's own, so that nobody else's messages count against the limits of this number. */
export async function newCustomer({ hasMobile = true } = {}) {
  const mobileNumber = newMobileNumber()
  const email = `guest${mobileNumber}@shura.example`
  const ssn = newIsraeliId()
  await makeCustomer({
    firstName: 'מיכל',
    lastName: 'אורן',
    mobileNumber: hasMobile ? mobileNumber : null,
    email,
    ssn,
    passwordHash: await hashPassword(PASSWORD),
  })
  return { mobileNumber, email, ssn }
}

export function newMobileNumber(): string {
  return `05${String(randomInt(10_000_000, 99_999_999))}`
}

function newIsraeliId(): string {
  const digits = String(randomInt(10_000_000, 99_999_999))
  const sum = [...digits].reduce((total, digit, place) => {
    const product = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return `${digits}${String((10 - (sum % 10)) % 10)}`
}

/** The newest message to somebody, once there are as many as told. */
export async function messageTo(to: string, count = 1): Promise<OutboxMessage> {
  let messages: readonly OutboxMessage[] = []
  await expect
    .poll(async () => {
      const answer = (await (await fetch(`${shopOrigin}/api/dev/outbox`)).json()) as {
        readonly messages: readonly OutboxMessage[]
      }
      messages = answer.messages.filter((message) => message.to === to)
      return messages.length
    })
    .toBe(count)
  const [newest] = messages
  if (!newest) throw new Error('Nothing was sent.')
  return newest
}

export async function codeTo(to: string, count = 1): Promise<string> {
  const { subject, text } = await messageTo(to, count)
  return /(?<!\d)\d{6}(?!\d)/.exec(`${subject} ${text}`)?.[0] ?? ''
}

/** Another code than the right one. */
export function wrong(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** Twenty seconds pass, for the page and for the shop. */
export async function letPauseEnd({ page, uuid }: Shopper): Promise<void> {
  await database().query(
    `UPDATE sign_in_code SET created_at = created_at - interval '21 seconds' WHERE sid_hash = (SELECT sid_hash FROM session WHERE uuid = $1)`,
    [await uuid],
  )
  await page.clock.runFor(21_000)
}
