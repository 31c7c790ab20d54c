import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { ticketByCode } from '#lib/contract/presentations.ts'
import type { TicketAnswer } from '#lib/contract/wire.ts'
import type { Presentation, Ticket } from '#lib/domain/catalogue.ts'
import type { Grant } from '#lib/domain/grant.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { ticketAnswer } from './presentations.ts'

/** A found ticket on the wire: under what name a cart carries what was found, and how far it goes. Never an ID number. */
export function lookupAnswer(
  presentation: Presentation,
  ticket: Ticket,
  grant: Grant | null,
  locale: Locale,
  typed?: { readonly ref1: string; readonly ref2: string },
): AnswerOf<typeof ticketByCode> {
  const found = grantedTicket(presentation, ticket, grant)
  return {
    ticket: typed ? { ...found, ref1: typed.ref1 || null, ref2: typed.ref2 || null } : found,
    msg: found.balance === null ? '' : textOf(locale)('common.usesLeft', { count: found.balance }),
    member: grant?.kind === 'member' ? memberOf(grant) : null,
  }
}

export function grantedTicket(presentation: Presentation, ticket: Ticket, grant: Grant | null): TicketAnswer {
  const balance = grant?.usesLeft ?? null
  const quantity = balance === null ? presentation.maxSeats : balance * Math.max(1, ticket.multiplyFactor)
  return { ...ticketAnswer(ticket), ...(grant && grantNames(grant)), balance, quantity }
}

function memberOf({ publicCode, holderName, membershipName, usesLeft }: Grant): NonNullable<AnswerOf<typeof ticketByCode>['member']> {
  return { memberNumber: publicCode, name: holderName, membershipName, balance: usesLeft }
}

/** Where a line of the cart names it (spec §7). */
function grantNames({ kind, publicCode }: Grant): Partial<Pick<TicketAnswer, 'code' | 'memberNumber' | 'systemVoucher'>> {
  if (kind === 'member') return { memberNumber: publicCode }
  if (kind === 'voucher') return { systemVoucher: publicCode }
  return kind === 'reference' ? {} : { code: publicCode }
}
