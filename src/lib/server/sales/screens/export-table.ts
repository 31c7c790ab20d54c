import { Readable } from 'node:stream'
import type { Cell } from '#lib/domain/sales/csv.ts'
import { figureOf, type SalesColumn, type SalesRow, type SalesTable } from '#lib/domain/sales/sales-tables.ts'
import { wallTimeOf } from '#lib/domain/time/wall-clock.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import type { Translate } from '#lib/text/translate.ts'
import { streamFile, type ExportFormat } from '#lib/server/sales/files/row-file.ts'
import { rowDate } from './screen-text.ts'

/** A file of a table, all its rows. */
export function exportTable(table: SalesTable, format: ExportFormat, locale: Locale): ReadableStream<Uint8Array> {
  const t = textOf(locale)
  const [head = [], ...rows] = cellsOf(table, locale, t)
  return streamFile({ head, batches: Readable.from([rows]), format, name: t(`live.table_${table.id}`), locale })
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
