import type { StoredCart } from '#lib/contract/orders.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import type { Locale } from '#lib/text/locales.ts'
import { cartOf, cartToPay } from './carts.ts'
import { presentationAnswer } from './presentations.ts'

/** What the order page of a presentation needs. */
export interface OrderPage {
  readonly presentation: PresentationAnswer
  /** The visitor's stored cart, without what is not held any more; personal details stay out of it. */
  readonly cart: StoredCart | null
  /** Also true where the visitor holds the last seats of a presentation. */
  readonly isForSale: boolean
}

/** undefined where there is no such presentation. */
export async function orderPageOf(presentationId: number, uuid: string, locale: Locale): Promise<OrderPage | undefined> {
  const presentation = await presentationAnswer(presentationId, locale)
  if (!presentation) return undefined
  const [stored, held] = await Promise.all([cartOf(uuid), cartToPay(uuid)])
  const heldIds = new Set(held.seats.map((seat) => seat.presentationId))
  const { saleState } = presentation
  return {
    presentation,
    cart: stored && { presentations: (stored.presentations ?? []).filter((one) => heldIds.has(one.id)), products: stored.products ?? [] },
    isForSale: saleState === 'open' || (saleState === 'soldout' && heldIds.has(presentationId)),
  }
}

/** The presentation that the visitor has seats of right now: the order to go on with. */
export async function currentOrderOf(uuid: string, locale: Locale): Promise<PresentationAnswer | undefined> {
  const held = await cartToPay(uuid)
  const [last] = held.seats.toReversed()
  return last && presentationAnswer(last.presentationId, locale)
}
