import { matchSeats, shiftedSeats, type NamedSeat } from '#lib/domain/seating/plan/match-seats.ts'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** Ids of general-admission places: a million per section, above those of seats. */
export const PLACES = 1_000_000

interface KnownSeat extends NamedSeat {
  readonly id: number
  readonly x: number
  readonly y: number
}

interface KnownSection {
  readonly id: number
  readonly name: string
  readonly firstPlace: number
}

/** A plan as it stands in the database, with the highest ids that it ever used, those of sold orders included. */
export interface KnownDrawing {
  readonly seats: readonly KnownSeat[]
  /** General admission only. */
  readonly sections: readonly KnownSection[]
  readonly highestSeat: number
}

export async function readDrawing(client: Queryable, seatplanId: number): Promise<KnownDrawing> {
  const seats = await client.query<KnownSeat>(
    `SELECT seat_id AS id, guid, section.name AS "sectionName", row_name AS "rowName", seat_name AS "seatName", seatplan_x AS x, seatplan_y AS y
     FROM seat JOIN section USING (seatplan_id, section_id) WHERE seatplan_id = $1 ORDER BY seat_id`,
    [seatplanId],
  )
  const sections = await client.query<KnownSection>(
    'SELECT section_id AS id, name, coalesce(first_place, 0) AS "firstPlace" FROM section WHERE seatplan_id = $1 AND first_place IS NOT NULL ORDER BY section_id',
    [seatplanId],
  )
  const sold = await client.query<{ highest: number | null }>(
    `SELECT max(seat_id) AS highest FROM order_seat JOIN presentation USING (presentation_id) WHERE seatplan_id = $1 AND seat_id < $2`,
    [seatplanId, PLACES],
  )
  const highestSeat = seats.rows.reduce((most, { id }) => Math.max(most, id), sold.rows[0]?.highest ?? 0)
  return { seats: seats.rows, sections: sections.rows, highestSeat }
}

/** Section, row and seat; of general admission the section alone. */
export type PlaceName = readonly string[]

export interface SeatChange {
  readonly from: PlaceName
  readonly to: PlaceName
  /** It stands elsewhere among the others. */
  readonly isShifted: boolean
}

/** What a new version of a plan does to seats and places that were there before. */
export interface PlanChanges {
  readonly seats: ReadonlyMap<number, SeatChange>
  /** General admission that is called something else, by its range of places. */
  readonly places: readonly (SeatChange & { readonly first: number; readonly end: number })[]
  /** What seats were called that the plan has no more, and sections of general admission by their first place. */
  readonly gone: ReadonlyMap<number, PlaceName>
}

export function changeOf({ seats, places }: PlanChanges, seatId: number): SeatChange | undefined {
  return seats.get(seatId) ?? places.find(({ first, end }) => seatId >= first && seatId < end)
}

/** The ids of a plan's seats and places in its new version, and what changes of those that keep theirs. */
export interface PlanIds {
  /** By guid. */
  readonly seats: ReadonlyMap<string, number>
  /** First places by section id. */
  readonly places: ReadonlyMap<number, number>
  readonly changes: PlanChanges
}

/** A seat keeps its id by its guid, else by its names; a section of general admission its places by its name, else by its id. New ones get ids that the plan never used. */
export function idsFor(known: KnownDrawing, plan: LaidOutPlan): PlanIds {
  const sectionNames = new Map(plan.sections.map(({ id, name }) => [id, name]))
  const named = plan.seats.map((seat) => ({ ...seat, sectionName: sectionNames.get(seat.sectionId) ?? '' }))
  const before = matchSeats(known.seats, named)
  let next = known.highestSeat
  const seats = new Map(named.map(({ guid }) => [guid, before.get(guid)?.id ?? ++next]))
  const places = placesFor(known, plan)
  return {
    seats,
    places: new Map(places.map(({ id, first }) => [id, first])),
    changes: { ...changesOf(named, before, plan.seatSize), places: places.flatMap(renamedPlaces), gone: goneOf(known, seats, places) },
  }
}

type NewSeat = NamedSeat & Pick<LaidOutPlan['seats'][number], 'seatplanX' | 'seatplanY'>

function changesOf(seats: readonly NewSeat[], known: ReadonlyMap<string, KnownSeat>, seatSize: number): Pick<PlanChanges, 'seats'> {
  const kept = seats.flatMap((seat) => {
    const before = known.get(seat.guid)
    return before ? [{ seat, before }] : []
  })
  const pairs = kept.map(({ seat, before }) => ({
    before: [before.x, before.y] as const,
    after: [seat.seatplanX, seat.seatplanY] as const,
  }))
  const shifted = new Set(shiftedSeats(pairs, seatSize))
  const changes = kept.flatMap(({ seat, before }, index): [number, SeatChange][] => {
    const change = { from: nameOf(before), to: nameOf(seat), isShifted: shifted.has(index) }
    return change.isShifted || !hasSameNames(change) ? [[before.id, change]] : []
  })
  return { seats: new Map(changes) }
}

function goneOf(known: KnownDrawing, seats: ReadonlyMap<string, number>, places: readonly NewPlaces[]): PlanChanges['gone'] {
  const kept = new Set(seats.values())
  const firsts = new Set(places.map(({ first, capacity }) => (capacity > 0 ? first : -1)))
  return new Map([
    ...known.seats.flatMap((seat): [number, PlaceName][] => (kept.has(seat.id) ? [] : [[seat.id, nameOf(seat)]])),
    ...known.sections.flatMap(({ name, firstPlace }): [number, PlaceName][] => (firsts.has(firstPlace) ? [] : [[firstPlace, [name]]])),
  ])
}

function nameOf({ sectionName, rowName, seatName }: NamedSeat): PlaceName {
  return [sectionName, rowName, seatName]
}

function hasSameNames({ from, to }: Pick<SeatChange, 'from' | 'to'>): boolean {
  return from.every((name, index) => name === to[index])
}

interface NewPlaces {
  readonly id: number
  readonly name: string
  readonly first: number
  readonly capacity: number
  readonly before: KnownSection | undefined
}

function placesFor({ sections: known }: KnownDrawing, plan: LaidOutPlan): readonly NewPlaces[] {
  const general = plan.sections.filter(({ isReserved }) => !isReserved)
  const byName = new Map(known.map((section) => [section.name, section]))
  const names = new Set(general.map(({ name }) => name))
  const byId = new Map(known.filter(({ name }) => !names.has(name)).map((section) => [section.id, section]))
  let highest = known.reduce((most, { firstPlace }) => Math.max(most, firstPlace), 0)
  return general.map(({ id, name, capacity }) => {
    const before = byName.get(name) ?? byId.get(id)
    return { id, name, capacity, before, first: before?.firstPlace ?? (highest += PLACES) }
  })
}

function renamedPlaces({ name, first, capacity, before }: NewPlaces): PlanChanges['places'] {
  if (!before || before.name === name) return []
  return [{ from: [before.name], to: [name], isShifted: false, first, end: first + capacity }]
}
