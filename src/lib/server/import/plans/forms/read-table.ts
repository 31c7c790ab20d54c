import { parse, CsvError } from 'csv-parse/sync'
import { inside, type ImportNotes, type Place, type Reading } from '#lib/server/import/read/report.ts'
import { DATE, readWorkbook, type WorkbookSheet } from './read-workbook.ts'

/** A line of a table: its number in the file, from 1, and its cells as text. */
export interface TableLine {
  readonly line: number
  readonly cells: readonly string[]
}

const MOST_LINES = 200_000
const DELIMITERS = [',', ';', '\t']

/** The lines of a spreadsheet: xlsx, or CSV in UTF-8, UTF-16 or Windows-1255; undefined, with a problem, if it is none of them. */
export function readTable(bytes: Buffer, sheet: string | undefined, reading: Reading): TableLine[] | undefined {
  const { place, notes } = reading
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return readXlsx(bytes, sheet, reading)
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0') {
    notes.problem(place, 'is a workbook of the old .xls form; save it as .xlsx or as CSV')
    return undefined
  }
  if (sheet !== undefined) notes.warning(place, `is CSV, which has no sheets: "sheet" is not needed`)
  return readCsv(decodeText(bytes, place, notes), place, notes)
}

function readXlsx(bytes: Buffer, wanted: string | undefined, { place, notes }: Reading): TableLine[] | undefined {
  const sheets = openWorkbook(bytes, place, notes)
  if (!sheets) return undefined
  const names = sheets.map((one) => `"${one.name}"`).join(', ')
  const found = wanted === undefined ? sheets[0] : sheets.find((one) => one.name === wanted)
  if (!found) {
    notes.problem(place, `has no sheet "${wanted ?? ''}"; it has ${names}: choose one by "sheet"`)
    return undefined
  }
  if (wanted === undefined && sheets.length > 1) notes.warning(place, `has the sheets ${names}; the first is read, "sheet" chooses another`)
  return found.rows.map((cells, index) => {
    const line = index + 1
    return { line, cells: cells.map((cell) => cellText(cell, inside(place, `line ${String(line)}`), notes)) }
  })
}

function openWorkbook(bytes: Buffer, place: Place, notes: ImportNotes): WorkbookSheet[] | undefined {
  try {
    return readWorkbook(bytes)
  } catch {
    notes.problem(place, 'is no workbook that can be read; save it again as .xlsx, or as CSV')
    return undefined
  }
}

function cellText(cell: string | typeof DATE, place: Place, notes: ImportNotes): string {
  if (cell !== DATE) return cell.trim()
  notes.problem(place, 'holds a date, which a spreadsheet makes of seats such as 1-10; give the column the format "text" and type it again')
  return ''
}

/** The text of a file without a declared encoding: by its mark, by its zeros, as UTF-8 if it is, else as the Hebrew of Windows. */
function decodeText(bytes: Buffer, place: Place, notes: ImportNotes): string {
  const [first, second] = [bytes[0] ?? 0, bytes[1] ?? 0]
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // No other encoding has zeros in a text.
  const zeros = [0, 1].map((side) => bytes.subarray(0, 4_000).filter((byte, index) => byte === 0 && index % 2 === side).length)
  if (Math.max(...zeros) > 0) return new TextDecoder((zeros[0] ?? 0) > (zeros[1] ?? 0) ? 'utf-16be' : 'utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    notes.repair(place, 'is not UTF-8; it is read as Windows-1255')
    return new TextDecoder('windows-1255').decode(bytes)
  }
}

function readCsv(text: string, place: Place, notes: ImportNotes): TableLine[] | undefined {
  const head = text.slice(0, 2_000)
  const delimiter = DELIMITERS.toSorted((one, other) => head.split(other).length - head.split(one).length)[0] ?? ','
  try {
    const records = parse(text, { delimiter, relax_column_count: true, relax_quotes: true, info: true, to: MOST_LINES + 1 }) as unknown
    const read = records as readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[]
    if (read.length <= MOST_LINES) return read.map(({ record, info }) => ({ line: info.lines, cells: record.map((cell) => cell.trim()) }))
    notes.problem(place, `has more than ${String(MOST_LINES)} lines; a line may say many seats, by "from" and "to"`)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? [`line ${String(error.lines)}`] : []
    notes.problem(inside(place, ...line), 'opens a quotation mark that is not closed')
  }
  return undefined
}
