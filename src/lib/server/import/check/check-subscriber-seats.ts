import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { DatedPresentation } from '#lib/server/import/read/expand-schedules.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import { inside, type ImportNotes } from '#lib/server/import/read/report.ts'
import type { Catalogues } from './known.ts'
import { refer, referable, type Referable } from './refer.ts'

/** Checks that seats for subscribers are numbered seats that are sold once they are released, and are for memberships that exist. */
export async function checkSubscriberSeats(client: Queryable, { prepared, known }: Catalogues, notes: ImportNotes): Promise<void> {
  const keeping = prepared.presentations.filter(({ item }) => item.subscriberSeats.length > 0)
  if (keeping.length === 0) return
  const { rows } = await client.query<{ id: number }>('SELECT membership_id AS id FROM membership')
  const memberships = referable(
    'membership',
    rows.map(({ id }) => id),
    prepared.memberships,
  )
  const numbered = new Map([...known.plans].map(([id, { numbered }]) => [id, numbered]))
  for (const { item } of prepared.plans) numbered.set(item.id, new Set(item.plan.seats.map(({ category }) => category)))
  for (const source of keeping) checkOne(source, { numbered: numbered.get(source.item.seatplanId) ?? new Set(), memberships }, notes)
}

/** What a presentation may keep, and for whom: the categories of its numbered seats, and the memberships that are there. */
interface Keepable {
  readonly numbered: ReadonlySet<string>
  readonly memberships: Referable
}

function checkOne({ item, place }: Sourced<DatedPresentation>, { numbered, memberships }: Keepable, notes: ImportNotes): void {
  const first = new Set<string>()
  for (const [index, { categories, membershipIds }] of item.subscriberSeats.entries()) {
    const here = inside(place, 'subscriberSeats', index)
    for (const [at, category] of categories.entries()) {
      const problem = problemOf(category, item, numbered) ?? (first.has(category) ? `category "${category}" is listed twice` : undefined)
      if (problem) notes.problem(inside(here, 'categories', at), problem)
      first.add(category)
    }
    for (const [at, id] of membershipIds.entries()) refer(memberships, id, { place: inside(here, 'membershipIds', at), notes })
  }
}

function problemOf(category: string, { prices }: DatedPresentation, numbered: ReadonlySet<string>): string | undefined {
  if (!numbered.has(category)) return `the seat plan has no numbered seats of category "${category}"`
  const price = prices[category]
  const isSold = price !== undefined && (typeof price === 'number' || price.allocationId !== -1)
  return isSold ? undefined : `category "${category}" has no price, so its seats cannot be released`
}
