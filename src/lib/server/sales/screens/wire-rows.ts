import type { SalesRow } from '#lib/domain/sales/sales-tables.ts'

/** What rows of the calls have in common; shekels. */
interface WireRow {
  readonly Sold: number
  readonly Returned: number
  readonly Gross: number
  readonly Refunded: number
  readonly Capacity: number
}

/** A row of a call, whose sums are of all that was ever sold. */
export function rowOfWire(row: WireRow, words: Pick<SalesRow, 'id' | 'name' | 'note' | 'rank'>): SalesRow {
  return {
    ...words,
    ...{ sold: row.Sold, returned: row.Returned, capacity: row.Capacity, taken: row.Sold },
    ...{ gross: Math.round(row.Gross * 100), refunded: Math.round(row.Refunded * 100) },
  }
}
