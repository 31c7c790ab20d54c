import { needsMore, usedUpCode } from './check-grants.ts'
import { NO_CODE, redeemedName, type CodeLine, type LineChange } from './coupon-lines.ts'
import type { CodeKind } from './grant.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** What a look-up found. */
export interface FoundTicket {
  readonly kind: CodeKind
  /** The name under which the cart carries it: a coupon's code, else the opaque name that the look-up answered. */
  readonly name: string
  readonly presentationId: number
  readonly ticket: { readonly id: number; readonly ticketGroupId: number; readonly multiplyFactor: number }
  /** Uses that this visitor may make in all, those of this order included (the ticket's balance); null is without limit. */
  readonly usesLeft: number | null
}

/**
 * Puts a found ticket on seats of the order, the cheapest that fit first: of its presentation and ticket group, without a code, with a price.
 * A coupon is used once for each entry; a membership, benefit or voucher for as many seats as it may. The first seat of a use carries the ticket, the others
 * are its sub-tickets (spec §4); each remembers the ticket that it had.
 * @param lines every seat of the order, other presentations' too: they count towards the uses.
 * @returns what changes. Refusals (spec §5): COUPON_USED and the used-up refusals of the other kinds; MEMBERSHIP_CODE_TWICE; COUPON_NO_TICKETS;
 * COUPON_NEEDS_ONE, COUPON_NEEDS_MORE {n} where a ticket for several seats does not find them all.
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
