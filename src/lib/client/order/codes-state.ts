import { atom, computed } from 'nanostores'
import type { TicketGroupAnswer } from '#lib/contract/wire.ts'
import { redeemedName } from '#lib/domain/entitlements/coupon-lines.ts'
import { kindOfAccess, type CodeKind } from '#lib/domain/entitlements/grant.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { $knownCodes, $lines, $presentation } from './order.ts'

/** Something that seats of this page redeem. */
export interface AppliedCode {
  readonly name: string
  readonly kind: CodeKind
  /** What a person calls it: the code itself, else the membership or the ticket. */
  readonly label: string
  /** Seats that it covers. */
  readonly seats: number
  /** Uses that are left after this order; null where they are not counted. */
  readonly left: number | null
}

/** Why a code was not taken. `message` is the server's sentence; where it is empty the text of the code says it, with `facts`. */
export interface CodeProblem extends Pick<CallRefusal, 'code' | 'message' | 'facts'> {
  readonly field: 'code' | 'ssn'
}

/** What has just happened to a code, to be said aloud. */
export interface CodeNews {
  readonly kind: 'applied' | 'removed' | 'restored'
  readonly label: string
  readonly seats: number
}

export const $codeNews = atom<CodeNews | null>(null)
/** Why the removal of a code was not stored; shown until the next try. */
export const $codeProblem = atom<CodeProblem | null>(null)

/** Whether any group of the chosen seats sells tickets in other ways than to everybody. */
export const $takesCodes = computed([$presentation, $lines], (presentation, { seats }) => {
  const inCart = new Set(seats.map((line) => line.seat.ticketGroupId))
  return (presentation?.ticketGroups ?? []).some((group) => inCart.has(group.id) && sellsByCode(group))
})

/** What is redeemed here, in the order of the seats. */
export const $codes = computed([$lines, $knownCodes], ({ seats }, known): readonly AppliedCode[] => {
  const byName = Map.groupBy(seats, ({ seat }) => (seat.redeemed ? redeemedName(seat.redeemed) : null))
  return [...byName].flatMap(([name, lines]) => {
    const access = lines[0]?.ticket.access ?? 'open'
    if (name === null || access === 'open') return []
    const used = lines.filter(({ seat }) => seat.redeemed?.isSub !== true).length
    const { membershipName = '', usesLeft = null } = known[name] ?? {}
    const left = usesLeft === null ? null : Math.max(0, usesLeft - used)
    const label = access === 'code' ? name : membershipName || (lines[0]?.ticket.name ?? '')
    return [{ name, kind: kindOfAccess(access), label, seats: lines.length, left }]
  })
})

export function labelOf(name: string): string {
  return $codes.get().find((code) => code.name === name)?.label ?? name
}

/** Whether a group sells tickets in other ways than to everybody. */
export function sellsByCode({ isByCodeEnabled, accesses }: Pick<TicketGroupAnswer, 'isByCodeEnabled' | 'accesses'>): boolean {
  return isByCodeEnabled || accesses.some((access) => access !== 'open')
}
