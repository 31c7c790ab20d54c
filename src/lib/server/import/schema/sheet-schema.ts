import { z } from 'zod'

const place = z.number().min(-100_000).max(100_000)

/** What the columns of a spreadsheet are for. */
export const COLUMNS = ['section', 'level', 'row', 'seat', 'from', 'to', 'seats', 'step', 'gap', 'direction', 'category', 'features', 'capacity', 'x', 'y', 'guid', 'table', 'whole'] as const // prettier-ignore
export type Column = (typeof COLUMNS)[number]

/** How the rows of a spreadsheet are laid out: the first of a section in front. Lengths are plan units. */
export const sheetLayout = {
  sheet: z.string().max(100).optional().describe('Which sheet of a workbook; left out: the first.'),
  columns: z
    .partialRecord(z.enum(COLUMNS), z.string().max(200))
    .optional()
    .describe('Headings of columns whose names are not known, for example { "row": "Reihe" }.'),
  from: z.enum(['right', 'left']).optional().describe('At which side of the hall a row begins; left out: at the right.'),
  seatPitch: z.number().min(1).max(500).optional(),
  rowPitch: z.number().min(1).max(500).optional(),
  places: z
    .record(z.string(), z.strictObject({ x: place, y: place, rotate: z.number().min(-360).max(360).default(0) }))
    .optional()
    .describe('By section, the middle of its first row, and where it faces in degrees; left out: each behind the one before.'),
}
const layout = z.strictObject(sheetLayout)
export type SheetLayout = z.output<typeof layout>
