import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'

/** What a bought showing is called in the language of a catalogue; what the catalogue does not have is left out. */
export function showingWords(from: Catalogue, presentationId: number) {
  const sold = from.presentations.get(presentationId)
  const venue = from.venues.get(sold?.venueId ?? 0)
  const location = from.locations.get(venue?.locationId ?? 0)
  const feature = from.features.get(sold?.featureId ?? 0)
  if (!venue || !location || !feature) return {}
  const { city, address } = location
  return { featureName: feature.name, venueName: venue.name, locationName: location.name, city, address }
}

/** The name of a bought ticket in the language of a catalogue, if it is still called as it was sold. @param stored its Hebrew name */
export function ticketWord(from: Catalogue, ticketId: number, stored: string): string {
  const tickets = [...from.ticketGroups.values()].flatMap((group) => group.tickets)
  const now = tickets.find(({ id }) => id === ticketId)
  return now?.words?.he?.name === stored ? now.name : stored
}
