import type { z } from 'zod'
import { inside, type ImportNotes, type Place } from './report.ts'

/** Parses a value by a schema; each issue becomes a problem at its path, and the result is then undefined. */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: Place,
  notes: ImportNotes,
): z.output<Schema> | undefined {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  for (const issue of read.error.issues) notes.problem(inside(place, ...issue.path.map(asStep)), issue.message)
  return undefined
}

function asStep(step: PropertyKey): string | number {
  return typeof step === 'number' ? step : String(step)
}
