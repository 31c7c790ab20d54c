import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { checkPlan } from '#lib/server/import/plans/check-plan.ts'
import { layOutPlan } from '#lib/server/import/plans/read-plan.ts'
import { ImportNotes, writeRemark } from '#lib/server/import/read/report.ts'
import { seatplan } from '#lib/server/import/schema/plan-item-schema.ts'

/** Reads and checks a plan as an import does. @throws if it cannot be read */
export async function readWritten(
  format: string,
  content: string | object,
  options: object = {},
): Promise<{ plan: LaidOutPlan; notes: ImportNotes }> {
  const folder = await mkdtemp(join(tmpdir(), 'plan-'))
  try {
    const notes = new ImportNotes()
    await writeFile(join(folder, 'hall'), typeof content === 'string' ? content : JSON.stringify(content))
    const item = seatplan.parse({ id: 1, venueId: 1, name: 'hall', format, file: 'hall', ...options })
    const place = { file: 'house.json', path: [] }
    const plan = await layOutPlan({ item, place }, folder, notes)
    if (!plan) throw new Error(notes.problems.map(writeRemark).join())
    checkPlan(plan, place, notes)
    return { plan, notes }
  } finally {
    await rm(folder, { recursive: true })
  }
}
