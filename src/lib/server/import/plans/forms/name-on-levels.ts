import type { ImportNotes, Place } from '#lib/server/import/read/report.ts'
import type { AbsoluteSection } from './absolute/absolute-plan.ts'

/** A seat, a line or a shape of a file that says which section it is of, and on which level. */
interface OnLevel {
  readonly section: string
  readonly level?: string | undefined
}

/** A section that a file has on several levels is one of its own on each, with the level before its name. */
export function nameOnLevels<Item extends OnLevel>(items: readonly Item[], place: Place, notes: ImportNotes): readonly Item[] {
  const levels = new Map<string, Set<string>>()
  for (const { section, level } of items) if (level !== undefined) levels.set(section, (levels.get(section) ?? new Set()).add(level))
  const shared = new Map([...levels].filter(([, own]) => own.size > 1))
  if (shared.size === 0) return items
  for (const [section, own] of shared) {
    const names = [...own].map((level) => `"${level} ${section}"`).join(', ')
    notes.repair(place, `the section "${section}" is on several levels, so that its parts are called ${names}`)
  }
  return items.map((item) =>
    item.level !== undefined && shared.has(item.section) ? { ...item, section: `${item.level} ${item.section}` } : item,
  )
}

/** The sections of seats that say their level, each where the file has it first; none where no seat says one. */
export function sectionsOnLevels(seats: readonly (OnLevel & { readonly place: Place })[]): AbsoluteSection[] {
  if (seats.every(({ level }) => level === undefined)) return []
  const first = new Map<string, AbsoluteSection>()
  for (const { section, level, place } of seats) if (!first.has(section)) first.set(section, { name: section, level, place })
  return [...first.values()]
}
