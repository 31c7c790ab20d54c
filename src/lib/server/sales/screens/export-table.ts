import writeExcel from 'write-excel-file/node'
import { csvOf, harmless, type Cell } from '#lib/domain/sales/csv.ts'
import { figureOf, type SalesColumn, type SalesRow, type SalesTable } from '#lib/domain/sales/sales-tables.ts'
import { wallTimeOf } from '#lib/domain/time/wall-clock.ts'
import { directionOf, type Locale } from '#lib/text/locales.ts'
import type { Translate } from '#lib/text/translate.ts'
import { rowDate } from './screen-text.ts'

/** A file of a table, all its rows: figures as numbers, amounts in shekels, shares as a part of one. */
export type ExportFormat = 'csv' | 'xlsx'

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export async function exportTable(table: SalesTable, format: ExportFormat, locale: Locale, t: Translate): Promise<Buffer> {
  return fileOf(cellsOf(table, locale, t), format, { name: t(`live.table_${table.id}`), locale })
}

interface Sheet {
  readonly name: string
  readonly locale: Locale
}

/** A file of rows, the first of which is the head. */
export async function fileOf(rows: readonly (readonly Cell[])[], format: ExportFormat, { name, locale }: Sheet): Promise<Buffer> {
  if (format === 'csv') return Buffer.from(csvOf(rows))
  const sheet = rows.map((row, at) => row.map((cell) => excelCell(cell, at === 0)))
  const options = { sheet: name, rightToLeft: directionOf(locale) === 'rtl', stickyRowsCount: 1 }
  return writeExcel(sheet, options).toBuffer()
}

function excelCell(cell: Cell, isHead: boolean) {
  if (cell === null) return null
  if (typeof cell === 'number') return { value: cell, type: Number }
  return { value: harmless(cell), type: String, ...(isHead && { fontWeight: 'bold' as const }) }
}

/** The head, then a row for each: what it is told by, and its figures. */
function cellsOf({ id, columns, rows }: SalesTable, locale: Locale, t: Translate): readonly (readonly Cell[])[] {
  const hasDate = rows.some(({ rank }) => rank !== undefined)
  const hasNote = rows.some(({ note }) => note !== undefined)
  const head = [
    t(`live.of_${id}`),
    ...(hasDate ? [t('live.date')] : []),
    ...(hasNote ? [''] : []),
    ...columns.map((one) => t(`live.col_${one}`)),
  ]
  const wordsOf = (row: SalesRow): Cell[] => [
    row.rank === row.name ? (rowDate(row, locale) ?? '') : row.name,
    ...(hasDate ? [dateCell(row)] : []),
    ...(hasNote ? [row.note ?? null] : []),
  ]
  return [head, ...rows.map((row) => [...wordsOf(row), ...columns.map((column) => figureCell(row, column))])]
}

/** YYYY-MM-DD, or with the time: what spreadsheets read as a date in every language. */
function dateCell({ rank }: SalesRow): Cell {
  if (rank === undefined) return null
  return rank.includes('T') ? timeCell(rank) : rank
}

/** @param instant as ISO 8601 */
export function timeCell(instant: string): string {
  return wallTimeOf(Date.parse(instant)).replace('T', ' ')
}

function figureCell(row: SalesRow, column: SalesColumn): Cell {
  const figure = figureOf(row, column)
  if (figure === undefined) return null
  if (column === 'gross' || column === 'refunded' || column === 'net') return figure / 100
  return column === 'share' ? Math.round(figure * 1_000) / 1_000 : figure
}
