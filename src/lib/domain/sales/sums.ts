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
