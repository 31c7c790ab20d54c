import { readFileSync } from 'node:fs'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { projectFile } from '#lib/server/platform/config/project-file.ts'
import { readCatalogue } from '#lib/server/import/read/read-catalogue.ts'
import { readPlan } from '#lib/server/import/plans/read-plan.ts'
import { ImportNotes, writeRemark } from '#lib/server/import/read/report.ts'

const FOLDER = projectFile('src/lib/demo/')

/** A seat plan of the demo, laid out as an import lays it out. */
export async function demoPlan(id: number): Promise<LaidOutPlan> {
  const notes = new ImportNotes()
  const json: unknown = JSON.parse(readFileSync(`${FOLDER}halls.json`, 'utf8'))
  const source = readCatalogue([{ name: 'halls.json', json, folder: FOLDER }], notes).seatplans.find(({ item }) => item.id === id)
  const read = source && (await readPlan(source, FOLDER, notes))
  if (!read) throw new Error(`There is no plan ${String(id)}. ${notes.problems.map(writeRemark).join(' ')}`)
  return read.plan
}
