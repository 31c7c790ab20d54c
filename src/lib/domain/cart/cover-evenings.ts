import type { GivenEvening } from '#lib/domain/entitlements/grant.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { CheckedSeat } from './check-seat.ts'
import type { CheckedLine } from './checked-line.ts'

/**
 * Lets seats stand in for evenings of memberships: each evening pays for one seat, best the one of its own category. A seat of that category costs what its
 * supplement is more; any other what it is dearer than the evening's own. What a cheaper seat leaves over is not returned, but for what
 * was paid beside the membership by an exchange before.
 */
export function coverEvenings(lines: readonly CheckedLine[], evenings: readonly GivenEvening[]): readonly CheckedLine[] {
  const covered = new Map<CheckedLine, CheckedSeat>()
  const waiting: GivenEvening[] = []
  const free = (seat: CheckedSeat) => !covered.has(seat) && seat.coveredBy === undefined && !seat.isSub
  const seats = lines.filter((line): line is CheckedSeat => line.kind === 'seat')
  for (const evening of evenings) {
    const own = seats.find((seat) => free(seat) && evening.standIns.has(seat.presentation.id) && isOfCategory(seat, evening))
    if (own) covered.set(own, cover(own, evening))
    else waiting.push(evening)
  }
  for (const evening of waiting) {
    const other = seats.find((seat) => free(seat) && evening.standIns.has(seat.presentation.id))
    if (other) covered.set(other, cover(other, evening))
  }
  return lines.map((line) => covered.get(line) ?? line)
}

function isOfCategory({ presentation, section, seat }: CheckedSeat, { seatplanId, category }: GivenEvening): boolean {
  return presentation.seatplanId === seatplanId && (seat ?? section).category === category
}

/** What was paid for the evening moves on by itself, so it is no part of what is covered. */
function cover(seat: CheckedSeat, evening: GivenEvening): CheckedSeat {
  const full = seat.price + seat.serviceCharge
  const more = evening.standIns.get(seat.presentation.id) ?? 0
  const worth = isOfCategory(seat, evening) ? full - more - evening.paid : Math.min(full, evening.worth - evening.paid)
  const paidByEvening = Math.max(0, worth)
  const ofPrice = Math.min(seat.price, paidByEvening)
  const price = seat.price - ofPrice
  return {
    ...seat,
    ...{ price, firstPrice: price, serviceCharge: seat.serviceCharge - (paidByEvening - ofPrice) },
    ...{ paidByEvening, evening: { orderId: evening.orderId, line: evening.line } },
  }
}

/** How many of the seats stand in for an evening. */
export function standInsAmong(lines: readonly CheckedLine[]): number {
  return lines.filter((line) => (line as Partial<CheckedSeat>).evening !== undefined).length
}

/** What evenings pay of an order. */
export function paidByEvenings(lines: readonly CheckedLine[]): Agorot {
  return lines.reduce((sum, { paidByEvening = 0 }) => sum + paidByEvening, 0)
}
