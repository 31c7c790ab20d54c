import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkPlan } from '#lib/server/import/plans/check-plan.ts'
import { layOutPlan } from '#lib/server/import/plans/read-plan.ts'
import { ImportNotes } from '#lib/server/import/read/report.ts'
import { seatplan } from '#lib/server/import/schema/plan-item-schema.ts'
import { gridHouse } from '#tests/support/plans/grid-house.ts'
import { FORMS, type HouseForm } from '#tests/support/plans/house-forms.ts'

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'plan-fuzz-'))))
afterAll(() => rm(folder, { recursive: true }))

const UNREADABLE = /RangeError|TypeError|undefined|\[object|Invalid input|Cannot read/

/** Reads bytes as an import would. */
async function read(format: string, file: string, bytes: Uint8Array | string): Promise<{ seats: number | undefined; notes: ImportNotes }> {
  await writeFile(join(folder, file), bytes)
  const item = seatplan.parse({ id: 1, venueId: 1, name: 'x', format, file })
  const notes = new ImportNotes()
  const plan = await layOutPlan({ item, place: { file: 'house.json', path: [] } }, folder, notes)
  if (plan) checkPlan(plan, { file, path: [] }, notes)
  return { seats: plan?.seats.length, notes }
}

/** A generator of numbers below 1 that is the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}

/** Bytes changed, left out, doubled or cut off in some places. */
function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  let changed = [...bytes]
  for (let count = 1 + Math.floor(random() * 4); count > 0; count--) {
    const [at, length] = [Math.floor(random() * changed.length), Math.floor(random() * 12)]
    const way = Math.floor(random() * 4)
    if (way === 0) changed[at] = Math.floor(random() * 256)
    if (way === 1) changed.splice(at, length)
    if (way === 2) changed.splice(at, 0, ...changed.slice(at, at + length))
    if (way === 3 && random() < 0.1) changed = changed.slice(0, at)
  }
  return Uint8Array.from(changed)
}

type Json = null | string | number | boolean | Json[] | { [key: string]: Json }
const OTHERS: readonly Json[] = [null, '', -1, 1e12, [], {}, 'x', true, '12', 0.5]

/** A document in which some value is another, gone or there twice. */
function mutateJson(document: Json, random: () => number): Json {
  const nodes: { readonly holder: Json[] | { [key: string]: Json }; readonly key: string }[] = []
  const visit = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      nodes.push({ holder: value, key })
      visit(inner)
    }
  }
  visit(document)
  for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
    const { holder, key } = nodes[Math.floor(random() * nodes.length)] ?? { holder: {}, key: '' }
    const [way, other] = [random(), OTHERS[Math.floor(random() * OTHERS.length)] ?? null]
    if (way < 0.5) Reflect.set(holder, key, other)
    else if (way < 0.8 && Array.isArray(holder)) holder.splice(Number(key), 1)
    else if (way < 0.8) Reflect.deleteProperty(holder, key)
    else if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)] ?? null))
  }
  return document
}

/** How many seats a file holds, counted without our readers; undefined where that cannot be told. */
function countSeats(format: string, text: string): number | undefined {
  // Those that a browser draws and that still say which seat they are.
  if (format === 'svg') return text.match(/<circle id="seat-[^"]*" cx="[^"]*" cy="[^"]*" r="[\d.]+"\/>/g)?.length ?? 0
  if (format === 'sheet') return undefined
  const lists = (thing: unknown): number => {
    if (typeof thing !== 'object' || thing === null) return 0
    const own = Object.entries(thing).map(([key, inner]) => (key === 'seats' && Array.isArray(inner) ? inner.length : lists(inner)))
    return own.reduce((sum, one) => sum + one, 0)
  }
  try {
    return lists(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Plans that are mutated in all; npm test does with a part of the 5,000. */
const MUTATED = Number(process.env.MUTATED_PLANS ?? 1_200)

const SEATS = [1, 2, 3, 4, 5, 6]
const CSV = `section,row,seats,category,features\n${SEATS.map((row) => `A,${String(row)},1-6,x,\n`).join('')}`
const cells = CSV.trim().split('\n').map((line) => line.split(',')) // prettier-ignore
const SHEET = `<worksheet><sheetData>${cells.map((line) => `<row>${line.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`).join('')}</sheetData></worksheet>`
const WORKBOOK = {
  'xl/workbook.xml': '<workbook xmlns:r="b"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/></Relationships>',
  'xl/worksheets/a.xml': SHEET,
}
const SVG = `<svg viewBox="0 0 300 400"><g id="section-A" transform="translate(5,5)">${SEATS.map((row) => `<g id="row-${String(row)}" fill="#f00">${SEATS.map((seat) => `<circle id="seat-${String(seat)}" cx="${String(seat * 33)}" cy="${String(row * 40)}" r="11"/>`).join('')}</g>`).join('')}</g></svg>`

const HOUSE = gridHouse({ zones: ['Stalls', 'Circle'], rows: 3, seats: 6 })

/** The house as a file of a form. */
function written(format: HouseForm['format']): Uint8Array {
  return strToU8(FORMS.find((form) => form.format === format)?.write(HOUSE) ?? '')
}

describe('mutated plans', () => {
  test.each([
    ['pretix', 'a.pretix.json', written('pretix')],
    ['points', 'a.json', written('points')],
    ['spektrix', 'a.spektrix.json', written('spektrix')],
    ['sheet', 'a.csv', strToU8(CSV)],
    ['sheet', 'a.xlsx', zipSync(Object.fromEntries(Object.entries(WORKBOOK).map(([name, text]) => [name, strToU8(text)])))],
    ['svg', 'a.svg', strToU8(SVG)],
  ] as const)('in the form %s (%s) never end the reader; what is refused or lost is told in words', async (format, file, bytes) => {
    const rounds = Math.ceil(MUTATED / 6)
    const whole = await read(format, file, bytes)
    expect([whole.seats, whole.notes.problems]).toEqual([36, []])
    const random = numbersFrom(16)
    const [silent, unreadable, lost]: [string[], string[], string[]] = [[], [], []]
    let [taken, refused] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      const isJson = file.endsWith('.json') && round % 2 === 0
      const mutated = isJson ? strToU8(JSON.stringify(mutateJson(JSON.parse(strFromU8(bytes)) as Json, random))) : mutate(bytes, random)
      const { seats, notes } = await read(format, file, mutated)
      const told = [...notes.problems, ...notes.repairs, ...notes.warnings]
      unreadable.push(...told.map(({ sentence }) => sentence).filter((sentence) => UNREADABLE.test(sentence)))
      if (seats === undefined && notes.problems.length === 0) silent.push(`round ${String(round)}`)
      if (notes.problems.length > 0) refused++
      else {
        taken++
        const held = file.endsWith('.xlsx') ? undefined : countSeats(format, strFromU8(mutated))
        const isTold = told.some(({ sentence }) => /left out|no names|hidden|not read|keeps |well-formed/.test(sentence))
        if (held !== undefined && (seats ?? 0) < held && !isTold) lost.push(`round ${String(round)}: ${String(seats)} of ${String(held)}`)
      }
    }
    expect([silent, [...new Set(unreadable)], lost]).toEqual([[], [], []])
    expect(refused).toBeGreaterThan(rounds / 20)
    expect(taken).toBeGreaterThan(file === 'a.xlsx' ? 0 : rounds / 20)
  })
})
