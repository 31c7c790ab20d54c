import type { CustomerReservation } from '#lib/contract/area/customers.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { cancelRefusal, showOfTicket } from '#lib/domain/orders/cancel-rules.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { itemRefusal } from '#lib/server/orders/cancel/cancellation-decision.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { itemsOfOrder } from '#lib/server/sold/items.ts'
import type { CustomerOrder, OrderItem, OrderLine } from './customer-order-rows.ts'

/** States in which an order still has what was bought. */
export const STANDING: ReadonlySet<string> = new Set(['unpaid', 'paying', 'paid'])

/** The order's remaining seats: not exchanged, cancelled or sold on. */
export function standingOf({ state, lines }: CustomerOrder): readonly OrderLine[] {
  return STANDING.has(state) ? lines.filter((line) => !line.isExchanged && !line.isCancelled && !line.isSoldOn) : []
}

/** What the order still has beside tickets and products. */
export function standingItems({ state, items }: CustomerOrder): readonly OrderItem[] {
  return STANDING.has(state) ? items.filter(({ isCancelled }) => !isCancelled) : []
}

/** What orders are looked at by: the catalogue, and the time by the database's clock, in ms since 1970. */
export interface AreaMoment {
  readonly from: Catalogue
  readonly now: number
}

/** Why items are not cancelled, by order; undefined: they can be. */
export type ItemRefusals = ReadonlyMap<string, readonly (RefusalCode | undefined)[]>

/** Asks the kinds for the terms of what orders have beside tickets and products. Costs statements only for orders that have such items. */
export async function itemRefusalsOf({ from, now }: AreaMoment, orders: readonly CustomerOrder[]): Promise<ItemRefusals> {
  const all = new Map(orders.map((order) => [order.orderId, order]))
  const refusals = new Map<string, readonly (RefusalCode | undefined)[]>()
  for (const order of orders) {
    if (order.state !== 'paid' || standingItems(order).length === 0) continue
    const time = { boughtAt: firstBoughtAt(order, all), now }
    const items = (await itemsOfOrder(database(), { ...order, ...time })).filter((one) => !one.isGone && !one.isExtra && one.place === null)
    refusals.set(
      order.orderId,
      items.map((one) => itemRefusal({ ...order, ...time }, from, one) ?? (one.isUsed ? 'CONTACT_PROVIDER' : undefined)),
    )
  }
  return refusals
}

export type Cancelling = Pick<CustomerReservation, 'canCancel' | 'cancelRefusal' | 'presentationIds' | 'firstBoughtAt'>

/** What decides, beside an order's own tickets, whether some of it can be cancelled. */
interface CancelBasis {
  /** When the first tickets in the chain of changes were bought; ms since 1970. */
  readonly boughtAt: number
  /** Why its other items are not cancelled; undefined: they can be. */
  readonly ofItems: readonly (RefusalCode | undefined)[]
}

/** Whether the customer can cancel some of it now. The cancellation call itself says which part, and at what price. */
export function cancelling(moment: AreaMoment, order: CustomerOrder, basis: CancelBasis): Cancelling {
  const isOpen = order.state === 'paid' || order.state === 'unpaid'
  const refusal = isOpen ? whyNotCancelled(moment, order, basis) : 'NOTHING_TO_CANCEL'
  return {
    canCancel: refusal === undefined,
    cancelRefusal: refusal ?? null,
    presentationIds: [...new Set(presentationsToCancel(order))],
    firstBoughtAt: new Date(basis.boughtAt).toISOString(),
  }
}

function whyNotCancelled({ from, now }: AreaMoment, order: CustomerOrder, { boughtAt, ofItems }: CancelBasis): RefusalCode | undefined {
  const isAllowed = settings().customerCancellation
  if (order.state === 'unpaid' || !isAllowed) return isAllowed ? undefined : 'CANCEL_NOT_ALLOWED'
  const lines = hasProductsOnly(order) ? order.lines : standingOf(order)
  const moved = new Set(lines.flatMap(({ isMoved, presentationId }) => (isMoved ? [presentationId] : [])))
  const showOf = (id: number) => showOfTicket(from.presentations.get(id), moved.has(id))
  const refusals = [...presentationsToCancel(order).map((id) => cancelRefusal(showOf(id), { boughtAt, now }, isAllowed)), ...ofItems]
  if (refusals.includes(undefined)) return undefined
  return refusals[0] ?? (standingOf(order).length > 0 ? 'CONTACT_PROVIDER' : 'NOTHING_TO_CANCEL')
}

function presentationsToCancel(order: CustomerOrder): number[] {
  return hasProductsOnly(order)
    ? [Math.min(...order.lines.map(({ presentationId }) => presentationId))]
    : standingOf(order)
        .filter((line) => !line.isUsed && line.evening === null)
        .map(({ presentationId }) => presentationId)
}

/** Whether all tickets were exchanged or cancelled but products remain. The first presentation's date then applies. */
export function hasProductsOnly(order: CustomerOrder): boolean {
  return order.state === 'paid' && order.lines.length > 0 && standingOf(order).length === 0 && order.products !== null
}

/** When the first tickets in a chain of changes were bought: a change does not restart the cancellation period. */
export function firstBoughtAt(order: CustomerOrder, all: ReadonlyMap<string, CustomerOrder>): number {
  let first = order.boughtAt.getTime()
  for (let before = all.get(order.modifies ?? ''); before; before = all.get(before.modifies ?? ''))
    first = Math.min(first, before.boughtAt.getTime())
  return first
}
