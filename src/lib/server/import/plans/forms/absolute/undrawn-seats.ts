import { drawnBounds, pitchIn, type AbsolutePlan, type AbsoluteSeat } from './absolute-plan.ts'

/** Names of the sections whose seats are in the list only. */
export function undrawnNames({ sections }: AbsolutePlan): ReadonlySet<string> {
  return new Set(sections.filter(({ isDrawn }) => isDrawn === false).map(({ name }) => name))
}

/** Seats that are in the list only get places below all that is drawn, row behind row, so that neighbours are neighbours. */
export function placeUndrawn(plan: AbsolutePlan): AbsolutePlan {
  const undrawn = undrawnNames(plan)
  if (undrawn.size === 0) return plan
  const pitch = pitchIn(plan)
  // An export says outlines of sections that its own file left out: they must not move anything.
  const sections = plan.sections.filter(({ capacity }) => capacity !== undefined)
  const { bottom } = drawnBounds({ ...plan, sections, seats: plan.seats.filter(({ section }) => !undrawn.has(section)) })
  const rows = new Map<string, { readonly y: number; seats: number }>()
  const seats = plan.seats.map((seat): AbsoluteSeat => {
    if (!undrawn.has(seat.section)) return seat
    const key = JSON.stringify([seat.section, seat.row])
    const row = rows.get(key) ?? { y: bottom + (4 + rows.size * 1.2) * pitch, seats: 0 }
    rows.set(key, row)
    row.seats++
    return { ...seat, at: [row.seats * pitch, row.y] }
  })
  return { ...plan, seats }
}
