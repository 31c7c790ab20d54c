import type { Presentation, Ticket } from '#lib/domain/catalogue/catalogue.ts'
import type { Grant, GrantKind } from './grant.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** The number of uses of one grant for one presentation. */
export interface GrantUse {
  readonly entitlementId: number
  readonly presentationId: number
  readonly quantity: number
}

/** A line that redeems a grant. Another line of the same ticket covers a sub-ticket. */
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
  site: 'referenceNotEligible',
}

const EXPIRED: Readonly<Record<GrantKind, RefusalCode>> = {
  coupon: 'codeNotFound',
  voucher: 'voucherExpired',
  member: 'memberExpired',
  senior: 'seniorNotFound',
  reference: 'referenceNotEligible',
  site: 'referenceNotEligible',
}

const NOT_STARTED: Readonly<Record<GrantKind, RefusalCode>> = { ...EXPIRED, voucher: 'codeNotFound', member: 'memberNotStarted' }

const USED_UP: Readonly<Record<GrantKind, RefusalCode>> = {
  coupon: 'COUPON_USED',
  voucher: 'voucherBalance',
  member: 'memberNoneAvailable',
  senior: 'seniorNoBalance',
  reference: 'TICKET_BALANCE_INSUFFICIENT',
  site: 'TICKET_BALANCE_INSUFFICIENT',
}

export function usedUpCode(kind: GrantKind): RefusalCode {
  return USED_UP[kind]
}

export function notFoundCode(kind: GrantKind): RefusalCode {
  return NOT_FOUND[kind]
}

/** What a grant is to be used for: a ticket of a presentation. */
export interface WantedUse {
  readonly ticketId: number
  readonly presentation: Pick<Presentation, 'id' | 'businessId' | 'venueId'>
}

/** Why a grant does not allow a use at a moment; undefined if it does. */
export function grantProblem(grant: Grant, { ticketId, presentation }: WantedUse, now: number): RefusalCode | undefined {
  const { kind, startsAt, endsAt, businessId, usesLeft } = grant
  if (!grant.isActive || (businessId !== null && businessId !== presentation.businessId)) return NOT_FOUND[kind]
  if (startsAt !== null && now < startsAt) return NOT_STARTED[kind]
  if (endsAt !== null && now >= endsAt) return EXPIRED[kind]
  if (!grant.ticketIds.has(ticketId) || !isValidAt(grant, presentation)) return kind === 'member' ? 'noValidMember' : 'ticketNotFound'
  return usesLeft === 0 ? USED_UP[kind] : undefined
}

/** Whether the presentation, and its hall, is one of those that the grant is for. */
export function isValidAt({ venueIds, presentationIds }: Grant, { id, venueId }: Pick<Presentation, 'id' | 'venueId'>): boolean {
  return venueIds?.has(venueId) !== false && presentationIds?.has(id) !== false
}

/** The refusal of a use that lacks `missing` seats (spec §5). */
export function needsMore(missing: number): ReturnType<typeof refuse> {
  return missing === 1 ? refuse('COUPON_NEEDS_ONE') : refuse('COUPON_NEEDS_MORE', { n: missing })
}

/**
 * Counts the uses of a cart by grant and presentation: one per redeeming line that is not a sub-ticket. Refusals: USED_UP of the kind if too few are left;
 * COUPON_NEEDS_ONE, COUPON_NEEDS_MORE if a ticket for several seats lacks some; ticketNotFound if it has too many.
 */
export function usesOf(lines: readonly RedeemingLine[]): Result<GrantUse[]> {
  for (const own of Map.groupBy(lines, ({ grant, presentation, ticket }) => [grant.id, presentation.id, ticket.id].join(':')).values()) {
    const missing = missingSeats(own)
    if (missing !== 0) return missing > 0 ? needsMore(missing) : refuse('ticketNotFound')
  }
  const paid = lines.filter((line) => !line.isSub)
  for (const own of Map.groupBy(paid, ({ grant }) => grant.id).values()) {
    const grant = own[0]?.grant
    if (grant && grant.usesLeft !== null && own.length > grant.usesLeft) return refuse(USED_UP[grant.kind])
  }
  return accept(countUses(paid))
}

/** Number of seats that the uses of one ticket lack; negative if sub-tickets are uncovered. */
function missingSeats(own: readonly RedeemingLine[]): number {
  return own.reduce((missing, { ticket, isSub }) => missing - 1 + (isSub ? 0 : Math.max(1, ticket.multiplyFactor)), 0)
}

function countUses(paid: readonly RedeemingLine[]): GrantUse[] {
  const uses = new Map<string, GrantUse>()
  for (const { grant, presentation } of paid) {
    const key = `${String(grant.id)}:${String(presentation.id)}`
    const quantity = (uses.get(key)?.quantity ?? 0) + 1
    uses.set(key, { entitlementId: grant.id, presentationId: presentation.id, quantity })
  }
  return [...uses.values()]
}
