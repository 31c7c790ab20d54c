import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundsOf } from '#lib/domain/seating/plan/fit-drawing.ts'
import { findOverlaps } from '#lib/domain/seating/plan/find-overlaps.ts'
import type { LaidOutSeat } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { layOutRows } from '#lib/domain/seating/layout/lay-out-rows.ts'
import { facing } from '#lib/domain/seating/plan/plan-geometry.ts'
import type { RowsPlan, RowsTier } from '#lib/domain/seating/layout/rows-plan.ts'

const FOCUS = { x: 500, y: -300 }
const SECTIONS = [1, 2, 3].map((id) => ({ id, name: `section ${String(id)}`, category: 'hall' }))

function planOf(tier: RowsTier, more: Partial<RowsPlan> = {}): RowsPlan {
  return { width: 1000, height: 800, focus: FOCUS, sections: SECTIONS.filter(({ id }) => tier.blocks.includes(id)), tiers: [tier], ...more }
}

function seatsOf(tier: RowsTier, more: Partial<RowsPlan> = {}): readonly LaidOutSeat[] {
  const { plan, problems } = layOutRows(planOf(tier, more))
  expect(problems).toEqual([])
  return plan.seats
}

const anyTier = fc.record({
  radius: fc.integer({ min: 500, max: 3_000 }),
  aisles: fc.integer({ min: 0, max: 90 }),
  counts: fc.array(fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 14 }), fc.integer({ min: 0, max: 10 })), {
    minLength: 1,
    maxLength: 12,
  }),
})

function curved({ radius, aisles, counts }: { radius: number; aisles: number; counts: readonly (readonly number[])[] }): RowsTier {
  return { blocks: [3, 1, 2], aisles, radius, rows: counts.map((seats, index) => ({ name: String(index + 1), seats })) }
}

describe('curved rows', () => {
  test('keep seats at least a seat’s width apart, whatever the counts', () => {
    fc.assert(
      fc.property(anyTier, (tier) => {
        expect(findOverlaps(seatsOf(curved(tier)), 22)).toEqual([])
      }),
    )
  })

  test('keep every seat of a row equally far from the focus and facing it', () => {
    fc.assert(
      fc.property(anyTier, (tier) => {
        for (const seat of seatsOf(curved(tier))) {
          const [dx, dy] = [FOCUS.x - seat.seatplanX, FOCUS.y - seat.seatplanY]
          const distance = Math.hypot(dx, dy)
          expect(distance).toBeCloseTo(tier.radius + (seat.y - 1) * 37, 1)
          const [fx, fy] = facing(seat.rotate)
          expect((fx * dx + fy * dy) / distance).toBeCloseTo(1, 5)
        }
      }),
    )
  })

  test('contain all counted seats, with unique guids, addresses and names', () => {
    fc.assert(
      fc.property(anyTier, (tier) => {
        const seats = seatsOf(curved(tier))
        const counted = tier.counts.flat().reduce((sum, count) => sum + count, 0)
        expect(seats).toHaveLength(counted)
        expect(new Set(seats.map((seat) => seat.guid)).size).toBe(counted)
        expect(new Set(seats.map((seat) => `${String(seat.sectionId)} ${String(seat.x)} ${String(seat.y)}`)).size).toBe(counted)
        expect(new Set(seats.map((seat) => `${seat.rowName} ${seat.seatName}`)).size).toBe(counted)
      }),
    )
  })

  test('are symmetrical about the middle of the hall', () => {
    const seats = seatsOf({ blocks: [3, 1, 2], aisles: 46, radius: 740, rows: [{ name: '1', seats: [5, 14, 5] }] })
    const xs = seats.map((seat) => seat.seatplanX - FOCUS.x).sort((a, b) => a - b)
    xs.forEach((x, index) => expect(x).toBeCloseTo(-(xs[xs.length - 1 - index] ?? 0), 1))
  })

  test('widen the arc between two blocks by the width of the aisle', () => {
    const seats = seatsOf({ blocks: [3, 1], aisles: 46, radius: 740, rows: [{ name: '1', seats: [2, 2] }] })
    const angles = seats.map((seat) => -seat.rotate).sort((a, b) => a - b)
    const steps = angles.slice(1).map((angle, index) => ((angle - (angles[index] ?? 0)) * Math.PI * 740) / 180)
    expect(steps.map(Math.round)).toEqual([33, 79, 33])
  })
})

describe('straight rows', () => {
  test('run across the origin, a row pitch apart', () => {
    const seats = seatsOf({
      blocks: [1],
      origin: { x: 300, y: 100 },
      rowPitch: 40,
      seatPitch: 30,
      rows: [
        { name: 'א', seats: 3 },
        { name: 'ב', seats: 2, before: 10 },
      ],
    })
    expect(seats.map((seat) => [seat.rowName, seat.seatplanX, seat.seatplanY])).toEqual([
      ['א', 270, 100],
      ['א', 300, 100],
      ['א', 330, 100],
      ['ב', 285, 150],
      ['ב', 315, 150],
    ])
  })

  test('rotate about the origin with the tier', () => {
    const [seat] = seatsOf({
      blocks: [1],
      origin: { x: 300, y: 100, rotate: 90 },
      seatPitch: 30,
      rows: [{ name: '1', seats: 1, offset: 50 }],
    })
    expect(seat).toMatchObject({ seatplanX: 300, seatplanY: 150, rotate: 90 })
  })
})

describe('numbering', () => {
  const rows = [{ name: '1', seats: [2, 3] }]
  const byX = (seats: readonly LaidOutSeat[]): string[] => seats.toSorted((a, b) => a.seatplanX - b.seatplanX).map((seat) => seat.seatName)

  test.each([
    ['from the right across the row', {}, ['5', '4', '3', '2', '1']],
    ['from the left across the row', { from: 'left' }, ['1', '2', '3', '4', '5']],
    ['from the right in each block', { across: 'block' }, ['2', '1', '3', '2', '1']],
    ['from the left in each block', { from: 'left', across: 'block' }, ['1', '2', '1', '2', '3']],
  ] as const)('runs %s', (_, numbering, names) => {
    expect(byX(seatsOf({ blocks: [3, 1], origin: { x: 0, y: 0 }, numbering, rows }))).toEqual(names)
  })

  test('leaves the place of a missing number empty and skips its XCoordinate', () => {
    const seats = seatsOf({ blocks: [1], origin: { x: 0, y: 0 }, numbering: { from: 'left' }, rows: [{ name: '1', seats: '1-2,4' }] })
    expect(seats.map((seat) => [seat.seatName, seat.x])).toEqual([
      ['1', 1],
      ['2', 2],
      ['4', 4],
    ])
  })

  test('separates seats on both sides of an aisle within a section', () => {
    const seats = seatsOf({ blocks: [1, 1], aisles: 40, origin: { x: 0, y: 0 }, rows: [{ name: '1', seats: [2, 2] }] })
    expect(seats.map((seat) => [seat.groupId, seat.x])).toEqual([
      [1, 1],
      [1, 2],
      [2, 4],
      [2, 5],
    ])
  })
})

describe('marks', () => {
  const rows = ['1', '2', '3'].map((name) => ({ name, seats: 4 }))
  const marked = (marks: RowsTier['marks']): readonly LaidOutSeat[] => seatsOf({ blocks: [1], origin: { x: 0, y: 0 }, rows, marks })

  test('give rows and seats a category and features; the later mark wins', () => {
    const seats = marked([
      { rows: '2-3', category: 'premium', features: [13] },
      { rows: '3', seats: '1', category: 'accessible', features: [10] },
    ])
    const seat = (row: string, name: string): LaidOutSeat | undefined => seats.find((one) => one.rowName === row && one.seatName === name)
    expect(seat('1', '1')).toMatchObject({ category: 'hall', features: [] })
    expect(seat('2', '1')).toMatchObject({ category: 'premium', features: [13] })
    expect(seat('3', '1')).toMatchObject({ category: 'accessible', features: [10, 13] })
  })

  test('assign couches left, middle and right from the left of the hall', () => {
    const pairs = marked([{ rows: '1', features: [1], together: 2 }]).filter((seat) => seat.y === 1)
    expect(pairs.map((seat) => seat.features)).toEqual([
      [1, 31],
      [1, 33],
      [1, 31],
      [1, 33],
    ])
    const threes = marked([{ rows: '1', seats: '1-3', features: [4], together: 3 }]).filter((seat) => seat.features.length > 0)
    expect(threes.map((seat) => seat.features)).toEqual([
      [4, 31],
      [4, 32],
      [4, 33],
    ])
  })

  test('report a problem with its path if they match nothing', () => {
    const { problems } = layOutRows(planOf({ blocks: [1], origin: { x: 0, y: 0 }, rows, marks: [{ rows: '9', features: [13] }] }))
    expect(problems).toEqual([{ path: ['tiers', 0, 'marks', 0], sentence: expect.stringContaining('picks no seat') }])
  })
})

describe('sections', () => {
  test('report a row whose counts do not fit the blocks, with its path', () => {
    const { problems } = layOutRows(
      planOf({
        blocks: [3, 1],
        origin: { x: 0, y: 0 },
        rows: [
          { name: '1', seats: [2, 2] },
          { name: '2', seats: 4 },
        ],
      }),
    )
    expect(problems).toMatchObject([{ path: ['tiers', 0, 'rows', 1, 'seats'] }])
  })

  test('have an outline that contains all their seats, whatever the row lengths', () => {
    const rows = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(rows, fc.integer({ min: 600, max: 3_000 }), (counts, radius) => {
        const tier = { blocks: [1], radius, rows: counts.map((seats, index) => ({ name: String(index + 1), seats })) }
        const { plan } = layOutRows(planOf(tier))
        const outline = plan.sections[0]?.outline ?? []
        for (const seat of plan.seats) expect(isInside([seat.seatplanX, seat.seatplanY], outline)).toBe(true)
      }),
    )
  })

  test('have an outline around both sides of an aisle, though one of them begins further back', () => {
    const rows = [{ name: '1', seats: [0, 3] }, { name: '2', seats: [3, 3] }, { name: '3', seats: [3, 3] }] // prettier-ignore
    const { plan } = layOutRows(planOf({ blocks: [1, 1], aisles: 20, origin: { x: 300, y: 100 }, rows }))
    const outline = plan.sections[0]?.outline ?? []
    for (const seat of plan.seats) expect(isInside([seat.seatplanX, seat.seatplanY], outline)).toBe(true)
  })

  test('have a capacity, a category and an outline, but no seats, for general admission', () => {
    const lawn = { id: 9, name: 'lawn', category: 'lawn', capacity: 400, ring: { from: 600, to: 700, angles: [-30, 30] as const } }
    const { plan } = layOutRows({ width: 1000, height: 800, focus: FOCUS, sections: [lawn] })
    expect(plan.sections[0]).toMatchObject({ isReserved: false, capacity: 400, category: 'lawn' })
    for (const [x, y] of plan.sections[0]?.outline ?? []) expect(Math.round(Math.hypot(x - FOCUS.x, y - FOCUS.y)) % 100).toBe(0)
    expect(plan.sections[0]?.outline).toHaveLength(50)
    expect(plan.seats).toEqual([])
  })

  test('have a ring around the corner of the drawing, if there is no focus', () => {
    const ring = { id: 9, name: 'ring', category: 'ring', capacity: 400, ring: { from: 100, to: 200, angles: [-90, 90] as const } }
    const outline = layOutRows({ width: 1000, height: 800, sections: [ring] }).plan.sections[0]?.outline ?? []
    expect(boundsOf(outline)).toEqual({ left: -200, right: 200, top: 0, bottom: 200 })
    expect(isInside([0, 150], outline)).toBe(true)
    expect(isInside([0, 50], outline)).toBe(false)
  })
})

/** Ray casting. */
function isInside([x, y]: readonly [number, number], outline: readonly (readonly [number, number])[]): boolean {
  return outline.reduce((inside, [ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length] ?? [ax, ay]
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !inside : inside
  }, false)
}
