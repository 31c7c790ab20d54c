import type { Hall, HallSection } from '#lib/domain/seating/plan/seat-hall.ts'
import type { SectionSummary } from './seat-sections.ts'
import { isFree, isYours, type HallStates } from './seat-states.ts'

/** The level to begin with: that of the visitor's first own seat, else the first one with a free seat. */
export function levelToOpenOn(hall: Pick<Hall, 'section' | 'sections' | 'count'>, states: HallStates): number {
  let free = Infinity
  for (let seat = 0; seat < hall.count; seat++) {
    const { level = 0, isDrawn } = hall.sections[hall.section[seat] ?? -1] ?? {}
    if (isDrawn === false) continue
    if (isYours(states, seat)) return level
    if (level < free && isFree(states, seat)) free = level
  }
  return free === Infinity ? 0 : free
}

/** Sections of a hall by its levels, each in the order given; all together where it has none. */
export function groupByLevel(
  { levels, sections }: Pick<Hall, 'levels' | 'sections'>,
  summaries: readonly SectionSummary[],
): readonly { readonly name: string; readonly own: readonly SectionSummary[] }[] {
  if (!levels) return [{ name: '', own: summaries }]
  return levels.map(({ name }, level) => ({ name, own: summaries.filter(({ at }) => sections[at]?.level === level) }))
}

/** Whether the map of a hall shows only a part of it. */
export function isShownInParts({ levels, sections }: Pick<Hall, 'levels' | 'sections'>): boolean {
  return levels !== undefined || undrawnSections({ sections }).length > 0
}

/** Sections whose seats are in the list only. */
export function undrawnSections({ sections }: Pick<Hall, 'sections'>): readonly HallSection[] {
  return sections.filter(({ isDrawn }) => isDrawn === false)
}
