import { comparePlanOrder, roundUnits, type LaidOutPlan, type LaidOutSection, type Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { centreOf } from '#lib/domain/seating/plan/plan-geometry.ts'
import type { PretixOptions } from '#lib/server/import/plans/pretix/pretix-options.ts'
import type { ReadLevels } from '#lib/server/import/plans/pretix/read-levels.ts'
import type { AbsolutePlan, AbsoluteSection } from './absolute-plan.ts'

/** Ids of general admission that says none: above those of sections with seats. */
const FIRST_GENERAL = 10_001

/** How a plan is laid out: as the catalogue says, and on these levels. */
export interface AbsoluteLayout {
  readonly options: PretixOptions
  readonly levels: ReadLevels | undefined
}

/** Gives sections the ids and outlines that the file says, and adds those without seats. */
export function addSections(read: LaidOutPlan, plan: AbsolutePlan, { options, levels }: AbsoluteLayout): LaidOutPlan {
  const reserved = plan.sections.filter((section) => section.capacity === undefined)
  const said = new Map(reserved.map((section) => [options.sectionNames?.[section.name] ?? section.name, section]))
  const ids = new Map(read.sections.map((section) => [section.id, said.get(section.name)?.id ?? section.id]))
  const general = plan.sections.filter((section) => section.capacity !== undefined)
  const sections = [
    ...read.sections.map((section) => ({ ...section, ...drawnAs(said.get(section.name)), id: ids.get(section.id) ?? section.id })),
    ...general.map((section, index) => {
      const level = levels?.levelOf(section.name)
      return { ...generalSection(section, FIRST_GENERAL + index, options), ...(level !== undefined && { level }) }
    }),
  ]
  const seats = read.seats.map((seat) => ({ ...seat, sectionId: ids.get(seat.sectionId) ?? seat.sectionId })).sort(comparePlanOrder)
  const tables = read.tables?.map((table) => ({ ...table, sectionId: ids.get(table.sectionId) ?? table.sectionId }))
  return { ...read, sections, seats, ...(tables && { tables }) }
}

function drawnAs(section: AbsoluteSection | undefined): Partial<LaidOutSection> {
  if (section?.isDrawn === false) return { outline: [], isDrawn: false }
  if (!section?.outline) return {}
  const [labelX, labelY] = (section.labelAt ?? centreOf(section.outline)).map(roundUnits) as [number, number]
  return { outline: section.outline.map(([x, y]): Point => [roundUnits(x), roundUnits(y)]), labelX, labelY }
}

function generalSection(section: AbsoluteSection, id: number, { sectionNames, categoryNames }: PretixOptions): LaidOutSection {
  const category = section.category ?? section.name
  return {
    id: section.id ?? id,
    name: sectionNames?.[section.name] ?? section.name,
    isReserved: false,
    capacity: section.capacity ?? 0,
    category: categoryNames?.[category] ?? category,
    outline: [],
    labelX: 0,
    labelY: 0,
    ...drawnAs(section),
  }
}
