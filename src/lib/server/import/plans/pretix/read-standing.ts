import type { LaidOutSection } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { centreOf, roundPoint } from '#lib/domain/seating/plan/plan-geometry.ts'
import { inside } from '#lib/server/import/read/report.ts'
import type { PretixReading } from './pretix-options.ts'
import type { ReadArea } from './read-areas.ts'

/** Shapes of the drawing that are general admission, because the catalogue says how many stand there. @param firstId the id of the first such section */
export function readStanding(
  areas: readonly ReadArea[],
  firstId: number,
  { plan: { zones }, options: { standing = {}, sectionNames = {} }, place, notes }: PretixReading,
): LaidOutSection[] {
  const shapes = areas.filter(({ area }) => area.outline.length > 2)
  return Object.entries(standing).flatMap(([name, { capacity, category = name }], index) => {
    const zone = zones.findIndex((one) => one.name === name)
    const found = shapes.find(({ words }) => words.includes(name)) ?? shapes.find(({ path }) => path.startsWith(`zones[${String(zone)}].`))
    const here = inside(place, 'standing', name)
    if (!found) {
      const called = [...new Set([...shapes.flatMap(({ words }) => words), ...zones.map((one) => one.name)])].slice(0, 12)
      notes.problem(here, `no shape is called so, and no zone with a shape; there are ${called.map((word) => `"${word}"`).join(', ')}`)
      return []
    }
    const { outline, isUnderSeats } = found.area
    if (isUnderSeats) notes.warning(here, 'seats stand on it: they are sold beside its places')
    const [labelX, labelY] = roundPoint(centreOf(outline))
    const section = {
      id: firstId + index,
      name: sectionNames[name] ?? name,
      isReserved: false,
      capacity,
      category,
      outline,
      labelX,
      labelY,
      ...(found.area.level !== undefined && { level: found.area.level }),
    }
    return [section]
  })
}
