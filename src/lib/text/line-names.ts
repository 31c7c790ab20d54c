/** A line of an order that is no ticket. */
export interface NamedLine {
  readonly name: string
  readonly quantity: number
}

/** "תוכנייה × 2"; only the name if it is one. */
export function nameOfLine({ name, quantity }: NamedLine): string {
  return quantity > 1 ? `${name} × ${String(quantity)}` : name
}

/** The names of lines with their quantities; equal names count together. */
export function namesOfLines(lines: readonly NamedLine[]): string {
  const byName = [...Map.groupBy(lines, ({ name }) => name)]
  return byName.map(([name, own]) => nameOfLine({ name, quantity: own.reduce((sum, { quantity }) => sum + quantity, 0) })).join(', ')
}
