import type { PlanTable } from './seatplan.ts'

/** A table, bench or box with its seats: `first` … `end` − 1 of the hall, those of a table clockwise around it. */
export interface HallTable extends PlanTable {
  readonly first: number
  readonly end: number
}

/** What the seats of a hall stand at. Its own file, so that only halls with tables need it. */
export interface HallTables {
  readonly all: readonly HallTable[]
  /** The table, bench or box of a seat; undefined in a row. */
  at(seat: number): HallTable | undefined
  /** The neighbour around a table, with the clock (1) or against it; −1 if there is none, undefined in every row. */
  beside(seat: number, by: -1 | 1): number | undefined
}

/** The rows of a hall. */
interface HallRows {
  readonly rows: readonly { readonly section: number; readonly first: number; readonly end: number }[]
  readonly row: ArrayLike<number>
  readonly sections: readonly { readonly id: number }[]
  readonly addressY: ArrayLike<number>
}

/** Gives a hall its tables. The same hall: it is not used before. */
export function withTables<Hall extends HallRows>(
  hall: Hall,
  tables: readonly PlanTable[] | undefined,
): Hall & { readonly tables?: HallTables } {
  return tables?.length ? Object.assign(hall, { tables: layOutTables(hall, tables) }) : hall
}

function layOutTables({ rows, row, sections, addressY }: HallRows, tables: readonly PlanTable[]): HallTables {
  const byPlace = new Map(tables.map((table) => [`${table.sectionId} ${table.y}`, table]))
  const byRow = new Map<number, HallTable>()
  for (const [index, { section, first, end }] of rows.entries()) {
    const table = byPlace.get(`${sections[section]?.id ?? 0} ${addressY[first] ?? 0}`)
    if (table) byRow.set(index, { ...table, first, end })
  }
  const at = (seat: number): HallTable | undefined => byRow.get(row[seat] ?? -1)
  return {
    all: [...byRow.values()],
    at,
    beside(seat, by) {
      const table = at(seat)
      if (table?.kind !== 'table') return undefined
      const size = table.end - table.first
      return size > 1 ? table.first + ((seat - table.first + by + size) % size) : -1
    },
  }
}
