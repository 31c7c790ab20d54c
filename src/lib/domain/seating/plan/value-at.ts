/** A value of a column of the hall, by the index of the seat; 0 beyond its ends. */
export function valueAt(column: ArrayLike<number>, seat: number): number {
  return column[seat] ?? 0
}
