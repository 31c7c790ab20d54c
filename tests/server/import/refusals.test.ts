import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseWith } from '#lib/server/import/read/parse-with.ts'
import { ImportNotes, writeRemark, type Remark } from '#lib/server/import/read/report.ts'
import { catalogueFile } from '#lib/server/import/schema/catalogue-schema.ts'
import { pointsPlan } from '#lib/server/import/schema/points-schema.ts'
import { rowsPlan } from '#lib/server/import/schema/seatplan-schema.ts'
import { showValue } from '#lib/server/import/schema/write-issue.ts'
import { isSchema, rightValues, schemasOf, wrongFiles, type Json, type JsonSchema, type WrongFile } from '#tests/support/wrong-files.ts'

/** What a person who mends a file must not be told. */
const UNREADABLE =
  /Invalid (input|string|option|key|element)|regex|pattern|\/\^|\\d|\[A-Z|RangeError|TypeError|undefined|NaN|\[object|Unrecognized|expected \w+/i
const WRONG: readonly Json[] = [null, -1e12, 1e12, 0.12345, '', '!?"', 'x'.repeat(30_000), true, [], {}, [null], { nothing: 1 }]

/** Documents that are wrong in one place each, for every place of a published schema. */
function* wrongBy(schema: JsonSchema, wrap: (value: Json) => Json, depth = 0): Generator<Json> {
  for (const value of WRONG) yield wrap(value)
  if (depth > 9) return
  for (const branch of [...schemasOf(schema.anyOf), ...schemasOf(schema.oneOf), ...schemasOf(schema.allOf)])
    yield* wrongBy(branch, wrap, depth + 1)
  const items = schemasOf(schema.prefixItems)
  if (items.length > 0) for (const item of items) yield* wrongBy(item, (value) => wrap([value, value]), depth + 1)
  if (isSchema(schema.items)) yield* wrongBy(schema.items, (value) => wrap([value]), depth + 1)
  if (isSchema(schema.additionalProperties)) yield* wrongBy(schema.additionalProperties, (value) => wrap({ key: value }), depth + 1)
  if (!isSchema(schema.properties)) return
  const known = constants(schema.properties)
  for (const [key, inner] of Object.entries(schema.properties))
    if (isSchema(inner)) yield* wrongBy(inner, (value) => wrap({ ...known, [key]: value }), depth + 1)
}

/** The keys that tell a form, such as `"format": "pretix"`. */
function constants(properties: JsonSchema): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, inner]) => (isSchema(inner) && 'const' in inner ? [[key, inner.const as Json]] : [])),
  )
}

/** Each list of a catalogue with every key that it may have, in each of its forms. */
function rightLists(): (readonly [string, readonly Json[]])[] {
  const { properties = {} } = z.toJSONSchema(catalogueFile, { io: 'input' })
  return Object.entries(properties).flatMap(([key, schema]) =>
    key === '$schema' || !isSchema(schema) ? [] : [[key, rightValues(schema)] as const],
  )
}

function problemsOf(json: Json): readonly Remark[] {
  const notes = new ImportNotes()
  parseWith(catalogueFile, json, { place: { file: 'house.json', path: [] }, notes })
  return notes.problems
}

/** Lists of which no value is repeated. */
const PRIVATE = new Set(['customers', 'members', 'references', 'coupons', 'ticketVouchers', 'seniorBenefits', 'vouchers'])
const ALLOWED = /must be |allowed: |needed here|known here: | at least| at most|is not (a|an|the) |must be a multiple of|take it out/

/** What a message about a wrong file lacks of what it has to say; undefined if nothing. */
function lackOf({ path, value, how }: WrongFile, problem: Remark, all: readonly Remark[]): string | undefined {
  const { sentence } = problem
  if (UNREADABLE.test(sentence.replaceAll(/"[^"]*"/g, ''))) return 'words'
  if (sentence.length > 900) return 'brevity'
  if (!ALLOWED.test(sentence)) return 'what is allowed'
  const same = path.filter((step, at) => problem.path[at] === step).length
  if (same < path.length - 1) return 'the place'
  const isTold =
    value === undefined ||
    isSchema(value) ||
    how === 'list' ||
    how === 'object' ||
    problem.path.at(-1) === value ||
    PRIVATE.has(String(path[0]))
  if (isTold || all.some((one) => one.sentence.includes(showValue(value)) || one.sentence.includes('code 0'))) return undefined
  return 'the value'
}

/** What no place of a catalogue takes: no number of it is as large, and no database keeps such a letter. */
function isWrongAnywhere(value: Json | undefined): boolean {
  return value === 1e300 || value === 3_000_000_000 || (typeof value === 'string' && value.includes('\0'))
}

describe('what an import says of a wrong file', () => {
  test('names place, value and what is allowed for each place of a right catalogue, in each of its forms, that is left out or made wrong', () => {
    const lacks: string[] = []
    const taken: string[] = []
    let refused = 0
    for (const [key, right] of rightLists()) {
      for (const value of right) expect(problemsOf({ [key]: value }).map(writeRemark)).toEqual([])
      for (const wrong of wrongFiles(right, [key], (value) => ({ [key]: value }))) {
        const problems = problemsOf(wrong.json)
        if (problems.length > 0) refused++
        else if (isWrongAnywhere(wrong.value)) taken.push(`${wrong.path.join('.')}: ${showValue(wrong.value)}`)
        for (const problem of problems) {
          const lack = lackOf(wrong, problem, problems)
          if (lack !== undefined)
            lacks.push(`${wrong.path.join('.')} ${wrong.how} ${showValue(wrong.value)} lacks ${lack}: ${writeRemark(problem)}`)
        }
      }
    }
    expect(lacks).toEqual([])
    expect(taken).toEqual([])
    expect(refused).toBeGreaterThan(6_000)
  }, 60_000)

  test.each([
    ['catalogue', catalogueFile],
    ['rows', rowsPlan],
    ['points', pointsPlan],
  ])('names value and what is allowed, in words, for every place of a %s file', (_name, schema) => {
    const sentences = new Set<string>()
    let wrong = 0
    for (const document of wrongBy(z.toJSONSchema(schema, { io: 'input' }), (value) => value)) {
      const notes = new ImportNotes()
      parseWith(schema, document, { place: { file: 'x', path: [] }, notes })
      for (const problem of notes.problems) sentences.add(problem.sentence)
      wrong++
    }
    expect(wrong).toBeGreaterThan(500)
    expect(sentences.size).toBeGreaterThan(50)
    expect([...sentences].filter((sentence) => UNREADABLE.test(sentence.replaceAll(/"[^"]*"/g, '')))).toEqual([])
    expect([...sentences].filter((sentence) => sentence.length > 1_500)).toEqual([])
  })

  test('tells forms by what they say they are, and names all that are known', () => {
    const problemsOf = (plan: object) => {
      const notes = new ImportNotes()
      parseWith(catalogueFile, { seatplans: [{ id: 1, venueId: 1, name: 'x', ...plan }] }, { place: { file: 'x', path: [] }, notes })
      return notes.problems.map(({ path, sentence }) => `${path.join('.')}: ${sentence}`)
    }
    expect(problemsOf({ format: 'dxf', file: 'a.dxf' })).toEqual([
      expect.stringMatching(/^seatplans\.0\.format: "dxf" is not allowed here; allowed: "rows", "pretix", "points", .*"counts"$/),
    ])
    expect(problemsOf({ format: 'pretix', file: 'a.json', scale: 'big' })).toEqual(['seatplans.0.scale: "big" must be a number'])
    expect(problemsOf({ format: 'points', fil: 'a.json' })).toEqual([
      'seatplans.0.file: is missing: a text in quotation marks is needed here',
      expect.stringMatching(/^seatplans\.0: "fil" is not known here; known here: "id", .*"file"/),
    ])
  })

  test('repeats no value of people and codes', () => {
    const notes = new ImportNotes()
    const customers = [{ idNumber: 123456782, passwordHash: 'secret' }]
    parseWith(catalogueFile, { customers, references: [{ reference1: 77 }] }, { place: { file: 'x', path: [] }, notes })
    expect(notes.problems.length).toBeGreaterThan(2)
    expect(JSON.stringify(notes.problems)).not.toMatch(/123456782|secret|77/)
  })

  test('no schema checks a text without saying what is allowed', async () => {
    const schemas = [
      'catalogue',
      'customer',
      'donation',
      'entitlement',
      'film',
      'membership',
      'mini-site',
      'points',
      'presentation',
      'seatplan',
      'value',
    ]
    for (const name of schemas) {
      const text = await readFile(new URL(`../../../src/lib/server/import/schema/${name}-schema.ts`, import.meta.url), 'utf8')
      const checks = text.match(/\.regex\(/g)?.length ?? 0
      expect([name, text.match(/writtenAs\('/g)?.length ?? 0]).toEqual([name, checks])
    }
  })
})
