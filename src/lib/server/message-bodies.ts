import { documentOfOrder } from './documents.ts'
import { CANCELLED, cancelledOf, renderCancelledMail, renderCancelledSms } from './message-cancelled.ts'
import { factsOfOrder } from './message-facts.ts'
import { isOfHold, renderHoldMail, renderHoldSms } from './message-holds.ts'
import { renderMail, renderSms, type MailBody } from './messages.ts'
import { isOfReturned, renderReturnedMail, renderReturnedSms, returnedMoneyOf } from './returned-money.ts'

/** What a message of the outbox says, made of its order by its kind; undefined where there is nothing to say any more. Any other kind brings the tickets. */
export async function mailOf(orderId: string, kind: string): Promise<MailBody | undefined> {
  if (isOfReturned(kind)) return ifAny(await returnedMoneyOf(orderId, kind), renderReturnedMail)
  if (kind.startsWith(CANCELLED)) return ifAny(await cancelledOf(orderId, kind), renderCancelledMail)
  if (isOfHold(kind)) return ifAny(await factsOfOrder(orderId), (order) => renderHoldMail(order, kind))
  return ifAny(await documentOfOrder(orderId), renderMail)
}

export async function smsOf(orderId: string, kind: string): Promise<string | undefined> {
  if (isOfReturned(kind)) return ifAny(await returnedMoneyOf(orderId, kind), renderReturnedSms)
  if (kind.startsWith(CANCELLED)) return ifAny(await cancelledOf(orderId, kind), renderCancelledSms)
  if (isOfHold(kind)) return ifAny(await factsOfOrder(orderId), (order) => renderHoldSms(order, kind))
  return ifAny(await documentOfOrder(orderId), renderSms)
}

function ifAny<Facts, Body>(facts: Facts | undefined, render: (facts: Facts) => Body): Body | undefined {
  return facts === undefined ? undefined : render(facts)
}
