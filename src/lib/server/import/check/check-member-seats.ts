import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { ReadEntitlement } from '#lib/server/import/read/read-entitlements.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import { inside, type ImportNotes } from '#lib/server/import/read/report.ts'
import type { Prepared } from './prepare.ts'

type Seat = NonNullable<ReadEntitlement['seat']>

/** Checks that each member's seat is in its plan, and is the seat of one member of that membership only. */
export async function checkMemberSeats(
  client: Queryable,
  { entitlements, plans, memberships }: Prepared,
  notes: ImportNotes,
): Promise<void> {
  const seated = entitlements.flatMap(({ item, place }) => (item.seat ? [{ item, seat: item.seat, place }] : []))
  if (seated.length === 0) return
  const known = await seatsThere(
    client,
    seated.map(({ seat }) => seat),
  )
  for (const { item } of plans)
    for (const one of item.plan.seats)
      known.add(nameOf({ seatplanId: item.id, sectionId: one.sectionId, row: one.rowName, seat: one.seatName }))
  const { rows } = await client.query<{ id: number }>('SELECT membership_id AS id FROM membership')
  const sold = new Set([...rows.map(({ id }) => id), ...memberships.map(({ item }) => item.id)])
  const first = new Set<string>()
  for (const source of seated) checkOne(source, { known, sold, first }, notes)
}

/** A member whose entitlement names a seat. */
interface Seated extends Sourced<ReadEntitlement> {
  readonly seat: Seat
}

interface Around {
  readonly known: ReadonlySet<string>
  readonly sold: ReadonlySet<number>
  readonly first: Set<string>
}

function checkOne({ item, seat, place }: Seated, { known, sold, first }: Around, notes: ImportNotes): void {
  const here = inside(place, 'seat')
  const { id = 0 } = item.membership ?? {}
  if (!sold.has(id)) notes.problem(inside(place, 'membership', 'id'), `has a seat, but there is no membership ${String(id)}`)
  if (!known.has(nameOf(seat)))
    notes.problem(
      here,
      `there is no seat ${seat.seat} in row ${seat.row} of section ${String(seat.sectionId)} of seat plan ${String(seat.seatplanId)}`,
    )
  const key = `${String(id)} ${nameOf(seat)}`
  if (first.has(key)) notes.problem(here, 'is the seat of another member of that membership before it')
  first.add(key)
}

function nameOf({ seatplanId, sectionId, row, seat }: Seat): string {
  return JSON.stringify([seatplanId, sectionId, row, seat])
}

async function seatsThere(client: Queryable, seats: readonly Seat[]): Promise<Set<string>> {
  const { rows } = await client.query<Seat>(
    `SELECT DISTINCT l."seatplanId", l."sectionId", l."row", l.seat
     FROM json_to_recordset($1::json) AS l ("seatplanId" int, "sectionId" int, "row" text, seat text)
       JOIN seat s ON s.seatplan_id = l."seatplanId" AND s.section_id = l."sectionId" AND s.row_name = l."row" AND s.seat_name = l.seat`,
    [JSON.stringify(seats)],
  )
  return new Set(rows.map(nameOf))
}
