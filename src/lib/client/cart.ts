import { atom } from 'nanostores'
import type { CustomerInfo, StoredCart, TotalsAnswer } from '#lib/contract/orders.ts'
import { toAgorot, type Agorot } from '#lib/domain/money.ts'
import type { OrderTotals } from '#lib/domain/price-order.ts'
import { call, type CallRefusal, type CallResult } from './call.ts'
import { cartSeatOf, type OrderLines, type SeatLine } from './order-lines.ts'

/** The last cart that the server took, as text, and what it costs. */
export interface StoredTotals {
  readonly cart: string
  readonly totals: OrderTotals
}
export const $stored = atom<StoredTotals | null>(null)
/** Why the last cart was not stored; null while all is well. */
export const $cartRefusal = atom<CallRefusal | null>(null)

const STORE_AFTER_MS = 700

let waiting: ReturnType<typeof setTimeout> | undefined
let queue: Promise<unknown> = Promise.resolve()

/** Stores a cart when nothing has changed for a moment. */
export function storeSoon(cart: StoredCart): void {
  clearTimeout(waiting)
  waiting = setTimeout(() => void storeNow(cart), STORE_AFTER_MS)
}

/** Stores a cart after those that are still on their way, so that the last one wins. */
export function storeNow(cart: StoredCart): Promise<CallResult<OrderTotals>> {
  clearTimeout(waiting)
  const stored = queue.then(() => send(cart))
  queue = stored
  return stored
}

async function send(cart: StoredCart): Promise<CallResult<OrderTotals>> {
  const text = JSON.stringify(cart)
  const known = $stored.get()
  if (known?.cart === text) return { ok: true, value: known.totals }
  const answer = await call('storeCart', { body: { cart } })
  $cartRefusal.set(answer.ok ? null : answer.refusal)
  if (!answer.ok) return answer
  const totals = totalsOfAnswer(answer.value.totals)
  $stored.set({ cart: text, totals })
  return { ok: true, value: totals }
}

function totalsOfAnswer({ voucherPayments, globalServiceChargeName: _name, ...amounts }: TotalsAnswer): OrderTotals {
  const agorot = (shekels: number): Agorot => toAgorot(shekels) ?? 0
  return {
    seatsPrice: agorot(amounts.seatsPrice),
    productsPrice: agorot(amounts.productsPrice),
    globalServiceCharge: agorot(amounts.globalServiceCharge),
    originalPrice: agorot(amounts.originalPrice),
    discount: agorot(amounts.discount),
    modifiedPrice: agorot(amounts.modifiedPrice),
    voucherPayments: voucherPayments.map(agorot),
    balanceDue: agorot(amounts.balanceDue),
    giveBack: agorot(amounts.giveBack),
  }
}

type StoredPresentation = NonNullable<StoredCart['presentations']>[number]

/**
 * The cart of some lines (spec §3: stored cart). It is tidy: a presentation without seats is left out, and products go only with seats.
 * @param others presentations of the visitor's cart that are not on this page.
 */
export function storedCartOf(lines: OrderLines, others: readonly StoredPresentation[], customerInfo?: CustomerInfo): StoredCart {
  const presentations = [...others, ...presentationsOf(lines.seats)]
  const products = presentations.length === 0 ? [] : lines.products.map(({ product, quantity }) => ({ id: product.id, quantity }))
  return { presentations, products, ...(customerInfo && { customerInfo }) }
}

function presentationsOf(lines: readonly SeatLine[]): StoredPresentation[] {
  const byId = new Map<number, SeatLine[]>()
  for (const line of lines) byId.set(line.seat.presentationId, [...(byId.get(line.seat.presentationId) ?? []), line])
  return [...byId].map(([id, own]) => ({ id, seats: own.map(cartSeatOf) }))
}
