import { describe, expect, test } from 'vitest'
import type { LaidOutPlan, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { rankGroups } from '#lib/domain/seating/best/best-seats.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { SelectionRules } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import { emptyStates } from '#lib/domain/seating/rules/seat-states.ts'
import { hallOf } from '#lib/server/catalogue/seatplans.ts'
import { checkPlan } from '#lib/server/import/plans/check-plan.ts'
import type { PretixOptions } from '#lib/server/import/plans/pretix/pretix-options.ts'
import { readPretix } from '#lib/server/import/plans/pretix/read-pretix.ts'
import { ImportNotes, writeRemark } from '#lib/server/import/read/report.ts'
import { HOUSES, type FileArea, type FileSeat, type PretixFile } from '#tests/support/plans/pretix-houses.ts'

const PLACE = { file: 'plan.json', path: [] }

function read(written: unknown, options: PretixOptions = {}): { plan: LaidOutPlan; notes: ImportNotes } {
  const notes = new ImportNotes()
  const plan = readPretix(written, options, { place: PLACE, notes })
  if (plan) checkPlan(plan, PLACE, notes)
  if (!plan) throw new Error(notes.problems.map(writeRemark).join('\n'))
  return { plan, notes }
}

/** Draws a plan straight from its file, knowing nothing of how we read it: places of seats, corners or extents of shapes. */
function drawFile({ zones }: PretixFile): { seats: Map<string, Point>; shapes: { reach: number; middle: Point; corners: Point[] }[] } {
  const seats = new Map<string, Point>()
  const shapes = []
  for (const zone of zones) {
    for (const row of zone.rows)
      for (const seat of row.seats)
        seats.set(seat.seat_guid, [zone.position.x + row.position.x + seat.position.x, zone.position.y + row.position.y + seat.position.y])
    for (const area of zone.areas) {
      const turn = ((area.rotation ?? 0) * Math.PI) / 180
      const on = (x: number, y: number): Point => [
        zone.position.x + area.position.x + Math.cos(turn) * x - Math.sin(turn) * y,
        zone.position.y + area.position.y + Math.sin(turn) * x + Math.cos(turn) * y,
      ]
      const { width = 0, height = 0 } = sizeOf(area, 'rectangle')
      const points = (area['polygon'] as { points: { x: number; y: number }[] } | undefined)?.points
      const corners = points?.map(({ x, y }) => on(x, y)) ?? (width > 0 ? [on(0, 0), on(width, 0), on(width, height), on(0, height)] : [])
      const { radius = 0 } = (area['circle'] ?? {}) as { radius?: number }
      const { x: across = radius, y: down = radius } = ((area['ellipse'] ?? {}) as { radius?: { x: number; y: number } }).radius ?? {}
      shapes.push({
        middle: on(0, 0),
        corners: corners.length > 0 || across === 0 ? corners : [on(across, 0), on(0, down), on(-across, 0), on(0, -down)],
        reach: Math.max(across, down),
      })
    }
  }
  return { seats, shapes }
}

function sizeOf(area: FileArea, key: string): { width?: number; height?: number } {
  return area[key] ?? {}
}

function gap([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by)
}

describe.each(HOUSES)('$name', ({ file }) => {
  test('has every seat within a pixel of its place in the file', () => {
    const { plan, notes } = read(file)
    const { seats } = drawFile(file)
    expect(notes.problems).toEqual([])
    expect(plan.seats).toHaveLength(seats.size)
    const moved = plan.seats.filter((seat) => gap([seat.seatplanX, seat.seatplanY], seats.get(seat.guid) ?? [Infinity, Infinity]) > 1)
    expect(moved.map(({ guid }) => guid)).toEqual([])
    expect([plan.width, plan.height]).toEqual([file.size.width, file.size.height])
  })

  test('keeps the order of zones, rows and seats', () => {
    const { plan } = read(file)
    expect(plan.sections.map(({ name }) => name)).toEqual(file.zones.filter(({ rows }) => rows.length > 0).map(({ name }) => name))
    const listed = file.zones.flatMap((zone) => zone.rows.map((row) => `${zone.name} ${row.row_number}`))
    const names = new Map(plan.sections.map(({ id, name }) => [id, name]))
    expect([...new Set(plan.seats.map((seat) => `${names.get(seat.sectionId) ?? ''} ${seat.rowName}`))]).toEqual(listed)
    const inFile = file.zones.flatMap((zone) => zone.rows.map((row) => inOrder(row.seats)))
    const inPlan = [...Map.groupBy(plan.seats, (seat) => `${String(seat.sectionId)} ${String(seat.y)}`).values()]
    expect(inPlan.map((row) => row.map((seat) => seat.guid))).toEqual(inFile)
  })

  test('draws its areas and texts as the file does, in its order and colours', () => {
    const { plan } = read(file)
    const { shapes } = drawFile(file)
    const written = file.zones.flatMap(({ areas }) => areas)
    expect(plan.areas).toHaveLength(written.length)
    for (const [at, area] of (plan.areas ?? []).entries()) {
      const { corners = [], middle = [0, 0], reach = 0 } = shapes[at] ?? {}
      for (const corner of corners) expect(Math.min(...area.outline.map((point) => gap(point, corner)))).toBeLessThan(1)
      for (const point of area.outline) {
        if (reach > 0) expect(gap(point, middle)).toBeLessThan(reach + 1)
        else expect(Math.min(...corners.map((corner) => gap(point, corner)))).toBeLessThan(1)
      }
      expect(area.text).toBe((written[at]?.['text'] as { text: string } | undefined)?.text ?? '')
    }
  })

  test('faces every seat towards what it looks to', () => {
    const { plan } = read(file)
    const away = plan.seats.filter(({ seatplanX: x, seatplanY: y, rotate }) => {
      const angle = (rotate * Math.PI) / 180
      const [fx, fy] = (plan.foci ?? []).toSorted((a, b) => gap(a, [x, y]) - gap(b, [x, y]))[0] ?? [x, y]
      return Math.sin(angle) * (fx - x) - Math.cos(angle) * (fy - y) <= 0
    })
    expect(away.map(({ guid }) => guid)).toEqual([])
  })
})

describe('the best seats of', () => {
  test.each(HOUSES)('$name are the first offered: ten pairs marked by hand are among the first twenty', ({ file, best }) => {
    const hall = hallOfPlan(read(file).plan)
    const states = emptyStates(hall.hall)
    states.status.fill(1)
    states.allocation.fill(1)
    states.ticketGroup.fill(1)
    const rules: SelectionRules = { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: true, seatingPolicyId: 1 }
    const offered = rankGroups(hall.hall, states, { quantity: 2, rules, together: 'first', most: 20 })
    const pairs = offered.map(({ seats }) =>
      seats
        .map((seat) => hall.guids[seat] ?? '')
        .toSorted()
        .join(' '),
    )
    expect(best).toHaveLength(10)
    expect(best.map((pair) => pair.toSorted().join(' ')).filter((pair) => !pairs.includes(pair))).toEqual([])
  })
})

/** The plan as the shop holds it. */
function hallOfPlan(plan: LaidOutPlan): { hall: Hall; guids: readonly string[] } {
  const sections = plan.sections.map((section) => ({ ...section, firstPlace: null }))
  const seats = plan.seats.map((seat, at) => ({ ...seat, id: at + 1 }))
  return {
    hall: hallOf({ ...plan, id: 1, venueId: 1, name: '', version: '1', picture: undefined, sections, seats }),
    guids: plan.seats.map(({ guid }) => guid),
  }
}

/** The order of the file; from left to right in the one row that the file lists to and fro. */
function inOrder(seats: readonly FileSeat[]): string[] {
  const isToAndFro = seats[0]?.seat_number === '1' && seats[1]?.seat_number === '3'
  const xs = seats.map(({ position }) => position.x)
  const sorted = isToAndFro ? seats.toSorted((a, b) => (a.position.x - b.position.x) * ((xs[0] ?? 0) < (xs.at(-1) ?? 0) ? 1 : -1)) : seats
  return sorted.map(({ seat_guid }) => seat_guid)
}

describe('neighbours', () => {
  const houseOf = (name: string): PretixFile => {
    const house = HOUSES.find((one) => one.name === name)
    if (!house) throw new Error(name)
    return house.file
  }
  const besides = ({ seats }: LaidOutPlan, guid: string): string[] => {
    const seat = seats.find((one) => one.guid === guid)
    return seats
      .filter((one) => one.sectionId === seat?.sectionId && one.y === seat.y && Math.abs(one.x - seat.x) === 1)
      .map((one) => one.guid)
  }

  test('are 1 and 2 in the middle of a row of odd and even seats, however the file lists them', () => {
    const { plan } = read(houseOf('odd and even'))
    expect(besides(plan, 'Saal-3-1').toSorted()).toEqual(['Saal-3-2', 'Saal-3-3'])
    expect(besides(plan, 'Saal-4-1').toSorted()).toEqual(['Saal-4-2', 'Saal-4-3'])
  })

  test('are not the ends of two rows, nor seats of two floors over each other', () => {
    expect(besides(read(houseOf('arena')).plan, 'West-1-12')).toEqual(['West-1-11'])
    expect(besides(read(houseOf('overlapping zones')).plan, 'Gallery-1-1')).toEqual(['Gallery-1-2'])
    expect(besides(read(houseOf('spiral of 20,000')).plan, 'Ring-3-100')).toEqual(['Ring-3-99'])
  })
})
