import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alongRow, placeOnTrack, pointOnTrack, sideMiddle, trackLength, type BowlTrack } from '#lib/domain/seating/layout/bowl-track.ts'
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

  test('report a problem if tribunes do not fit, instead of overlapping', () => {
    const wide = Array.from({ length: 12 }, (_, index) => sectorOf(index + 1, [40]))
    const bowl = bowlOf(wide)
    const { problems } = layOutBowl({ ...bowl, tribunes: [...bowl.tribunes, { side: 'right', bays: [[[sectorOf(99, [40])]]] }] })
    expect(problems[0]?.sentence).toContain('next tribune')
  })
})
