/** What a list of reservations is sorted by. */
export const RESERVATION_COLUMNS = ['name', 'number', 'show', 'made', 'tickets', 'amount', 'state'] as const
export type ReservationColumn = (typeof RESERVATION_COLUMNS)[number]

/** A reservation as it is listed; instants are ISO 8601, the amount is in shekels. */
export interface SortedReservation {
  readonly CustomerName: string
  readonly OrderNumber: string
  readonly StartDateTime: string
  readonly DateTimeCreated: string
  readonly Quantity: number
  readonly Amount: number
  readonly ResStateId: number
  readonly IsUnpaid: boolean
}

export interface ReservationSorting {
  readonly column: ReservationColumn
  readonly isDown: boolean
}

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

/** Sorts reservations; equal ones stay in their order. */
export function sortReservations<Row extends SortedReservation>(
  rows: readonly Row[],
  { column, isDown }: ReservationSorting,
): readonly Row[] {
  const valueOf = VALUES[column]
  const direction = isDown ? -1 : 1
  return rows.toSorted((one, other) => direction * compare(valueOf(one), valueOf(other)))
}

type Value = string | number

function compare(one: Value, other: Value): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'he')
}

const VALUES: Readonly<Record<ReservationColumn, (row: SortedReservation) => Value>> = {
  name: ({ CustomerName }) => CustomerName,
  number: ({ OrderNumber }) => OrderNumber,
  show: ({ StartDateTime }) => Date.parse(StartDateTime),
  made: ({ DateTimeCreated }) => Date.parse(DateTimeCreated),
  tickets: ({ Quantity }) => Quantity,
  amount: ({ Amount }) => Amount,
  state: (row) => STATES.indexOf(stateOfReservation(row)),
}

const STATES = ['paid', 'held', 'cancelled'] as const
export type ListedState = (typeof STATES)[number]

/** What is said of a reservation: paid, held without payment, or cancelled. */
export function stateOfReservation({ ResStateId, IsUnpaid }: Pick<SortedReservation, 'ResStateId' | 'IsUnpaid'>): ListedState {
  if (ResStateId !== MADE) return 'cancelled'
  return IsUnpaid ? 'held' : 'paid'
}

/** As of customers (spec §3): 1 made, 3 cancelled. */
const MADE = 1
