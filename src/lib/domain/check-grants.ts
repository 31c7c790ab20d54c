import type { Presentation, Ticket } from './catalogue.ts'
import type { Grant, GrantKind } from './grant.ts'
import type { RefusalCode } from './refusal.ts'
import { accept, refuse, type Result } from './result.ts'

/** Uses of one grant for one presentation. */
export interface GrantUse {
  readonly entitlementId: number
  readonly presentationId: number
  readonly quantity: number
}

/** A line that redeems something. A sub-ticket is covered by another line of the same ticket. */
export interface RedeemingLine {
  readonly grant: Grant
  readonly presentation: Presentation
  readonly ticket: Ticket
  readonly isSub: boolean
}

const NOT_FOUND: Readonly<Record<GrantKind, RefusalCode>> = {
  coupon: 'codeNotFound',
  voucher: 'codeNotFound',
  member: 'memberNotFound',
  senior: 'seniorNotFound',
  reference: 'referenceNotEligible',
}

const EXPIRED: Readonly<Record<GrantKind, RefusalCode>> = {
  coupon: 'codeNotFound',
  voucher: 'voucherExpired',
  member: 'memberExpired',
  senior: 'seniorNotFound',
  reference: 'referenceNotEligible',
}

const NOT_STARTED: Readonly<Record<GrantKind, RefusalCode>> = { ...EXPIRED, voucher: 'codeNotFound', member: 'memberNotStarted' }

const USED_UP: Readonly<Record<GrantKind, RefusalCode>> = {
  coupon: 'COUPON_USED',
  voucher: 'voucherBalance',
  member: 'memberNoneAvailable',
  senior: 'seniorNoBalance',
  reference: 'TICKET_BALANCE_INSUFFICIENT',
}

export function usedUpCode(kind: GrantKind): RefusalCode {
  return USED_UP[kind]
}

export function notFoundCode(kind: GrantKind): RefusalCode {
  return NOT_FOUND[kind]
}

/** Why a grant does not give a ticket of a presentation at a moment; undefined where it does. */
export function grantProblem(
  grant: Grant,
  ticketId: number,
  presentation: Pick<Presentation, 'businessId'>,
  now: number,
): RefusalCode | undefined {
  const { kind, startsAt, endsAt, businessId, usesLeft } = grant
  if (!grant.isActive || (businessId !== null && businessId !== presentation.businessId)) return NOT_FOUND[kind]
  if (startsAt !== null && now < startsAt) return NOT_STARTED[kind]
  if (endsAt !== null && now >= endsAt) return EXPIRED[kind]
  if (!grant.ticketIds.has(ticketId)) return kind === 'member' ? 'noValidMember' : 'ticketNotFound'
  return usesLeft === 0 ? USED_UP[kind] : undefined
}

/**
 * The uses that the redeeming lines of a cart make: one for each line that is no sub-ticket. Refusals: USED_UP of the kind where there are not so
 * many left; COUPON_NEEDS_ONE, COUPON_NEEDS_MORE where a ticket for several seats does not have them all; ticketNotFound where it has too many.
 */
export function usesOf(lines: readonly RedeemingLine[]): Result<GrantUse[]> {
  const uses = new Map<string, GrantUse & { readonly grant: Grant }>()
  for (const [, own] of Map.groupBy(lines, ({ grant, presentation, ticket }) => [grant.id, presentation.id, ticket.id].join(':'))) {
    const [first] = own
    if (!first) continue
    const { grant, presentation, ticket } = first
    const quantity = own.filter((line) => !line.isSub).length
    const missing = quantity * Math.max(1, ticket.multiplyFactor) - own.length
    if (missing > 0) return missing === 1 ? refuse('COUPON_NEEDS_ONE') : refuse('COUPON_NEEDS_MORE', { n: missing })
    if (missing < 0) return refuse('ticketNotFound')
    const key = `${String(grant.id)}:${String(presentation.id)}`
    const before = uses.get(key)?.quantity ?? 0
    uses.set(key, { grant, entitlementId: grant.id, presentationId: presentation.id, quantity: before + quantity })
  }
  const short = overdrawn([...uses.values()])
  return short ? refuse(USED_UP[short.kind]) : accept([...uses.values()].map(({ grant: _known, ...use }) => use))
}

function overdrawn(uses: readonly (GrantUse & { readonly grant: Grant })[]): Grant | undefined {
  for (const [grant, own] of Map.groupBy(uses, (use) => use.grant)) {
    const wanted = own.reduce((sum, use) => sum + use.quantity, 0)
    if (grant.usesLeft !== null && wanted > grant.usesLeft) return grant
  }
  return undefined
}
