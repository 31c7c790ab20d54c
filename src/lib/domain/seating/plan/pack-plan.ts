import { packColumn } from './packed-column.ts'
import { QUARTERS, type PackedNames, type PackedPlan, type PackedSection } from './packed-plan.ts'
import { packRuns } from './packed-status.ts'
import type { Plan, PlanSeat } from './seatplan.ts'

/** Maximum error of an unpacked value, in quarters: invisible, and it lets curved rows continue in even steps. */
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
    areas: plan.areas,
    tables: plan.tables,
    ...(plan.levels && { levels: plan.levels }),
    ...(plan.picture && { picture: plan.picture }),
    foci: plan.foci,
    sections: packSections(plan, rowsOf),
    ...packRows(rowsOf),
    ...packSeats(rowsOf.flat()),
  }
}

/** Cuts seats into rows. In plan order every row is contiguous. */
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
  return sections.map(({ id, name, isReserved, capacity, outline, labelX, labelY, level, isDrawn }, at) => {
    const section = { id, name, isReserved, capacity, outline, labelX, labelY, rows: rowsOf[at]?.length ?? 0 }
    return { ...section, ...(level !== undefined && { level }), ...(isDrawn === false && { isDrawn }) }
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
