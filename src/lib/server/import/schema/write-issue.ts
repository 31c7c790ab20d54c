import type { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text in quotation marks',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  tuple: 'a list in [ ]',
  object: 'an object in { }',
  record: 'an object in { }',
  null: 'null',
  never: 'left out',
}
const LONGEST = 60
const MOST = 25

/** Lists of people and of codes, whose values are not repeated on a screen. */
const PRIVATE = new Set<unknown>(['customers', 'members', 'references', 'coupons', 'ticketVouchers', 'seniorBenefits', 'vouchers'])

/** The sentence of a text that is not written as it must be: `what` is allowed. */
export function writtenAs(what: string): { error: (issue: RawIssue) => string } {
  return { error: (issue) => `${valueOf(issue)} is not ${what}` }
}

function valueOf({ input, path }: RawIssue): string {
  return PRIVATE.has(path?.[0]) && input !== undefined ? 'what stands here' : showValue(input)
}

/** What is wrong with a value of a file, as a sentence: the value, then what is allowed. The schema's own sentences go before. */
export function writeIssue(issue: RawIssue): string {
  const value = valueOf(issue)
  if (issue.code === 'invalid_type') return writeType(issue, value)
  if (issue.code === 'invalid_value')
    return `${value === '' ? 'is missing' : `${value} is not allowed here`}; allowed: ${listValues(issue.values)}`
  if (issue.code === 'unrecognized_keys') return writeUnknown(issue)
  if (issue.code === 'too_small') return `${value} is too ${smallWord(issue.origin)}: ${writeLimit(issue.origin, issue.minimum)} at least`
  if (issue.code === 'too_big') return `${value} is too ${bigWord(issue.origin)}: ${writeLimit(issue.origin, issue.maximum)} at most`
  if (issue.code === 'not_multiple_of') return `${value} is too fine: it must be a multiple of ${String(issue.divisor)}`
  if (issue.code === 'invalid_union') return writeUnion(issue, value)
  if (issue.code === 'invalid_key') return `${value} is not allowed as a name here`
  if (issue.code === 'invalid_format') return `${value} is not ${FORMATS[issue.format] ?? `written as it must be`}`
  return `${value} is not allowed here`
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an address such as name@example.com',
  url: 'an address such as https://example.com/',
  uuid: 'an identifier such as 3f0c7a52-2f0b-4c43-9d2c-0d5c5d0a6a11',
  datetime: 'a date and time such as 2026-12-01T20:00:00Z',
  date: 'a date such as 2026-12-01',
}

function writeType(issue: RawIssue & { readonly code: 'invalid_type' }, value: string): string {
  const wanted = KINDS[issue.expected] ?? `a ${issue.expected}`
  return issue.input === undefined ? `is missing: ${wanted} is needed here` : `${value} must be ${wanted}`
}

function writeUnknown(issue: RawIssue & { readonly code: 'unrecognized_keys' }): string {
  const known = shapeOf(issue.inst)
  const allowed = known ? `; known here: ${listValues(known)}` : ''
  return `${issue.keys.slice(0, MOST).map(showValue).join(', ')} is not known here${allowed}`
}

/** The names that an object of this schema may have, or that its record names, such as languages. */
function shapeOf(inst: unknown): readonly unknown[] | undefined {
  const shape: unknown = readPath(inst, ['_zod', 'def', 'shape'])
  if (typeof shape === 'object' && shape !== null) return Object.keys(shape)
  const names: unknown = readPath(inst, ['_zod', 'def', 'keyType', '_zod', 'values'])
  return names instanceof Set ? [...names] : undefined
}

function readPath(from: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined), from)
}

function writeUnion(issue: RawIssue & { readonly code: 'invalid_union' }, value: string): string {
  const options: unknown = 'options' in issue ? issue.options : undefined
  if (typeof issue.discriminator === 'string') {
    const found = showValue(readPath(issue.input, [issue.discriminator]))
    const wrong = found === '' ? `"${issue.discriminator}" is missing` : `${found} is no "${issue.discriminator}"`
    return Array.isArray(options) ? `${wrong}; known: ${listValues(options)}` : wrong
  }
  const kinds = kindsOf(issue.errors)
  if (kinds) return issue.input === undefined ? `is missing: ${kinds} is needed here` : `${value} must be ${kinds}`
  const sentences = new Set(issue.errors.flatMap((branch) => branch.slice(0, 1).map(({ message }) => message)))
  const [only] = sentences
  return sentences.size === 1 && only !== undefined ? only : `${value} fits none of what is allowed here: ${[...sentences].join('; or ')}`
}

/** `a number or a list in [ ]`, if all that is wrong with each form is that it is of another kind; undefined if not. */
function kindsOf(forms: readonly (readonly z.core.$ZodIssue[])[]): string | undefined {
  const kinds = forms.map(([first]) => {
    if (first?.path.length !== 0) return undefined
    if (first.code === 'invalid_type') return KINDS[first.expected]
    return first.code === 'invalid_union' ? kindsOf(first.errors) : undefined
  })
  return kinds.includes(undefined) ? undefined : [...new Set(kinds)].join(', or ')
}

function smallWord(origin: string): string {
  return origin === 'string' || origin === 'array' || origin === 'set' ? 'short' : 'small'
}

function bigWord(origin: string): string {
  return origin === 'string' || origin === 'array' || origin === 'set' ? 'long' : 'large'
}

function writeLimit(origin: string, limit: number | bigint): string {
  if (origin === 'string') return `${String(limit)} characters`
  return origin === 'array' || origin === 'set' ? `${String(limit)} entries` : String(limit)
}

function listValues(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST).map((value) => showValue(value))
  return values.length > MOST ? `${shown.join(', ')} and ${String(values.length - MOST)} more` : shown.join(', ')
}

/** A value as it stands in the file, cut short; empty if it is missing. */
export function showValue(value: unknown): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.length === 0 ? 'the empty list' : `a list of ${String(value.length)}`
  if (typeof value === 'object' && value !== null) return 'an object'
  const written = typeof value === 'number' ? String(value) : JSON.stringify(value)
  return written.length > LONGEST ? `${written.slice(0, LONGEST)}…` : written
}
