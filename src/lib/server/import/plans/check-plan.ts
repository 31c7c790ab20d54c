import { findOverlaps } from '#lib/domain/seating/plan/find-overlaps.ts'
import type { LaidOutPlan, LaidOutSeat } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { ImportNotes, Place, Reading } from '#lib/server/import/read/report.ts'

const NAMED = 5
const MOST_SEATS = 150_000

/** What no two seats of a plan may share, and what a problem calls it. */
interface Identity {
  readonly what: string
  readonly keyOf: (seat: LaidOutSeat) => string
}

const IDENTITIES: readonly Identity[] = [
  { what: 'guid', keyOf: ({ guid }) => guid },
  { what: 'section, x and y', keyOf: ({ sectionId, x, y }) => `${String(sectionId)}:${String(x)}:${String(y)}` },
  { what: 'section, row and seat name', keyOf: ({ sectionId, rowName, seatName }) => `${String(sectionId)}/${rowName}/${seatName}` },
]

/** Reports faults that would make a plan unsellable: overlapping seats, duplicate addresses or names, seats outside the drawing. */
export function checkPlan(plan: LaidOutPlan, place: Place, notes: ImportNotes): void {
  if (plan.seats.length > MOST_SEATS) return notes.problem(place, `has more than ${String(MOST_SEATS)} seats`)
  const reading = { place, notes }
  for (const identity of IDENTITIES) reportTwice(plan, identity, reading)
  const nameOf = seatNamer(plan)
  const overlaps = findOverlaps(plan.seats, plan.seatSize - 0.05)
  for (const { one, other, distance } of overlaps.slice(0, NAMED)) {
    notes.problem(place, `the seats ${nameOf(one)} and ${nameOf(other)} lie ${distance.toFixed(1)} units apart, one over the other`)
  }
  if (overlaps.length > NAMED) notes.problem(place, `${String(overlaps.length - NAMED)} more pairs of seats overlap`)
  const outside = plan.seats.filter(
    (seat) => !(seat.seatplanX >= 0 && seat.seatplanX <= plan.width && seat.seatplanY >= 0 && seat.seatplanY <= plan.height),
  )
  if (outside[0]) notes.problem(place, `${String(outside.length)} seats lie outside the drawing, the first is ${nameOf(outside[0])}`)
  checkSections(plan, place, notes)
}

function checkSections(plan: LaidOutPlan, place: Place, notes: ImportNotes): void {
  const nameOf = seatNamer(plan)
  const ids = new Set(plan.sections.map((section) => section.id))
  if (ids.size < plan.sections.length) notes.problem(place, 'two sections have the same id')
  const general = new Set(plan.sections.filter((section) => !section.isReserved).map((section) => section.id))
  const stray = plan.seats.find((seat) => !ids.has(seat.sectionId) || general.has(seat.sectionId))
  if (stray)
    notes.problem(place, `the seat ${nameOf(stray)} is in section ${String(stray.sectionId)}, which is not there or is general admission`)
  for (const section of plan.sections) {
    if (section.isReserved && section.capacity === 0) notes.problem(place, `the section "${section.name}" has neither seats nor a capacity`)
  }
  const nameless = plan.seats.find((seat) => seat.category === '' || seat.rowName === '' || seat.seatName === '')
  if (nameless) notes.problem(place, `the seat ${nameOf(nameless)} lacks a category, a row name or a seat name`)
}

function reportTwice(plan: LaidOutPlan, { what, keyOf }: Identity, { place, notes }: Reading): void {
  const first = new Map<string, LaidOutSeat>()
  const twice: [LaidOutSeat, LaidOutSeat][] = []
  for (const seat of plan.seats) {
    const key = keyOf(seat)
    const before = first.get(key)
    if (before) twice.push([before, seat])
    else first.set(key, seat)
  }
  const nameOf = seatNamer(plan)
  for (const [one, other] of twice.slice(0, NAMED))
    notes.problem(place, `the seats ${nameOf(one)} and ${nameOf(other)} have the same ${what}`)
  if (twice.length > NAMED) notes.problem(place, `${String(twice.length - NAMED)} more seats have the same ${what} as another`)
}

/** A seat as an operator knows it: `"Hall, 3, 4"`, section, row and seat. */
function seatNamer({ sections }: LaidOutPlan): (seat: LaidOutSeat) => string {
  const names = new Map(sections.map(({ id, name }) => [id, name]))
  return ({ sectionId, rowName, seatName }) => `"${names.get(sectionId) ?? ''}, ${rowName}, ${seatName}"`
}
