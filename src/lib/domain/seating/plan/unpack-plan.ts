import { unpackColumn } from './packed-column.ts'
import { QUARTERS, type PackedNames, type PackedPlan } from './packed-plan.ts'
import { unpackRuns } from './packed-status.ts'
import { maskOf } from './seat-features.ts'
import { boxOf, growingBox, pitchOf, type Hall, type HallRow, type HallSection } from './seat-hall.ts'

/**
 * Unpacks a plan into the same hall that `layOutHall` makes, without its tables (`withTables`). Data for labels, addresses and rules is unpacked on first use, so that drawing a large hall does
 * not wait for it.
 */
export function unpackPlan(packed: PackedPlan): Hall {
  const { id, venueId, stage, areas, foci, levels, picture } = packed
  const counts = unpackRuns(packed.counts, new Array<number>(sum(packed.sections.map(({ rows }) => rows))).fill(0))
  const seats = unpackSeats(packed, counts)
  const { count } = seats
  const sections = unpackSections(packed, counts, seats)
  const rows = once(() => unpackRows(packed, counts))
  const spread = once(() => spreadRows(packed, rows(), count))
  const names = once(() => unpackNames(packed.names, counts, count))
  const angle = once(() => unpackColumn({ runs: packed.rotate, lengths: counts }, new Float32Array(count), Math.PI / 180 / QUARTERS))
  const addressX = once(() => unpackColumn({ runs: packed.addressX, lengths: counts }, new Int32Array(count)))
  return {
    id,
    venueId,
    stage,
    areas,
    foci,
    ...(levels && { levels }),
    ...(picture && { picture }),
    sections,
    ...seats,
    box: boxOf(sections, stage, areas),
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
    x: unpackColumn({ runs: x, lengths: counts }, new Float32Array(count), 1 / QUARTERS),
    y: unpackColumn({ runs: y, lengths: counts }, new Float32Array(count), 1 / QUARTERS),
    features: unpackRuns(
      features.map((value, at) => (at % 2 === 0 ? (masks[value] ?? 0) : value)),
      new Uint32Array(count),
    ),
  }
}

function unpackNames({ numbers, words }: PackedNames, stretches: readonly number[], count: number): string[] {
  const column = unpackColumn({ runs: numbers, lengths: stretches }, new Int32Array(count))
  const names: string[] = []
  for (let at = 0; at < count; at++) names.push(String(column[at]))
  for (const [at, word] of Object.entries(words)) names[Number(at)] = word
  return names
}

/** Spreads what the seats of a row share into columns by seat. */
function spreadRows(packed: PackedPlan, rows: readonly HallRow[], count: number): Pick<Hall, 'section' | 'row' | 'group' | 'addressY'> {
  const ys = unpackColumn({ runs: packed.addressY, lengths: packed.sections.map((section) => section.rows) }, new Int32Array(rows.length))
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
