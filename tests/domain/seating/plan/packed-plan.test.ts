import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packColumn, unpackColumn } from '#lib/domain/seating/plan/packed-column.ts'
import { packPlan } from '#lib/domain/seating/plan/pack-plan.ts'
import { unpackPlan } from '#lib/domain/seating/plan/unpack-plan.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { seatsIn } from '#lib/domain/seating/plan/find-seat.ts'
import { SEAT_FEATURE, type Plan, type PlanSeat, type PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { hallOf } from '#lib/server/catalogue/seatplans.ts'

describe('columns', () => {
  const column = fc.array(fc.array(fc.integer({ min: -50_000, max: 50_000 }), { maxLength: 9 }))

  test('are restored exactly', () => {
    fc.assert(
      fc.property(column, (stretches) => {
        const lengths = stretches.map((stretch) => stretch.length)
        expect([
          ...unpackColumn({ runs: packColumn(stretches.flat(), lengths), lengths }, new Int32Array(stretches.flat().length)),
        ]).toEqual(stretches.flat())
      }),
    )
  })

  test('with tolerance are restored within it, rounded', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -9_000, max: 9_000, noNaN: true })), (values) => {
        const unpacked = unpackColumn(
          { runs: packColumn(values, [values.length], 1), lengths: [values.length] },
          new Int32Array(values.length),
        )
        for (const [at, value] of values.entries()) expect(Math.abs((unpacked[at] ?? NaN) - value)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('cost next to nothing if rows progress alike', () => {
    const row = Array.from({ length: 40 }, (_, at) => at + 1)
    expect(
      packColumn(
        Array.from({ length: 50 }, () => row).flat(),
        Array.from({ length: 50 }, () => 40),
      ),
    ).toEqual([1, 2, 0, 1_998])
  })
})

/** Groups any seats into rows: sections in their own order, groups, gaps, names. */
const anySection = fc.record({
  name: fc.string({ maxLength: 5 }),
  isReserved: fc.boolean(),
  rows: fc.array(
    fc.record({
      group: fc.integer({ min: 0, max: 3 }),
      name: fc.oneof(fc.integer({ min: -3, max: 99 }).map(String), fc.constantFrom('א', '01', '1e3', '+5', '', ' 7', '1.5')),
      x: fc.integer({ min: -40, max: 40 }),
      left: fc.double({ min: -500, max: 9_000, noNaN: true }),
      seats: fc.array(
        fc.record({
          gap: fc.integer({ min: 1, max: 3 }),
          name: fc.oneof(fc.integer({ min: 0, max: 70 }).map(String), fc.constantFrom('12א', '007', 'VIP', '9999999999')),
          down: fc.double({ min: -40, max: 40, noNaN: true }),
          rotate: fc.double({ min: -180, max: 360, noNaN: true }),
          features: fc.subarray(Object.values(SEAT_FEATURE), { maxLength: 3 }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
    { maxLength: 5 },
  ),
})
type AnySection = typeof anySection extends fc.Arbitrary<infer Value> ? Value : never

function planOf(drawn: readonly AnySection[]): Plan {
  const sections = drawn.map(({ name, isReserved, rows }, at): PlanSection => {
    const capacity = isReserved ? rows.reduce((sum, row) => sum + row.seats.length, 0) : 80
    // Ids fall while the order rises, so neither the plan nor the hall may sort by them.
    const id = 100 - at * 7
    return {
      id,
      name,
      isReserved,
      capacity,
      firstPlace: isReserved ? null : id * 1_000_000,
      category: null,
      outline: [[0, at]],
      labelX: at,
      labelY: 1,
    }
  })
  const seats = drawn.flatMap(({ isReserved, rows }, at) => (isReserved ? seatsOf(100 - at * 7, rows) : []))
  return { id: 4, venueId: 2, name: 'plan', version: 'v', width: 900, height: 900, stage: null, sections, seats }
}

function seatsOf(sectionId: number, rows: AnySection['rows']): PlanSeat[] {
  return rows
    .toSorted((a, b) => a.group - b.group)
    .flatMap(({ group, name, x: firstX, left, seats }, y) => {
      let x = firstX
      return seats.map((seat): PlanSeat => {
        x += seat.gap
        const drawn = { seatplanX: left + x * 30, seatplanY: y * 35 + seat.down, rotate: seat.rotate }
        return {
          id: 0,
          sectionId,
          groupId: group,
          x,
          y,
          ...drawn,
          rowName: name,
          seatName: seat.name,
          category: 'A',
          features: seat.features,
        }
      })
    })
}

/** Unpacks what a client would receive. */
function overTheWire(plan: Plan): Hall {
  const packed: ReturnType<typeof packPlan> = JSON.parse(JSON.stringify(packPlan(plan)))
  return unpackPlan(packed)
}

function farthest(some: ArrayLike<number>, others: ArrayLike<number>): number {
  return Array.from(some).reduce((most, value, at) => Math.max(most, Math.abs(value - (others[at] ?? NaN))), 0)
}

function expectSameHall(unpacked: Hall, hall: Hall): void {
  const exact = ({ id, venueId, count, addressX, addressY, section, row, group, features, names, rows, stage }: Hall) => {
    return { id, venueId, count, addressX, addressY, section, row, group, features, names, rows, stage }
  }
  expect(exact(unpacked)).toEqual(exact(hall))
  expect(unpacked.sections.map((section) => ({ ...section, box: null }))).toEqual(
    hall.sections.map((section) => ({ ...section, box: null })),
  )
  expect(farthest(unpacked.x, hall.x)).toBeLessThanOrEqual(0.2505)
  expect(farthest(unpacked.y, hall.y)).toBeLessThanOrEqual(0.2505)
  expect(farthest(unpacked.angle, hall.angle)).toBeLessThanOrEqual((0.2501 * Math.PI) / 180)
  expect(farthest(unpacked.box, hall.box)).toBeLessThanOrEqual(0.2505)
  expect(
    farthest(
      unpacked.sections.flatMap(({ box }) => box),
      hall.sections.flatMap(({ box }) => box),
    ),
  ).toBeLessThanOrEqual(0.2505)
  expect(Math.abs(unpacked.pitch - hall.pitch)).toBeLessThanOrEqual(1)
}

describe('a packed plan', () => {
  test('unpacks to the same hall for any plan', () => {
    fc.assert(
      fc.property(fc.array(anySection, { maxLength: 4 }), (drawn) => {
        const plan = planOf(drawn)
        expectSameHall(overTheWire(plan), hallOf(plan))
      }),
      { numRuns: 300 },
    )
  })

  test('keeps groups apart that share a row, and says only of the sections that are not drawn that they are not', () => {
    const seats = { left: 0, name: '1', x: 0, seats: [{ gap: 1, name: '1', down: 0, rotate: 90, features: [] }] }
    const plan = planOf([{ name: 'א', isReserved: true, rows: [{ ...seats, group: 1 }, { ...seats, group: 2 }] }, { name: 'ב', isReserved: true, rows: [] }]) // prettier-ignore
    const oneRow = { ...plan, seats: plan.seats.map((seat, x) => ({ ...seat, x, y: 1 })) }
    const sections = oneRow.sections.map((section, at) => ({ ...section, isDrawn: at !== 1, level: at === 1 ? 0 : undefined }))
    const hall = overTheWire({ ...oneRow, sections })
    expectSameHall(hall, hallOf({ ...oneRow, sections }))
    expect(hall.rows.map(({ first, end }) => [first, end])).toEqual([[0, 1], [1, 2]]) // prettier-ignore
    expect(hall.sections.map((section) => [section.isDrawn, section.level])).toEqual([[undefined, undefined], [false, 0]]) // prettier-ignore
    expect(packPlan({ ...oneRow, sections }).sections.map((section) => Object.keys(section).filter((key) => key === 'isDrawn' || key === 'level'))).toEqual([[], ['level', 'isDrawn']]) // prettier-ignore
  })

  test('takes less than 0.9 bytes per seat for 100,000 seats, and its seats can be found', () => {
    const plan = bowl(100_000)
    const hall = overTheWire(plan)
    expectSameHall(hall, hallOf(plan))
    expect(brotliCompressSync(JSON.stringify(packPlan(plan))).length / plan.seats.length).toBeLessThan(0.9)
    expect(seatsIn(hall, 3).at(hall.addressX[9_000] ?? 0, hall.addressY[9_000] ?? 0)).toBe(hall.section[9_000] === 3 ? 9_000 : -1)
  })
})

/** Forty sections of curved rows round a pitch, each row a little longer than the one below. Coordinates are rounded to a hundredth of a unit, as in stored plans. */
function bowl(count: number): Plan {
  const ids = Array.from({ length: 40 }, (_, at) => at + 1)
  const perSection = count / ids.length
  const sections = ids.map((id): PlanSection => ({
    id,
    name: String(id),
    isReserved: true,
    capacity: perSection,
    firstPlace: null,
    category: null,
    outline: [],
    labelX: 0,
    labelY: 0,
  }))
  const seats = ids.flatMap((sectionId) => bentRows(sectionId, perSection))
  return { id: 1, venueId: 1, name: 'bowl', version: 'v', width: 9_000, height: 9_000, stage: null, sections, seats }
}

function bentRows(sectionId: number, count: number): PlanSeat[] {
  const seats: PlanSeat[] = []
  for (let y = 1; seats.length < count; y++) {
    const length = Math.min(40 + y, count - seats.length)
    const radius = 3_000 + y * 38
    for (let x = 1; x <= length; x++) {
      const angle = (sectionId * Math.PI) / 20 + ((x - length / 2) * 24) / radius / 8
      const [seatplanX, seatplanY] = [Math.cos(angle), Math.sin(angle)].map((part) => Math.round(part * radius * 100) / 100)
      seats.push({
        id: 0,
        sectionId,
        groupId: 0,
        x,
        y,
        seatplanX: seatplanX ?? 0,
        seatplanY: seatplanY ?? 0,
        rotate: Math.round(((angle * 180) / Math.PI + 90) * 100) / 100,
        rowName: String(y),
        seatName: String(x),
        category: 'A',
        features: [],
      })
    }
  }
  return seats
}
