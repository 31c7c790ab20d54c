import type { OrderState } from '#lib/domain/orders/states.ts'
import { documentOfOrder } from '#lib/server/documents/documents.ts'
import { CANCELLED } from '#lib/server/orders/cancel/tell-cancelled.ts'
import { cancelledOf, renderCancelledMail, renderCancelledSms } from './message-cancelled.ts'
import { factsOfOrder, type OrderFacts } from './message-facts.ts'
import { MOVED, movedOf, renderMovedMail, renderMovedSms } from './message-moved.ts'
import { renderResoldMail, renderResoldSms, resoldOf } from './message-resold.ts'
import { RESOLD } from '#lib/server/sold/seat/resale-settle.ts'
import { holdKindOf, renderHoldMail, renderHoldSms, type HoldKind } from './message-holds.ts'
import { renderMail, renderSms, type MailBody } from './messages.ts'
import { isOfReturned, renderReturnedMail, renderReturnedSms, returnedMoneyOf } from './returned-money.ts'

/** The body of an order's message by its kind; undefined if it is obsolete. Sends the tickets if the kind is unknown. */
export async function mailOf(orderId: string, kind: string): Promise<MailBody | undefined> {
  if (isOfReturned(kind)) return renderIfFound(await returnedMoneyOf(orderId, kind), renderReturnedMail)
  if (kind.startsWith(CANCELLED)) return renderIfFound(await cancelledOf(orderId, kind), renderCancelledMail)
  if (kind.startsWith(RESOLD)) return renderIfFound(await resoldOf(orderId, kind), renderResoldMail)
  if (kind.startsWith(MOVED)) return renderIfFound(await movedOf(orderId, kind), renderMovedMail)
  const held = holdKindOf(kind)
  if (held) return renderIfFound(await factsOfOrder(orderId), (order) => renderHoldMail(order, held))
  return renderIfFound(await documentOfOrder(orderId), renderMail)
}

export async function smsOf(orderId: string, kind: string): Promise<string | undefined> {
  if (isOfReturned(kind)) return renderIfFound(await returnedMoneyOf(orderId, kind), renderReturnedSms)
  if (kind.startsWith(CANCELLED)) return renderIfFound(await cancelledOf(orderId, kind), renderCancelledSms)
  if (kind.startsWith(RESOLD)) return renderIfFound(await resoldOf(orderId, kind), renderResoldSms)
  if (kind.startsWith(MOVED)) return renderIfFound(await movedOf(orderId, kind), renderMovedSms)
  const held = holdKindOf(kind)
  if (held) return renderIfFound(await factsOfHold(orderId, held), (order) => renderHoldSms(order, held))
  return renderIfFound(await documentOfOrder(orderId), renderSms)
}

/** undefined for a hold that was paid or given up meanwhile. */
async function factsOfHold(orderId: string, kind: HoldKind): Promise<OrderFacts | undefined> {
  const order = await factsOfOrder(orderId)
  return kind === 'reminder' && order && !WAITS_TO_BE_PAID.has(order.state) ? undefined : order
}

const WAITS_TO_BE_PAID: ReadonlySet<OrderState> = new Set<OrderState>(['unpaid', 'paying'])

function renderIfFound<Facts, Body>(facts: Facts | undefined, render: (facts: Facts) => Body): Body | undefined {
  return facts === undefined ? undefined : render(facts)
}
