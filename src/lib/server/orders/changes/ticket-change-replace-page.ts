import type { RefusalCode } from '#lib/domain/refusal.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { sectionWord } from '#lib/server/catalogue/showing-words.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { otherTicketsOn, replaceOnSeat } from './ticket-change-replace.ts'
import type { BoughtLine } from './terms/ticket-change-rows.ts'

/** A bought ticket and what it may be replaced by on its seat. */
export interface TicketTypesOfSeat {
  readonly ticket: BoughtLine
  readonly others: readonly { readonly id: number; readonly name: string }[]
}

/** Only seats for which there is another ticket. */
export async function replacementsOf(tickets: readonly BoughtLine[], locale: Locale = DEFAULT_LOCALE): Promise<TicketTypesOfSeat[]> {
  const from = await catalogue(locale)
  const named = tickets.map((ticket) => ({ ...ticket, sectionName: sectionWord(from, ticket.presentationId, ticket.sectionName) }))
  return named.map((ticket) => ({ ticket, others: otherTicketsOn(from, ticket) })).filter(({ others }) => others.length > 0)
}

/** Reads the form of one seat. @returns why its ticket is not replaced; undefined: it is. */
export async function replaceByForm(uuid: string, resId: string, form: FormData): Promise<RefusalCode | undefined> {
  const ticketIdentifier = form.get('ticket')
  const ticketId = Number(form.get('ticketId'))
  if (typeof ticketIdentifier !== 'string' || !Number.isSafeInteger(ticketId)) return 'BAD_REQUEST'
  const replaced = await replaceOnSeat(uuid, resId, { ticketIdentifier, ticketId })
  return replaced.ok ? undefined : replaced.refusal.code
}
