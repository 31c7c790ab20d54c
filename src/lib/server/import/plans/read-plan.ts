import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { layOutRows } from '#lib/domain/seating/layout/lay-out-rows.ts'
import type { PlanLanguages } from '#lib/domain/catalogue/plan-words.ts'
import type { RowsPlan } from '#lib/domain/seating/layout/rows-plan.ts'
import type { SeatplanItem } from '#lib/server/import/schema/catalogue-schema.ts'
import { checkPlan } from './check-plan.ts'
import { parseWith } from '#lib/server/import/read/parse-with.ts'
import { readCounts } from '#lib/server/import/read/read-counts.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import { findBeside, readData, readJson, readText } from '#lib/server/import/read/read-file.ts'
import { versionOf } from './plan-version.ts'
import { addPicture } from './read-plan-picture.ts'
import { readPoints } from './forms/read-points.ts'
import { readSheet } from './forms/read-sheet.ts'
import { readSpektrix } from './forms/read-spektrix.ts'
import { readSvg } from './forms/read-svg.ts'
import { readPretix } from './pretix/read-pretix.ts'
import { nameTables } from './pretix/table-names.ts'
import { inside, type ImportNotes, type Place, type Reading } from '#lib/server/import/read/report.ts'
import { rowsPlan } from '#lib/server/import/schema/seatplan-schema.ts'

/** A seat plan ready for writing. */
export interface ReadPlan {
  readonly id: number
  readonly venueId: number
  readonly name: string
  readonly words: PlanLanguages | null
  /** Hashes of its contents. */
  readonly version: string
  readonly plan: LaidOutPlan
}

/** Reads a catalogue's seat plan in its format, lays it out and checks it. */
export async function readPlan(
  source: Sourced<SeatplanItem>,
  folder: string | undefined,
  notes: ImportNotes,
): Promise<ReadPlan | undefined> {
  const problemsBefore = notes.problems.length
  const plan = await layOutPlan(source, folder, notes)
  if (!plan || notes.problems.length > problemsBefore) return undefined
  checkPlan(plan, source.place, notes)
  checkWords(source, plan, notes)
  const { id, venueId, name, words = null } = source.item
  return { id, venueId, name, words, version: versionOf({ venueId, name, words, plan }), plan }
}

/** Reads a plan in its format and lays it out, unchecked; undefined if what is read is no plan, with problems. */
export async function layOutPlan(
  source: Sourced<SeatplanItem>,
  folder: string | undefined,
  notes: ImportNotes,
): Promise<LaidOutPlan | undefined> {
  const plan = await readForm(source, folder, notes)
  return plan && addPicture(nameTables(plan), source.item.picture, { folder, place: inside(source.place, 'picture'), notes })
}

async function readForm(
  { item, place }: Sourced<SeatplanItem>,
  folder: string | undefined,
  notes: ImportNotes,
): Promise<LaidOutPlan | undefined> {
  if ('plan' in item) return layOutSections(item.plan, inside(place, 'plan'), notes)
  const path = findBeside(item.file, { folder, place: inside(place, 'file'), notes })
  if (path === undefined) return undefined
  const reading: Reading = { place: { file: path, path: [] }, notes }
  if (item.format === 'sheet') {
    const bytes = await readData(path, inside(place, 'file'), notes)
    return bytes && readSheet(bytes, item, reading)
  }
  if (item.format === 'svg') {
    const text = await readText(path, inside(place, 'file'), notes)
    return text === undefined ? undefined : readSvg(text, item, reading)
  }
  const written = await readJson(path, inside(place, 'file'), notes)
  if (written === undefined) return undefined
  if (item.format === 'pretix') {
    const plan = readPretix(written, item, reading)
    return plan && { ...plan, source: written }
  }
  if (item.format === 'points') return readPoints(written, item, reading)
  if (item.format === 'spektrix') return readSpektrix(written, item, reading)
  if (item.format === 'counts') return readCounts(written, { item: item.layout, place: inside(place, 'layout') }, reading)
  const plan = parseWith(rowsPlan, written, reading)
  return plan && layOutSections(plan, reading.place, notes)
}

function layOutSections(plan: RowsPlan, place: Place, notes: ImportNotes): LaidOutPlan {
  const laid = layOutRows(plan)
  for (const problem of [...findStrays(plan), ...findUnleveled(plan), ...laid.problems])
    notes.problem(inside(place, ...problem.path), problem.sentence)
  return laid.plan
}

/** Finds blocks and tables that name no reserved section of the plan. */
function findStrays({ sections, tiers = [], tables = [] }: RowsPlan): { path: (string | number)[]; sentence: string }[] {
  const reserved = new Set(sections.filter((section) => section.capacity === undefined).map((section) => section.id))
  const named = [
    ...tiers.flatMap(({ blocks }, index) => blocks.map((section) => ({ section, path: ['tiers', index, 'blocks'] }))),
    ...tables.map(({ section }, index) => ({ section, path: ['tables', index, 'section'] })),
  ]
  return named
    .filter(({ section }) => !reserved.has(section))
    .map(({ section, path }) => ({ path, sentence: `section ${String(section)} is not in the plan, or is general admission` }))
}

/** Finds sections without a level where others have one: no level would show them. */
function findUnleveled({ sections }: RowsPlan): { path: (string | number)[]; sentence: string }[] {
  if (sections.every(({ level }) => level === undefined)) return []
  return sections.flatMap(({ level, name }, index) =>
    level === undefined ? [{ path: ['sections', index, 'level'], sentence: `"${name}" is on no level, and other sections are` }] : [],
  )
}

/** Reports words for sections that the plan does not have, and those of a stage that it does not name: nobody would see them. */
function checkWords({ item, place }: Sourced<SeatplanItem>, { sections, stage, levels = [] }: LaidOutPlan, notes: ImportNotes): void {
  const names = new Set(sections.map(({ name }) => name))
  for (const [locale, words] of Object.entries(item.words ?? {})) {
    const here = inside(place, 'words', locale)
    for (const name of Object.keys(words.sections ?? {}))
      if (!names.has(name)) notes.problem(inside(here, 'sections', name), `the seat plan has no section "${name}"`)
    for (const name of Object.keys(words.levels ?? {}))
      if (!levels.some((level) => level.name === name)) notes.problem(inside(here, 'levels', name), `the seat plan has no level "${name}"`)
    if (words.stage !== undefined && !stage?.label) notes.problem(inside(here, 'stage'), 'the stage of the seat plan has no label')
  }
}
