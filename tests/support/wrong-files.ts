/** Files that are right by a published JSON Schema, and such that are wrong in one place each. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export interface JsonSchema {
  readonly [key: string]: unknown
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function schemasOf(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : []
}

/** Texts of which one is right at every place that has a pattern. */
const TEXTS = [
  ...[
    'x',
    'ILS',
    '1',
    '2026-12-01',
    '20:30',
    '2026-12-01T20:30',
    'hall.jpg',
    'view-1.jpg',
    'a.json',
    'AB12',
    'code-1',
    '#7a3229',
    '#12',
    'A-1',
    'abcdefgh',
    '12',
  ],
  ...[
    'desert',
    '054-731-4821',
    '0547314821',
    '123456782',
    'name@example.com',
    'QUJD',
    '1234567',
    'circle',
    '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA',
  ],
]

/**
 * Values that a schema allows: the first has every key there is, the others differ from it in which form of a union they use.
 * @throws if no text is right for a pattern
 */
export function rightValues(schema: JsonSchema, depth = 0): readonly Json[] {
  if ('const' in schema) return [schema.const as Json]
  if (Array.isArray(schema.enum)) return [schema.enum[0] as Json]
  const forms = [...schemasOf(schema.anyOf), ...schemasOf(schema.oneOf)].filter(({ type }) => type !== 'null')
  if (forms.length > 0) return forms.flatMap((form) => rightValues(form, depth + 1))
  if (schema.type === 'object') return rightObjects(schema, depth)
  if (schema.type === 'array') return rightLists(schema, depth)
  if (schema.type === 'string') return [rightText(schema)]
  if (schema.type === 'boolean') return [true]
  if (schema.type === 'number' || schema.type === 'integer')
    return [Math.min(Math.max(1, Number(schema.minimum ?? 1)), Number(schema.maximum ?? 1))]
  return [null]
}

function rightText({ pattern, minLength, maxLength, format }: JsonSchema): string {
  const wanted = typeof pattern === 'string' ? new RegExp(pattern, 'u') : /^/
  const found = TEXTS.find((text) => wanted.test(text) && text.length >= Number(minLength ?? 0) && text.length <= Number(maxLength ?? 1e6))
  if (found === undefined) throw new Error(`no text is right for ${String(pattern)} ${String(format)}`)
  return found
}

function rightObjects(schema: JsonSchema, depth: number): readonly Json[] {
  const values = Object.entries(isSchema(schema.properties) ? schema.properties : {})
    .filter(([key, inner]) => key !== '$schema' && !(isSchema(inner) && isSchema(inner.not)))
    .map(([key, inner]) => [key, isSchema(inner) ? rightValues(inner, depth + 1) : [null]] as const)
  const whole = Object.fromEntries(values.map(([key, [first]]) => [key, first ?? null]))
  if (values.length > 0) return [whole, ...values.flatMap(([key, [, ...others]]) => others.map((other) => ({ ...whole, [key]: other })))]
  if (!isSchema(schema.additionalProperties)) return [{}]
  const names = isSchema(schema.propertyNames) && Array.isArray(schema.propertyNames.enum) ? schema.propertyNames.enum : ['one']
  return rightValues(schema.additionalProperties, depth + 1).map((value) => ({ [String(names[0])]: value }))
}

function rightLists({ items, prefixItems, minItems }: JsonSchema, depth: number): readonly Json[] {
  const fixed = schemasOf(prefixItems)
  if (fixed.length > 0) return [fixed.map((item) => rightValues(item, depth + 1)[0] ?? null)]
  if (!isSchema(items)) return [[]]
  return rightValues(items, depth + 1).map((value) => Array.from({ length: Math.max(1, Number(minItems ?? 1)) }, () => value))
}

/** A file that is wrong in one place. */
export interface WrongFile {
  readonly json: Json
  /** Where it is wrong. */
  readonly path: readonly (string | number)[]
  /** What stands there; undefined where a key is left out. */
  readonly value: Json | undefined
  readonly how: string
}

/** A text of a shape that nothing but free words has. */
const UNKNOWN = 'elsewhere!?'

/** Right files with each of their places changed in each way, one at a time; what several files have alike is changed once. */
export function* wrongFiles(files: readonly Json[], path: readonly (string | number)[], wrap: (value: Json) => Json): Generator<WrongFile> {
  const seen = new Set<string>()
  for (const file of files) yield* wrongIn({ right: file, path, wrap, seen })
}

interface Within {
  readonly right: Json
  readonly path: readonly (string | number)[]
  /** The whole file with another value in this place. */
  readonly wrap: (value: Json) => Json
  readonly seen: Set<string>
}

function* wrongIn({ right, path, wrap, seen }: Within): Generator<WrongFile> {
  const key = JSON.stringify([path, right])
  if (seen.has(key)) return
  seen.add(key)
  const put = (value: Json, how: string): WrongFile => ({ json: wrap(value), path, value, how })
  yield put(null, 'null')
  for (const [value, how] of othersOf(right)) yield put(value, how)
  if (isList(right)) {
    const [first] = right
    const inFirst = (value: Json): Json => wrap([value, ...right.slice(1)])
    if (first !== undefined) yield* wrongIn({ right: first, path: [...path, 0], wrap: inFirst, seen })
  } else if (typeof right === 'object' && right !== null) {
    yield { json: wrap({ ...right, colour: 1 }), path, value: 'colour', how: 'unknown key' }
    for (const [name, inner] of Object.entries(right)) {
      const { [name]: _left, ...others } = right
      yield { json: wrap(others), path: [...path, name], value: undefined, how: 'removed' }
      yield* wrongIn({ right: inner, path: [...path, name], wrap: (value) => wrap({ ...right, [name]: value }), seen })
    }
  }
}

/** What may stand in place of a value, and how it is wrong. */
function othersOf(right: Json): readonly (readonly [Json, string])[] {
  const all = (how: string, values: readonly Json[]) => values.map((value) => [value, how] as const)
  if (typeof right === 'string') return all('text', [7, '', UNKNOWN, 'x'.repeat(30_000), 'a\u0000b', []])
  if (typeof right === 'number') return all('number', ['x', String(right), -1, 0.5, 1e-7, 0.1 + 0.2, 1e12, 3_000_000_000, 1e300, {}])
  if (typeof right === 'boolean') return all('boolean', ['true', 1, []])
  if (isList(right)) return all('list', [{}, [], 'x', Array.from({ length: 501 }, () => right[0] ?? null)])
  return all('object', [[], 'x', 7, {}])
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
