import { layOutHall, type Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { Plan, PlanPicture, PlanSeat, PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import type { SeatplanAnswer } from '#lib/contract/show/seats.ts'
import { catalogue } from './catalogue.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'

/** A plan in memory with its seats indexed by address. */
export interface LoadedPlan extends Plan {
  readonly sectionsById: ReadonlyMap<number, PlanSection>
  readonly seatsById: ReadonlyMap<number, PlanSeat>
  /** Keyed by `seatKey`. */
  readonly seatsByAddress: ReadonlyMap<string, PlanSeat>
  /** The seats of `seats`, in the same order, in the form that the seat rules use. */
  readonly hall: Hall
  /** Index of a seat in `seats` and in the hall, by seat id. */
  readonly indexById: ReadonlyMap<number, number>
}

export function seatKey(sectionId: number, x: number, y: number): string {
  return `${String(sectionId)}:${String(x)}:${String(y)}`
}

const plans = new Map<number, { readonly version: string; readonly plan: Promise<LoadedPlan | undefined> }>()

/** Reads a plan once per version, since a version is immutable; undefined if it does not exist. */
export async function planOf(seatplanId: number): Promise<LoadedPlan | undefined> {
  const version = (await catalogue()).seatplans.get(seatplanId)?.version
  if (version === undefined) return undefined
  const known = plans.get(seatplanId)
  if (known?.version === version) return known.plan
  const plan = readSnapshot(seatplanId)
  plans.set(seatplanId, { version, plan })
  plan.catch(() => plans.delete(seatplanId))
  return plan
}

/** Reads everything from one snapshot, so that a concurrent import cannot mix two plans under one version. */
async function readSnapshot(seatplanId: number): Promise<LoadedPlan | undefined> {
  return inTransaction(async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return readPlan(client, seatplanId)
  })
}

type StoredSection = Omit<PlanSection, 'level' | 'isDrawn'> & { readonly level: number | null; readonly isDrawn: boolean }

interface StoredFacts extends Omit<Plan, 'sections' | 'seats' | 'picture'> {
  readonly picture: (Omit<PlanPicture, 'src'> & { readonly version: string }) | null
}

/** Reads a plan inside the transaction of `client`. */
export async function readPlan(client: Queryable, seatplanId: number): Promise<LoadedPlan | undefined> {
  const plan = await client.query<StoredFacts>(
    `SELECT seatplan_id AS id, venue_id AS "venueId", name, version, width, height, stage, areas, tables, levels, foci, colours, words, picture_at AS picture
     FROM seatplan WHERE seatplan_id = $1`,
    [seatplanId],
  )
  const sections = await client.query<StoredSection>(
    `SELECT section_id AS id, name, is_reserved AS "isReserved", capacity, first_place AS "firstPlace", category, outline,
            label_x AS "labelX", label_y AS "labelY", level, is_drawn AS "isDrawn" FROM section WHERE seatplan_id = $1 ORDER BY ordinal`,
    [seatplanId],
  )
  const seats = await client.query<PlanSeat>(
    `SELECT s.seat_id AS id, s.section_id AS "sectionId", s.group_id AS "groupId", s.x, s.y, s.seatplan_x AS "seatplanX",
            s.seatplan_y AS "seatplanY", s.rotate, s.row_name AS "rowName", s.seat_name AS "seatName", s.category, s.features
     FROM seat s JOIN section USING (seatplan_id, section_id) WHERE s.seatplan_id = $1 ORDER BY section.ordinal, s.group_id, s.y, s.x`,
    [seatplanId],
  )
  const [facts] = plan.rows
  return facts && indexPlan({ ...withPicture(withLevels(facts, sections.rows)), seats: seats.rows })
}

/** A plan of one level says nothing of levels. */
function withLevels<Facts extends Pick<Plan, 'levels'>>({ levels, ...facts }: Facts, sections: readonly StoredSection[]) {
  const leveled = sections.map(({ level, isDrawn, ...section }): PlanSection => ({
    ...section,
    ...(level !== null && { level }),
    ...(!isDrawn && { isDrawn }),
  }))
  return { ...facts, ...(levels && levels.length > 0 && { levels }), sections: leveled }
}

/** The picture by its address; a plan without one says nothing of it. */
function withPicture<Facts extends Pick<StoredFacts, 'id' | 'picture'>>({ picture, ...facts }: Facts) {
  if (!picture) return facts
  const { version, ...at } = picture
  const path = UNSCRIPTED_ROUTES.seatplanPicture.path.replace('{seatplanId}', String(facts.id))
  return { ...facts, picture: { src: `/api${path}?version=${version}`, ...at } }
}

/** Adds lookup indexes to a plan. */
export function indexPlan(plan: Plan): LoadedPlan {
  return {
    ...plan,
    sectionsById: new Map(plan.sections.map((section) => [section.id, section])),
    seatsById: new Map(plan.seats.map((seat) => [seat.id, seat])),
    seatsByAddress: new Map(plan.seats.map((seat) => [seatKey(seat.sectionId, seat.x, seat.y), seat])),
    hall: hallOf(plan),
    indexById: new Map(plan.seats.map((seat, at) => [seat.id, at])),
  }
}

/** The plan as flat arrays, indexed like `plan.seats`. */
export function hallOf(plan: Plan): Hall {
  return layOutHall(plan, sectionAnswers(plan))
}

/** Sections by id, in plan order. */
function sectionAnswers(plan: Plan): [string, SeatplanAnswer['sections'][string]][] {
  const seatsOf = Map.groupBy(plan.seats, (seat) => seat.sectionId)
  return plan.sections.map((section) => [String(section.id), sectionAnswer(section, seatsOf.get(section.id) ?? [])])
}

/** The plan on the wire (spec §3, §7): sections by id with groups of rows and compact seats. */
export function seatplanAnswer(plan: Plan): SeatplanAnswer {
  return {
    id: plan.id,
    venueId: plan.venueId,
    name: plan.name,
    version: plan.version,
    width: plan.width,
    height: plan.height,
    stage: plan.stage && { ...plan.stage, outline: asTuples(plan.stage.outline) },
    areas: plan.areas?.map((area) => ({ ...area, outline: asTuples(area.outline) })) ?? [],
    tables: plan.tables?.map((table) => ({ ...table, outline: asTuples(table.outline) })) ?? [],
    ...(plan.levels && { levels: [...plan.levels] }),
    ...(plan.picture && { picture: plan.picture }),
    foci: asTuples(plan.foci ?? []),
    sections: Object.fromEntries(sectionAnswers(plan)),
  }
}

function sectionAnswer(section: PlanSection, seats: readonly PlanSeat[]): SeatplanAnswer['sections'][string] {
  return {
    SectionName: section.name,
    IsReserved: section.isReserved,
    isSoldOut: section.capacity === 0,
    capacity: section.capacity,
    outline: asTuples(section.outline),
    labelX: section.labelX,
    labelY: section.labelY,
    ...(section.level !== undefined && { level: section.level }),
    ...(section.isDrawn === false && { isDrawn: false }),
    groups: groupRows(seats),
    seats: seats.map((seat) => [seat.x, seat.y, seat.seatplanX, seat.seatplanY, seat.rotate, seat.seatName, [...seat.features]]),
  }
}

function asTuples(points: readonly (readonly [number, number])[]): [number, number][] {
  return points.map(([x, y]) => [x, y])
}

/** In plan order every row is contiguous. */
function groupRows(seats: readonly PlanSeat[]): SeatplanAnswer['sections'][string]['groups'] {
  const groups: { id: number; rows: { RowName: string; first: number; count: number }[] }[] = []
  let rowY: number | undefined
  seats.forEach((seat, first) => {
    let group = groups.at(-1)
    if (group?.id !== seat.groupId) {
      groups.push((group = { id: seat.groupId, rows: [] }))
      rowY = undefined
    }
    const row = group.rows.at(-1)
    if (row && rowY === seat.y) row.count++
    else group.rows.push({ RowName: seat.rowName, first, count: 1 })
    rowY = seat.y
  })
  return groups
}

/** Whether a numbered general-admission place belongs to a section. */
export function hasPlace(section: { readonly firstPlace: number | null; readonly capacity: number }, seatId: number): boolean {
  return section.firstPlace !== null && seatId >= section.firstPlace && seatId < section.firstPlace + section.capacity
}
