import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PretixOptions } from '#lib/server/import/plans/pretix/pretix-options.ts'
import { readMarks } from '#lib/server/import/plans/pretix/seat-marks.ts'
import { parseWith } from '#lib/server/import/read/parse-with.ts'
import { inside, type ImportNotes, type Place, type Reading } from '#lib/server/import/read/report.ts'
import { spektrixPlan, type SpektrixArea, type SpektrixSeat } from '#lib/server/import/schema/spektrix-schema.ts'
import type { AbsolutePlan, AbsoluteSeat, AbsoluteSection } from './absolute/absolute-plan.ts'
import { layOutAbsolute } from './absolute/lay-out-absolute.ts'

const KNOWN = ['id', 'row', 'number', 'x', 'y']
const DEEPEST = 20

/** Reads a plan as Spektrix answers it (plans/{id}): each area with seats is a section, each with a capacity is general admission, and groups only hold others. */
export function readSpektrix(written: unknown, options: PretixOptions, reading: Reading): LaidOutPlan | undefined {
  const { place, notes } = reading
  if (Array.isArray(written) && written.length !== 1) {
    notes.problem(place, `holds ${String(written.length)} plans; save the one that is meant in a file of its own`)
    return undefined
  }
  const one: unknown = Array.isArray(written) ? written[0] : written
  const here = Array.isArray(written) ? inside(place, 0) : place
  if (depthOf(one) > DEEPEST) {
    notes.problem(here, `holds areas in areas more than ${String(DEEPEST)} deep`)
    return undefined
  }
  const plan = parseWith(spektrixPlan, one, { place: here, notes })
  if (!plan) return undefined
  const leaves = listLeaves({ area: plan.baseSeatingArea, around: [], place: inside(here, 'baseSeatingArea') }, notes)
  return layOutAbsolute(absoluteOf(plan.name, nameApart(leaves)), options, reading)
}

/** How deep areas lie in each other, up to a few more than are read. */
function depthOf(thing: unknown, depth = 0): number {
  if (typeof thing !== 'object' || thing === null || depth > DEEPEST) return depth
  const inner: unknown[] = ['baseSeatingArea', 'areas'].flatMap((key) => (Reflect.get(thing, key) as unknown) ?? [])
  return inner.reduce<number>((most, one) => Math.max(most, depthOf(one, depth + 1)), depth)
}

/** An area, with the names of the groups around it from the outside in. */
interface PlacedArea {
  readonly area: SpektrixArea
  readonly around: readonly string[]
  readonly place: Place
}

/** The areas that are sold: this one, and those inside. */
function listLeaves({ area, around, place }: PlacedArea, notes: ImportNotes): PlacedArea[] {
  const inner = (area.areas ?? []).flatMap((one, index) =>
    listLeaves({ area: one, around: [...around, area.name], place: inside(place, 'areas', index) }, notes),
  )
  const isSold = (area.seats?.length ?? 0) > 0 || area.capacity !== undefined
  if (!isSold && inner.length === 0) notes.repair(place, `"${area.name}" has neither seats nor a capacity nor areas; it is left out`)
  return isSold ? [{ area, around, place }, ...inner] : inner
}

/** Names of sections: an area's own, with its group's before it where two areas share it. */
function nameApart(leaves: readonly PlacedArea[]): (PlacedArea & { readonly name: string })[] {
  const own = (leaf: PlacedArea): string => leaf.area.name || leaf.around.at(-1) || leaf.area.id || '1'
  const counts = Map.groupBy(leaves, own)
  const taken = new Set<string>()
  return leaves.map((leaf) => {
    const isShared = (counts.get(own(leaf))?.length ?? 0) > 1
    const wanted = [...(isShared ? leaf.around.slice(-1).filter((name) => name !== '') : []), own(leaf)].join(' ')
    let name = wanted
    for (let copy = 2; taken.has(name); copy++) name = `${wanted} (${String(copy)})`
    taken.add(name)
    return { ...leaf, name }
  })
}

function absoluteOf(name: string, leaves: readonly (PlacedArea & { readonly name: string })[]): AbsolutePlan {
  return {
    name,
    categories: [],
    shapes: [],
    sections: leaves.map(({ area, name: section, place }): AbsoluteSection => {
      const hasSeats = (area.seats?.length ?? 0) > 0
      return { name: section, capacity: hasSeats ? undefined : area.capacity, place }
    }),
    seats: leaves.flatMap(({ area, name: section, place }) =>
      (area.seats ?? []).map((seat, index) => seatOf(seat, section, inside(place, 'seats', index))),
    ),
  }
}

/** Prices are told with a showing, not with the plan, so that the section is the category. */
function seatOf(seat: SpektrixSeat, section: string, place: Place): AbsoluteSeat {
  const own = Object.fromEntries(Object.entries(seat).filter(([key]) => !KNOWN.includes(key)))
  return {
    at: [seat.x, seat.y],
    section,
    row: seat.row || '1',
    name: seat.number,
    category: section,
    guid: seat.id,
    features: readMarks(own),
    place,
  }
}
