import type { Agorot } from '#lib/domain/money/money.ts'

/** What was sold and given back. Tickets are seats and places; the money is of them and of what was sold with them. */
export interface Sums {
  readonly sold: number
  readonly returned: number
  readonly gross: Agorot
  readonly refunded: Agorot
}

export const NOTHING: Sums = { sold: 0, returned: 0, gross: 0, refunded: 0 }

export function add(one: Sums, other: Sums): Sums {
  return {
    sold: one.sold + other.sold,
    returned: one.returned + other.returned,
    gross: one.gross + other.gross,
    refunded: one.refunded + other.refunded,
  }
}

/** Tickets that are sold and did not come back. */
export function takenOf({ sold, returned }: Sums = NOTHING): number {
  return sold - returned
}

/** A row of the books by its kind: only seats are tickets, and what is kept of what was cancelled makes what went back less. */
export interface KindSums {
  readonly kind: string
  readonly quantity: number
  readonly quantityBack: number
  readonly gross: Agorot
  readonly refunded: Agorot
}

export function sumsOf({ kind, quantity, quantityBack, gross, refunded }: KindSums): Sums {
  if (kind === 'kept') return { ...NOTHING, refunded: refunded - gross }
  const isTicket = kind === 'seat'
  return { sold: isTicket ? quantity : 0, returned: isTicket ? quantityBack : 0, gross, refunded }
}

/** Adds up rows by a key, in the order in which keys are met first. */
export function sumBy<Row extends KindSums, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Sums> {
  const sums = new Map<Key, Sums>()
  for (const row of rows) sums.set(keyOf(row), add(sums.get(keyOf(row)) ?? NOTHING, sumsOf(row)))
  return sums
}
