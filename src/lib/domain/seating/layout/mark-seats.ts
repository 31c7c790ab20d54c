import type { LaidOutSeat } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { pickNames } from '#lib/domain/seating/plan/seat-numbers.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import type { PlanProblem, RowsMark, RowsTier } from './rows-plan.ts'

/** Applies a tier's marks to its seats, in order. */
export function markSeats(seats: readonly LaidOutSeat[], tier: RowsTier): { seats: LaidOutSeat[]; problems: PlanProblem[] } {
  const problems: PlanProblem[] = []
  let marked = [...seats]
  for (const [index, mark] of (tier.marks ?? []).entries()) {
    const chosen = chooseSeats(marked, mark, tier)
    if (chosen.size > 0) marked = giveMark(marked, chosen, mark)
    else problems.push({ path: ['marks', index], sentence: 'picks no seat: check its section, rows and seats' })
  }
  return { seats: marked, problems }
}

function chooseSeats(seats: readonly LaidOutSeat[], mark: RowsMark, tier: RowsTier): Set<string> {
  const rows =
    mark.rows === undefined
      ? undefined
      : (pickNames(
          tier.rows.map((row) => row.name),
          mark.rows,
        ) ?? new Set<string>())
  const inRows = seats.filter((seat) => (mark.section ?? seat.sectionId) === seat.sectionId && (rows?.has(seat.rowName) ?? true))
  if (mark.seats === undefined) return new Set(inRows.map((seat) => seat.guid))
  const { seats: written } = mark
  const byRow = Map.groupBy(inRows, (seat) => seat.y)
  return new Set([...byRow.values()].flatMap((row) => pickInRow(row, written)))
}

function pickInRow(row: readonly LaidOutSeat[], written: string): string[] {
  const isNumbered = row.every((seat) => /^\d+$/.test(seat.seatName))
  const byNumber = row.toSorted((a, b) => (isNumbered ? Number(a.seatName) - Number(b.seatName) : a.x - b.x))
  const names = pickNames(
    byNumber.map((seat) => seat.seatName),
    written,
  )
  return byNumber.filter((seat) => names?.has(seat.seatName)).map((seat) => seat.guid)
}

function giveMark(seats: readonly LaidOutSeat[], chosen: ReadonlySet<string>, mark: RowsMark): LaidOutSeat[] {
  const sides =
    mark.together === undefined
      ? new Map<string, number>()
      : sitTogether(
          seats.filter((seat) => chosen.has(seat.guid)),
          mark.together,
        )
  return seats.map((seat) => {
    if (!chosen.has(seat.guid)) return seat
    const side = sides.get(seat.guid)
    const features = [...new Set([...seat.features, ...(mark.features ?? []), ...(side === undefined ? [] : [side])])].sort((a, b) => a - b)
    return { ...seat, category: mark.category ?? seat.category, features }
  })
}

/** Left, middle and right codes for every `size` consecutive seats from the hall's left; leftover seats stay single. */
function sitTogether(seats: readonly LaidOutSeat[], size: number): Map<string, number> {
  const sides = new Map<string, number>()
  const rows = Map.groupBy(seats, (seat) => `${String(seat.sectionId)} ${String(seat.y)}`)
  for (const row of rows.values()) {
    const fromLeft = row.toSorted((a, b) => a.x - b.x)
    for (let start = 0; start + size <= fromLeft.length; start += size) {
      fromLeft.slice(start, start + size).forEach((seat, index) => sides.set(seat.guid, sideCode(index, size)))
    }
  }
  return sides
}

function sideCode(index: number, size: number): number {
  if (index === 0) return SEAT_FEATURE.isLeftSeat
  return index === size - 1 ? SEAT_FEATURE.isRightSeat : SEAT_FEATURE.isMiddleSeat
}
