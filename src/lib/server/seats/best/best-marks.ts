/**
 * Seats that a call of this process is about to lock, so that those who come at the same moment look beside them instead of wanting the same ones.
 * A hint only: the database decides. By presentation and index in the hall: until when (ms since 1970).
 */
const marks = new Map<number, Map<number, number>>()

/** Longer than any claim takes. */
const LONGEST = 5_000
/** Until everybody's board knows of seats that were had. */
const AFTERWARDS = 300

export function markedSeats(presentationId: number): number[] {
  const until = marks.get(presentationId)
  if (!until) return []
  const now = Date.now()
  for (const [seat, end] of until) if (end <= now) until.delete(seat)
  if (until.size === 0) marks.delete(presentationId)
  return [...until.keys()]
}

export function markSeats(presentationId: number, seats: readonly number[]): void {
  mark(presentationId, seats, Date.now() + LONGEST)
}

/** Of seats that are locked now: others are kept off them until the board says so as well. */
export function keepMarked(presentationId: number, seats: readonly number[]): void {
  mark(presentationId, seats, Date.now() + AFTERWARDS)
}

function mark(presentationId: number, seats: readonly number[], end: number): void {
  const until = marks.get(presentationId) ?? new Map<number, number>()
  if (seats.length > 0) marks.set(presentationId, until)
  for (const seat of seats) until.set(seat, end)
}

export function unmarkSeats(presentationId: number, seats: readonly number[]): void {
  const until = marks.get(presentationId)
  for (const seat of seats) until?.delete(seat)
}
