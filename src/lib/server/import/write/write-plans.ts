import type { LaidOutPicture } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { storedTag } from '#lib/server/platform/http/answers/picture-answer.ts'
import type { Catalogues } from '#lib/server/import/check/known.ts'
import { differsByPicture } from '#lib/server/import/plans/plan-version.ts'
import type { ReadPlan } from '#lib/server/import/plans/read-plan.ts'
import { idsFor, readDrawing, type KnownDrawing, type PlanChanges, type PlanIds } from './plan-changes.ts'
import { SEAT, SEATPLAN, SECTION } from './tables.ts'
import { insertAll, upsert, type Row } from './upsert.ts'

/** A plan that was written. */
export interface WrittenPlan {
  readonly id: number
  readonly changes: PlanChanges
}

/**
 * Writes changed plans. Returns those that were written, and of how many others the picture alone.
 * @param followed by new plans those whose seats they have
 */
export async function writePlans(
  client: Queryable,
  { prepared, known }: Catalogues,
  followed: ReadonlyMap<number, number>,
): Promise<{ written: WrittenPlan[]; pictures: number }> {
  const versionOf = (plan: ReadPlan): string => known.plans.get(plan.id)?.version ?? ''
  const changed = prepared.plans.map(({ item }) => item).filter((plan) => versionOf(plan) !== plan.version)
  // As they stand before any of them is written.
  const drawings = new Map<number, KnownDrawing>()
  for (const [to, from] of followed) drawings.set(to, await readDrawing(client, from))
  const written: WrittenPlan[] = []
  let pictures = 0
  for (const plan of changed) {
    if (differsByPicture(versionOf(plan), plan.version)) pictures += await writePicture(client, plan)
    else
      written.push({ id: plan.id, changes: await writePlan(client, plan, drawings.get(plan.id) ?? (await readDrawing(client, plan.id))) })
  }
  return { written, pictures }
}

/** Writes the picture behind the seats, which stay as they are. */
async function writePicture(client: Queryable, { id, version, plan }: ReadPlan): Promise<number> {
  const { picture, picture_at: at } = pictureColumns(plan.picture)
  const values = [id, version, picture, at]
  const { rowCount } = await client.query('UPDATE seatplan SET version = $2, picture = $3, picture_at = $4 WHERE seatplan_id = $1', values)
  return rowCount ?? 0
}

async function writePlan(
  client: Queryable,
  { id, venueId, name, words, version, plan }: ReadPlan,
  before: KnownDrawing,
): Promise<PlanChanges> {
  const { width, height, stage, areas = [], tables = [], levels = [], foci = [], colours = {}, source = null, picture } = plan
  const ids = idsFor(before, plan)
  await upsert(client, SEATPLAN, [
    {
      ...{ seatplan_id: id, venue_id: venueId, name, version, width, height, stage, areas, tables, levels, foci, colours, source, words },
      ...pictureColumns(picture),
    },
  ])
  await client.query('DELETE FROM section WHERE seatplan_id = $1', [id]) // cascades to their seats
  await insertAll(client, SECTION, sectionRows(id, plan.sections, ids))
  await insertAll(client, SEAT, seatRows(id, plan.seats, ids))
  return ids.changes
}

function pictureColumns(picture: LaidOutPicture | undefined): Row {
  if (!picture) return { picture: null, picture_at: null }
  const { content, ...at } = picture
  return { picture: content, picture_at: { ...at, version: storedTag(content) } }
}

function sectionRows(planId: number, sections: ReadPlan['plan']['sections'], { places }: PlanIds): Row[] {
  return sections.map((section, ordinal) => ({
    seatplan_id: planId,
    section_id: section.id,
    ordinal: ordinal + 1,
    name: section.name,
    is_reserved: section.isReserved,
    category: section.category,
    capacity: section.capacity,
    first_place: places.get(section.id) ?? null,
    outline: section.outline,
    label_x: section.labelX,
    label_y: section.labelY,
    level: section.level ?? null,
    is_drawn: section.isDrawn !== false,
  }))
}

function seatRows(planId: number, seats: ReadPlan['plan']['seats'], { seats: seatIds }: PlanIds): Row[] {
  return seats.map((seat) => ({
    seatplan_id: planId,
    seat_id: seatIds.get(seat.guid),
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
