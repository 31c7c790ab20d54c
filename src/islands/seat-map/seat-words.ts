import { placesText } from '#islands/order/place-text.ts'
import { $selectedSeats, $status, type SelectedSeat } from '#lib/client/seats.ts'
import type { TicketGroupAnswer } from '#lib/contract/wire.ts'
import { toAgorot, type Agorot } from '#lib/domain/money.ts'
import { featuresOf } from '#lib/domain/seat-features.ts'
import type { Hall } from '#lib/domain/seat-hall.ts'
import { defaultTicket } from '#lib/domain/tickets.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import type { Translate } from '#lib/text/translate.ts'
import { DIM, LOOKS } from './core/looks.ts'

export type Groups = readonly TicketGroupAnswer[]

/** What a seat of a ticket group costs by default, service charge included; null where it has no price. */
export function priceOfGroup(groups: Groups, id: number): Agorot | null {
  const ticket = defaultTicket(groups.find((group) => group.id === id))
  return ticket?.price == null ? null : (toAgorot(ticket.price + ticket.serviceCharge) ?? null)
}

export function totalOf(groups: Groups, seats: readonly SelectedSeat[]): Agorot {
  const tickets = new Map(groups.flatMap((group) => group.tickets).map((ticket) => [ticket.id, ticket]))
  return seats.reduce((sum, { ticketId }) => {
    const ticket = tickets.get(ticketId)
    return sum + (ticket?.price == null ? 0 : (toAgorot(ticket.price + ticket.serviceCharge) ?? 0))
  }, 0)
}

/** A piece that reads left to right inside a sentence, for example a price. */
export function ltr(text: string): string {
  return `\u2066${text}\u2069`
}

export function money(amount: Agorot | null): string {
  return amount === null ? '' : ltr(formatMoney(amount))
}

/** "שורה 7, מושב 14"; a place is named after its section. */
export function placeName(t: Translate, row: string | null | undefined, seat: string | null | undefined, section: string): string {
  if (seat == null) return section
  return row ? t('seats.rowSeat', { row, seat }) : t('seats.onlySeat', { seat })
}

/** Seats one by one; many of them by their rows. */
export function seatNames(t: Translate, seats: readonly SelectedSeat[]): string {
  if (seats.length > 2)
    return placesText(
      t,
      seats.map((seat) => ({ seat })),
    ).join('; ')
  return seats.map(({ rowName, seatName, sectionName }) => placeName(t, rowName, seatName, sectionName)).join('; ')
}

/** A seat as a screen reader says it: where, in which state, what is special about it, what it costs. */
export function spokenSeat(t: Translate, hall: Hall, groups: Groups, seat: number, look: number): string {
  const state = LOOKS[look % DIM] ?? 'available'
  const price = priceOfGroup(groups, $status.get()?.states.ticketGroup[seat] ?? 0)
  const section = hall.sections[hall.section[seat] ?? 0]?.name ?? ''
  return [
    placeName(t, hall.rows[hall.row[seat] ?? 0]?.name, hall.names[seat], section),
    t(`seats.state.${['selected', 'taken', 'held', 'blocked'].includes(state) ? state : 'available'}`),
    look >= DIM ? t('seats.state.dimmed') : '',
    ...featuresOf(hall, seat).map((code) => t(`seats.feature.${code}`)),
    money(price),
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** The total of what is selected at this moment. */
export function totalNow(groups: Groups): string {
  return money(totalOf(groups, $selectedSeats.get()))
}
