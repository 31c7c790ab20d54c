import { placeOf, type Place } from '#lib/text/place-text.ts'
import type { Translate } from '#lib/text/translate.ts'

/** The series or season that pays a ticket, by its line of the order. */
export interface TicketSeries {
  readonly line: number
  readonly name: string
}

/** A ticket as this room sees it; `series` is null or left out for tickets that were bought by themselves. */
export interface SeriesTicket extends Place {
  readonly series?: TicketSeries | null | undefined
}

interface Showing {
  readonly presentationId: number
  readonly tickets: readonly SeriesTicket[]
}

/** The evenings of a series or season: one thing with its dates and its seats. */
export interface Evenings<S> {
  readonly name: string
  /** Sorted by start, each with the tickets of the series alone. */
  readonly showings: readonly S[]
}

export interface OrderParts<S> {
  readonly series: readonly Evenings<S>[]
  /** With the tickets that were bought by themselves. */
  readonly others: readonly S[]
}

/** Splits the showings of an order into its series and all others. Seats beside each other in one series on the same dates are one of them. */
export function partsOfOrder<S extends Showing>(showings: readonly S[]): OrderParts<S> {
  const bought = showings.flatMap(({ presentationId, tickets }) =>
    tickets.flatMap(({ series }) => (series ? [{ ...series, presentationId }] : [])),
  )
  const lines = [...Map.groupBy(bought, ({ line }) => line)].map(([line, own]) => ({
    line,
    name: own[0]?.name ?? '',
    dates: [...new Set(own.map(({ presentationId }) => presentationId))].join(),
  }))
  const series = [...Map.groupBy(lines, ({ name, dates }) => JSON.stringify([name, dates])).values()].map((same) => {
    const own = new Set<number | undefined>(same.map(({ line }) => line))
    return { name: same[0]?.name ?? '', showings: withTickets(showings, ({ series: of }) => own.has(of?.line)) }
  })
  return { series, others: withTickets(showings, ({ series: of }) => !of) }
}

function withTickets<S extends Showing>(showings: readonly S[], isOne: (ticket: SeriesTicket) => boolean): readonly S[] {
  return showings.map((showing) => ({ ...showing, tickets: showing.tickets.filter(isOne) })).filter(({ tickets }) => tickets.length > 0)
}

/** Which of its kind each ticket is: "Evening 3 of 8", with its seat if several are of that evening, or "Ticket 1 of 2" of those that were bought by themselves. */
export function ordinalsOf<T extends SeriesTicket>(
  showings: readonly { readonly presentationId: number; readonly tickets: readonly T[] }[],
  t: Translate,
): ReadonlyMap<T, string> {
  const { series, others } = partsOfOrder(showings)
  const alone = others.flatMap(({ tickets }) => tickets)
  const named = [
    ...series.flatMap(({ showings: own }) =>
      own.flatMap(({ tickets }, at) => {
        const name = t('document.eveningOf', { number: at + 1, count: own.length })
        return tickets.map((ticket) => ({ ticket, name }))
      }),
    ),
    ...alone.map((ticket, at) => ({ ticket, name: t('document.ticketOf', { number: at + 1, count: alone.length }) })),
  ]
  const timesOf = Map.groupBy(named, ({ name }) => name)
  return new Map(named.map(({ ticket, name }) => [ticket, timesOf.get(name)?.[1] ? `${name} · ${placeOf(ticket, t)}` : name]))
}

/** "8 evenings" */
export function countText({ showings }: Evenings<unknown>, t: Translate): string {
  return t('membership.evening', { count: showings.length })
}

/** An order's lines without those whose evenings are told by themselves. */
export function besidesSeries<L extends { readonly name: string }>(
  lines: readonly L[],
  series: readonly Evenings<unknown>[],
): readonly L[] {
  return lines.filter(({ name }) => !series.some((one) => one.name === name))
}

/** The value that is shown once for all evenings: the first that is not empty. An evening with another value shows its own. */
export function commonOf(values: readonly string[]): string {
  return values.find((value) => value !== '') ?? ''
}
