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
  for (const issue of read.error.issues.flatMap(meantIssues)) notes.problem(inside(place, ...issue.path.map(asStep)), issue.message)
  return undefined
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>

/** Of a value that may have several forms, what is wrong with the one that it comes nearest to: whose first problem lies deepest. */
function meantIssues(issue: z.core.$ZodIssue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const depthOf = ([first]: readonly z.core.$ZodIssue[]) => first?.path.length ?? 0
  const nearest = issue.errors.toSorted((one, other) => depthOf(other) - depthOf(one) || one.length - other.length)[0] ?? []
  const inner = nearest.flatMap(meantIssues).map(({ path, message }) => ({ path: [...issue.path, ...path], message }))
  return depthOf(nearest) > 0 ? inner : [issue]
}

function asStep(step: PropertyKey): string | number {
  return typeof step === 'number' ? step : String(step)
}
