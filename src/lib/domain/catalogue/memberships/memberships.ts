import type { CancellationPolicy } from '../cancellation-policy.ts'
import type { Worded } from '../worded.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

/** Memberships, as the rules and pages read them (spec §3, decisions 46–49). Times are UTC instants (ms since 1970). */

/** Open: entries to whatever the member chooses. Series: all its dates on one seat. Season: some dates fixed, some chosen. */
export const MEMBERSHIP_TYPE = { open: 1, series: 2, season: 3 } as const
export type MembershipTypeId = (typeof MEMBERSHIP_TYPE)[keyof typeof MEMBERSHIP_TYPE]

export interface Season extends Worded {
  readonly id: number
  readonly name: string
  readonly startsAt: number
  readonly endsAt: number
}

export interface Currency {
  readonly id: number
  /** ISO 4217. */
  readonly code: string
  readonly symbol: string
}

/** The only currency that the shop charges; prices in others are shown and refused at the cart (decision 46). */
export const SHOP_CURRENCY: Currency = { id: 1, code: 'ILS', symbol: '₪' }

export interface MembershipPrice extends Worded {
  readonly id: number
  /** Of its membership, as the address of the page has it. */
  readonly priceCode: string
  readonly name: string
  readonly note: string
  /** Hundredths of its currency. */
  readonly price: Agorot
  readonly currency: Currency
  /** The prompt for a reference; null if the price asks for none. */
  readonly ref1prompt: string | null
  readonly ref2prompt: string | null
  /** Whether a typed reference has to be on the list of the catalogue. */
  readonly referenceCheck: 'none' | 'list'
}

/** What a seat of a category costs under one of the prices: one date or all, by `isPricingPerTicket` (decision 48). */
export interface SeatRate {
  readonly ticketId: number
  readonly ticketGroupId: number
  readonly category: string
  readonly priceCode: string
  readonly price: Agorot
}

/** On what terms a subscriber gives one evening back for resale. */
export interface ResaleTerms {
  /** Until how long before the start of the evening. */
  readonly untilMinutes: number
  /** How much of the evening's share is credited once the seat is sold, 1 to 100, less the fee. */
  readonly percent: number
  readonly fee: Agorot
}

/** The dates that a member of a season chooses by themselves. */
export interface ChoiceEvents {
  readonly count: number
  readonly options: readonly { readonly presentationId: number; readonly supplement: Agorot }[]
}

/** Under which terms one evening of a series or season is exchanged for another presentation. */
export interface EveningExchange {
  /** How long before the evening begins it is still exchanged. */
  readonly untilMinutes: number
  /** What it is exchanged for beside other presentations of the same feature and the dates that the season has to choose. */
  readonly presentationIds: readonly number[]
}

export interface Membership extends Worded {
  readonly id: number
  /** As the address of its page has it. */
  readonly code: string
  readonly name: string
  readonly className: string
  readonly description: string
  readonly typeId: MembershipTypeId
  readonly seasonId: number | null
  readonly businessId: number
  readonly authProfileId: number
  /** Virtual seats: places without coordinates, numbered per membership (decision 47). */
  readonly isSkipMemberSeat: boolean
  /** Whether the rate of an enrolment is the sum of its tickets; otherwise the price is for all of it (decision 48). */
  readonly isPricingPerTicket: boolean
  readonly defaultTicketGroupId: number | null
  /** The member tickets that an open one entitles to. */
  readonly ticketIds: readonly number[]
  /** Where it is good for; empty: everywhere. */
  readonly locationIds: readonly number[]
  /** Of an open one: its entries, or its money; null for both: unlimited entries. */
  readonly uses: number | null
  readonly amount: Agorot | null
  /** Days from the purchase. */
  readonly validDays: number | null
  readonly validFrom: number | null
  readonly validUntil: number | null
  /** Whether one that somebody has may be topped up by another purchase. */
  readonly isTopup: boolean
  /** The fixed dates of a series or a season, by start. */
  readonly presentationIds: readonly number[]
  readonly choice: ChoiceEvents | null
  /** Of a series or a season; empty: the price alone. */
  readonly rates: readonly SeatRate[]
  readonly saleOpensAt: number | null
  readonly saleClosesAt: number | null
  /** From when (left out: at once) and until when holders of the previous one renew with their seats. */
  readonly renewal: { readonly previousId: number; readonly from?: number | null; readonly until: number } | null
  /** null: its evenings are not exchanged. */
  readonly exchange: EveningExchange | null
  /** The terms under which its buyers may cancel by themselves; null: they may not. */
  readonly cancellation: CancellationPolicy | null
  /** null: evenings are not given back. */
  readonly resale: ResaleTerms | null
  /** Of one price in one order (spec §9: maxQuantityForMembership). */
  readonly maxQuantity: number
  readonly prices: readonly MembershipPrice[]
}

/** What a membership is called in an order: "Eight evenings, senior". */
export function membershipName(membership: Pick<Membership, 'name'>, price: Pick<MembershipPrice, 'name'>): string {
  return `${membership.name}, ${price.name}`
}
