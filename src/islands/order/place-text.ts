import { rowText } from '#lib/text/row-text.ts'
import type { SeatLine } from '#lib/client/order/order-lines.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import { listSeatNames } from '#lib/text/seat-names.ts'
import type { Translate } from '#lib/text/translate.ts'

/** שורה 7 · מושב 14; a place of general admission is named after its section. */
export function seatText(t: Translate, { rowName, seatName, sectionName }: OrderSeat): string {
  if (seatName === null) return sectionName
  return rowName === null
    ? t('order.onlySeat', { seat: seatName })
    : t('order.rowSeat', { row: rowText(t, 'order', rowName), seat: seatName })
}

/** What is worth saying of a seat beside its name: אולם מרכז · פרימיום. */
export function seatNote(t: Translate, { seatName, sectionName, features = [] }: OrderSeat): string {
  if (seatName === null) return t('order.place')
  return [sectionName, ...features.map((feature) => t(`seats.feature.${String(feature)}`))].join(' · ')
}

/** אולם מרכז · שורה 7 · מושבים 14, 15: one text for each row or section of an order. */
export function placesText(t: Translate, lines: readonly Pick<SeatLine, 'seat'>[]): readonly string[] {
  const groups = new Map<string, OrderSeat[]>()
  for (const { seat } of lines) {
    const key = `${String(seat.sectionId)}:${seat.rowName ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), seat])
  }
  return [...groups.values()].map((seats) => groupText(t, seats))
}

function groupText(t: Translate, seats: readonly OrderSeat[]): string {
  const [first] = seats
  const names = seats.map((seat) => seat.seatName).filter((name) => name !== null)
  const row = first?.rowName == null ? [] : [rowText(t, 'order', first.rowName)]
  const places =
    names.length === 0 ? t('order.places', { count: seats.length }) : t('order.seats', { count: names.length, seats: listSeatNames(names) })
  return t('order.inSection', { section: first?.sectionName ?? '', places: [...row, places].join(' · ') })
}
