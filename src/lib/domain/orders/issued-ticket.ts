/** An issued ticket's state at the door, as its document shows it (spec §2, §5). */
export type TicketState = 'valid' | 'used' | 'cancelled' | 'exchanged' | 'past' | 'sent' | 'soldOn'

export interface TicketFacts {
  readonly isCancelled: boolean
  /** Whether it was exchanged for other tickets. */
  readonly isExchanged?: boolean
  /** Whether it was given back for resale and its seat was sold to somebody else. */
  readonly isSoldOn?: boolean
  readonly isUsed: boolean
  /** Whether a friend has it, and this is not the friend's view. */
  readonly isSent?: boolean
  /** When the presentation starts, ms since 1970. */
  readonly startsAt: number
  /** Running time in minutes; 0 if unknown. */
  readonly minutes: number
  /** Untimed entry is valid for the whole day of `startsAt`: its end, ms since 1970; otherwise null. */
  readonly dayEndsAt: number | null
}

const MINUTE = 60_000

/** The end of a presentation plus the grace period; its tickets are past from then on (decision). */
export function ticketEndsAt(facts: Pick<TicketFacts, 'startsAt' | 'minutes' | 'dayEndsAt'>, graceMinutes: number): number {
  const end = facts.dayEndsAt ?? facts.startsAt + facts.minutes * MINUTE
  return end + graceMinutes * MINUTE
}

/** Early enough to include the journey and the queue at the door. */
const ARRIVAL = 12 * 60 * MINUTE

/** The period in which a ticket is likely to be shown at the door, ms since 1970. A telephone keeps its screen on meanwhile. */
export function arrivalOf({ startsAt, pastAt }: { readonly startsAt: number; readonly pastAt: number }): {
  readonly from: number
  readonly until: number
} {
  return { from: startsAt - ARRIVAL, until: pastAt }
}

/** Precedence: exchanged, sold on, cancelled, used, past, sent. */
export function ticketStateOf(facts: TicketFacts, now: number, graceMinutes: number): TicketState {
  if (facts.isExchanged === true) return 'exchanged'
  if (facts.isSoldOn === true) return 'soldOn'
  if (facts.isCancelled) return 'cancelled'
  if (facts.isUsed) return 'used'
  if (now >= ticketEndsAt(facts, graceMinutes)) return 'past'
  return facts.isSent === true ? 'sent' : 'valid'
}

/** Whether a ticket in this state is none of its order any more. */
export function isGone(state: TicketState): boolean {
  return state === 'exchanged' || state === 'cancelled' || state === 'soldOn'
}
