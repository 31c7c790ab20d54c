import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { sendRefusal } from '#lib/domain/orders/send-rules.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { sectionWord } from '#lib/server/catalogue/showing-words.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { boughtOrderOf, type BoughtLine } from '#lib/server/orders/changes/terms/ticket-change-rows.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { maskedContact } from './friend-contact.ts'
import { sentTicketsOf } from './sent-tickets.ts'

/** The tickets of a reservation that are sent or may be. */
export interface SendPage {
  readonly resId: string
  readonly tickets: readonly TicketToShow[]
}

export interface TicketToShow {
  readonly ticket: BoughtLine
  readonly featureName: string
  readonly startsAt: number
  /** Who has it now; null: the buyer. */
  readonly friend: { readonly name: string; readonly contact: string } | null
  readonly isUsed: boolean
}

/** undefined if the reservation is another's, none, or not paid. */
export async function sendPageOf(uuid: string, resId: string, locale: Locale = DEFAULT_LOCALE): Promise<SendPage | undefined> {
  const order = await boughtOrderOf(database(), uuid, resId)
  if (!order) return undefined
  const [from, sent] = await Promise.all([catalogue(locale), sentTicketsOf(database(), order.orderId)])
  const friends = new Map(sent.map(({ line, friend }) => [line, friend]))
  const shown = order.tickets.filter(
    (ticket) =>
      !ticket.isReleased && (ticket.isSent || sendRefusal(ticket, from.presentations.get(ticket.presentationId), order.now) === undefined),
  )
  return {
    resId,
    tickets: shown.map((ticket) => {
      const friend = friends.get(ticket.line)
      const sectionName = sectionWord(from, ticket.presentationId, ticket.sectionName)
      return {
        ticket: { ...ticket, sectionName },
        ...showingOf(from, ticket),
        friend: ticket.isSent ? shownFriend(friend) : null,
        isUsed: ticket.isUsed,
      }
    }),
  }
}

function shownFriend(friend: Parameters<typeof maskedContact>[0] | undefined): { readonly name: string; readonly contact: string } {
  return friend ? { name: friend.name, contact: maskedContact(friend) } : { name: '', contact: '' }
}

function showingOf(from: Catalogue, { presentationId }: BoughtLine): Pick<TicketToShow, 'featureName' | 'startsAt'> {
  const presentation = from.presentations.get(presentationId)
  return { featureName: from.features.get(presentation?.featureId ?? 0)?.name ?? '', startsAt: presentation?.startsAt ?? 0 }
}
