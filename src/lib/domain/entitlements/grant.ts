import type { BundleTerms } from '#lib/domain/catalogue/bundle.ts'
import type { TicketAccess } from '#lib/domain/catalogue/catalogue.ts'
import type { MoneyToSplit } from '#lib/domain/money/split-refund.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

/** What entitles a buyer to tickets: a coupon's code, a prepaid voucher, a membership, a senior benefit, a reference on a list, a mini-site. */
export type GrantKind = 'coupon' | 'voucher' | 'member' | 'senior' | 'reference' | 'site'

/** A redeemable grant, as the database has it. */
export interface Grant {
  readonly id: number
  readonly kind: GrantKind
  /** The name under which a cart carries it: a coupon's code in capitals, a member's number, otherwise an opaque name. */
  readonly publicCode: string
  readonly ticketIds: ReadonlySet<number>
  /** Remaining uses for this visitor, including its own reserved ones; null: unlimited. */
  readonly usesLeft: number | null
  /** null: valid at every business. */
  readonly businessId: number | null
  /** Where it is valid; null: everywhere of its business. */
  readonly venueIds: ReadonlySet<number> | null
  /** Of a mini-site: the presentations that it sells; left out if any. */
  readonly presentationIds?: ReadonlySet<number> | null
  /** ms since 1970; null: no bound. */
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly isActive: boolean
  /** A member's name and membership. */
  readonly holderName: string
  readonly membershipName: string
  /** Left out if the grant counts uses: the money that pays its tickets. */
  readonly purse?: Purse | null
}

/** The money of a membership, which pays the tickets that the membership gives. */
export interface Purse {
  /** As a voucher that pays. */
  readonly voucherId: number
  readonly balance: Agorot
}

/** A prepaid voucher that may pay part of an order. */
export interface VoucherBalance {
  readonly id: number
  /** In agorot; of a bundle in tickets. */
  readonly balance: number
  /** null: it pays money. */
  readonly bundle: BundleTerms | null
  readonly state: 'active' | 'cancelled' | 'replaced' | 'forReplacement'
  /** false: the balance is spent whole or not at all. */
  readonly allowsPartial: boolean
  /** Businesses that accept it; null: all. */
  readonly businessIds: readonly number[] | null
  readonly startsAt: number | null
  readonly endsAt: number | null
}

/** A requested ticket change (spec §7). */
export interface WantedChange {
  readonly resId: string
  /** The newest ledger entry of the reservation that the customer has seen; null: not named. */
  readonly lastTransactionId?: string | null | undefined
  /** Identifiers of the issued tickets to give back. */
  readonly tickets: readonly string[]
}

/** One evening of a series or season that is given back in exchange: its membership pays for one seat in its place. */
export interface GivenEvening {
  /** The purchase that it is an evening of. */
  readonly orderId: string
  readonly line: number
  /** What was paid for its ticket beside the membership, by an exchange before. */
  readonly paid: Agorot
  /** Date and category of its ticket. */
  readonly now: { readonly presentationId: number; readonly category: string | null }
  /** What it was bought with; `seat` is the line of that in the order of the purchase. */
  readonly bought: EveningWorth & { readonly seat: number }
  /** The presentations that it may be exchanged for, with the supplement of each. */
  readonly standIns: ReadonlyMap<number, Agorot>
}

/** What a seat of an evening is worth: what others cost in exchange is compared with it. */
export interface EveningWorth {
  readonly seatplanId: number
  readonly category: string | null
  /** Of its date in the membership. */
  readonly supplement: Agorot
  /** What the seat costs anybody. */
  readonly worth: Agorot
}

/** Tickets given back in exchange for the cart's. */
export interface GivenBack {
  readonly orderId: string
  /** What was paid for them, including ticket service charges and their share of a percentage charge on the order. */
  readonly amount: Agorot
  /** Their share of the percentage charge alone. */
  readonly charge: Agorot
  /** Whether a fixed handling fee was paid before: it is not charged again. */
  readonly isFeePaid: boolean
  /** Their presentations. */
  readonly presentationIds: readonly number[]
  readonly businessId: number
  readonly authProfileId: number
  /** The payments that can be refunded. */
  readonly money: MoneyToSplit
  /** Those of the tickets that are evenings of a membership. */
  readonly evenings: readonly GivenEvening[]
  /** The change as requested. */
  readonly modify: WantedChange
}

/** What the order rules need besides the catalogue. */
export interface OrderFacts {
  readonly vouchers: ReadonlyMap<number, VoucherBalance>
  readonly givenBack: GivenBack | null
  /** ms since 1970, by the database's clock. */
  readonly now: number
}

/** What a visitor may redeem at a moment. */
export interface GrantFacts extends Pick<OrderFacts, 'now'> {
  /** By `grantKey`. */
  readonly grants: ReadonlyMap<string, Grant>
}

export function grantKey(kind: GrantKind, publicCode: string): string {
  return `${kind}:${publicCode}`
}

/** The kinds that a cart redeems by name. */
export type CodeKind = Exclude<GrantKind, 'reference' | 'site'>

/** The kind of grant that a restricted ticket needs. */
export function kindOfAccess(access: Exclude<TicketAccess, 'open' | 'site'>): CodeKind {
  return access === 'code' ? 'coupon' : access
}

/** The names by which a cart line may redeem a grant. */
export interface NamedGrant {
  readonly code?: string | null | undefined
  readonly memberNumber?: string | null | undefined
  readonly systemVoucher?: string | null | undefined
}

/** The key of the grant that a line names for a ticket; undefined if it names none of the kind that the ticket needs. */
export function namedGrantOf(access: TicketAccess, line: NamedGrant): string | undefined {
  if (access === 'open' || access === 'site') return undefined
  const name = access === 'member' ? line.memberNumber : access === 'voucher' ? line.systemVoucher : line.code
  return name ? grantKey(kindOfAccess(access), access === 'code' ? normaliseCode(name) : name) : undefined
}

/**
 * Normalises a code for comparison: upper case, trimmed, without artefacts of copying (direction marks, full-width forms, a maqaf or long dash for a hyphen).
 */
export function normaliseCode(code: string): string {
  const plain = code
    .replace(/\p{Cf}/gu, '')
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
  return plain.replace(/\p{Pd}/gu, '-').trim()
}

/** The key of what a mini-site gives of a ticket: whoever is there has it without naming anything. */
export function siteKey(ticketId: number): string {
  return grantKey('site', String(ticketId))
}

/** The name of a pair of references in one mini-site; of its tickets for everybody both are empty. */
export function siteReferenceName(siteId: number, reference1: string, reference2: string): string {
  return JSON.stringify([siteId, normaliseCode(reference1), normaliseCode(reference2)])
}
