import type { GivenEvening } from '#lib/domain/entitlements/grant.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { CheckedSeat } from './check-seat.ts'
import type { CheckedLine } from './checked-line.ts'

/**
 * Lets seats stand in for evenings of memberships: each evening pays for one seat, best one of the category that it was bought with, all of it but what that costs
 * more than the evening.
 */
export function coverEvenings(lines: readonly CheckedLine[], evenings: readonly GivenEvening[]): readonly CheckedLine[] {
  const covered = new Map<CheckedLine, CheckedSeat>()
  const waiting: GivenEvening[] = []
  const free = (seat: CheckedSeat) => !covered.has(seat) && seat.coveredBy === undefined && !seat.isSub
  const seats = lines.filter((line): line is CheckedSeat => line.kind === 'seat')
  for (const evening of evenings) {
    const own = seats.find((seat) => free(seat) && evening.standIns.has(seat.presentation.id) && isAsBought(seat, evening))
    if (own) covered.set(own, cover(own, evening))
    else waiting.push(evening)
  }
  for (const evening of waiting) {
    const other = seats.find((seat) => free(seat) && evening.standIns.has(seat.presentation.id))
    if (other) covered.set(other, cover(other, evening))
  }
  return lines.map((line) => covered.get(line) ?? line)
}

function isAsBought({ presentation, section, seat }: CheckedSeat, { bought }: GivenEvening): boolean {
  return presentation.seatplanId === bought.seatplanId && (seat ?? section).category === bought.category
}

function isAsNow({ presentation, section, seat }: CheckedSeat, { now }: GivenEvening): boolean {
  return presentation.id === now.presentationId && (seat ?? section).category === now.category
}

function cover(seat: CheckedSeat, evening: GivenEvening): CheckedSeat {
  const full = seat.price + seat.serviceCharge
  const paidByEvening = Math.max(0, full - costInExchange(seat, evening))
  const ofPrice = Math.min(seat.price, paidByEvening)
  const price = seat.price - ofPrice
  return {
    ...seat,
    ...{ price, firstPrice: price, serviceCharge: seat.serviceCharge - (paidByEvening - ofPrice) },
    ...{ paidByEvening, evening: { orderId: evening.orderId, line: evening.line, seat: evening.bought.seat } },
  }
}

/**
 * What a seat costs beside the membership, whatever the evening was exchanged for before: one of the category that was bought what its supplement is more, any other
 * what it is dearer. Only another seat of the date and category that the evening has now costs what was paid for that, whatever prices have become.
 */
function costInExchange(seat: CheckedSeat, evening: GivenEvening): Agorot {
  const { paid, bought, standIns } = evening
  if (isAsNow(seat, evening)) return paid
  const supplement = standIns.get(seat.presentation.id) ?? 0
  return Math.max(0, isAsBought(seat, evening) ? supplement - bought.supplement : seat.price + seat.serviceCharge - bought.worth)
}

/** How many of the seats stand in for an evening. */
export function standInsAmong(lines: readonly CheckedLine[]): number {
  return lines.filter((line) => (line as Partial<CheckedSeat>).evening !== undefined).length
}

/** What evenings pay of an order. */
export function paidByEvenings(lines: readonly CheckedLine[]): Agorot {
  return lines.reduce((sum, { paidByEvening = 0 }) => sum + paidByEvening, 0)
}
