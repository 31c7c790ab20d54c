/** What the order of reservations asks of one. */
export interface ListedReservation {
  readonly IsUnpaid: boolean
  /** ISO, UTC. */
  readonly StartDateTime: string
}

/** Unpaid ones first, then by start, the latest first (spec §4). Those that start together keep their order. */
export function sortReservations<R extends ListedReservation>(reservations: readonly R[]): R[] {
  return [...reservations].sort((a, b) => Number(b.IsUnpaid) - Number(a.IsUnpaid) || startOf(b) - startOf(a))
}

function startOf({ StartDateTime }: Pick<ListedReservation, 'StartDateTime'>): number {
  return Date.parse(StartDateTime)
}

/** A cancelled reservation leaves the customer's list (spec §4), as one that is past does, and is in the history. */
export function splitReservations<R extends { readonly isUpcoming: boolean }>(reservations: readonly R[]): { list: R[]; history: R[] } {
  return { list: reservations.filter(({ isUpcoming }) => isUpcoming), history: reservations.filter(({ isUpcoming }) => !isUpcoming) }
}

/** The one that begins first; undefined where there is none. */
export function earliestOf<R extends Pick<ListedReservation, 'StartDateTime'>>(reservations: readonly R[]): R | undefined {
  return reservations.reduce<R | undefined>((first, one) => (first && startOf(first) <= startOf(one) ? first : one), undefined)
}
