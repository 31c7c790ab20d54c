import { isInside } from '#lib/domain/seating/plan/is-inside.ts'
import type { LaidOutSection } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { ImportNotes } from '#lib/server/import/read/report.ts'
import type { Prepared } from './prepare.ts'

/** Warns of general admission that a plan draws over seats of the same level: who presses there means one and gets the other. */
export function warnOfStanding({ plans }: Prepared, notes: ImportNotes): void {
  for (const { item, place } of plans) {
    const { sections, seats } = item.plan
    const sectionOf = new Map(sections.map((section) => [section.id, section]))
    for (const area of sections.filter(({ isReserved, isDrawn, outline }) => !isReserved && isDrawn !== false && outline.length > 2)) {
      const under = seats.filter(({ sectionId, seatplanX, seatplanY }) => {
        const section = sectionOf.get(sectionId)
        return section && areSeenTogether(area, section) && isInside(area.outline, seatplanX, seatplanY)
      })
      const [first] = under
      if (!first) continue
      const section = sectionOf.get(first.sectionId)?.name ?? ''
      notes.warning(
        place,
        `the standing area "${area.name}" (${String(area.capacity)} places) lies over ${String(under.length)} seats, the first is "${section}, ${first.rowName}, ${first.seatName}"; another outline mends it, or zoneOffsets of a pretix plan, or another shape named in "standing"`,
      )
    }
  }
}

/** The map shows one level at a time, what belongs to none on each, and nothing that is not drawn. */
function areSeenTogether(area: LaidOutSection, { level, isDrawn }: LaidOutSection): boolean {
  return isDrawn !== false && (area.level === undefined || level === undefined || area.level === level)
}
