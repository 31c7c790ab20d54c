import type { StoredCart } from '#lib/contract/orders.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import type { MemberAnswer } from '#lib/contract/wire.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { KnownCode } from '#lib/domain/order-seat.ts'
import { availableMembersOf } from './available-members.ts'
import { cartOf, cartToPay } from './carts.ts'
import { catalogue } from './catalogue.ts'
import { knownCodesOf, orderPartsOf, withTicketsOf, type OrderPart } from './order-parts.ts'
import { presentationAnswer } from './presentations.ts'

/** What the order page of a presentation needs. */
export interface OrderPage {
  readonly presentation: PresentationAnswer
  /** Other presentations that the visitor holds seats of. */
  readonly others: readonly OrderPart[]
  /** What is known of the codes of the visitor's order. */
  readonly codes: readonly KnownCode[]
  /** The members that the visitor may order with. */
  readonly members: readonly MemberAnswer[]
  /** The visitor's stored cart, without what is not held any more; personal details stay out of it. */
  readonly cart: StoredCart | null
  /** Also true where the visitor holds the last seats of a presentation. */
  readonly isForSale: boolean
}

/** undefined where there is no such presentation. */
export async function orderPageOf(presentationId: number, uuid: string, locale: Locale): Promise<OrderPage | undefined> {
  const presentation = await presentationAnswer(presentationId, locale)
  if (!presentation) return undefined
  const [from, stored, held] = await Promise.all([catalogue(), cartOf(uuid), cartToPay(uuid)])
  const elsewhere = held.seats.filter((seat) => seat.presentationId !== presentationId)
  const [others, codes, members] = await Promise.all([
    orderPartsOf(from, elsewhere, stored, locale),
    knownCodesOf(from, uuid, held.seats),
    availableMembersOf(uuid, [presentationId]),
  ])
  const heldIds = new Set(held.seats.map((seat) => seat.presentationId))
  const { saleState } = presentation
  return {
    presentation: withTicketsOf(from, presentation, held.seats),
    others,
    codes,
    members,
    cart: stored && forPage(stored, presentationId),
    isForSale: saleState === 'open' || (saleState === 'soldout' && heldIds.has(presentationId)),
  }
}

/** What the page begins with: this presentation's seats, products, what pays a part (how much shows anew), and a ticket change under way. */
function forPage({ presentations = [], products = [], voucherPayments, modify }: StoredCart, presentationId: number): StoredCart {
  return {
    presentations: presentations.filter((one) => one.id === presentationId),
    products,
    ...(voucherPayments && { voucherPayments: voucherPayments.map(({ amount: _anew, ...voucher }) => voucher) }),
    ...(modify && { modify }),
  }
}

/** The presentation that the visitor has seats of right now: the order to go on with. */
export async function currentOrderOf(uuid: string, locale: Locale): Promise<PresentationAnswer | undefined> {
  const held = await cartToPay(uuid)
  const [last] = held.seats.toReversed()
  return last && presentationAnswer(last.presentationId, locale)
}
