import { inside, type ImportNotes, type Place, type Reading } from '#lib/server/import/read/report.ts'
import type { Column, SheetLayout } from '#lib/server/import/schema/sheet-schema.ts'
import { featureCode } from '#lib/server/import/schema/seatplan-schema.ts'
import CELL_WORDS from './cell-words.json' with { type: 'json' }
import HEADINGS from './headings.json' with { type: 'json' }
import { namesBetween, readSeatCell, type NameBlock } from '#lib/domain/seating/layout/name-series.ts'
import { nameTable } from '#lib/server/import/plans/pretix/table-names.ts'
import type { TableLine } from './read-table.ts'

/** What a line of a spreadsheet says: seats of one row, or the places of a section without seats. */
export interface SheetLine {
  readonly section: string
  /** The floor that its section is on. */
  readonly level: string | undefined
  readonly row: string
  readonly blocks: readonly NameBlock[]
  /** Whether the line itself says the room before its seats. */
  readonly saysGap: boolean
  readonly step: number
  readonly side: 'right' | 'left' | undefined
  readonly category: string
  readonly features: readonly number[]
  readonly capacity: number | undefined
  readonly at: readonly [number, number] | undefined
  readonly guid: string | undefined
  /** Whether its table, bench or box is sold whole only. */
  readonly isWhole: boolean
  readonly place: Place
}

type Columns = ReadonlyMap<Column, number>

/** What a line says in a column; empty if it says nothing, or the sheet has no such column. */
type ReadCell = (column: Column) => string

const HEAD_LINES = 20
const FEATURES: ReadonlyMap<string, number> = new Map(Object.entries(CELL_WORDS.features))

/** Reads the lines below the headings; one that cannot be read is a problem with its line, column and value. */
export function readSheetLines(table: readonly TableLine[], layout: SheetLayout, { place, notes }: Reading): SheetLine[] | undefined {
  const head = findHead(table, layout)
  if (!head) {
    const first = table.find((line) => line.cells.some((cell) => cell !== ''))
    const found = first ? first.cells.filter((cell) => cell !== '').slice(0, 12) : []
    const wanted = 'needs headings for the row and for "seat", "from" and "to", or "seats"'
    const option = `"columns" says which is which, for example { "row": ${JSON.stringify(found[0] ?? 'Reihe')} }`
    notes.problem(
      place,
      found.length === 0 ? 'is empty' : `${wanted}; its first line says ${found.map((cell) => JSON.stringify(cell)).join(', ')}; ${option}`,
    )
    return undefined
  }
  noteUnread(head, place, notes)
  const lines = table.filter(({ line, cells }) => line > head.line && cells.some((cell) => cell !== ''))
  let named: Named = { section: '', row: '', level: undefined }
  return lines.flatMap(({ line, cells }) => {
    const cell: ReadCell = (column) => cells[head.columns.get(column) ?? -1] ?? ''
    named = nameLine(cell, named)
    return readLine(cell, named, { place: inside(place, `line ${String(line)}`), notes }) ?? []
  })
}

interface Named {
  readonly section: string
  readonly level: string | undefined
  readonly row: string
}

/** An empty section or level is that of the line before, as where cells were merged, and so is the row in it. */
function nameLine(cell: ReadCell, before: Named): Named {
  const [section, table] = [cell('section'), cell('table')]
  const row = table === '' ? cell('row') : nameTable(table, 'table')
  const level = cell('level') || before.level
  const isSame = (section === '' || section === before.section) && level === before.level
  return { section: section || before.section || '1', level, row: row || (isSame ? before.row : '') }
}

interface Head {
  readonly line: number
  readonly cells: readonly string[]
  readonly columns: Columns
}

function findHead(table: readonly TableLine[], layout: SheetLayout): Head | undefined {
  for (const { line, cells } of table.slice(0, HEAD_LINES)) {
    const columns = columnsOf(cells, layout)
    const saysSeats = columns.has('seat') || columns.has('seats') || (columns.has('from') && columns.has('to')) || columns.has('capacity')
    if (saysSeats && (columns.has('row') || columns.has('table') || columns.has('capacity'))) return { line, cells, columns }
  }
  return undefined
}

function columnsOf(cells: readonly string[], layout: SheetLayout): Columns {
  const plain = cells.map(plainWords)
  const columns = new Map<Column, number>()
  for (const [column, words] of Object.entries(HEADINGS) as [Column, string[]][]) {
    const own = layout.columns?.[column]
    const index = own === undefined ? plain.findIndex((cell) => words.includes(cell)) : plain.indexOf(plainWords(own))
    if (index >= 0) columns.set(column, index)
  }
  return sectionedBy(columns, layout.columns?.level !== undefined)
}

/** Floors that are all that a file says of where rows are are its sections. */
function sectionedBy(columns: Map<Column, number>, isLevelMeant: boolean): Columns {
  const level = columns.get('level')
  if (level === undefined || columns.has('section')) return columns
  columns.set('section', level)
  if (!isLevelMeant) columns.delete('level')
  return columns
}

function plainWords(cell: string): string {
  return cell.toLowerCase().replaceAll(/[_\s:.]+/g, ' ').trim() // prettier-ignore
}

function noteUnread({ line, cells, columns }: Head, place: Place, notes: ImportNotes): void {
  const read = new Set(columns.values())
  const unread = cells.filter((cell, index) => cell !== '' && !read.has(index)).map((cell) => JSON.stringify(cell))
  if (unread.length > 0) notes.warning(inside(place, `line ${String(line)}`), `the columns ${unread.join(', ')} are not read`)
}

function readLine(cell: ReadCell, { section, row, level }: Named, reading: Reading): SheetLine | undefined {
  const { place, notes } = reading
  const capacity = readCount('capacity', cell, reading)
  const isGeneral = isOfPlaces(cell)
  if (row === '' && !isGeneral) {
    notes.problem(inside(place, 'row'), 'is empty: every seat needs the name of its row')
    return undefined
  }
  const step = readCount('step', cell, reading)
  const blocks = isGeneral || step === undefined ? [] : readBlocks(cell, step, reading)
  const features = readFeatures(cell('features'), reading)
  const gap = readCount('gap', cell, reading)
  const at = readPoint(cell, reading)
  if (!blocks || !features || step === undefined || gap === undefined || at === null || (isGeneral && capacity === undefined))
    return undefined
  return {
    section,
    level,
    row,
    blocks: spaceBefore(blocks, gap),
    saysGap: cell('gap') !== '',
    step,
    side: sideOf(cell('direction'), reading),
    category: cell('category') || section,
    features,
    capacity: isGeneral ? capacity : undefined,
    at,
    guid: cell('guid') || undefined,
    isWhole: CELL_WORDS.yes.includes(plainWords(cell('whole'))),
    place,
  }
}

/** Whether a line says how many places a section has, and no seats. */
function isOfPlaces(cell: ReadCell): boolean {
  return cell('capacity') !== '' && (['seat', 'seats', 'from'] as const).every((column) => cell(column) === '')
}

/** The blocks with more room before the first. */
function spaceBefore([first, ...more]: readonly NameBlock[], gap: number): readonly NameBlock[] {
  return first ? [{ ...first, gap: first.gap + gap }, ...more] : []
}

/** What an empty cell of a column of numbers stands for. */
const EMPTY_COUNT = { capacity: undefined, step: 1, gap: 0 } as const

/** @returns undefined for what is no such number, which is noted */
function readCount(column: keyof typeof EMPTY_COUNT, cell: ReadCell, { place, notes }: Reading): number | undefined {
  const written = cell(column)
  if (written === '') return EMPTY_COUNT[column]
  const count = Number(written)
  if (Number.isInteger(count) && count >= (column === 'step' ? 1 : 0) && count <= 500_000) return count
  notes.problem(inside(place, column), `${JSON.stringify(written)} is no whole number${column === 'step' ? ' from 1' : ''}`)
  return undefined
}

function readBlocks(cell: ReadCell, step: number, { place, notes }: Reading): readonly NameBlock[] | undefined {
  const [seat, seats, from, to] = [cell('seat'), cell('seats'), cell('from'), cell('to')]
  if (from !== '') {
    const names = namesBetween(from, to || from, step)
    if (names) return [{ gap: 0, names }]
    notes.problem(
      inside(place, 'from'),
      `${JSON.stringify(from)} to ${JSON.stringify(to)} by ${step} are no seats: numbers or letters of one kind, at most 2,000`,
    )
    return undefined
  }
  const written = seats || seat
  const blocks = seats === '' && seat !== '' && !/[-,|/]/.test(seat) ? [{ gap: 0, names: [seat] }] : readSeatCell(written)
  if (blocks) return blocks
  const where = inside(place, seats === '' ? 'seat' : 'seats')
  notes.problem(where, `${JSON.stringify(written)} names no seats; write 7, 1-10, 1-19/2, 101,103 or 1-8 | 9-16`)
  return undefined
}

/** Codes or words, divided by commas. */
function readFeatures(written: string, { place, notes }: Reading): number[] | undefined {
  const words = written.split(/[,;+]/).map(plainWords).filter((word) => word !== '') // prettier-ignore
  const found = words.map((word) => FEATURES.get(word) ?? (featureCode.safeParse(Number(word)).success ? Number(word) : undefined))
  const unknown = words.filter((_, index) => found[index] === undefined)
  if (unknown.length === 0) return [...new Set(found.flatMap((code) => code ?? []))].sort((one, other) => one - other)
  const known = [...FEATURES.keys()].slice(0, 40).join(', ')
  notes.warning(
    inside(place, 'features'),
    `${JSON.stringify(unknown.join(', '))} is no feature that is known, and is left out; known: ${known}`,
  )
  return found.flatMap((code) => code ?? [])
}

/** The place of a single seat; undefined if the line says none, null if it says something else. */
function readPoint(cell: ReadCell, { place, notes }: Reading): readonly [number, number] | null | undefined {
  const [x, y] = [cell('x'), cell('y')]
  if (x === '' && y === '') return undefined
  if (x !== '' && y !== '' && Number.isFinite(Number(x)) && Number.isFinite(Number(y))) return [Number(x), Number(y)]
  notes.problem(inside(place, 'x'), `${JSON.stringify(x)} and ${JSON.stringify(y)} are no place: both must be numbers`)
  return null
}

function sideOf(written: string, { place, notes }: Reading): 'right' | 'left' | undefined {
  const word = plainWords(written)
  const side = (['right', 'left'] as const).find((one) => CELL_WORDS[one].includes(word))
  if (!side && word !== '')
    notes.warning(
      inside(place, 'direction'),
      `${JSON.stringify(written)} is no side and is left out; write ${[...CELL_WORDS.right, ...CELL_WORDS.left].join(', ')}`,
    )
  return side
}
