import { describe, expect, it } from 'vitest'
import { signInMember } from '#tests/support/customers.ts'
import { expectAccessible } from '#tests/support/page-checks.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/theatre.ts'

openTheatre()

/** A member holds the seats of the cart without paying. @returns the reservation's number */
async function holdUnpaid({ page }: Shopper, uuid: string, cart: object): Promise<string> {
  await signInMember(uuid)
  return page.evaluate(
    async ([name, held]) => {
      const headers = { 'content-type': 'application/json', uuid: name }
      const answer = await fetch('/api/payment/commit', { method: 'POST', headers, body: JSON.stringify({ cart: held }) })
      const made = (await answer.json()) as { reservationIdentifier?: string; error?: string }
      return made.reservationIdentifier ?? `refused: ${made.error ?? ''}`
    },
    [uuid, cart] as const,
  )
}

describe('seats that are held without paying', () => {
  it.each([
    ['on a desk', DESK],
    ['on a phone', PHONE],
  ])(
    'R8.4 are paid on their own page; a card that is declined is told as message: error and leaves them held, %s',
    async (_where, options) => {
      await visit(options, async (shopper) => {
        const { page } = shopper
        await shopper.openOrder(THEATRE)
        await shopper.takeFromList(1)
        const uuid = await shopper.uuid
        const stored = page.waitForRequest((request) => request.url().includes('/api/cart') && request.method() === 'POST')
        await shopper.toTickets()
        const { cart } = (await stored).postDataJSON() as { cart: { presentations: { seats: unknown[] }[] } }
        const customerInfo = {
          firstName: 'נועה',
          lastName: 'ברקאי',
          mobileNumber: '0547314821',
          email: 'noa@example.com',
          ssn: '123456782',
        }
        const seats = cart.presentations.flatMap((presentation) => presentation.seats)
        const reservation = await holdUnpaid(shopper, uuid, { customerInfo, isHold: true, seats })
        await page.goto(`/cart/${reservation}`)
        await page.getByRole('heading', { name: 'המושבים שמורים לכם' }).waitFor()
        await expectAccessible(page, 'an unpaid reservation')
        await shopper.press(page.getByRole('button', { name: /^לתשלום עכשיו/ }))
        await shopper.cardForm.getByLabel('CVV').waitFor()
        await shopper.payBy('4580000000000018')
        await page
          .getByRole('alert')
          .filter({ hasText: /: CARD_DECLINED/ })
          .waitFor()
        await shopper.payBy()
        expect(await shopper.confirmed()).toBe(reservation)
      })
    },
  )
})
