/** The part of a reservation that sorting needs. */
export interface ListedReservation {
  readonly IsUnpaid: boolean
  /** ISO, UTC. */
  readonly StartDateTime: string
}

/** Sorts unpaid ones first, then by start, latest first (spec §4). Stable for equal starts. */
export function sortReservations<R extends ListedReservation>(reservations: readonly R[]): R[] {
  return [...reservations].sort((a, b) => Number(b.IsUnpaid) - Number(a.IsUnpaid) || startOf(b) - startOf(a))
}

function startOf({ StartDateTime }: Pick<ListedReservation, 'StartDateTime'>): number {
  return Date.parse(StartDateTime)
}

/** Splits reservations into list and history. Cancelled and past ones go to the history (spec §4). */
export function splitReservations<R extends { readonly isUpcoming: boolean }>(reservations: readonly R[]): { list: R[]; history: R[] } {
  return { list: reservations.filter(({ isUpcoming }) => isUpcoming), history: reservations.filter(({ isUpcoming }) => !isUpcoming) }
}

/** The reservation that starts first; undefined if there is none. */
export function earliestOf<R extends Pick<ListedReservation, 'StartDateTime'>>(reservations: readonly R[]): R | undefined {
  return reservations.reduce<R | undefined>((first, one) => (first && startOf(first) <= startOf(one) ? first : one), undefined)
}
