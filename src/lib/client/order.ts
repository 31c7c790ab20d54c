import { atom, computed } from 'nanostores'
import type { StoredCart } from '#lib/contract/orders.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import type { ProductAnswer } from '#lib/contract/wire.ts'
import { NOTHING_DUE, type OrderTotals } from '#lib/domain/price-order.ts'
import type { CallResult } from './call.ts'
import { $stored, storedCartOf, storeNow, storeSoon } from './cart.ts'
import { linesOf, totalsOf, type OrderLines, type Quantities } from './order-lines.ts'
import { $selectedSeats } from './seats.ts'

const NOTHING: OrderLines = { seats: [], products: [] }

/** The presentation that this page sells. */
export const $presentation = atom<PresentationAnswer | null>(null)
/** How many of each add-on product are taken. */
export const $quantities = atom<Quantities>({})
/** Other presentations of the visitor's cart, kept as they are. */
const $others = atom<NonNullable<StoredCart['presentations']>>([])

export const $lines = computed([$presentation, $selectedSeats, $quantities], (presentation, seats, quantities) =>
  presentation ? linesOf(presentation, seats, quantities) : NOTHING,
)

const $cart = computed([$lines, $others], (lines, others) => storedCartOf(lines, others))

/** What the order costs: the server's answer where it knows this cart, else the same sum made here. */
export const $totals = computed([$presentation, $lines, $cart, $others, $stored], (presentation, lines, cart, others, stored) => {
  if (!presentation) return NOTHING_DUE
  const isServerSum = others.length === 0 && stored !== null && stored.cart === JSON.stringify(cart)
  return isServerSum ? stored.totals : totalsOf(lines, presentation)
})

/** Begins with what the visitor's stored cart holds of this presentation. */
export function openOrder(presentation: PresentationAnswer, cart: StoredCart | null): void {
  const sold = new Map(presentation.products.map((product) => [product.id, product]))
  $presentation.set(presentation)
  $others.set((cart?.presentations ?? []).filter((one) => one.id !== presentation.id))
  $quantities.set(
    Object.fromEntries(
      (cart?.products ?? []).flatMap(({ id, quantity }) => {
        const product = sold.get(id)
        return product ? [[id, Math.min(quantity, product.maxQuantity)]] : []
      }),
    ),
  )
}

/** Between none and the product's limit. */
export function setQuantity(product: ProductAnswer, quantity: number): void {
  $quantities.set({ ...$quantities.get(), [product.id]: Math.max(0, Math.min(product.maxQuantity, quantity)) })
}

/** Stores the cart whenever it changes. @returns a function that stops it. */
export function keepCart(): () => void {
  return $cart.listen((cart) => storeSoon(cart))
}

/** Stores the cart at once, for example before a step is left. */
export function storeOrder(): Promise<CallResult<OrderTotals>> {
  return storeNow($cart.get())
}
