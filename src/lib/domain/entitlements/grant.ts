import type { TicketAccess } from '#lib/domain/catalogue/catalogue.ts'
import type { MoneyToSplit } from '#lib/domain/money/split-refund.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

/** What entitles to tickets: a coupon's code, a prepaid voucher, a membership, a senior benefit, a reference on a list. */
export type GrantKind = 'coupon' | 'voucher' | 'member' | 'senior' | 'reference'

/** What a cart may redeem, as the database knows it. */
export interface Grant {
  readonly id: number
  readonly kind: GrantKind
  /** The name under which a cart carries it: a coupon's code in capitals, a member's number, else an opaque name. */
  readonly publicCode: string
  readonly ticketIds: ReadonlySet<number>
  /** Uses that this visitor may still make, its own reserved ones included; null is without limit. */
  readonly usesLeft: number | null
  /** null: of every business. */
  readonly businessId: number | null
  /** ms since 1970; null: no bound. */
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly isActive: boolean
  /** Of a member: whom it belongs to, and to what. */
  readonly holderName: string
  readonly membershipName: string
}

/** Prepaid value that may pay a part of an order. */
export interface VoucherBalance {
  readonly id: number
  readonly balance: Agorot
  readonly state: 'active' | 'cancelled' | 'replaced' | 'forReplacement'
  /** false: it pays whole or not at all. */
  readonly allowsPartial: boolean
  /** Where it is taken; null: everywhere. */
  readonly businessIds: readonly number[] | null
  readonly startsAt: number | null
  readonly endsAt: number | null
}

/** A ticket change as it is asked for (spec §7). */
export interface WantedChange {
  readonly resId: string
  /** The newest entry of the reservation's ledger that the customer has seen; null: none is named. */
  readonly lastTransactionId?: string | null | undefined
  /** Identifiers of the issued tickets that are given back. */
  readonly tickets: readonly string[]
}

/** Tickets that are given back in exchange for the cart's. */
export interface GivenBack {
  readonly orderId: string
  /** What was paid for them, ticket service charges and their share of a percentage on their order included. */
  readonly amount: Agorot
  /** That share alone. */
  readonly charge: Agorot
  /** Whether a fixed handling fee was paid for them before: then none is asked for again. */
  readonly isFeePaid: boolean
  /** The presentations that they are for. */
  readonly presentationIds: readonly number[]
  readonly businessId: number
  readonly authProfileId: number
  /** What may go back of what was paid. */
  readonly money: MoneyToSplit
  /** As it was asked for. */
  readonly modify: WantedChange
}

/** What the rules of an order must know beside the catalogue. */
export interface OrderFacts {
  /** By `grantKey`. */
  readonly grants: ReadonlyMap<string, Grant>
  readonly vouchers: ReadonlyMap<number, VoucherBalance>
  readonly givenBack: GivenBack | null
  /** ms since 1970, by the database's clock. */
  readonly now: number
}

export function grantKey(kind: GrantKind, publicCode: string): string {
  return `${kind}:${publicCode}`
}

/** What a cart redeems by name. */
export type CodeKind = Exclude<GrantKind, 'reference'>

/** What gives a ticket that not everybody may have. */
export function kindOfAccess(access: Exclude<TicketAccess, 'open'>): CodeKind {
  return access === 'code' ? 'coupon' : access
}

/** How a line of a cart names what it redeems. */
export interface NamedGrant {
  readonly code?: string | null | undefined
  readonly memberNumber?: string | null | undefined
  readonly systemVoucher?: string | null | undefined
}

/** The key of the grant that a line names for a ticket; undefined where it names none of the kind that the ticket wants. */
export function namedGrantOf(access: TicketAccess, line: NamedGrant): string | undefined {
  if (access === 'open') return undefined
  const name = access === 'member' ? line.memberNumber : access === 'voucher' ? line.systemVoucher : line.code
  return name ? grantKey(kindOfAccess(access), access === 'code' ? normaliseCode(name) : name) : undefined
}

/**
 * A code as it is compared: in capitals, without spaces around it, and without what a message it was copied from has put into it: marks of direction, other
 * widths of the same signs, a maqaf or long dash for a hyphen.
 */
export function normaliseCode(code: string): string {
  const plain = code
    .replace(/\p{Cf}/gu, '')
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
  return plain.replace(/\p{Pd}/gu, '-').trim()
}
