import { rowText } from '#lib/text/row-text.ts'
import { placesText } from '#islands/order/place-text.ts'
import { seatCalls } from '#lib/client/seats/seat-calls.ts'
import { choosing } from '#lib/client/seats/seats-state.ts'
import { indexOf } from '#lib/domain/seating/choosing/hall-seats.ts'
import { linesOf, orderChargeOf, totalsOf } from '#lib/client/order/order-lines.ts'
import { $selectedSeats, type $seatNotice, type SelectedSeat } from '#lib/client/seats/seats.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { TicketAnswer } from '#lib/contract/wire.ts'
import { toAgorot, type Agorot } from '#lib/domain/money/money.ts'
import { ticketForAnybody } from '#lib/domain/catalogue/price-range.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { shownPrice } from '#lib/domain/pricing/share-charge.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import type { Translate } from '#lib/text/translate.ts'

/** What the map's seats are sold under: the presentation with its ticket groups and charges. */
export type Groups = PresentationAnswer

/** What a seat of a ticket group is shown to cost by default; null where it has no price. */
export function priceOfGroup(groups: Groups, id: number): Agorot | null {
  return shownPriceOf(groups, defaultTicket(groups.ticketGroups.find((group) => group.id === id)))
}

/** What one of its seats costs whoever buys it; null where there is no such price. */
export function priceForAnybody(groups: Groups, id: number): Agorot | null {
  return shownPriceOf(groups, ticketForAnybody(groups.ticketGroups.find((group) => group.id === id)))
}

/** "₪129", or "from ₪129" where there are higher prices too. */
export function priceFromText(t: Translate, from: Agorot | null, to: Agorot | null): string {
  return from === to ? money(from) : t('seats.from', { price: money(from) })
}

function shownPriceOf({ serviceCharge, isPriceTotal }: Groups, ticket: TicketAnswer | undefined): Agorot | null {
  const price = ticket?.price == null ? undefined : toAgorot(ticket.price)
  if (!ticket || price === undefined) return null
  return shownPrice({ price, serviceCharge: toAgorot(ticket.serviceCharge) ?? 0 }, orderChargeOf(serviceCharge), isPriceTotal)
}

export function money(amount: Agorot | null): string {
  return amount === null ? '' : ltr(formatMoney(amount))
}

/** What a seat is called by; a place of a section has no row and no seat. */
interface SeatNames {
  readonly rowName: string | null | undefined
  readonly seatName: string | null | undefined
  readonly sectionName: string
}

/** "שורה 7, מושב 14"; a place is named after its section. */
export function placeName(t: Translate, { rowName, seatName, sectionName }: SeatNames): string {
  return seatName == null ? sectionName : rowAndSeat(t, rowName, seatName)
}

function rowAndSeat(t: Translate, row: string | null | undefined, seat: string): string {
  return row ? t('seats.rowSeat', { row: rowText(t, 'seats', row), seat }) : t('seats.onlySeat', { seat })
}

/** The same of a seat of the hall, which has always a name. */
export function placeOfSeat(t: Translate, hall: Hall, seat: number): string {
  return rowAndSeat(t, hall.rows[hall.row[seat] ?? 0]?.name, hall.names[seat] ?? '')
}

/** That its table, bench or box is sold whole only; else empty. */
export function wholeText(t: Translate, hall: Hall, seat: number): string {
  return hall.tables?.at(seat)?.sellWhole ? t('seats.soldWhole') : ''
}

/** Seats one by one; many of them by their rows. */
export function seatNames(t: Translate, seats: readonly SelectedSeat[]): string {
  if (seats.length > 2)
    return placesText(
      t,
      seats.map((seat) => ({ seat })),
    ).join('; ')
  return seats.map((seat) => placeName(t, seat)).join('; ')
}

export type Notice = NonNullable<ReturnType<typeof $seatNotice.get>>

/** Why a seat is not to be had, beyond that it is taken. */
function whyTaken(seat: SelectedSeat | undefined): string {
  const state = choosing()
  return (state && seat && seatCalls.why?.(indexOf(state, seat))) || ''
}

/** What became of a press, in a sentence; where it was refused mostly the server's own. */
export function noticeText(t: Translate, { kind, seats, message }: Notice, groups: Groups): string {
  const names = seatNames(t, seats)
  if (kind === 'limit') {
    const [wanted] = seats
    const limit = t('seats.limit', { max: groups.maxSeats })
    if (!wanted || $selectedSeats.get().length === 0) return limit
    return t(wanted.x === null ? 'seats.ask.limitPlaces' : 'seats.ask.limit', { seat: names, limit })
  }
  const why = kind === 'taken' && whyTaken(seats[0])
  if (message) return message
  if (why) return t('seats.say.partly', { seats: names, why })
  return t(`seats.say.${kind}`, { count: seats.length, seats: names, total: totalNow(groups) })
}

/** The total of what is selected at this moment. */
export function totalNow(groups: Groups): string {
  return money(totalsOf(linesOf(groups, $selectedSeats.get(), {}), groups).balanceDue)
}
