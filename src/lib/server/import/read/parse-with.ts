import type { z } from 'zod'
import { inside, type Reading } from './report.ts'
import { showValue, writeIssue } from '#lib/server/import/schema/write-issue.ts'

/** Problems of one value that are told one by one. */
const TOLD = 50

/** Parses a value by a schema; each issue becomes a problem at its path, of many the first fifty, and the result is then undefined. */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { place, notes }: Reading,
): z.output<Schema> | undefined {
  const read = schema.safeParse(value, { error: writeIssue })
  const zero = findZero(value)
  if (read.success && !zero) return read.data
  const told = zero ? [{ code: 'invalid_type' as const, path: zero, message: ZERO }] : []
  const issues = [...told, ...(read.error?.issues ?? []).flatMap(meantIssues)].filter(isFirstOfValue)
  for (const issue of issues.slice(0, TOLD)) notes.problem(inside(place, ...issue.path.map(asStep)), issue.message)
  if (issues.length > TOLD) notes.problem(place, `${issues.length - TOLD} more values are wrong; they are told when these are mended`)
  return undefined
}

/** The path of the first text with a character of code zero, which no database keeps. */
function findZero(value: unknown): PropertyKey[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const found = typeof key === 'string' && key.includes('\0') ? [] : findZero(inner)
    if (found) return [key, ...found]
  }
  return undefined
}

const ZERO = 'has a character of code 0 (\\u0000), which is no letter: take it out'

/** What is told of a value after its kind is wrong, such as the length of a text that is no list, says nothing more. */
function isFirstOfValue(issue: Issue, index: number, all: readonly Issue[]): boolean {
  const here = issue.path.join('\0')
  return (
    issue.code === 'unrecognized_keys' || !all.slice(0, index).some(({ code, path }) => code === 'invalid_type' && path.join('\0') === here)
  )
}

type Issue = Partial<Pick<z.core.$ZodIssue, 'code'>> & Pick<z.core.$ZodIssue, 'path' | 'message'>

/** The key by which forms of one thing are told apart, such as `"format": "pretix"`. */
const TOLD_BY: readonly PropertyKey[] = ['format', 'shape', 'type', 'kind']

/** Of a value that may have several forms, what is wrong with the one that it says it has, else with that which it comes nearest to. */
function meantIssues(issue: z.core.$ZodIssue): readonly Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const said = issue.errors.filter((branch) => !branch.some(isOtherForm))
  if (said.length === 0)
    return [{ path: [...issue.path, ...(issue.errors[0]?.find(isOtherForm)?.path ?? [])], message: unknownForm(issue.errors) }]
  const depthOf = ([first]: readonly z.core.$ZodIssue[]) => first?.path.length ?? 0
  const nearest = said.toSorted((one, other) => depthOf(other) - depthOf(one) || one.length - other.length)[0] ?? []
  const inner = nearest.flatMap(meantIssues).map((one) => ({ ...one, path: [...issue.path, ...one.path] }))
  return depthOf(nearest) > 0 || said.length < issue.errors.length ? inner : [issue]
}

function isOtherForm({ code, path: [key, ...deeper] }: z.core.$ZodIssue): boolean {
  return code === 'invalid_value' && deeper.length === 0 && key !== undefined && TOLD_BY.includes(key)
}

/** None of the forms: all that are known. */
function unknownForm(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const found = branches.flatMap((branch) => branch.filter(isOtherForm))
  const known = new Set(found.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : [])).map((value) => showValue(value)))
  const [first] = found
  return first ? `${first.message.replace(/; allowed: .*$/, '')}; allowed: ${[...known].join(', ')}` : 'is not allowed here'
}

function asStep(step: PropertyKey): string | number {
  return typeof step === 'number' ? step : String(step)
}
