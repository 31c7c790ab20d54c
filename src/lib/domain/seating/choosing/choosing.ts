import type { Ticket } from '#lib/domain/catalogue/catalogue.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { SelectionRules } from '#lib/domain/seating/rules/seat-choice.ts'
import type { Places } from '#lib/domain/seating/rules/seat-sections.ts'
import type { SelectedSeat, Selection, StoredTicket } from '#lib/domain/seating/rules/seat-selection.ts'
import type { HallStates } from '#lib/domain/seating/rules/seat-states.ts'

/** What stays the same while the seats of a presentation are open. */
export interface House {
  readonly presentation: {
    readonly id: number
    readonly venueId: number
    /** Maximum number of seats and places of one visitor; 0: no limit. */
    readonly maxSeats: number
    readonly seatingPolicyId: number
    readonly seatRules: Omit<SelectionRules, 'seatingPolicyId'>
  }
  readonly hall: Hall
  readonly ticketGroups: ReadonlyMap<number, { readonly tickets: readonly Pick<Ticket, 'id' | 'multiplyFactor' | 'access' | 'walkin'>[] }>
  /** Whether the order is to hold its seats without paying (spec §4). */
  readonly isUnpaidHold: boolean
  /** Tickets that an earlier page has stored for seats that are the visitor's own already. */
  readonly stored: readonly StoredTicket[]
}

/** Places of a section as the server tells them, with what they are sold under. */
export interface ToldPlaces extends Places {
  readonly allocation: number
  readonly ticketGroup: number
}

/** What is asked of the server. `ids` are the seats by their index in the hall, and sections of places by `placesId`. */
export type Wanted = { readonly ids: readonly number[] } & (
  | { readonly kind: 'choose'; readonly seats: Selection; readonly keepOnRefusal: boolean }
  | { readonly kind: 'release'; readonly seats: Selection }
  | { readonly kind: 'giveBack' }
  | { readonly kind: 'place'; readonly seat: SelectedSeat; readonly by: 1 | -1 }
  | { readonly kind: 'best'; readonly given: Selection }
)

/** A request that the server has not answered yet; `begunAt` by `tick`. */
export type Request = Wanted & { readonly begunAt: number }

/** Everything known of the visitor's choice of seats. Never changed in place: each event makes a new one. */
export interface Choosing extends House {
  readonly states: HallStates
  /** By seat: when it came to its state, counted by `tick`; 0 if it was so from the beginning. */
  readonly changedAt: Uint32Array
  readonly tick: number
  /** When the visitor was told of trouble last, by `tick`. */
  readonly troubleAt: number
  /** Places of general admission by section id. */
  readonly places: Readonly<Record<string, Places>>
  /** By section id: what one of its places is sold under. */
  readonly placeRows: ReadonlyMap<number, Pick<ToldPlaces, 'allocation' | 'ticketGroup'>>
  readonly selected: Selection
  /** Version of the state that was told last. */
  readonly version: string
  readonly requests: ReadonlyMap<number, Request>
  /** When the last request about a seat or a section's places ended, in milliseconds of the caller's clock. */
  readonly touched: ReadonlyMap<number, number>
  /** What was told of it meanwhile: [status, allocation, ticket group] or places. The last word counts once it is not kept any more. */
  readonly unheard: ReadonlyMap<number, readonly [number, number, number] | ToldPlaces>
  /** Seats whose hold got no answer: if the server holds one after all, it is given back. */
  readonly orphans: ReadonlySet<number>
  /** Whether a `graceOver` is on its way. */
  readonly isSettling: boolean
  /** Whether changes arrive as they happen. */
  readonly isLive: boolean
}

/** The server's answer to one hold or release. */
export type Answer =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly refusal: {
        readonly code: string
        readonly message: string
        readonly facts?: Readonly<Record<string, string | number>>
        readonly retryAfter?: number
      }
    }

/** What best available is asked for. */
export interface BestWish {
  readonly quantity: number
  /** Whether all must sit in one row. */
  readonly isTogether: boolean
  readonly ticketGroupId?: number
  readonly sectionId?: number
  /** Whether places for wheelchairs and their companions are wanted. */
  readonly isAccessible?: boolean
}

/** A seat or place that best available has held. */
export type TakenPlace = Pick<SelectedSeat, 'sectionId' | 'x' | 'y'>

/** What happens, at a moment in milliseconds of the caller's clock. `id` names the request that may follow; the caller counts them from 1. */
export type ChoosingEvent = { readonly at: number } & (
  | { readonly kind: 'choose'; readonly id: number; readonly seats: readonly number[]; readonly keepOnRefusal: boolean }
  | { readonly kind: 'release'; readonly id: number; readonly key: string }
  | { readonly kind: 'addPlace'; readonly id: number; readonly sectionId: number }
  | { readonly kind: 'best'; readonly id: number; readonly wish: BestWish }
  /** Answers to the seats of an `ask`, in its order. */
  | { readonly kind: 'answered'; readonly id: number; readonly answers: readonly Answer[] }
  /** The answers, with at least one refusal, to an `ask` of a house that is not open any more. */
  | { readonly kind: 'refused'; readonly seats: Selection; readonly answers: readonly Answer[] }
  /** What an `askBest` has found; null: nothing. */
  | { readonly kind: 'found'; readonly id: number; readonly taken: readonly TakenPlace[] | null }
  /** A whole status that was asked for at `asOf`. */
  | {
      readonly kind: 'status'
      readonly version: string
      readonly asOf: number
      readonly states: HallStates
      readonly places: ToldBySection
    }
  /** Changes since the version before: index, status, allocation, index … */
  | { readonly kind: 'change'; readonly version: string; readonly seats: readonly number[]; readonly places: ToldBySection }
  /** The status has not changed since it was told last. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'graceOver' }
  | { readonly kind: 'live'; readonly isLive: boolean }
  | { readonly kind: 'edited'; readonly selected: Selection }
  /** After a commit: what was selected is nobody's to choose any more (spec §4). */
  | { readonly kind: 'sold' }
)

export type ToldBySection = Readonly<Record<string, ToldPlaces>>

/** Something to say to the visitor. `message` is the server's own sentence, if it gave one. */
export interface SeatNotice {
  readonly kind: 'selected' | 'released' | 'limit' | 'blocked' | 'taken' | 'notHeld' | 'companion' | 'lost' | 'refused' | 'wait' | 'offline'
  readonly seats: Selection
  readonly message?: string
}

/** What the caller is to do about an event. */
export type Effect =
  /** Asks the server to hold or release each seat, and feeds the answers back as `answered`. */
  | { readonly kind: 'ask'; readonly id: number; readonly isHold: boolean; readonly seats: Selection }
  /** Asks for the best seats, and feeds what was found back as `found`. `isInstead`: in place of those chosen so before. */
  | { readonly kind: 'askBest'; readonly id: number; readonly wish: BestWish; readonly isInstead: boolean }
  /** Feeds `graceOver` back after GRACE_MS. */
  | { readonly kind: 'wake' }
  | { readonly kind: 'say'; readonly notice: SeatNotice }
  /** The server has done all of a request. */
  | { readonly kind: 'grant' }
  /** Offers seats in place of one that somebody else has taken. */
  | { readonly kind: 'offer'; readonly seat: SelectedSeat }
  /** Shows the states of seats; `changed` null: any may have changed. */
  | { readonly kind: 'show'; readonly changed: readonly number[] | null; readonly isPolled: boolean }
  /** The visitor may choose again after so many seconds. */
  | { readonly kind: 'wait'; readonly seconds: number }

/** Several server processes agree within two seconds: for this long an answer counts for more than what is told of the same seat. */
export const GRACE_MS = 2500

/** The id of a section's places among the seats. */
export const placesId = (sectionId: number): number => -sectionId
