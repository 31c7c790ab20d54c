import { guessFocus } from '#lib/domain/seating/facing/guess-focus.ts'
import { setApart } from '#lib/domain/seating/layout/set-apart.ts'
import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PlanLevel } from '#lib/domain/seating/plan/seatplan.ts'
import type { LevelOption, PretixOptions } from '#lib/server/import/plans/pretix/pretix-options.ts'
import { placeLevels, readLevels, type ReadLevels } from '#lib/server/import/plans/pretix/read-levels.ts'
import type { Reading } from '#lib/server/import/read/report.ts'
import { cornersOf, middleOf, moveOnLevels, radiusIn, type AbsolutePlan } from './absolute-plan.ts'
import { undrawnNames } from './undrawn-seats.ts'

/** The levels that the catalogue says, or the sections of the file; undefined if there are fewer than two. */
export function readAbsoluteLevels(plan: AbsolutePlan, options: PretixOptions, reading: Reading): ReadLevels | undefined {
  return readLevels(soldSections(plan), { ...options, levels: options.levels ?? levelsOf(plan) }, reading)
}

/** Every section that is sold, in the order of the file: those that only seats name come last. */
function soldSections({ sections, seats }: AbsolutePlan): { readonly name: string; readonly isSold: boolean }[] {
  const sold = new Set(seats.map(({ section }) => section))
  const names = new Set([...sections.map(({ name }) => name), ...sold])
  const standing = new Set(sections.filter(({ capacity }) => capacity !== undefined).map(({ name }) => name))
  return [...names].map((name) => ({ name, isSold: sold.has(name) || standing.has(name) }))
}

/** The levels as the sections of the file say them. */
function levelsOf({ sections }: AbsolutePlan): LevelOption {
  const named = sections.filter(({ level }) => level !== undefined)
  return Object.fromEntries([...Map.groupBy(named, ({ level = '' }) => level)].map(([level, own]) => [level, own.map(({ name }) => name)]))
}

/** The plan with its levels drawn apart from each other, and where they are. */
export function drawLevelsApart(plan: AbsolutePlan, levels: ReadLevels): [AbsolutePlan, PlanLevel[]] {
  const nameOf = (section: string): string | undefined => levels.names[levels.levelOf(section) ?? -1]
  const undrawn = undrawnNames(plan)
  const grounds = levels.names.map((name) => ({
    seats: plan.seats.filter(({ section }) => nameOf(section) === name && !undrawn.has(section)).map(({ at }) => at),
    corners: [
      ...plan.sections
        .filter((section) => section.capacity !== undefined && nameOf(section.name) === name)
        .flatMap(({ outline = [] }) => outline),
      ...plan.shapes.filter(({ level }) => level === name).flatMap(cornersOf),
    ],
  }))
  const rows = plan.sections.map(({ name }) => [
    ...Map.groupBy(
      plan.seats.filter(({ section }) => section === name),
      ({ row }) => row,
    ),
  ])
  const guess = (): Point | undefined => guessFocus(rows.map((own) => own.map(([label, seats]) => ({ label, points: seats.map(({ at }) => at) })))) // prettier-ignore
  const focus = plan.foci?.[0] ?? (plan.stage && middleOf(plan.stage.outline)) ?? guess()
  const placed = placeLevels(levels, setApart(grounds, focus, radiusIn(plan) * 2))
  return [moveOnLevels(plan, nameOf, new Map(placed.map(({ name, x, y }) => [name, [x, y]]))), placed]
}

/** The sections with seats by level: the others are no zones. */
export function seatedSections(plan: AbsolutePlan, levels: ReadLevels): LevelOption {
  const sections = [...new Set(plan.seats.map(({ section }) => section))]
  return Object.fromEntries(levels.names.map((name, level) => [name, sections.filter((section) => levels.levelOf(section) === level)]))
}
