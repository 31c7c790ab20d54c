import { atom } from 'nanostores'
import type { CustomerInfo, StoredCart, TotalsAnswer } from '#lib/contract/order/order-cart.ts'
import { NOTHING_DUE, type OrderTotals } from '#lib/domain/pricing/price-order.ts'
import { call, type CallRefusal, type CallResult } from '#lib/client/http/call.ts'
import { agorot, cartSeatOf, type OrderLines, type SeatLine } from './order-lines.ts'

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

/** Stores a cart together with an ID number, which the server keeps for look-ups; here it is kept nowhere. */
export function storeWithSsn(cart: StoredCart, ssn: string): Promise<CallResult<OrderTotals>> {
  clearTimeout(waiting)
  const stored = queue.then(() => send(cart, { ssn }))
  queue = stored
  return stored
}

async function send(cart: StoredCart, customerInfo?: CustomerInfo): Promise<CallResult<OrderTotals>> {
  const text = JSON.stringify(cart)
  const known = $stored.get()
  if (known?.cart === text && !customerInfo) {
    $cartRefusal.set(null)
    return { ok: true, value: known.totals }
  }
  const answer = await call('storeCart', { body: { cart: { ...cart, ...(customerInfo && { customerInfo }) } } })
  $cartRefusal.set(answer.ok ? null : answer.refusal)
  if (!answer.ok) return answer
  const totals = totalsOfAnswer(answer.value.totals)
  $stored.set({ cart: text, totals })
  return { ok: true, value: totals }
}

function totalsOfAnswer({ voucherPayments, globalServiceChargeName: _name, ...amounts }: TotalsAnswer): OrderTotals {
  const sums = Object.fromEntries(Object.entries(amounts).map(([name, shekels]) => [name, agorot(shekels)]))
  return { ...NOTHING_DUE, ...sums, voucherPayments: voucherPayments.map(agorot) }
}

type StoredPresentation = NonNullable<StoredCart['presentations']>[number]

/** What of a stored cart is not said by its lines, and stays with it. */
export type KeptCart = Omit<StoredCart, 'presentations' | 'products'>

/** The cart of some lines (spec §3: stored cart), tidy. */
export function storedCartOf(lines: OrderLines, kept: KeptCart = {}): StoredCart {
  const products = lines.products.map(({ product, quantity }) => ({ id: product.id, quantity }))
  return tidyCart({ ...kept, presentations: presentationsOf(lines.seats), products })
}

function presentationsOf(lines: readonly SeatLine[]): StoredPresentation[] {
  const byId = Map.groupBy(lines, (line) => line.seat.presentationId)
  return [...byId].map(([id, own]) => ({ id, seats: own.map(cartSeatOf) }))
}

/** Clearing the cart, its first half: seats without a ticket and presentations without seats go (spec §4); products go only with seats or vouchers. */
export function tidyCart(cart: StoredCart): StoredCart {
  const presentations = (cart.presentations ?? [])
    .map(({ id, seats }) => ({ id, seats: seats.filter(hasTicket) }))
    .filter(({ seats }) => seats.length > 0)
  return { ...cart, presentations, products: presentations.length === 0 && !cart.vouchers ? [] : (cart.products ?? []) }
}

/** What a restored cart may hold although the contract does not allow it: a seat whose ticket is none. */
function hasTicket({ ticket }: { readonly ticket?: { readonly ticketId?: number } | null }): boolean {
  return (ticket?.ticketId ?? 0) > 0
}

/** Clearing the cart, its second half: it belongs to no reservation any more, and changes none (spec §4). */
export function resetCart({
  reservationIdentifier: _reservation,
  ticketIdentifiers: _tickets,
  modify: _change,
  ...cart
}: StoredCart): StoredCart {
  return cart
}
