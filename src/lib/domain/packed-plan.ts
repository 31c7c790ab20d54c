import { packColumn, unpackColumn } from './packed-column.ts'
import { packRuns, unpackRuns } from './packed-status.ts'
import { maskOf } from './seat-features.ts'
import { boxOf, growingBox, pitchOf, type Hall, type HallRow, type HallSection } from './seat-hall.ts'
import type { Plan, PlanSeat } from './seatplan.ts'

/** A plan as our own map loads it, a seventeenth of its size as objects: columns over all seats or all rows, in plan order. */
export interface PackedPlan extends Pick<Plan, 'id' | 'venueId' | 'version' | 'stage'> {
  readonly sections: readonly PackedSection[]
  /** Seats of each row, and the group that it belongs to: runs. */
  readonly counts: readonly number[]
  readonly groups: readonly number[]
  readonly rowNames: PackedNames
  readonly names: PackedNames
  /** The address of a seat in its section: x by seat, y by row. */
  readonly addressX: readonly number[]
  readonly addressY: readonly number[]
  /** By seat: the centre in quarters of a plan unit, the rotation in quarters of a degree. */
  readonly x: readonly number[]
  readonly y: readonly number[]
  readonly rotate: readonly number[]
  /** Which of the lists of feature codes a seat has: runs. */
  readonly features: readonly number[]
  readonly featureLists: readonly (readonly number[])[]
}

/** A section and how many rows it has. */
type PackedSection = Omit<HallSection, 'first' | 'end' | 'box'> & { readonly rows: number }

/** Names that are whole numbers make a column; the others stand beside it by their index. */
interface PackedNames {
  readonly numbers: readonly number[]
  readonly words: Readonly<Record<string, string>>
}

const QUARTERS = 4
/** An unpacked value is at most this many quarters from the true one: nobody sees it, and a bent row goes on in even steps. */
const SLACK = 1
const WHOLE_NUMBER = /^(0|-?[1-9]\d{0,8})$/

interface Row {
  readonly groupId: number
  readonly y: number
  readonly name: string
  readonly seats: PlanSeat[]
}

export function packPlan(plan: Plan): PackedPlan {
  const seatsOf = Map.groupBy(plan.seats, (seat) => seat.sectionId)
  const rowsOf = plan.sections.map((section) => cutRows(seatsOf.get(section.id) ?? []))
  return {
    id: plan.id,
    venueId: plan.venueId,
    version: plan.version,
    stage: plan.stage,
    sections: packSections(plan, rowsOf),
    ...packRows(rowsOf),
    ...packSeats(rowsOf.flat()),
  }
}

/** Seats come in plan order, so every row is one stretch of them. */
function cutRows(seats: readonly PlanSeat[]): Row[] {
  const rows: Row[] = []
  for (const seat of seats) {
    const row = rows.at(-1)
    if (row?.y === seat.y && row.groupId === seat.groupId) row.seats.push(seat)
    else rows.push({ groupId: seat.groupId, y: seat.y, name: seat.rowName, seats: [seat] })
  }
  return rows
}

function packSections({ sections }: Plan, rowsOf: readonly (readonly Row[])[]): PackedSection[] {
  return sections.map(({ id, name, isReserved, capacity, outline, labelX, labelY }, at) => {
    return { id, name, isReserved, capacity, outline, labelX, labelY, rows: rowsOf[at]?.length ?? 0 }
  })
}

function packRows(rowsOf: readonly (readonly Row[])[]): Pick<PackedPlan, 'counts' | 'groups' | 'rowNames' | 'addressY'> {
  const rows = rowsOf.flat()
  const stretches = rowsOf.map((own) => own.length)
  return {
    counts: packRuns(rows.map((row) => row.seats.length)),
    groups: packRuns(rows.map((row) => row.groupId)),
    rowNames: packNames(columnOf(rows, 'name'), stretches),
    addressY: packColumn(columnOf(rows, 'y'), stretches),
  }
}

function packSeats(rows: readonly Row[]): Omit<PackedPlan, keyof ReturnType<typeof packRows> | keyof Plan> {
  const seats = rows.flatMap((row) => row.seats)
  const counts = rows.map((row) => row.seats.length)
  const quarters = (values: readonly number[]) => values.map((value) => value * QUARTERS)
  return {
    names: packNames(columnOf(seats, 'seatName'), counts),
    addressX: packColumn(columnOf(seats, 'x'), counts),
    x: packColumn(quarters(columnOf(seats, 'seatplanX')), counts, SLACK),
    y: packColumn(quarters(columnOf(seats, 'seatplanY')), counts, SLACK),
    rotate: packColumn(quarters(columnOf(seats, 'rotate')), counts, SLACK),
    ...packFeatures(seats),
  }
}

function columnOf<Item, Key extends keyof Item>(items: readonly Item[], key: Key): Item[Key][] {
  return items.map((item) => item[key])
}

function packNames(names: readonly string[], stretches: readonly number[]): PackedNames {
  const numbers = names.map((name) => (WHOLE_NUMBER.test(name) ? Number(name) : undefined))
  return {
    numbers: packColumn(numbers, stretches),
    words: Object.fromEntries([...names.entries()].filter(([at]) => numbers[at] === undefined)),
  }
}

function packFeatures(seats: readonly PlanSeat[]): Pick<PackedPlan, 'features' | 'featureLists'> {
  const lists = new Map<string, { readonly at: number; readonly codes: readonly number[] }>()
  const features = seats.map(({ features: codes }) => {
    const known = lists.get(codes.join()) ?? { at: lists.size, codes }
    lists.set(codes.join(), known)
    return known.at
  })
  return { features: packRuns(features), featureLists: [...lists.values()].map(({ codes }) => codes) }
}

/**
 * The hall of a packed plan, as `layOutHall` makes it of the plan itself. What only words, addresses and rules ask for is unpacked when they first do:
 * drawing the seats of a large hall must not wait for it.
 */
export function unpackPlan(packed: PackedPlan): Hall {
  const { id, venueId, stage } = packed
  const counts = unpackRuns(packed.counts, new Array<number>(sum(packed.sections.map(({ rows }) => rows))).fill(0))
  const seats = unpackSeats(packed, counts)
  const { count } = seats
  const sections = unpackSections(packed, counts, seats)
  const rows = once(() => unpackRows(packed, counts))
  const spread = once(() => spreadRows(packed, rows(), count))
  const names = once(() => unpackNames(packed.names, counts, count))
  const angle = once(() => unpackColumn(packed.rotate, counts, new Float32Array(count), Math.PI / 180 / QUARTERS))
  const addressX = once(() => unpackColumn(packed.addressX, counts, new Int32Array(count)))
  return {
    id,
    venueId,
    stage,
    sections,
    ...seats,
    box: boxOf(sections, stage),
    pitch: pitchOf(seats.x, seats.y, sections),
    get angle() {
      return angle()
    },
    get rows() {
      return rows()
    },
    get names() {
      return names()
    },
    get addressX() {
      return addressX()
    },
    get addressY() {
      return spread().addressY
    },
    get section() {
      return spread().section
    },
    get row() {
      return spread().row
    },
    get group() {
      return spread().group
    },
  }
}

function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

function unpackRows({ sections, rowNames }: PackedPlan, counts: readonly number[]): HallRow[] {
  const stretches = sections.map((section) => section.rows)
  const names = unpackNames(rowNames, stretches, counts.length)
  const rows: HallRow[] = []
  let end = 0
  stretches.forEach((length, section) => {
    for (const last = rows.length + length; rows.length < last;) {
      const [first, at] = [end, rows.length]
      end += counts[at] ?? 0
      rows.push({ name: names[at] ?? '', section, first, end })
    }
  })
  return rows
}

type Seats = Pick<Hall, 'count' | 'x' | 'y' | 'features'>

function unpackSeats({ x, y, features, featureLists }: PackedPlan, counts: readonly number[]): Seats {
  const masks = featureLists.map(maskOf)
  const count = sum(counts)
  return {
    count,
    x: unpackColumn(x, counts, new Float32Array(count), 1 / QUARTERS),
    y: unpackColumn(y, counts, new Float32Array(count), 1 / QUARTERS),
    features: unpackRuns(
      features.map((value, at) => (at % 2 === 0 ? (masks[value] ?? 0) : value)),
      new Uint32Array(count),
    ),
  }
}

function unpackNames({ numbers, words }: PackedNames, stretches: readonly number[], count: number): string[] {
  const column = unpackColumn(numbers, stretches, new Int32Array(count))
  const names: string[] = []
  for (let at = 0; at < count; at++) names.push(String(column[at]))
  for (const [at, word] of Object.entries(words)) names[Number(at)] = word
  return names
}

/** What all seats of a row have in common, by seat. */
function spreadRows(packed: PackedPlan, rows: readonly HallRow[], count: number): Pick<Hall, 'section' | 'row' | 'group' | 'addressY'> {
  const ys = unpackColumn(
    packed.addressY,
    packed.sections.map((section) => section.rows),
    new Int32Array(rows.length),
  )
  const groups = unpackRuns(packed.groups, new Int32Array(rows.length))
  const spread = {
    section: new Uint16Array(count),
    row: new Uint16Array(count),
    group: new Int32Array(count),
    addressY: new Int32Array(count),
  }
  rows.forEach(({ section, first, end }, at) => {
    spread.section.fill(section, first, end)
    spread.row.fill(at, first, end)
    spread.group.fill(groups[at] ?? 0, first, end)
    spread.addressY.fill(ys[at] ?? 0, first, end)
  })
  return spread
}

function spanOf(values: Float32Array, first: number, end: number): readonly [number, number] {
  let [least, most] = [Infinity, -Infinity]
  for (let at = first; at < end; at++) {
    const value = values[at] ?? 0
    if (value < least) least = value
    if (value > most) most = value
  }
  return [least, most]
}

function unpackSections({ sections }: PackedPlan, counts: readonly number[], { x, y }: Seats): HallSection[] {
  let [row, end] = [0, 0]
  return sections.map(({ rows: own, ...section }) => {
    const first = end
    end += sum(counts.slice(row, (row += own)))
    const box = growingBox()
    const [left, right] = spanOf(x, first, end)
    const [top, bottom] = spanOf(y, first, end)
    if (first < end) box.take(left, top)
    if (first < end) box.take(right, bottom)
    for (const [outlineX, outlineY] of section.outline) box.take(outlineX, outlineY)
    if (first === end) box.take(section.labelX, section.labelY)
    return { ...section, first, end, box: box.now() }
  })
}
