import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Known } from '#lib/server/import/check/known.ts'
import type { Prepared } from '#lib/server/import/check/prepare.ts'
import type { ReadPlan } from '#lib/server/import/plans/read-plan.ts'
import { SEAT, SEATPLAN, SECTION } from './tables.ts'
import { insertAll, upsert, type Row } from './upsert.ts'

/** Ids of general-admission places: a million per section, above those of seats. */
const PLACES = 1_000_000

/** Writes changed plans. Returns those that were written. */
export async function writePlans(client: Queryable, { plans }: Prepared, known: Known): Promise<ReadPlan[]> {
  const changed = plans.map(({ item }) => item).filter((plan) => known.plans.get(plan.id)?.version !== plan.version)
  for (const plan of changed) await writePlan(client, plan)
  return changed
}

/** A seat keeps its id by its guid, a section its range of places by its id; new ones get ids that the plan never used. */
async function writePlan(client: Queryable, { id, venueId, name, words, version, plan }: ReadPlan): Promise<void> {
  const { width, height, stage, areas = [], foci = [], colours = {}, source = null } = plan
  const seatIds = await readSeatIds(client, id)
  const firstPlaces = await readFirstPlaces(client, id)
  await upsert(client, SEATPLAN, [
    { seatplan_id: id, venue_id: venueId, name, version, width, height, stage, areas, foci, colours, source, words },
  ])
  await client.query('DELETE FROM section WHERE seatplan_id = $1', [id]) // cascades to their seats
  await insertAll(client, SECTION, sectionRows(id, plan.sections, firstPlaces))
  await insertAll(client, SEAT, seatRows(id, plan.seats, seatIds))
}

interface Ids<Key> {
  readonly of: ReadonlyMap<Key, number>
  readonly highest: number
}

/** The highest id includes those in sold orders, so that an old ticket never refers to a new seat. */
async function readSeatIds(client: Queryable, id: number): Promise<Ids<string>> {
  const { rows } = await client.query<{ guid: string; seat_id: number }>('SELECT guid, seat_id FROM seat WHERE seatplan_id = $1', [id])
  const sold = await client.query<{ highest: number | null }>(
    `SELECT max(seat_id) AS highest FROM order_seat JOIN presentation USING (presentation_id) WHERE seatplan_id = $1 AND seat_id < $2`,
    [id, PLACES],
  )
  const highest = rows.reduce((most, row) => Math.max(most, row.seat_id), sold.rows[0]?.highest ?? 0)
  return { of: new Map(rows.map((row) => [row.guid, row.seat_id])), highest }
}

async function readFirstPlaces(client: Queryable, id: number): Promise<Ids<number>> {
  const { rows } = await client.query<{ section_id: number; first_place: number }>(
    'SELECT section_id, first_place FROM section WHERE seatplan_id = $1 AND first_place IS NOT NULL',
    [id],
  )
  const highest = rows.reduce((most, row) => Math.max(most, row.first_place), 0)
  return { of: new Map(rows.map((row) => [row.section_id, row.first_place])), highest }
}

function sectionRows(planId: number, sections: ReadPlan['plan']['sections'], firstPlaces: Ids<number>): Row[] {
  let next = firstPlaces.highest
  return sections.map((section, ordinal) => ({
    seatplan_id: planId,
    section_id: section.id,
    ordinal: ordinal + 1,
    name: section.name,
    is_reserved: section.isReserved,
    category: section.category,
    capacity: section.capacity,
    first_place: section.isReserved ? null : (firstPlaces.of.get(section.id) ?? (next += PLACES)),
    outline: section.outline,
    label_x: section.labelX,
    label_y: section.labelY,
  }))
}

function seatRows(planId: number, seats: ReadPlan['plan']['seats'], seatIds: Ids<string>): Row[] {
  let next = seatIds.highest
  return seats.map((seat) => ({
    seatplan_id: planId,
    seat_id: seatIds.of.get(seat.guid) ?? ++next,
    section_id: seat.sectionId,
    group_id: seat.groupId,
    x: seat.x,
    y: seat.y,
    seatplan_x: seat.seatplanX,
    seatplan_y: seat.seatplanY,
    rotate: seat.rotate,
    row_name: seat.rowName,
    seat_name: seat.seatName,
    category: seat.category,
    features: seat.features,
    guid: seat.guid,
  }))
}
