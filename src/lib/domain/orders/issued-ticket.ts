/** An issued ticket at the door: what its document shows (spec §2, §5). */
export type TicketState = 'valid' | 'used' | 'cancelled' | 'exchanged' | 'past'

export interface TicketFacts {
  readonly isCancelled: boolean
  /** Given back for other tickets. */
  readonly isExchanged?: boolean
  readonly isUsed: boolean
  /** When the presentation starts, ms since 1970. */
  readonly startsAt: number
  /** Running time in minutes; 0 where none is known. */
  readonly minutes: number
  /** Untimed entry is good for the whole day of `startsAt`; its end, ms since 1970, else null. */
  readonly dayEndsAt: number | null
}

const MINUTE = 60_000

/** The end of a presentation plus the grace: from then on its tickets are past (decision). */
export function ticketEndsAt(facts: Pick<TicketFacts, 'startsAt' | 'minutes' | 'dayEndsAt'>, graceMinutes: number): number {
  const end = facts.dayEndsAt ?? facts.startsAt + facts.minutes * MINUTE
  return end + graceMinutes * MINUTE
}

/** Long enough before the start that the way to the house and the queue at its door are in it. */
const ARRIVAL = 12 * 60 * MINUTE

/** While a ticket is likely to be shown at the door: a telephone keeps its screen on then. Ms since 1970. */
export function arrivalOf({ startsAt, pastAt }: { readonly startsAt: number; readonly pastAt: number }): {
  readonly from: number
  readonly until: number
} {
  return { from: startsAt - ARRIVAL, until: pastAt }
}

/** Exchanged weighs more than cancelled, cancelled more than used, used more than past. */
export function ticketStateOf(facts: TicketFacts, now: number, graceMinutes: number): TicketState {
  if (facts.isExchanged === true) return 'exchanged'
  if (facts.isCancelled) return 'cancelled'
  if (facts.isUsed) return 'used'
  return now >= ticketEndsAt(facts, graceMinutes) ? 'past' : 'valid'
}
