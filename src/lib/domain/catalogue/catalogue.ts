import type { PlanLanguages, PlanWords } from './plan-words.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { OrderFormDemands } from '#lib/domain/customers/order-form.ts'
import type { CancellationPolicy } from './cancellation-policy.ts'
import type { Donation } from './donations.ts'
import type { Film } from '#lib/domain/catalogue/films/films.ts'
import type { Membership, Season } from './memberships/memberships.ts'
import type { MiniSite } from './mini-sites.ts'
import type { Worded } from './worded.ts'
import type { SystemVoucherClass, SystemVoucherSuperClass } from './system-vouchers.ts'

/** The catalogue, as the rules and pages read it (spec §3). Ids are positive integers; times are UTC instants (ms since 1970). */

export interface Location extends Worded {
  readonly id: number
  readonly name: string
  readonly city: string
  readonly address: string
  readonly phone: string
  /** Minutes before the start at which the doors open. */
  readonly doorsMinutes: number
  readonly accessibility: string
}

export interface Venue extends Worded {
  readonly id: number
  readonly locationId: number
  readonly name: string
  /** 101 to 104 mean VOD or streaming (spec §3). */
  readonly venueTypeId: number
}

/** Whether the venue's shows are watched at home. */
export function isOnDemand({ venueTypeId }: Venue): boolean {
  return venueTypeId >= 101 && venueTypeId <= 104
}

export interface FeatureCategory extends Worded {
  readonly id: number
  readonly name: string
}

/** The feature type that has no time of day (spec §4, §9). */
export const UNTIMED_FEATURE_TYPE = 7

export interface Feature extends Worded {
  readonly id: number
  readonly name: string
  readonly featureTypeId: number
  readonly categoryId: number
  /** One sentence for the calendar. */
  readonly tagline: string
  /** Paragraphs, separated by an empty line. */
  readonly description: string
  /** Genre and running time, shown above the name, for example "תיאטרון · 100 דקות ללא הפסקה". */
  readonly eyebrow: string
  /** Running time in minutes; 0 if unknown. */
  readonly minutes: number
  /** From which age it is meant to be seen; 0: all ages, null: not said. */
  readonly fromAge: number | null
  readonly badges: readonly string[]
  readonly credits: readonly { readonly role: string; readonly names: string }[]
  readonly quote: { readonly text: string; readonly source: string } | null
}

/** How a ticket is had where it is offered: by everybody, or by holders of a code, a prepaid voucher, a membership or a senior benefit. */
export const OFFERED_ACCESS = ['open', 'code', 'voucher', 'member', 'senior'] as const
export type OfferedAccess = (typeof OFFERED_ACCESS)[number]

/** Who may have a ticket; 'site': who is in a mini-site that sells it, to whom it is offered as open. */
export const TICKET_ACCESS = [...OFFERED_ACCESS, 'site'] as const
export type TicketAccess = (typeof TICKET_ACCESS)[number]

export interface Ticket extends Worded {
  readonly id: number
  readonly ticketGroupId: number
  readonly name: string
  /** null if no price is set: such a seat cannot be sold (spec §5). */
  readonly price: Agorot | null
  readonly oldPrice: Agorot | null
  readonly serviceCharge: Agorot
  readonly pricePolicyId: number
  readonly access: TicketAccess
  /** The prompt for a reference; null if the ticket asks for none. */
  readonly ref1prompt: string | null
  readonly ref2prompt: string | null
  /** How a typed reference is checked: not at all, against a list of the catalogue, or by an outside system. */
  readonly referenceCheck: 'none' | 'list' | 'outside'
  /** Number of seats that one ticket covers; it is paid once, on the first of them. */
  readonly multiplyFactor: number
  /** Sold at the box office only. */
  readonly walkin: boolean
  /** Allowed age in years on the day of the presentation, if a waiver is asked for; null: no bound. */
  readonly minAge: number | null
  readonly maxAge: number | null
}

export interface TicketGroup extends Worded {
  readonly id: number
  readonly name: string
  readonly isByCodeEnabled: boolean
  readonly tickets: readonly Ticket[]
}

export interface Product extends Worded {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly price: Agorot
  readonly maxQuantity: number
  readonly isDeliveryRequired: boolean
}

/** A fixed amount per order or a percentage of seats plus products (spec §9); never both. */
export interface ServiceCharge extends Worded {
  readonly id: number
  readonly name: string | null
  readonly amountPerOrder: Agorot | null
  readonly percentRatePerOrder: number | null
}

/** The ticket group under which a presentation sells a price category of the plan. Allocation −1 means none (spec §4). */
export interface PresentationPrice {
  readonly category: string
  readonly ticketGroupId: number
  readonly allocationId: number
}

/** Rules for choosing seats (spec §5). `loneSeats` 'unavoidable' refuses a lone seat only if another choice in the row would not leave one. */
export interface SeatRules {
  readonly loneSeats: 'allowed' | 'unavoidable' | 'never'
  /** Whether one seat stays free between parties. */
  readonly keepOneFree: boolean
  /** Whether a companion's place is sold only with a wheelchair place. */
  readonly companionNeedsWheelchair: boolean
}

/** The deadlines for exchanging tickets: minutes before the start, days after the purchase (null: no limit). */
export interface ChangeRules {
  readonly allowed: boolean
  readonly untilMinutes: number
  readonly withinDays: number | null
}

/** Numbered seats that are for subscribers until they are released to everybody. */
export interface SubscriberSeats {
  /** Price categories of the plan. */
  readonly categories: readonly string[]
  /** ms since 1970. */
  readonly until: number
  /** Whose subscribers may take them; empty: those of any membership. */
  readonly membershipIds: readonly number[]
}

export interface Presentation extends Worded {
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
  /** Whether only mini-sites sell it: the shop's own programme does not have it. */
  readonly isOnlyInSites: boolean
  readonly isCancelled: boolean
  /** null if the sale is already open. */
  readonly saleOpensAt: number | null
  readonly viewAreaFilename: string | null
  readonly imageMapHtml: string | null
  readonly seatRules: SeatRules
  /** Differences from the default order form; null: none. */
  readonly orderForm: OrderFormDemands | null
  /** A text to be accepted in addition to the terms. */
  readonly additionalTerms: string | null
  /** Whether the customer's age is checked against the tickets' ages. */
  readonly asksWaiver: boolean
  /** Maximum number of card instalments. */
  readonly maxPayments: number
  readonly changes: ChangeRules
  /** The terms under which customers may cancel by themselves; null: they may not. */
  readonly cancellation: CancellationPolicy | null
  readonly prices: readonly PresentationPrice[]
  readonly subscriberSeats: readonly SubscriberSeats[]
  readonly productIds: readonly number[]
}

/** A stored picture's facts, without its bytes. */
export interface PictureFacts {
  readonly name: string
  readonly mediaType: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** A hash of its type and bytes. */
  readonly etag: string
}

/** The whole catalogue in memory, immutable. An import makes a new one with a higher version. */
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
  /** By id, in the order of the catalogue. */
  readonly memberships: ReadonlyMap<number, Membership>
  readonly membershipsByCode: ReadonlyMap<string, Membership>
  readonly seasons: ReadonlyMap<number, Season>
  /** Prepaid vouchers for sale, in the order of the catalogue. */
  readonly voucherSuperClasses: ReadonlyMap<number, SystemVoucherSuperClass>
  readonly voucherClasses: ReadonlyMap<number, SystemVoucherClass>
  /** By id, in the order of the catalogue. */
  readonly donations: ReadonlyMap<number, Donation>
  /** What is watched at home, by the presentation's id, in the order of the catalogue. None of them is among `presentations`. */
  readonly films: ReadonlyMap<number, Film>
  /** Booking pages of organisers, by the last part of their address. */
  readonly miniSites: ReadonlyMap<string, MiniSite>
}

/** The facts of a plan that are known without loading its seats. */
export interface SeatplanFacts {
  readonly id: number
  readonly venueId: number
  readonly name: string
  readonly version: string
  /** Of price categories as the plan's file has them, #rrggbb by name. */
  readonly colours?: Readonly<Record<string, string>>
  /** Whether a picture is drawn behind its seats; left out: none is. */
  readonly hasPicture?: boolean
  readonly words?: PlanLanguages | null
  /** Of the language that this catalogue is in; left out: Hebrew. */
  readonly ownWords?: PlanWords
  /** Named in Hebrew in every language: `sectionWord` names one. */
  readonly sections: readonly SectionFacts[]
}

export interface SectionFacts {
  readonly id: number
  readonly name: string
  readonly isReserved: boolean
  /** Whether its seats have a place in the picture; left out: they have. */
  readonly isDrawn?: boolean
  /** Number of seats of a reserved section, or places of a general-admission one. */
  readonly capacity: number
  /** Number of seats or places by price category. */
  readonly categories: Readonly<Record<string, number>>
  /** Number of wheelchair and companion places by price category; categories without any are absent. */
  readonly accessible: Readonly<Record<string, number>>
}
