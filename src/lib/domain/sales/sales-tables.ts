import type { Agorot } from '#lib/domain/money/money.ts'

/** A row of a table of sales. Amounts are agorot. */
export interface SalesRow {
  /** Unique within its table, stable between readings. */
  readonly id: string
  readonly name: string
  /** What else tells the row from others: a hall, a time. */
  readonly note?: string
  /** What it is sorted by if names do not tell the order: a date. */
  readonly rank?: string
  readonly sold: number
  readonly returned: number
  readonly capacity: number
  /** Sold in all, whatever the range: what is no more available. */
  readonly taken: number
  readonly gross: Agorot
  readonly refunded: Agorot
  /** The row of all others. */
  readonly isTotal?: boolean
}

/** What the columns of such a table show; the name of the row is always first. */
export const SALES_COLUMNS = ['sold', 'returned', 'capacity', 'free', 'share', 'gross', 'refunded', 'net'] as const
export type SalesColumn = (typeof SALES_COLUMNS)[number]

export interface SalesTable {
  readonly id: string
  readonly columns: readonly SalesColumn[]
  readonly rows: readonly SalesRow[]
}

/** How the tables of a page are sorted: one of them by a column, or by its names. */
export interface SalesSorting {
  readonly table: string
  readonly column: SalesColumn | 'name'
  readonly isDown: boolean
}

/** Places that can still be sold. */
export function freeOf({ capacity, taken }: Pick<SalesRow, 'capacity' | 'taken'>): number {
  return Math.max(0, capacity - taken)
}

/** The share of the house that is taken, 0 to 1; undefined of no house. */
export function shareOf({ capacity, taken }: Pick<SalesRow, 'capacity' | 'taken'>): number | undefined {
  return capacity > 0 ? Math.min(1, taken / capacity) : undefined
}

/** The figure of a column; undefined if there is none. */
export function figureOf(row: SalesRow, column: SalesColumn): number | undefined {
  if (column === 'free') return row.capacity > 0 ? freeOf(row) : undefined
  if (column === 'share') return shareOf(row)
  if (column === 'net') return row.gross - row.refunded
  if (column === 'capacity') return row.capacity > 0 ? row.capacity : undefined
  return row[column]
}

/** Sorts rows; the row of all stays first, rows without a figure last, and equal ones stay in their order. */
export function sortRows(rows: readonly SalesRow[], { column, isDown }: Pick<SalesSorting, 'column' | 'isDown'>): readonly SalesRow[] {
  const direction = isDown ? -1 : 1
  return rows.toSorted((one, other) => {
    if (one.isTotal !== other.isTotal) return one.isTotal === true ? -1 : 1
    if (column === 'name') return direction * (one.rank ?? one.name).localeCompare(other.rank ?? other.name, 'he')
    const [first, second] = [figureOf(one, column), figureOf(other, column)]
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined)
    return direction * (first - second)
  })
}

/** The rows whose name or note has the text, in any case of letters; the row of all stays. */
export function findRows(rows: readonly SalesRow[], text: string): readonly SalesRow[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return rows
  return rows.filter(({ name, note = '', isTotal }) => isTotal === true || `${name} ${note}`.toLowerCase().includes(wanted))
}

/** Reads `locations.sold` or `-locations.sold`, which is downwards; undefined if it is no sorting. */
export function readSorting(text: string): SalesSorting | undefined {
  const [, down, table = '', column = ''] = /^(-?)([a-z]+)\.([a-z]+)$/.exec(text) ?? []
  const found = (['name', ...SALES_COLUMNS] as const).find((one) => one === column)
  return found && { table, column: found, isDown: down === '-' }
}

/** The sorting that a press on a column's head asks for: figures downwards first, names upwards, and the other way if it is so already. */
export function nextSorting(table: string, column: SalesSorting['column'], now: SalesSorting | undefined): string {
  const isSame = now?.table === table && now.column === column
  const isDown = isSame ? !now.isDown : column !== 'name'
  return `${isDown ? '-' : ''}${table}.${column}`
}
