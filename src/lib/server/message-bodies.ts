import { documentOfOrder } from './documents.ts'
import { renderMail, renderSms, type MailBody } from './messages.ts'
import { isOfReturned, renderReturnedMail, renderReturnedSms, returnedMoneyOf } from './returned-money.ts'

/** What a message of the outbox says, made of its order by its kind; undefined where there is nothing to say any more. */
export async function mailOf(orderId: string, kind: string): Promise<MailBody | undefined> {
  if (isOfReturned(kind)) {
    const returned = await returnedMoneyOf(orderId, kind)
    return returned && renderReturnedMail(returned)
  }
  const document = await documentOfOrder(orderId)
  return document && renderMail(document)
}

export async function smsOf(orderId: string, kind: string): Promise<string | undefined> {
  if (isOfReturned(kind)) {
    const returned = await returnedMoneyOf(orderId, kind)
    return returned && renderReturnedSms(returned)
  }
  const document = await documentOfOrder(orderId)
  return document && renderSms(document)
}
