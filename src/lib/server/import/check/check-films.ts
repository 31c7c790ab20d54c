import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { LIVE_VENUE_TYPE } from '#lib/domain/catalogue/films/films.ts'
import { isOnDemand } from '#lib/domain/catalogue/catalogue.ts'
import type { ReadFilm } from '#lib/server/import/read/read-films.ts'
import { inside, type ImportNotes, type Reading } from '#lib/server/import/read/report.ts'
import type { Catalogues } from './known.ts'
import type { Prepared } from './prepare.ts'
import { refer, referable } from './refer.ts'

/** Checks that what films name is there, that their venues are of their kind, and that they share no id with a presentation. */
export async function checkFilms(client: Queryable, { prepared, known }: Catalogues, notes: ImportNotes): Promise<void> {
  if (prepared.films.length + prepared.presentations.length === 0) return
  const typeOf = await venueTypes(client, prepared)
  const features = referable('feature', known.features, prepared.features)
  const venues = referable('venue', known.venues, prepared.venues)
  const policies = referable('cancellation policy', known.cancellationPolicies, prepared.cancellationPolicies)
  for (const { item, place } of prepared.films) {
    refer(features, item.featureId, { place: inside(place, 'featureId'), notes })
    refer(venues, item.venueId, { place: inside(place, 'venueId'), notes })
    if (venues.ids.has(item.venueId)) checkKind(item, typeOf.get(item.venueId) ?? 1, { place, notes })
    refer(policies, item.cancellationPolicyId, { place: inside(place, 'cancellationPolicyId'), notes })
  }
  await checkIds(client, prepared, notes)
}

function checkKind(item: ReadFilm, venueTypeId: number, { place, notes }: Reading): void {
  if (!isOnDemand({ id: 0, locationId: 0, name: '', venueTypeId }))
    notes.problem(inside(place, 'venueId'), 'is a venue of seats: films need one of type 101 to 104')
  else if (venueTypeId === LIVE_VENUE_TYPE && item.startsAt === null) notes.problem(place, 'is a live stream without a start')
  else if (venueTypeId !== LIVE_VENUE_TYPE && item.startsAt !== null)
    notes.problem(inside(place, 'start'), 'is that of a live stream, but its venue is not of type 104')
}

async function venueTypes(client: Queryable, { venues }: Prepared): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ id: number; type: number }>('SELECT venue_id AS id, venue_type_id AS type FROM venue')
  return new Map([...rows.map(({ id, type }) => [id, type] as const), ...venues.map(({ item }) => [item.id, item.venueTypeId] as const)])
}

/** An address, a cart and an order name a film by the presentation's id alone. */
async function checkIds(client: Queryable, { films, presentations }: Prepared, notes: ImportNotes): Promise<void> {
  const { rows } = await client.query<{ id: number; isFilm: boolean }>(
    'SELECT film_id AS id, true AS "isFilm" FROM film WHERE film_id = ANY ($1::int[]) UNION ALL SELECT presentation_id, false FROM presentation WHERE presentation_id = ANY ($2::int[])',
    [presentations.map(({ item }) => item.id), films.map(({ item }) => item.id)],
  )
  const taken = new Set(rows.filter(({ isFilm }) => !isFilm).map(({ id }) => id))
  const watched = new Set([...rows.filter(({ isFilm }) => isFilm).map(({ id }) => id), ...films.map(({ item }) => item.id)])
  for (const { item, place } of films)
    if (taken.has(item.id)) notes.problem(inside(place, 'id'), `the id ${String(item.id)} is that of a presentation with seats already`)
  for (const { item, place } of presentations)
    if (watched.has(item.id)) notes.problem(inside(place, 'id'), `the id ${String(item.id)} is that of a film already`)
}
