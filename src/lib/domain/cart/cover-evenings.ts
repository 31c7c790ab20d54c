import type { EveningSeat, GivenEvening } from '#lib/domain/entitlements/grant.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { CheckedSeat } from './check-seat.ts'
import type { CheckedLine } from './checked-line.ts'

/** Lets seats stand in for evenings of memberships: each evening pays for one seat, best the one of its own category, all of it but what that costs more than the evening. */
export function coverEvenings(lines: readonly CheckedLine[], evenings: readonly GivenEvening[]): readonly CheckedLine[] {
  const covered = new Map<CheckedLine, CheckedSeat>()
  const waiting: GivenEvening[] = []
  const free = (seat: CheckedSeat) => !covered.has(seat) && seat.coveredBy === undefined && !seat.isSub
  const seats = lines.filter((line): line is CheckedSeat => line.kind === 'seat')
  for (const evening of evenings) {
    const own = seats.find((seat) => free(seat) && evening.standIns.has(seat.presentation.id) && isOfCategory(seat, evening.now))
    if (own) covered.set(own, cover(own, evening))
    else waiting.push(evening)
  }
  for (const evening of waiting) {
    const other = seats.find((seat) => free(seat) && evening.standIns.has(seat.presentation.id))
    if (other) covered.set(other, cover(other, evening))
  }
  return lines.map((line) => covered.get(line) ?? line)
}

function isOfCategory({ presentation, section, seat }: CheckedSeat, { seatplanId, category }: EveningSeat): boolean {
  return presentation.seatplanId === seatplanId && (seat ?? section).category === category
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
 * What a seat costs beside the membership: one like the evening has now what was paid for that; one of the category that was bought what its supplement is more,
 * any other what it is dearer. So it does not matter by which exchanges an evening came to a seat, and what was paid before and is not due any more comes back.
 */
function costInExchange(seat: CheckedSeat, { paid, now, bought, standIns }: GivenEvening): Agorot {
  const supplement = standIns.get(seat.presentation.id) ?? 0
  const isAsBought = isOfCategory(seat, bought)
  if (isOfCategory(seat, now) && (!isAsBought || supplement === now.supplement)) return paid
  return Math.max(0, isAsBought ? supplement - bought.supplement : seat.price + seat.serviceCharge - bought.worth)
}

/** How many of the seats stand in for an evening. */
export function standInsAmong(lines: readonly CheckedLine[]): number {
  return lines.filter((line) => (line as Partial<CheckedSeat>).evening !== undefined).length
}

/** What evenings pay of an order. */
export function paidByEvenings(lines: readonly CheckedLine[]): Agorot {
  return lines.reduce((sum, { paidByEvening = 0 }) => sum + paidByEvening, 0)
}
