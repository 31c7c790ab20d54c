import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { ReadMembership } from '#lib/server/import/read/read-memberships.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import { inside, type ImportNotes, type Reading } from '#lib/server/import/read/report.ts'
import { checkDates, type KnownShow } from './check-membership-dates.ts'
import { checkOwnTerms } from './check-membership-terms.ts'
import { categoriesOf } from './check-references.ts'
import { joinTickets } from './check-tickets.ts'
import type { Catalogues } from './known.ts'
import type { Prepared } from './prepare.ts'
import { refer, referable, type Referable } from './refer.ts'

/** The records that memberships refer to, in the files or the database. */
interface There {
  readonly seasons: Referable
  readonly memberships: Referable
  readonly locations: Referable
  readonly ticketGroups: Referable
  readonly policies: Referable
  readonly tickets: ReturnType<typeof joinTickets>
  readonly shows: ReadonlyMap<number, KnownShow>
  readonly categories: (seatplanId: number) => ReadonlySet<string>
}

/** Checks memberships for consistency with themselves and with the records that they refer to. */
export async function checkMemberships(client: Queryable, catalogues: Catalogues, notes: ImportNotes): Promise<void> {
  const { prepared } = catalogues
  if (prepared.memberships.length === 0) return
  const there = await readThere(client, catalogues)
  await checkTaken(client, prepared, notes)
  for (const source of prepared.memberships) {
    checkOwnTerms(source, notes)
    checkNames(source, there, notes)
    checkTickets(source, there, notes)
    checkDates(source, there.shows, notes)
    checkRates(source, there, notes)
  }
}

async function readThere(client: Queryable, { prepared, known }: Catalogues): Promise<There> {
  const { rows: seasons } = await client.query<{ id: number }>('SELECT season_id AS id FROM season')
  const { rows: memberships } = await client.query<{ id: number }>('SELECT membership_id AS id FROM membership')
  const { rows: shows } = await client.query<KnownShow>(
    'SELECT presentation_id AS id, venue_id AS "venueId", seatplan_id AS "seatplanId", business_id AS "businessId" FROM presentation',
  )
  const plans = new Map(prepared.plans.map(({ item }) => [item.id, item.plan]))
  return {
    seasons: referable(
      'season',
      seasons.map(({ id }) => id),
      prepared.seasons,
    ),
    memberships: referable(
      'membership',
      memberships.map(({ id }) => id),
      prepared.memberships,
    ),
    locations: referable('location', known.locations, prepared.locations),
    ticketGroups: referable('ticket group', known.ticketGroups, prepared.ticketGroups),
    policies: referable('cancellation policy', known.cancellationPolicies, prepared.cancellationPolicies),
    tickets: joinTickets(prepared, known),
    shows: new Map([...shows, ...prepared.presentations.map(({ item }) => item)].map((show) => [show.id, show])),
    categories: (id) => {
      const plan = plans.get(id)
      return plan ? categoriesOf(plan) : (known.plans.get(id)?.categories ?? new Set())
    },
  }
}

/** Checks that codes and ids of prices stay with their memberships. */
async function checkTaken(client: Queryable, { memberships }: Prepared, notes: ImportNotes): Promise<void> {
  const { rows: codes } = await client.query<{ id: number; code: string }>('SELECT membership_id AS id, code FROM membership')
  const { rows: prices } = await client.query<{ id: number; owner: number }>(
    'SELECT membership_price_id AS id, membership_id AS owner FROM membership_price',
  )
  const listed = new Set(memberships.map(({ item }) => item.id))
  const ownerOf = new Map(prices.map(({ id, owner }) => [id, owner]))
  for (const { item, place } of memberships) {
    const other = codes.find(({ id, code }) => code === item.code && id !== item.id && !listed.has(id))
    if (other) notes.problem(inside(place, 'code'), `the code ${item.code} is that of membership ${String(other.id)} already`)
    for (const [index, { id }] of item.prices.entries()) {
      const owner = ownerOf.get(id) ?? item.id
      if (owner !== item.id)
        notes.problem(inside(place, 'prices', index), `the price ${String(id)} is of membership ${String(owner)} already`)
    }
  }
}

function checkNames({ item, place }: Sourced<ReadMembership>, there: There, notes: ImportNotes): void {
  const at = (...steps: readonly (string | number)[]): Reading => ({ place: inside(place, ...steps), notes })
  refer(there.seasons, item.seasonId, at('seasonId'))
  refer(there.ticketGroups, item.defaultTicketGroupId, at('defaultTicketGroupId'))
  refer(there.policies, item.cancellationPolicyId, at('cancellationPolicyId'))
  refer(there.memberships, item.renewal?.previousId, at('renewal', 'previousId'))
  if (item.renewal?.previousId === item.id) notes.problem(inside(place, 'renewal', 'previousId'), 'renews itself')
  for (const [index, id] of item.locations.entries()) refer(there.locations, id, at('locations', index))
}

function checkTickets({ item, place }: Sourced<ReadMembership>, { tickets }: There, notes: ImportNotes): void {
  for (const [index, id] of item.tickets.entries()) {
    const ticket = tickets.get(id)
    if (ticket?.access === 'member') continue
    notes.problem(
      inside(place, 'tickets', index),
      `ticket ${String(id)}: ${ticket ? 'its access is not "member"' : 'there is no such ticket'}`,
    )
  }
}

function checkRates({ item, place }: Sourced<ReadMembership>, there: There, notes: ImportNotes): void {
  const show = there.shows.get(item.presentationIds[0] ?? 0)
  const categories = show && there.categories(show.seatplanId)
  const first = new Set<string>()
  for (const [index, { ticketId, category, priceCode }] of item.rates.entries()) {
    const here = inside(place, 'rates', index)
    if (!there.tickets.has(ticketId)) notes.problem(inside(here, 'ticketId'), `ticket ${String(ticketId)}: there is no such ticket`)
    if (categories && !categories.has(category)) notes.problem(inside(here, 'category'), `the seat plan has no category "${category}"`)
    if (!item.prices.some(({ code }) => code === priceCode))
      notes.problem(inside(here, 'priceCode'), `the membership has no price "${priceCode}"`)
    const key = JSON.stringify([category, priceCode])
    if (first.has(key)) notes.problem(here, 'is of the same category and price as another before it')
    first.add(key)
  }
}
