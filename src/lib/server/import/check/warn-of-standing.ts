import { isInside } from '#lib/domain/seating/plan/is-inside.ts'
import type { ImportNotes } from '#lib/server/import/read/report.ts'
import type { Prepared } from './prepare.ts'

/** Warns of general admission that a plan draws over seats: who presses there means one and gets the other. */
export function warnOfStanding({ plans }: Prepared, notes: ImportNotes): void {
  for (const { item, place } of plans) {
    const { sections, seats } = item.plan
    for (const area of sections.filter(({ isReserved, outline }) => !isReserved && outline.length > 2)) {
      const under = seats.filter(({ seatplanX, seatplanY }) => isInside(area.outline, seatplanX, seatplanY))
      const [first] = under
      if (!first) continue
      const section = sections.find(({ id }) => id === first.sectionId)?.name ?? ''
      notes.warning(
        place,
        `the standing area "${area.name}" (${String(area.capacity)} places) lies over ${String(under.length)} seats, the first is "${section}, ${first.rowName}, ${first.seatName}"; another outline mends it, or zoneOffsets of a pretix plan, or another shape named in "standing"`,
      )
    }
  }
}
