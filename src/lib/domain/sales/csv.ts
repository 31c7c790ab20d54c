/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A text as a cell that no spreadsheet calculates: what begins like a formula gets a quote before it (security.md, exports). */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

export type Cell = string | number | null

/** What a CSV file begins with, so that spreadsheets read it as UTF-8. */
export const CSV_MARK = '\uFEFF'

/** Rows of a CSV file. Numbers stay numbers, empty cells are null. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = harmless(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
