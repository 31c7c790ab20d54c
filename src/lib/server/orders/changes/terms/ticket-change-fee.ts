import type { ModifyCart } from '#lib/contract/order/order-cart.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { boughtOrderOf } from './ticket-change-rows.ts'

/** Whether a fixed handling fee was paid before for the tickets that a visitor's cart is in exchange for. */
export async function isFeePaidFor(uuid: string, modify: ModifyCart | null | undefined): Promise<boolean> {
  const order = modify ? await boughtOrderOf(database(), uuid, modify.resId) : undefined
  if (!order) return false
  return (
    order.isFeePaid || order.tickets.some(({ evening, ticketIdentifier }) => evening !== null && modify?.tickets.includes(ticketIdentifier))
  )
}

/** A presentation as it is sold where the handling fee was paid before: it is asked for once in all. */
export function withoutFee<Shown extends Pick<PresentationAnswer, 'serviceCharge'>>(presentation: Shown, isFeePaid: boolean): Shown {
  return isFeePaid ? { ...presentation, serviceCharge: null } : presentation
}
