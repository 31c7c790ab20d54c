import { rowText } from './row-text.ts'
import { countSeatNames, listSeatNames } from './seat-names.ts'
import type { Translate } from './translate.ts'

/** The place of a ticket; general admission has only a section. */
export interface Place {
  readonly sectionName: string
  readonly rowName: string | null
  readonly seatName: string | null
  readonly state?: string
}

/** The place of a ticket: "אולם מרכז · שורה 7 · מושב 14", or only the section in general admission. A Hebrew section is isolated in other languages. */
export function placeOf({ sectionName: section, rowName, seatName }: Place, t: Translate): string {
  if (seatName === null) return t('document.onlySection', { section })
  return inSection(section, [rowText(t, 'document', rowName ?? ''), seatsText(seatName, t)], t)
}

/** "מושב 14", "מושבים 14, 15". @param seats by `listSeatNames` */
export function seatsText(seats: string, t: Translate): string {
  return t('document.seats', { count: countSeatNames(seats), seats })
}

function inSection(section: string, places: readonly string[], t: Translate): string {
  return t('document.inSection', { section, places: places.join(' · ') })
}

/** The places of a presentation without exchanged and cancelled ones, one line per section and row: "אולם מרכז · שורה 7 · מושבים 14, 15". */
export function placesOf(showing: { readonly tickets: readonly Place[] }, t: Translate): readonly string[] {
  const groups = new Map<string, Place[]>()
  for (const ticket of showing.tickets.filter(({ state }) => state !== 'exchanged' && state !== 'cancelled' && state !== 'soldOn')) {
    const key = JSON.stringify([ticket.sectionName, ticket.rowName, ticket.seatName === null])
    groups.set(key, [...(groups.get(key) ?? []), ticket])
  }
  return [...groups.values()].map((tickets) => lineOf(tickets, t))
}

function lineOf(tickets: readonly Place[], t: Translate): string {
  const [first] = tickets
  if (!first) return ''
  if (tickets.length === 1 && first.seatName !== null) return placeOf(first, t)
  if (first.seatName === null) return inSection(first.sectionName, [t('document.places', { count: tickets.length })], t)
  const seats = listSeatNames(tickets.map((ticket) => ticket.seatName).filter((name) => name !== null))
  return inSection(first.sectionName, [rowText(t, 'document', first.rowName ?? ''), seatsText(seats, t)], t)
}
