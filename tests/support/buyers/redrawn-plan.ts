import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { importCatalogue, type ImportOptions, type ImportOutcome } from '#lib/server/import/import-catalogue.ts'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { asFile } from '#tests/support/catalogue-files.ts'

/** A seat of the test house (5 rows of 10) as a file has it. */
export interface DrawnSeat {
  x: number
  y: number
  section: string
  row: string
  seat: string
  guid?: string
  category: string
}

export interface Redrawn {
  /** Changes a seat of the file, whose row and seat are those of the house; undefined leaves it out. */
  readonly seat?: (seat: DrawnSeat) => DrawnSeat | undefined
  readonly lawn?: string
  readonly venueId?: number
  /** Of the plan; left out: that of the house. */
  readonly planId?: number
  /** Other lists of the file. */
  readonly more?: Partial<CatalogueFileInput>
  readonly options?: ImportOptions
}

/** Imports the plan of the test house as a file of points in which something is changed. */
export async function redraw({
  seat = (one) => one,
  lawn = 'מדשאה',
  venueId = 1,
  planId = 1,
  more = {},
  options = {},
}: Redrawn): Promise<ImportOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'plan-'))
  const seats = Array.from({ length: 50 }, (_, at) => {
    const [x, y] = [(at % 10) + 1, Math.floor(at / 10) + 1]
    return seat({
      x: x * 30,
      y: y * 30,
      section: 'אולם',
      row: String(y),
      seat: String(x),
      guid: `${String(y)}-${String(x)}`,
      category: 'A',
    })
  })
  const plan = {
    format: 'points',
    sections: [
      { id: 1, name: seats.find((one) => one !== undefined)?.section ?? 'אולם' },
      { id: 2, name: lawn, capacity: 50, category: 'G' },
    ],
    seats: seats.filter((one) => one !== undefined),
  }
  await writeFile(join(folder, 'hall.json'), JSON.stringify(plan))
  const json = { seatplans: [{ id: planId, venueId, name: 'תכנית', format: 'points' as const, file: 'hall.json' }], ...more }
  const outcome = await importCatalogue([asFile(json, 'house.json', folder)], options)
  forgetCatalogue()
  return outcome
}
