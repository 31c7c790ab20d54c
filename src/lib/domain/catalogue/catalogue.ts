import type { Agorot } from '#lib/domain/money/money.ts'
import type { OrderFormDemands } from '#lib/domain/customers/order-form.ts'

/** What the shop sells, as the rules and pages read it (spec §3). Ids are positive integers; times are UTC instants (ms since 1970). */

export interface Location {
  readonly id: number
  readonly name: string
  readonly city: string
  readonly address: string
  readonly phone: string
  /** Minutes before the start at which the doors open. */
  readonly doorsMinutes: number
  readonly accessibility: string
}

export interface Venue {
  readonly id: number
  readonly locationId: number
  readonly name: string
  /** 101 to 104 mean VOD or streaming (spec §3). */
  readonly venueTypeId: number
}

/** Whether what is shown there is watched at home. */
export function isOnDemand({ venueTypeId }: Venue): boolean {
  return venueTypeId >= 101 && venueTypeId <= 104
}

export interface FeatureCategory {
  readonly id: number
  readonly name: string
}

/** The feature type that has no time of day (spec §4, §9). */
export const UNTIMED_FEATURE_TYPE = 7

export interface Feature {
  readonly id: number
  readonly name: string
  readonly featureTypeId: number
  readonly categoryId: number
  /** One sentence for the calendar. */
  readonly tagline: string
  /** Paragraphs, separated by an empty line. */
  readonly description: string
  /** Genre and running time as shown above the name, for example "תיאטרון · 100 דקות ללא הפסקה". */
  readonly eyebrow: string
  /** Running time in minutes; 0 where there is none. */
  readonly minutes: number
  readonly badges: readonly string[]
  readonly credits: readonly { readonly role: string; readonly names: string }[]
  readonly quote: { readonly text: string; readonly source: string } | null
}

/** Who may have a ticket: everybody, or whoever shows a code, a prepaid voucher, a membership or a senior benefit. */
export const TICKET_ACCESS = ['open', 'code', 'voucher', 'member', 'senior'] as const
export type TicketAccess = (typeof TICKET_ACCESS)[number]

export interface Ticket {
  readonly id: number
  readonly ticketGroupId: number
  readonly name: string
  /** null where no price is set: such a seat cannot be sold (spec §5). */
  readonly price: Agorot | null
  readonly oldPrice: Agorot | null
  readonly serviceCharge: Agorot
  readonly pricePolicyId: number
  readonly access: TicketAccess
  /** What is typed for it, where it asks; null where it asks nothing. */
  readonly ref1prompt: string | null
  readonly ref2prompt: string | null
  /** Whether what is typed must be on a list of the catalogue, or is asked for elsewhere. */
  readonly referenceCheck: 'none' | 'list' | 'outside'
  /** So many seats are covered by one: it is paid once, on the first of them. */
  readonly multiplyFactor: number
  /** Sold at the box office only. */
  readonly walkin: boolean
  /** Years on the day of the presentation, where a waiver is asked for; null: no bound. */
  readonly minAge: number | null
  readonly maxAge: number | null
}

export interface TicketGroup {
  readonly id: number
  readonly name: string
  readonly isByCodeEnabled: boolean
  readonly tickets: readonly Ticket[]
}

export interface Product {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly price: Agorot
  readonly maxQuantity: number
  readonly isDeliveryRequired: boolean
}

/** Either a fixed amount per order or a percentage of seats plus products (spec §9); never both. */
export interface ServiceCharge {
  readonly id: number
  readonly name: string | null
  readonly amountPerOrder: Agorot | null
  readonly percentRatePerOrder: number | null
}

/** Which ticket group a price category of the plan is sold under at one presentation. Allocation −1 means none (spec §4). */
export interface PresentationPrice {
  readonly category: string
  readonly ticketGroupId: number
  readonly allocationId: number
}

/** Rules of choosing seats (spec §5). A lone seat: 'unavoidable' refuses one that another choice in the row would not leave. */
export interface SeatRules {
  readonly loneSeats: 'allowed' | 'unavoidable' | 'never'
  /** One seat stays free between parties. */
  readonly keepOneFree: boolean
  /** A companion's place is sold with a wheelchair place only. */
  readonly companionNeedsWheelchair: boolean
}

/** Until when bought tickets may be exchanged: minutes before the start, days after the purchase (null: no end). */
export interface ChangeRules {
  readonly allowed: boolean
  readonly untilMinutes: number
  readonly withinDays: number | null
}

export interface Presentation {
  readonly id: number
  readonly featureId: number
  readonly venueId: number
  readonly seatplanId: number
  readonly startsAt: number
  readonly seatingPolicyId: number
  readonly authProfileId: number
  readonly businessId: number
  readonly serviceChargeId: number | null
  readonly maxSeats: number
  readonly soldout: boolean
  readonly isCancelled: boolean
  /** null where the sale is open already. */
  readonly saleOpensAt: number | null
  readonly viewAreaFilename: string | null
  readonly imageMapHtml: string | null
  readonly seatRules: SeatRules
  /** Demands of the order form that differ from the default ones. */
  readonly orderForm: OrderFormDemands | null
  /** A text to be accepted beside the terms. */
  readonly additionalTerms: string | null
  /** Whether the customer's age is checked against the tickets. */
  readonly asksWaiver: boolean
  /** Instalments that a card may pay in. */
  readonly maxPayments: number
  readonly changes: ChangeRules
  /** Under what terms customers may cancel by themselves; null: they may not. */
  readonly cancellation: CancellationPolicy | null
  readonly prices: readonly PresentationPrice[]
  readonly productIds: readonly number[]
}

/** A stored picture without its bytes. */
export interface PictureFacts {
  readonly name: string
  readonly mediaType: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** A hash of its type and bytes. */
  readonly etag: string
}

/** The whole catalogue in memory, unchangeable; a new import makes a new one with a higher version. */
export interface Catalogue {
  readonly version: number
  readonly locations: ReadonlyMap<number, Location>
  readonly venues: ReadonlyMap<number, Venue>
  readonly categories: ReadonlyMap<number, FeatureCategory>
  readonly features: ReadonlyMap<number, Feature>
  readonly ticketGroups: ReadonlyMap<number, TicketGroup>
  readonly products: ReadonlyMap<number, Product>
  readonly serviceCharges: ReadonlyMap<number, ServiceCharge>
  /** Sorted by start, then id. */
  readonly presentations: ReadonlyMap<number, Presentation>
  readonly seatplans: ReadonlyMap<number, SeatplanFacts>
  /** By name. */
  readonly pictures: ReadonlyMap<string, PictureFacts>
}

/** What is known of a plan without loading its seats. */
export interface SeatplanFacts {
  readonly id: number
  readonly venueId: number
  readonly name: string
  readonly version: string
  readonly sections: readonly SectionFacts[]
}

export interface SectionFacts {
  readonly id: number
  readonly name: string
  readonly isReserved: boolean
  /** Seats of a reserved section, places of a general-admission one. */
  readonly capacity: number
  /** How many seats or places each price category has. */
  readonly categories: Readonly<Record<string, number>>
  /** How many of them are places for wheelchairs and companions; categories without any are absent. */
  readonly accessible: Readonly<Record<string, number>>
}

/** What the house keeps of what was paid (spec §9). */
export type CancellationCharge =
  | { readonly kind: 'none' }
  | { readonly kind: 'fixed' | 'perTicket'; readonly amount: Agorot }
  | { readonly kind: 'percent'; readonly percent: number }

/** Under what terms tickets may be cancelled. */
export interface CancellationPolicy {
  readonly id: number
  readonly name: string
  /** Days since the purchase; null: any. */
  readonly withinDays: number | null
  /** Days that must lie before the presentation; null: until it begins. */
  readonly beforeDays: number | null
  /** false: Saturdays and holidays do not count among the days before. */
  readonly countsRestDays: boolean
  readonly charge: CancellationCharge
  /** The most that is kept; null: no bound. */
  readonly chargeLimit: Agorot | null
}
