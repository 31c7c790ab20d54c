import { figureOf, shareOf, type SalesColumn, type SalesRow, type SalesTable } from '#lib/domain/sales/sales-tables.ts'
import type { PeriodSums } from '#lib/server/sales/live/dashboard.ts'
import { formatShortDate, formatShortWeekday, formatTime } from '#lib/text/format-date.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Screen } from './screens.ts'

/** What a cell of a table of sales says; '–' for nothing. */
export function cellText(row: SalesRow, column: SalesColumn): string {
  const figure = figureOf(row, column)
  if (figure === undefined) return '–'
  if (column === 'share') return formatShare(figure)
  return column === 'gross' || column === 'refunded' || column === 'net' ? formatMoney(figure) : formatCount(figure)
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US').replace('-', '−')
}

/** 75.6% @param share 0 to 1 */
export function formatShare(share: number): string {
  return `${(Math.round(share * 1_000) / 10).toString()}%`
}

/** The sums above the tables, by what they are of. */
export const SUMS = ['sold', 'gross', 'share', 'returned'] as const
export type SumName = (typeof SUMS)[number]

export function sumText(sums: PeriodSums, name: SumName): string {
  if (name === 'sold') return formatCount(sums.sold - sums.returned)
  // Whole shekels: it is the size that counts here.
  if (name === 'gross') return formatMoney(Math.round(sums.gross / 100) * 100)
  if (name === 'returned') return formatCount(sums.returned)
  const share = shareOf(sums)
  return share === undefined ? '–' : formatShare(share)
}

/** The name by which the page and the stream of changes know a cell. */
export function cellName(table: Pick<SalesTable, 'id'>, row: Pick<SalesRow, 'id'>, column: string): string {
  return `${table.id}.${row.id}.${column}`
}

/** All texts of a screen that sales change, by the names of their cells. */
export function screenCells({ tables, sums }: Screen, all: string): ReadonlyMap<string, string> {
  const cells = new Map<string, string>()
  if (sums) for (const name of SUMS) cells.set(`sum.${name}`, sumText(sums, name))
  for (const table of tables)
    for (const row of table.rows.slice(0, rowsShown(table, all)))
      for (const column of table.columns) cells.set(cellName(table, row, column), cellText(row, column))
  return cells
}

/** Rows of a table on a page that shows the first of each, and of one that shows all of a table; a file has all there are. */
const [FIRST_ROWS, MOST_ROWS] = [12, 1_000]

/** How many rows of a table are shown. @param all the table that is asked for as a whole */
export function rowsShown(table: Pick<SalesTable, 'id'>, all: string): number {
  return table.id === all ? MOST_ROWS : FIRST_ROWS
}

/** The row's day or start, if it has one: "יום ג׳ 24.11" or "24.11 20:30". */
export function rowDate({ rank }: Pick<SalesRow, 'rank'>, locale: Locale): string | undefined {
  if (rank === undefined) return undefined
  // A date alone is that day in Jerusalem, whose noon is on it in UTC as well.
  if (!rank.includes('T')) return dayText(rank, locale)
  const at = Date.parse(rank)
  return `${formatShortDate(at)} ${formatTime(at)}`
}

/** @param date YYYY-MM-DD */
export function dayText(date: string, locale: Locale): string {
  const noon = Date.parse(`${date}T10:00:00Z`)
  return `${formatShortWeekday(noon, locale)} ${formatShortDate(noon)}`
}
