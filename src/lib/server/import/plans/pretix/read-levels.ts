import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PlanLevel } from '#lib/domain/seating/plan/seatplan.ts'
import { inside, type Reading } from '#lib/server/import/read/report.ts'
import type { PretixOptions } from './pretix-options.ts'

/** The levels of a plan. */
export interface ReadLevels {
  readonly names: readonly string[]
  /** Index of a section's level, by its name in the file; undefined: on none. */
  readonly levelOf: (section: string) => number | undefined
}

/** The levels that the catalogue or the file says; undefined if it says fewer than two. A name of no section, and a section with seats that is on no level, are problems. */
export function readLevels(
  sections: readonly { readonly name: string; readonly isSold: boolean }[],
  { levels = {}, sectionNames = {} }: PretixOptions,
  { place, notes }: Reading,
): ReadLevels | undefined {
  const names = Object.keys(levels)
  if (names.length < 2) return undefined
  const isCalled = (name: string, called: string): boolean => called === name || called === sectionNames[name]
  const known = new Map(
    sections.map(({ name: section }) => [section, names.findIndex((name) => levels[name]?.some((called) => isCalled(section, called)))]),
  )
  const levelOf = (section: string): number | undefined => {
    const level = known.get(section) ?? -1
    return level < 0 ? undefined : level
  }
  const there = sections.map(({ name }) => `"${name}"`).join(', ')
  for (const [level, own] of Object.entries(levels))
    for (const called of own)
      if (!sections.some(({ name }) => isCalled(name, called)))
        notes.problem(inside(place, 'levels', level), `"${called}" is no section; there are ${there}`)
  for (const { name, isSold } of sections)
    if (isSold && levelOf(name) === undefined)
      notes.problem(
        inside(place, 'levels'),
        `"${name}" is on no level, and other sections are; the levels are ${names.map((level) => `"${level}"`).join(', ')}`,
      )
  return { names, levelOf }
}

/** The levels of a plan, each moved by so much (`setApart`). */
export function placeLevels({ names }: ReadLevels, moves: readonly Point[]): PlanLevel[] {
  return names.map((name, at) => ({ name, x: moves[at]?.[0] ?? 0, y: moves[at]?.[1] ?? 0 }))
}
