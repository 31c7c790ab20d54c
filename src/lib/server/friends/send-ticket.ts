import { sendRefusal } from '#lib/domain/orders/send-rules.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { catalogue, wordedIn } from '#lib/server/catalogue/catalogue.ts'
import { localeOfOrder } from '#lib/server/platform/config/enabled-locales.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'
import { enqueueSealed, type SealedBody } from '#lib/server/outbox/outbox-sealed.ts'
import { hashOfFriendKey } from '#lib/server/documents/friend-ticket.ts'
import { reissueTicket } from '#lib/server/orders/changes/reissue-ticket.ts'
import { lockOrder } from '#lib/server/orders/changes/terms/ticket-change.ts'
import { boughtOrderOf, type BoughtLine, type BoughtOrder } from '#lib/server/orders/changes/terms/ticket-change-rows.ts'
import { readFriend, sealFriend, type Friend } from './friend-contact.ts'
import { ticketBackBody, ticketSentBody } from './message-friend.ts'
import { noteSent, noteTakenBack, sentTicketsOf, sentToday } from './sent-tickets.ts'

/** The ticket of a reservation, and whose it is. */
export interface TicketOf {
  readonly uuid: string
  readonly resId: string
  readonly ticketIdentifier: string
}

export interface FriendTyped {
  readonly name: string
  /** A mobile number or an e-mail address. */
  readonly contact: string
  readonly locale: Locale
}

/** Tickets of one order that may be sent within a day, taken back ones too: each sends a message. */
const A_DAY = 20
const MESSAGE_SECONDS = 3 * 86_400

/**
 * Sends a ticket to a friend, in one transaction: its code admits nobody any more, and the friend gets a page with a code of its own.
 * Refusals: FORM_INVALID (which field), NOT_FOUND (another's order, none, not paid, or no such ticket of it), TOO_MANY_REQUESTS, and those of `sendRefusal`.
 */
export async function sendTicket(ticket: TicketOf, { name, contact, locale }: FriendTyped): Promise<Result<null>> {
  const friend = readFriend(name, contact)
  if (!friend.ok) return friend
  const from = await catalogue(locale)
  return inTransaction(async (client) => {
    const found = await lockedTicket(client, ticket)
    if (!found) return refuse('NOT_FOUND')
    const { order, line } = found
    const refusal = sendRefusal(line, from.presentations.get(line.presentationId), order.now)
    if (refusal) return refuse(refusal)
    if ((await sentToday(client, order.orderId)) >= A_DAY) return refuse('TOO_MANY_REQUESTS')
    if (!(await reissueTicket(client, order.orderId, line.line))) return refuse('CONTACT_PROVIDER')
    const key = unguessable(26)
    await noteSent(client, [order.orderId, line.line, hashOfFriendKey(key), sealFriend(friend.value), locale])
    const body = ticketSentBody(from, line.presentationId, { ...friend.value, locale, key })
    await tell(client, friend.value, { kind: 'friend ticket', body })
    await audit(client, { action: 'ticket sent', subject: order.orderId, uuid: ticket.uuid, facts: { line: line.line } })
    return accept(null)
  })
}

/** Takes a sent ticket back, until it is used: the friend's code admits nobody any more. Refusals: NOT_FOUND (also if no friend has it), CONTACT_PROVIDER (used). */
export async function takeTicketBack(ticket: TicketOf): Promise<Result<null>> {
  const from = await catalogue()
  return inTransaction(async (client) => {
    const found = await lockedTicket(client, ticket)
    const sent = found && (await sentTicketsOf(client, found.order.orderId)).find(({ line }) => line === found.line.line)
    if (!found || !sent || found.line.isReleased) return refuse('NOT_FOUND')
    const { order, line } = found
    if (line.isUsed || !(await reissueTicket(client, order.orderId, line.line))) return refuse('CONTACT_PROVIDER')
    await noteTakenBack(client, order.orderId, line.line)
    if (sent.friend) {
      const told = { ...sent.friend, locale: localeOfOrder(sent.locale) }
      const body = ticketBackBody(wordedIn(from, told.locale), line.presentationId, told)
      await tell(client, sent.friend, { kind: 'friend ticket back', body })
    }
    await audit(client, { action: 'ticket taken back', subject: order.orderId, uuid: ticket.uuid, facts: { line: line.line } })
    return accept(null)
  })
}

/** Locks the order and reads the ticket as it is now that nobody else can change it. */
async function lockedTicket(
  client: Queryable,
  { uuid, resId, ticketIdentifier }: TicketOf,
): Promise<{ readonly order: BoughtOrder; readonly line: BoughtLine } | undefined> {
  const seen = await boughtOrderOf(client, uuid, resId)
  if (!seen) return undefined
  await lockOrder(client, seen.orderId)
  const order = await boughtOrderOf(client, uuid, resId)
  const line = order?.tickets.find((one) => one.ticketIdentifier === ticketIdentifier)
  return order && line && { order, line }
}

async function tell(
  client: Queryable,
  { channel, to }: Friend,
  message: { readonly kind: string; readonly body: SealedBody },
): Promise<void> {
  await enqueueSealed(client, { ...message, channel, recipient: to, expiresIn: MESSAGE_SECONDS })
}
