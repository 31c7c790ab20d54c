import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { ticketByCode } from '#lib/contract/show/presentations.ts'
import type { MemberAnswer, TicketAnswer } from '#lib/contract/wire.ts'
import type { Presentation, Ticket } from '#lib/domain/catalogue/catalogue.ts'
import type { Grant } from '#lib/domain/entitlements/grant.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { ticketAnswer } from '#lib/server/programme/presentation-answers.ts'

interface FoundTicket {
  readonly ticket: Ticket
  /** null: it needs none. */
  readonly grant: Grant | null
  /** The references typed for it. */
  readonly typed?: { readonly ref1: string; readonly ref2: string }
  /** The member that it belongs to. */
  readonly member?: MemberAnswer | null
}

/** A found ticket on the wire: the name under which a cart carries it, and its remaining uses. Never contains an ID number. */
export function lookupAnswer(
  presentation: Presentation,
  { ticket, grant, typed, member = null }: FoundTicket,
  locale: Locale,
): AnswerOf<typeof ticketByCode> {
  const found = grantedTicket(presentation, ticket, grant)
  return {
    ticket: typed ? { ...found, ref1: typed.ref1 || null, ref2: typed.ref2 || null } : found,
    msg: found.balance === null ? '' : textOf(locale)('common.usesLeft', { count: found.balance }),
    member,
  }
}

export function grantedTicket(presentation: Presentation, ticket: Ticket, grant: Grant | null): TicketAnswer {
  const balance = grant?.usesLeft ?? null
  const quantity = balance === null ? presentation.maxSeats : balance * Math.max(1, ticket.multiplyFactor)
  return { ...ticketAnswer(ticket), ...(grant && grantNames(grant)), balance, quantity }
}

/** The cart line's field that names the grant (spec §7). */
function grantNames({ kind, publicCode }: Grant): Partial<Pick<TicketAnswer, 'code' | 'memberNumber' | 'systemVoucher'>> {
  if (kind === 'member') return { memberNumber: publicCode }
  if (kind === 'voucher') return { systemVoucher: publicCode }
  return kind === 'reference' ? {} : { code: publicCode }
}
