import { needsMore, usedUpCode } from './check-grants.ts'
import { NO_CODE, redeemedName, type CodeLine, type LineChange } from './coupon-lines.ts'
import type { CodeKind } from './grant.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** The result of a look-up. */
export interface FoundTicket {
  readonly kind: CodeKind
  /** The name under which the cart carries it: a coupon's code, otherwise the opaque name that the look-up returned. */
  readonly name: string
  readonly presentationId: number
  readonly ticket: { readonly id: number; readonly ticketGroupId: number; readonly multiplyFactor: number }
  /** Total uses for this visitor, including those in this order (the ticket's balance); null: unlimited. */
  readonly usesLeft: number | null
}

/**
 * Applies a found ticket to the cheapest fitting seats of the order: same presentation and ticket group, no code yet, priced. A coupon is used once per entry;
 * a membership, benefit or voucher for as many seats as allowed. The first seat of a use carries the ticket, the others are its sub-tickets (spec §4); each
 * remembers its previous ticket.
 * @param lines every seat of the order, including other presentations': they count towards the uses.
 * @returns the changes. Refusals (spec §5): COUPON_USED and the used-up refusals of the other kinds; MEMBERSHIP_CODE_TWICE; COUPON_NO_TICKETS;
 * COUPON_NEEDS_ONE, COUPON_NEEDS_MORE {n} if a ticket for several seats does not find them all.
 */
export function applyTicket(lines: readonly CodeLine[], found: FoundTicket): Result<LineChange[]> {
  const { kind, ticket } = found
  const entered = lines.filter((line) => redeemedName(line) === found.name)
  if (kind === 'member' && entered.length > 0) return refuse('MEMBERSHIP_CODE_TWICE')
  const used = entered.filter((line) => !line.isSub).length
  const left = found.usesLeft === null ? Infinity : found.usesLeft - used
  if (left <= 0) return refuse(usedUpCode(kind))
  const factor = Math.max(1, ticket.multiplyFactor)
  const fitting = lines
    .filter((line) => line.presentationId === found.presentationId && line.ticketGroupId === ticket.ticketGroupId)
    .filter(hasPrice)
  const free = fitting.filter((line) => redeemedName(line) === null).sort((one, other) => one.price - other.price)
  if (fitting.length === 0 || (factor === 1 && free.length === 0)) return refuse('COUPON_NO_TICKETS')
  if (free.length < factor) return needsMore(factor - free.length)
  const uses = kind === 'coupon' ? 1 : Math.min(left, Math.floor(free.length / factor))
  return accept(free.slice(0, uses * factor).map((line, at) => changeOf(line, found, at % factor !== 0)))
}

function hasPrice(line: CodeLine): line is CodeLine & { readonly price: Agorot } {
  return line.price !== null
}

function changeOf(line: CodeLine, { kind, name, ticket }: FoundTicket, isSub: boolean): LineChange {
  const field = kind === 'member' ? 'memberNumber' : kind === 'voucher' ? 'systemVoucher' : 'code'
  return { ...NO_CODE, [field]: name, key: line.key, ticketId: ticket.id, isSub, replacedTicketId: line.ticketId }
}
