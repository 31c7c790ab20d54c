import { applyTicket, type FoundTicket } from '#lib/domain/entitlements/apply-coupon.ts'
import type { CodeLine, LineChange } from '#lib/domain/entitlements/coupon-lines.ts'
import { kindOfAccess } from '#lib/domain/entitlements/grant.ts'
import { accept, type Refusal, type Result } from '#lib/domain/result.ts'
import type { Found } from './code-lookup.ts'

interface Fitting {
  readonly found: Found
  readonly changes: readonly LineChange[]
}

/**
 * What becomes of the seats where a code gives tickets of several groups. Groups are apart, so each found ticket looks at its own seats: of a coupon the
 * cheapest seat of all takes the one use; the other kinds cover what they can, group after group. Refusals: those of `applyTicket`, where no group takes it.
 * @param lines every seat of the order
 */
export function fitTickets(lines: readonly CodeLine[], presentationId: number, found: readonly Found[]): Result<readonly LineChange[]> {
  const results = found.map((one) => ({ found: one, result: applyTicket(lines, foundTicket(presentationId, one)) }))
  const fitting = results.flatMap(({ found: one, result }) => (result.ok ? [{ found: one, changes: result.value }] : []))
  const [first] = fitting
  if (!first) return { ok: false, refusal: mildest(results.flatMap(({ result }) => (result.ok ? [] : [result.refusal]))) }
  return accept(first.found.ticket.access === 'code' ? cheapest(lines, fitting) : withinUses(fitting))
}

function foundTicket(presentationId: number, { ticket, code }: Found): FoundTicket {
  const kind = ticket.access === 'open' ? 'coupon' : kindOfAccess(ticket.access)
  return { kind, name: code.name, presentationId, ticket, usesLeft: code.usesLeft }
}

function cheapest(lines: readonly CodeLine[], fitting: readonly Fitting[]): readonly LineChange[] {
  const priceOf = ({ changes: [first] }: Fitting) => lines.find((line) => line.key === first?.key)?.price ?? Infinity
  return fitting.toSorted((one, other) => priceOf(one) - priceOf(other))[0]?.changes ?? []
}

/** One membership, benefit or voucher never covers more than it has uses for, whatever the groups of the seats. */
function withinUses(fitting: readonly Fitting[]): readonly LineChange[] {
  let left = fitting[0]?.found.code.usesLeft ?? Infinity
  return fitting.flatMap(({ found, changes }) => {
    const factor = Math.max(1, found.ticket.multiplyFactor)
    const uses = Math.min(left, changes.length / factor)
    left -= uses
    return changes.slice(0, uses * factor)
  })
}

const MILD = ['COUPON_NEEDS_ONE', 'COUPON_NEEDS_MORE']

/** Of several refusals the one that asks for the least: seats to add. */
function mildest(refusals: readonly Refusal[]): Refusal {
  const rank = ({ code }: Refusal) => (MILD.includes(code) ? MILD.indexOf(code) : MILD.length)
  return refusals.toSorted((one, other) => rank(one) - rank(other))[0] ?? { code: 'COUPON_NO_TICKETS' }
}
