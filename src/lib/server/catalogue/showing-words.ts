import { UNTIMED_FEATURE_TYPE, type Catalogue, type Presentation, type Ticket } from '#lib/domain/catalogue/catalogue.ts'
import { nameIn } from '#lib/domain/catalogue/plan-words.ts'
import type { Worded } from '#lib/domain/catalogue/worded.ts'

/** What a bought showing is called in the language of a catalogue; what the catalogue does not have is left out. */
export function showingWords(from: Catalogue, presentationId: number) {
  const sold = from.presentations.get(presentationId)
  const venue = from.venues.get(sold?.venueId ?? 0)
  const location = from.locations.get(venue?.locationId ?? 0)
  const feature = from.features.get(sold?.featureId ?? 0)
  if (!venue || !location || !feature) return {}
  const { city, address, accessibility } = location
  return { featureName: feature.name, venueName: venue.name, locationName: location.name, city, address, accessibility }
}

/** Which show a presentation is of; 0 and an empty name if the catalogue does not have it. */
export function featureFields(from: Catalogue, presentation: Presentation | undefined) {
  const feature = from.features.get(presentation?.featureId ?? 0)
  return { featureId: feature?.id ?? 0, featureName: feature?.name ?? '', isUntimed: feature?.featureTypeId === UNTIMED_FEATURE_TYPE }
}

/** Where a presentation is shown; 0 and empty texts for what the catalogue does not have. */
export function placeFields(from: Catalogue, presentation: Presentation | undefined) {
  const venue = from.venues.get(presentation?.venueId ?? 0)
  const { id: locationId = 0, name: locationName = '', address = '', city = '' } = from.locations.get(venue?.locationId ?? 0) ?? {}
  return { venueName: venue?.name ?? '', locationId, locationName, address, city }
}

/** The name of a bought ticket in the language of a catalogue, if it is still called as it was sold. @param stored its Hebrew name */
export function ticketWord(from: Catalogue, ticketId: number, stored: string): string {
  return wordOf(ticketsOf(from).get(ticketId), stored)
}

/** The name of a section in the language of a catalogue, if the plan of the presentation still says it. @param stored its Hebrew name */
export function sectionWord({ presentations, seatplans }: Catalogue, presentationId: number, stored: string): string {
  const plan = seatplans.get(presentations.get(presentationId)?.seatplanId ?? 0)
  return nameIn(plan?.ownWords, stored)
}

/** The name of a charge on an order in the language of a catalogue, if one is still called so. @param stored its Hebrew name; null: it had none */
export function chargeWord({ serviceCharges }: Catalogue, stored: string | null): string | null {
  const now = [...serviceCharges.values()].find(({ words }) => words?.he?.name === stored)
  return stored === null ? null : (now?.name ?? stored)
}

function wordOf(now: (Worded & { readonly name: string }) | undefined, stored: string): string {
  return now?.words?.he?.name === stored ? now.name : stored
}

const ticketsById = new WeakMap<Catalogue, ReadonlyMap<number, Ticket>>()

function ticketsOf(from: Catalogue): ReadonlyMap<number, Ticket> {
  const known = ticketsById.get(from)
  if (known) return known
  const tickets = new Map([...from.ticketGroups.values()].flatMap((group) => group.tickets).map((ticket) => [ticket.id, ticket]))
  ticketsById.set(from, tickets)
  return tickets
}
