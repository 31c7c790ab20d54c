import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layHitGrid } from '#islands/seat-map/core/hit-grid.ts'
import { isInside } from '#lib/domain/seating/plan/is-inside.ts'
import { layOutHall, type Hall } from '#lib/domain/seating/plan/seat-hall.ts'

type Point = readonly [x: number, y: number]

function hallOf(points: readonly Point[]): Hall {
  const seats = points.map(([x, y], at) => [at + 1, 1, x, y, 0, String(at + 1), []] as const)
  const groups = [{ id: 0, rows: [{ RowName: '1', first: 0, count: seats.length }] }]
  const section = { SectionName: 'A', IsReserved: true, capacity: seats.length, outline: [], labelX: 0, labelY: 0, groups, seats }
  return layOutHall({ id: 1, venueId: 1, stage: null }, [['1', section]])
}

describe('the hit-test grid', () => {
  it('finds the same nearest seat as a scan of all seats', () => {
    const coordinate = fc.integer({ min: -4000, max: 4000 })
    const point = fc.tuple(coordinate, coordinate)
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 60 }), point, fc.integer({ min: 1, max: 3000 }), (points, [x, y], within) => {
        const hall = hallOf(points)
        const away = ([seatX, seatY]: Point) => Math.hypot(seatX - x, seatY - y)
        const found = layHitGrid(hall).seatAt(x, y, within)
        const nearest = Math.min(...points.map(away))
        if (nearest >= within) expect(found).toBe(-1)
        else expect(away(points[found] ?? [Infinity, Infinity])).toBe(nearest)
      }),
    )
  })

  it.each([
    ['no seat', [], -1],
    ['one seat', [[5, 5]], 0],
    [
      'seats very far apart',
      [
        [-90_000, 0],
        [5, 5],
        [90_000, 90_000],
      ],
      1,
    ],
  ] as const)('works with %s', (_words, points, found) => {
    const hall = hallOf(points)
    expect(hall.pitch).toBeGreaterThan(0)
    expect([...hall.box, hall.pitch].every(Number.isFinite)).toBe(true)
    expect(layHitGrid(hall).seatAt(6, 6, 20)).toBe(found)
    expect(layHitGrid(hall).seatAt(6, 6, Infinity)).toBe(found)
  })

  it('detects whether a point is inside an outline', () => {
    const outline = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ] as const
    expect(isInside(outline, 5, 5)).toBe(true)
    expect(isInside(outline, 15, 5)).toBe(false)
    expect(isInside([], 5, 5)).toBe(false)
  })
})
