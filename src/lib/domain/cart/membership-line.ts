import type { Membership, MembershipPrice } from '#lib/domain/catalogue/memberships/memberships.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { PlanFacts } from './check-seat.ts'
import type { CheckedLine } from './checked-line.ts'

/** The address of a seat on a date, or on all fixed dates. Coordinates are null for a virtual seat. */
export interface WantedPlace {
  readonly venueId: number
  readonly seatplanId: number
  readonly sectionId: number
  readonly ticketGroupId: number
  readonly x: number | null
  readonly y: number | null
}

/** The seat of one date of an enrolment. */
export interface WantedDate extends WantedPlace {
  readonly presentationId: number
}

/** What an enrolment item asks for beside its seat (spec §7). */
export interface WantedEnrolment {
  readonly seasonId: number
  readonly ticketId: number
  /** In shekels, only compared (decision 49); null: not sent. */
  readonly totalAmount: number | null
  /** The chosen dates; fixed ones may be repeated. */
  readonly selections: readonly WantedDate[]
}

/** One membership that a cart asks for. */
export interface WantedMembership {
  readonly membershipId: number
  /** null: the one whose rate has the ticket of the enrolment. */
  readonly priceId: number | null
  /** null: that of the price. */
  readonly currencyId: number | null
  readonly reference1: string | null
  readonly reference2: string | null
  /** The membership of this number is to be topped up; null: a new one. */
  readonly topsUp: string | null
  /** Whose it is, and who may come instead; empty: the buyer, and nobody. */
  readonly name: string
  readonly additionalName: string
  /** The seat on all fixed dates; null: an open membership, or a virtual seat. */
  readonly seat?: WantedPlace | null
  /** null: a membership item. */
  readonly enrolment?: WantedEnrolment | null
}

/** A membership that the visitor has proved to hold. */
export interface HeldMembership {
  readonly entitlementId: number
  readonly membershipId: number | null
  readonly isActive: boolean
  /** ms since 1970; null: no end. */
  readonly endsAt: number | null
}

/** What was typed for a price, and proved by a look-up: by which keyed hashes it is listed, and how many purchases are left (null: any number). */
export interface ProvedReference {
  readonly lookups: readonly string[]
  readonly left: number | null
}

export interface MembershipFacts {
  /** By member number. */
  readonly held: ReadonlyMap<string, HeldMembership>
  /** By `referenceKey`. */
  readonly references: ReadonlyMap<string, ProvedReference>
  /** The ids of the memberships that the visitor has, of those asked for and those that they renew. */
  readonly had: ReadonlySet<number>
  /** Seat plans of the dates, by id. */
  readonly plans: ReadonlyMap<number, PlanFacts>
}

export interface CheckedMembership extends CheckedLine {
  readonly kind: 'membership'
  readonly subjectId: number
  readonly priceId: number
  /** Entries; null: unlimited, or seats. */
  readonly uses: number | null
  /** The balance that it loads; null: it has entries or seats. */
  readonly money: Agorot | null
  readonly topsUp: number | null
  /** ms since 1970. */
  readonly validFrom: number | null
  readonly validUntil: number | null
  readonly reference: ProvedReference | null
  readonly facts: Readonly<Record<string, string>>
  /** null: an open membership. */
  readonly dates: CheckedDates | null
}

/** The dates that a series or season was checked with. */
export interface CheckedDates {
  /** All of them, by start. */
  readonly presentationIds: readonly number[]
  readonly isVirtual: boolean
  /** Whether its holder may have it once only. */
  readonly isOnce: boolean
}

/** A membership of a cart, found in the catalogue with its price. */
export interface FoundMembership {
  /** Its place among the memberships of the cart. */
  readonly line: number
  readonly wanted: WantedMembership
  readonly membership: Membership
  readonly price: MembershipPrice
}

/** By what a typed reference of a price is known. */
export function referenceKey({ priceId, reference1, reference2 }: Pick<WantedMembership, 'priceId' | 'reference1' | 'reference2'>): string {
  return JSON.stringify([priceId, reference1, reference2])
}

/**
 * The price under which a membership is asked for: the one that is named, else the one that has a rate for the ticket of an enrolment, else the only one.
 * @returns undefined if there is none; 'ambiguous' if several have such a rate
 */
export function priceLineOf(
  { prices, rates }: Pick<Membership, 'prices' | 'rates'>,
  { priceId, enrolment }: Pick<WantedMembership, 'priceId' | 'enrolment'>,
): MembershipPrice | 'ambiguous' | undefined {
  if (priceId !== null) return prices.find(({ id }) => id === priceId)
  const codes = new Set(rates.filter(({ ticketId }) => ticketId === enrolment?.ticketId).map(({ priceCode }) => priceCode))
  const rated = rates.length === 0 ? prices : prices.filter(({ priceCode }) => codes.has(priceCode))
  return rated.length > 1 ? 'ambiguous' : rated[0]
}
