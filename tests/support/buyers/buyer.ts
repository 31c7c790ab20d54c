import { type OrderCart } from '#lib/contract/order/order-cart.ts'
import { commitOrder, paymentForm } from '#lib/contract/order/orders.ts'
import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { cartOf } from './house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { TestVisitor, type Answer } from './visitor.ts'

/** Test cards of the sandbox, by behaviour. */
export const CARDS = {
  accepted: '4580000000000000',
  declined: '4580000000000018',
  providerError: '4580000000000034',
  timeoutAfterCharging: '4580000000000042',
} as const

/** A whole purchase by plain HTTP calls, as a script makes it. Every step throws if it is refused, except the commit, whose answer is returned. */
export class Buyer extends TestVisitor {
  async lock(...seats: readonly SeatAddress[]): Promise<void> {
    for (const seat of seats) expectOk(await this.put('/api/seats/lock-seat', { seat }))
  }

  /** Fills in the provider's form and returns the paymentIdentifier of its redirect. */
  async payByCard(number: string = CARDS.accepted, total?: number): Promise<string> {
    const form = await this.get(`/api/payment/form/he?ts=1${total === undefined ? '' : `&total=${String(total)}`}`)
    const { paymentFormURL } = readAnswer(paymentForm, form)
    return payInForm(this.origin, paymentFormURL, number)
  }

  commit(cart: OrderCart): Promise<Answer> {
    return this.post('/api/payment/commit', { cart })
  }

  /** Locks, pays and commits. */
  async buy(...seats: readonly SeatAddress[]): Promise<AnswerOf<typeof commitOrder>> {
    await this.lock(...seats)
    return readAnswer(commitOrder, await this.commit(cartOf(seats, await this.payByCard())))
  }
}

/** Sends the sandbox's card form and returns the paymentIdentifier of its redirect. */
export async function payInForm(origin: string, paymentFormURL: string, number: string = CARDS.accepted): Promise<string> {
  const fields = { number, expiry: '12/39', cvv: '123', holderId: '123456782', holderName: 'נועה ברקאי', payments: '1' }
  const answer = await fetch(new URL(paymentFormURL, origin), { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  const identifier = new URL(answer.headers.get('location') ?? '', origin).searchParams.get('paymentIdentifier')
  if (answer.status !== 303 || !identifier) throw new Error(`The card form answered ${String(answer.status)}.`)
  return identifier
}

function expectOk(answer: Answer): void {
  if (answer.status !== 200) throw new Error(`A lock answered ${String(answer.status)}: ${JSON.stringify(answer.body)}`)
}
