import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  alongRow,
  placeOnTrack,
  pointOnTrack,
  sideMiddle,
  trackLength,
  type BowlSide,
  type BowlTrack,
} from '#lib/domain/seating/layout/bowl-track.ts'
import { boundsOf } from '#lib/domain/seating/plan/fit-drawing.ts'
import { findOverlaps } from '#lib/domain/seating/plan/find-overlaps.ts'
import { layOutBowl, type Bowl, type BowlSector } from '#lib/domain/seating/layout/lay-out-bowl.ts'
import { facing } from '#lib/domain/seating/plan/plan-geometry.ts'

const TRACK: BowlTrack = { centre: [0, 0], straights: [2_000, 1_200], cornerRadius: 700 }

function sectorOf(id: number, counts: readonly number[]): BowlSector {
  const rows = counts.map((count, depth) => ({
    name: String(depth + 1),
    depth,
    numbers: Array.from({ length: count }, (_, index) => index + 1),
  }))
  return { key: String(id), id, name: String(id), category: 'stand', firstDepth: 0, rows }
}

function bowlOf(sectors: readonly BowlSector[], side: 'top' | 'right' = 'top'): Bowl {
  return {
    track: TRACK,
    width: 0,
    height: 0,
    seatSize: 22,
    seatPitch: 32,
    rowPitch: 40,
    gap: 50,
    pitch: { width: 900, height: 600, label: 'pitch' },
    tribunes: [{ side, bays: sectors.map((sector) => [[sector]]) }],
  }
}

describe('the track', () => {
  test('converts positions to distances along a row and back, all the way round', () => {
    fc.assert(
      fc.property(fc.double({ min: -9_000, max: 9_000, noNaN: true }), fc.double({ min: 0, max: 1_500, noNaN: true }), (place, offset) => {
        expect(placeOnTrack(TRACK, alongRow(TRACK, place, offset), offset)).toBeCloseTo(place, 4)
      }),
    )
  })

  test('has the middles of its sides facing the pitch', () => {
    const seats = (['top', 'right', 'bottom', 'left'] as const).map((side) => pointOnTrack(TRACK, sideMiddle(TRACK, side), 0))
    expect(seats.map(({ point }) => point.map((value) => Math.round(value) + 0))).toEqual([
      [0, -1_300],
      [1_700, 0],
      [0, 1_300],
      [-1_700, 0],
    ])
    for (const {
      point: [x, y],
      rotate,
    } of seats) {
      const [fx, fy] = facing(rotate)
      expect((fx * -x + fy * -y) / Math.hypot(x, y)).toBeCloseTo(1, 6)
    }
  })

  test('is closed', () => {
    const [start, end] = [pointOnTrack(TRACK, 0, 100).point, pointOnTrack(TRACK, trackLength(TRACK), 100).point]
    expect(Math.hypot(start[0] - end[0], start[1] - end[1])).toBeCloseTo(0, 6)
  })
})

describe('sectors', () => {
  const counts = fc.array(fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 })

  test('fan out round a corner without overlapping seats', () => {
    fc.assert(
      fc.property(counts, fc.constantFrom('top' as const, 'right' as const), (sectors, side) => {
        const { plan, problems } = layOutBowl(
          bowlOf(
            sectors.map((rows, index) => sectorOf(index + 1, rows)),
            side,
          ),
        )
        expect(problems).toEqual([])
        expect(plan.seats).toHaveLength(sectors.flat().reduce((sum, count) => sum + count, 0))
        expect(findOverlaps(plan.seats, 22)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('have number 1 at the sitter’s left', () => {
    const { plan } = layOutBowl(bowlOf([sectorOf(1, [3])]))
    expect(plan.seats.map((seat) => [seat.seatName, Math.round(seat.seatplanX)])).toEqual([
      ['1', 32],
      ['2', 0],
      ['3', -32],
    ])
  })
})

/** Where each seat stands, by sector, row and number. */
const placesOf = (bowl: Bowl) =>
  layOutBowl(bowl).plan.seats.map(({ guid, seatplanX, seatplanY }) => [guid, Math.round(seatplanX) + 0, Math.round(seatplanY) + 0])
const withBays = (bays: Bowl['tribunes'][number]['bays']): Bowl => ({ ...bowlOf([]), tribunes: [{ side: 'top', bays }] })

describe('the sectors of a tribune', () => {
  test('lie beside each other with a gap, the tribune in the middle of its side', () => {
    expect(placesOf(bowlOf([sectorOf(1, [2]), sectorOf(2, [1])]))).toEqual([
      ['1-1-1', -25, -1_300],
      ['1-1-2', -57, -1_300],
      ['2-1-1', 57, -1_300],
    ])
    expect(placesOf(bowlOf([sectorOf(1, [1])], 'right'))).toEqual([['1-1-1', 1_700, 0]])
  })

  test('have rows behind each other, each in the middle, and may lie behind another', () => {
    expect(placesOf(bowlOf([sectorOf(1, [1, 2])]))).toEqual([
      ['1-1-1', 0, -1_300],
      ['1-2-1', 16, -1_340],
      ['1-2-2', -16, -1_340],
    ])
    expect(placesOf(bowlOf([{ ...sectorOf(1, [1, 1]), firstDepth: 3 }]))).toEqual([
      ['1-1-1', 0, -1_420],
      ['1-2-1', 0, -1_460],
    ])
  })

  test('leave the place of a number that is missing', () => {
    const sector = sectorOf(1, [])
    const rows = [
      { name: '1', depth: 0, numbers: [1, 2, 4] },
      { name: '2', depth: 1, numbers: [] },
    ]
    expect(placesOf(bowlOf([{ ...sector, rows }])).map(([, x]) => x)).toEqual([48, 16, -48])
  })

  test('are as wide as the widest of their bay; those behind it stand in its middle', () => {
    const behind = [2, 3].map((id) => ({ ...sectorOf(id, [1]), firstDepth: 2 }))
    expect(placesOf(withBays([[[sectorOf(1, [5])], behind], [[sectorOf(4, [1])]]])).map(([guid, x]) => [guid, x])).toEqual([
      ...[['1-1-1', 23], ['1-1-2', -9], ['1-1-3', -41], ['1-1-4', -73], ['1-1-5', -105]],
      ...[['2-1-1', -82], ['3-1-1', 0], ['4-1-1', 105]],
    ]) // prettier-ignore
  })

  test('lie evenly around the corners at both ends of their side', () => {
    const xs = layOutBowl(bowlOf([sectorOf(1, [50, 60, 70]), sectorOf(2, [50, 60, 70])])).plan.seats.map(({ seatplanX }) => seatplanX)
    const sorted = xs.toSorted((a, b) => a - b)
    for (const [at, x] of sorted.entries()) expect(x + (sorted.at(-1 - at) ?? 0)).toBeCloseTo(0, 1)
  })
})

describe('a stadium as a plan', () => {
  const rows = [
    { name: 'א', depth: 0, numbers: [1, 2], category: 'front' },
    { name: 'ב', depth: 1, numbers: [1] },
  ]
  const planOf = () => {
    const sectors = bowlOf([{ ...sectorOf(7, []), key: 'N7', name: 'north', rows }, sectorOf(3, [1])])
    return layOutBowl({ ...sectors, width: 4_000, height: 3_000 }).plan
  }

  test('has seats with addresses, names and categories, in plan order, which face the pitch', () => {
    const plan = planOf()
    expect(plan.seats.map(({ guid, sectionId, groupId, x, y, rowName, seatName, category }) => [guid, sectionId, groupId, x, y, rowName, seatName, category])).toEqual([
      ['3-1-1', 3, 0, 1, 1, '1', '1', 'stand'],
      ['N7-א-1', 7, 0, 1, 1, 'א', '1', 'front'],
      ['N7-א-2', 7, 0, 2, 1, 'א', '2', 'front'],
      ['N7-ב-1', 7, 0, 1, 2, 'ב', '1', 'stand'],
    ]) // prettier-ignore
    expect(plan.seats.map(({ rotate, features }) => [Math.abs(rotate), features])).toEqual(plan.seats.map(() => [180, []]))
  })

  test('has its sectors by their ids, each with its seats inside its outline and its label in their middle', () => {
    const { sections } = planOf()
    expect(sections).toMatchObject([
      { id: 3, name: '3', isReserved: true, capacity: 1, category: null, labelX: 57, labelY: -1_300 },
      { id: 7, name: 'north', isReserved: true, capacity: 3, category: null, labelX: -41, labelY: -1_313.33 },
    ])
    // Half a seat and a third of the gap beside the seats, half a row before and behind them.
    expect(boundsOf(sections[0]?.outline ?? [])).toEqual({ left: 24.33, right: 89.67, top: -1_320, bottom: -1_280 })
  })

  test('has the measures that it says, and its pitch in the middle', () => {
    const plan = planOf()
    expect([plan.width, plan.height, plan.seatSize]).toEqual([4_000, 3_000, 22])
    const moved = { ...bowlOf([]), track: { ...TRACK, centre: [2_000, 1_500] as const } }
    expect(layOutBowl(moved).plan.stage).toEqual({
      outline: [[1_550, 1_200], [2_450, 1_200], [2_450, 1_800], [1_550, 1_800]],
      label: 'pitch',
      labelX: 2_000,
      labelY: 1_500,
    }) // prettier-ignore
  })
})

describe('tribunes that do not fit', () => {
  /** Half of the track's quarter is 2,700 units: 165 seats reach 2,665 to both sides, and three seats 73. */
  const tribune = (side: BowlSide, count: number, id = count) => ({ side, bays: [[[sectorOf(id, [count])]]] })
  const problemsOf = (...tribunes: Bowl['tribunes']) => layOutBowl({ ...bowlOf([]), tribunes }).problems
  const problem = (index: number, units: number, where = 'into the next tribune') => ({
    path: ['tribunes', index],
    sentence: `reaches ${String(units)} units ${where}: make the track longer`,
  })

  test.each<[string, Bowl['tribunes'], readonly unknown[]]>([
    ['none', [tribune('top', 162), tribune('right', 3)], []],
    ['the one before', [tribune('top', 165), tribune('right', 3)], [problem(0, 39)]],
    ['the last, which reaches into the first', [tribune('top', 165), tribune('left', 3)], [problem(1, 39)]],
    ['a tribune alone that reaches around the pitch into itself', [tribune('top', 340)], [problem(0, 132, 'around the pitch into itself')]],
    ['not one alone that goes nearly all around', [tribune('top', 330)], []],
    ['none without tribunes', [], []],
  ])('are a problem, instead of seats that overlap: %s', (_what, tribunes, problems) => {
    expect(problemsOf(...tribunes)).toEqual(problems)
  })
})
