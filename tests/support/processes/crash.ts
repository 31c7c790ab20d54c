import { setTimeout as sleep } from 'node:timers/promises'
import { commitOrder } from '#lib/contract/order/orders.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { cartOf, seatAt } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'

/** An order that the shop has acknowledged: it must exist whatever dies afterwards. */
export interface Acknowledged {
  readonly reservationIdentifier: string
  readonly tickets: number
}

/** Buyers who keep buying seats of the small house through crashes. Refused and interrupted purchases are not counted. */
export class SteadyBuyers {
  readonly acknowledged: Acknowledged[] = []
  readonly #origin: () => string
  readonly #seats: { x: number; y: number }[]
  #isOver = false
  readonly #all: Promise<unknown>

  constructor(origin: () => string, seats: readonly { x: number; y: number }[], buyers: number) {
    this.#origin = origin
    this.#seats = [...seats]
    this.#all = Promise.all(Array.from({ length: buyers }, () => this.#keepBuying()))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#all
  }

  async #keepBuying(): Promise<void> {
    while (!this.#isOver) {
      const at = this.#seats.pop()
      if (!at) return
      await this.#buyOne(seatAt(at.x, at.y)).catch(() => sleep(50))
    }
  }

  async #buyOne(seat: ReturnType<typeof seatAt>): Promise<void> {
    const buyer = new Buyer(this.#origin())
    await buyer.lock(seat)
    const answer = readAnswer(commitOrder, await buyer.commit(cartOf([seat], await buyer.payByCard())))
    this.acknowledged.push({ reservationIdentifier: answer.reservationIdentifier, tickets: answer.ticketIdentifiers.length })
  }
}
