import type { Agorot } from './money.ts'

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

export interface Ticket {
  readonly id: number
  readonly ticketGroupId: number
  readonly name: string
  /** null where no price is set: such a seat cannot be sold (spec §5). */
  readonly price: Agorot | null
  readonly oldPrice: Agorot | null
  readonly serviceCharge: Agorot
  readonly pricePolicyId: number
  readonly code: string | null
  readonly ref1prompt: string | null
  readonly ref2prompt: string | null
  readonly multiplyFactor: number
  readonly walkin: boolean
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
}
