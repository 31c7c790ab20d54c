import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import type { Reading } from '#lib/server/import/read/report.ts'

/** The records of one kind that a file may refer to by their ids. */
export interface Referable {
  /** What a problem calls one of them. */
  readonly name: string
  readonly ids: ReadonlySet<number>
}

/** Those of the database and those of the files. */
export function referable(name: string, known: Iterable<number>, items: readonly Sourced<{ readonly id: number }>[]): Referable {
  return { name, ids: new Set([...known, ...items.map(({ item }) => item.id)]) }
}

/** Reports an id that no record of the kind has; null and undefined refer to none. */
export function refer({ name, ids }: Referable, id: number | null | undefined, { place, notes }: Reading): void {
  if (id != null && !ids.has(id)) notes.problem(place, `there is no ${name} ${String(id)}`)
}
