import type { OrderCart, StoredCart } from '#lib/contract/order/order-cart.ts'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import type { Result } from '#lib/domain/result.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { cancelOf, type SignedIn } from '#tests/support/buyers/cancels.ts'
import { fromHere } from '#tests/support/buyers/house.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'

/** What a visitor is told: an answer, or the code of a refusal. */
export type Told = { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly code: string }

/** Where racing visitors send their calls: the program in this process, or another process by HTTP. Throws everything that is no clean refusal. */
export interface Desk {
  lock(uuid: string, seat: SeatAddress): Promise<Told>
  store(uuid: string, cart: StoredCart): Promise<Told>
  commit(uuid: string, cart: OrderCart): Promise<Told>
  cancel(customer: SignedIn, resId: string, items?: readonly string[]): Promise<Told>
}

/** Where a race runs: at one desk, or at several that share the visitors. */
export interface Arena {
  /** In words, for titles and figures. */
  readonly where: string
  readonly deskFor: (racer: number) => Desk
  /** The fraction of rounds and visitors of a one-process race, so that tests stay fast. */
  readonly share: number
}

const HERE: Desk = {
  lock: async (uuid, seat) => toldBy(await lock(seat, fromHere(uuid))),
  store: async (uuid, cart) => toldBy(await storeCartOf(uuid, cart)),
  commit: async (uuid, cart) => toldBy(await commit(uuid, { cart }, 'he')),
  cancel: async ({ visitor }, resId, items) => toldBy(await cancelOf(visitor, resId, { items })),
}

export const ONE_PROCESS: Arena = { where: 'in one process', deskFor: () => HERE, share: 1 }

/** @param origins the addresses of the processes, read when the race begins */
export function overProcesses(origins: () => readonly string[]): Arena {
  return {
    where: 'over two processes',
    deskFor: (racer) => deskAt(origins()[racer % origins().length] ?? ''),
    share: 0.2,
  }
}

function deskAt(origin: string): Desk {
  return {
    lock: async (uuid, seat) => toldIn(await visitorAt(origin, uuid).put('/api/seats/lock-seat', { seat })),
    store: async (uuid, cart) => toldIn(await visitorAt(origin, uuid).post('/api/cart', { cart })),
    commit: async (uuid, cart) => toldIn(await visitorAt(origin, uuid).post('/api/payment/commit', { cart })),
    cancel: async ({ visitor: { uuid }, sid }, resId, itemsToCancel) =>
      toldIn(await visitorAt(origin, uuid, sid).post(`/api/reservations/${resId}/cancel`, itemsToCancel && { itemsToCancel })),
  }
}

function visitorAt(origin: string, uuid: string, sid?: string): TestVisitor {
  const visitor = Object.assign(new TestVisitor(origin), { uuid })
  if (sid !== undefined) visitor.cookies.set('sid', sid)
  return visitor
}

function toldBy(result: Result<unknown>): Told {
  return result.ok ? { ok: true, answer: result.value } : { ok: false, code: result.refusal.code }
}

function toldIn({ status, body }: Answer): Told {
  if (status === 200) return { ok: true, answer: body }
  if (status < 400 || status > 499 || typeof body !== 'object' || body === null || !('error' in body))
    throw new Error(`A call of a race answered ${String(status)}: ${JSON.stringify(body)}`)
  return { ok: false, code: String(body.error) }
}

/** Counts each result. */
export function tally(ends: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const end of ends) counts[end] = (counts[end] ?? 0) + 1
  return counts
}
