/** What a list of reservations is sorted by. */
export const RESERVATION_COLUMNS = ['name', 'number', 'show', 'made', 'tickets', 'amount', 'state'] as const
export type ReservationColumn = (typeof RESERVATION_COLUMNS)[number]

export interface ReservationSorting {
  readonly column: ReservationColumn
  readonly isDown: boolean
}

/** How a list is sorted that nobody has sorted. */
export const NEWEST_FIRST: ReservationSorting = { column: 'made', isDown: true }

/** Reads `amount` or `-amount`, which is downwards; undefined if it is no sorting. */
export function readReservationSorting(text: string): ReservationSorting | undefined {
  const column = RESERVATION_COLUMNS.find((one) => one === text.replace(/^-/, ''))
  return column && { column, isDown: text.startsWith('-') }
}

/** The sorting that a press on a column's head asks for: figures and times downwards first, names upwards, and the other way if it is so already. */
export function nextReservationSorting(column: ReservationColumn, now: ReservationSorting | undefined): string {
  const isDown = now?.column === column ? !now.isDown : DOWN_FIRST.has(column)
  return `${isDown ? '-' : ''}${column}`
}

const DOWN_FIRST: ReadonlySet<ReservationColumn> = new Set(['made', 'tickets', 'amount'])

/** What is said of a reservation: paid, held without payment, or cancelled; a list by state stands in this order. */
export type ListedState = 'paid' | 'held' | 'cancelled'

export function stateOfReservation({ ResStateId, IsUnpaid }: { readonly ResStateId: number; readonly IsUnpaid: boolean }): ListedState {
  if (ResStateId !== MADE) return 'cancelled'
  return IsUnpaid ? 'held' : 'paid'
}

/** As of customers (spec §3): 1 made, 3 cancelled. */
const MADE = 1
