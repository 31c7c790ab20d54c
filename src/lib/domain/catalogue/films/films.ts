import { DAY_MS } from '#lib/domain/time/durations.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'

/** Films and streams, which are watched at home: presentations of venues of type 101 to 104 (spec §3). Times are UTC instants (ms since 1970). */

/** The type of venue whose presentations are streamed live. */
export const LIVE_VENUE_TYPE = 104

export interface Chapter {
  /** Seconds from the beginning. */
  readonly at: number
  readonly name: string
}

/** A sound or subtitles of a film, as its main playlist lists them. */
export interface Track {
  readonly language: string
  readonly name: string
}

export interface Film {
  /** The presentation's id, which is its vodId too (decision 45). */
  readonly id: number
  readonly featureId: number
  readonly venueId: number
  readonly venueTypeId: number
  readonly businessId: number
  readonly authProfileId: number
  readonly price: Agorot
  readonly serviceCharge: Agorot
  readonly isCancelled: boolean
  readonly saleOpensAt: number | null
  readonly saleClosesAt: number | null
  /** When a live stream begins; null for a film. */
  readonly startsAt: number | null
  /** Hours to watch, from the first play. */
  readonly hours: number
  /** Days after the purchase, or after the start of a live stream, in which the first play may be. */
  readonly days: number
  /** How many devices may watch at once. */
  readonly devices: number
  /** Most tickets sold; null: no limit. */
  readonly capacity: number | null
  /** The name of its folder of HLS. */
  readonly media: string
  /** Running time; 0 of a live stream. */
  readonly seconds: number
  readonly chapters: readonly Chapter[]
  readonly subtitles: readonly (Track & { readonly isForHardOfHearing: boolean })[]
  readonly sounds: readonly (Track & { readonly isDescription: boolean })[]
  readonly cancellation: CancellationPolicy | null
}

export function isLive({ venueTypeId }: Pick<Film, 'venueTypeId'>): boolean {
  return venueTypeId === LIVE_VENUE_TYPE
}

/** Until when a ticket bought at this time may be played first: days after the purchase, of a stream after its start if that is later. */
export function playUntil({ startsAt, days }: Pick<Film, 'startsAt' | 'days'>, boughtAt: number): number {
  return Math.max(boughtAt, startsAt ?? 0) + days * DAY_MS
}

/** Whether it is sold at this time. A live stream is sold as long as its own days run. */
export function filmSaleState(film: Film, now: number): 'open' | 'notOpen' | 'closed' | 'cancelled' {
  if (film.isCancelled) return 'cancelled'
  if (film.saleOpensAt !== null && now < film.saleOpensAt) return 'notOpen'
  if (film.startsAt !== null && now >= film.startsAt + film.days * DAY_MS) return 'closed'
  return film.saleClosesAt !== null && now >= film.saleClosesAt ? 'closed' : 'open'
}
