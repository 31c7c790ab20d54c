import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'

/** The carts that a page stores. The page stores one when nothing has changed for a moment. */
export class StoredCarts {
  private last: StoredCart = {}

  constructor(page: Page) {
    page.on('response', (response) => {
      const request = response.request()
      if (!response.ok() || request.method() !== 'POST' || !new URL(request.url()).pathname.endsWith('/api/cart')) return
      this.last = (request.postDataJSON() as { cart: StoredCart }).cart
    })
  }

  /** Waits until so many seats and products, of whatever quantity, are stored. */
  async have(seats: number, products = 0): Promise<void> {
    await expect.poll(() => [seatsOf(this.last).length, this.last.products?.length ?? 0]).toEqual([seats, products])
  }

  /** Waits until a seat is stored with a reference. */
  async haveReference(ref: string): Promise<void> {
    await expect.poll(() => seatsOf(this.last).some(({ ticket }) => ticket.ref1 === ref || ticket.ref2 === ref)).toBe(true)
  }
}

function seatsOf({ presentations = [] }: StoredCart) {
  return presentations.flatMap(({ seats }) => seats)
}
