/**
 * Seats that a call of this process is about to lock, so that simultaneous callers choose others. Only a hint: the database decides. By presentation and index
 * in the hall: expiry in ms since 1970.
 */
const marks = new Map<number, Map<number, number>>()

/** Longer than any claim takes. */
const LONGEST = 5_000
/** Until every board knows about locked seats. */
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

/** Keeps seats marked after they were locked, until the board knows it too. */
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
