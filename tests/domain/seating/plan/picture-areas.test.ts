import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centreOfArea, nextArea, type AreaForm, type Way } from '#lib/domain/seating/plan/picture-areas.ts'

const rect = (...coords: number[]): AreaForm => ({ shape: 'rect', coords })

test.each<[AreaForm, readonly [number, number]]>([
  [rect(0, 10, 20, 40), [10, 25]],
  [{ shape: 'circle', coords: [7, 8, 3] }, [7, 8]],
  [{ shape: 'poly', coords: [0, 0, 9, 0, 0, 9] }, [3, 3]],
  [{ shape: 'poly', coords: [] }, [0, 0]],
])('finds the middle of %j: %j', (area, middle) => {
  expect(centreOfArea(area)).toEqual(middle)
})

/** A cross: 1 above, 2 below, 3 left, 4 right of 0; 5 far right; 6 aside. */
const CROSS = [
  rect(40, 40, 60, 60),
  rect(40, 0, 60, 20),
  rect(40, 80, 60, 99),
  rect(0, 40, 20, 60),
  rect(80, 40, 99, 60),
  rect(200, 40, 220, 60),
  rect(90, 5, 99, 14),
]

test.each<[number, Way, number]>([
  [0, 'up', 1],
  [0, 'down', 2],
  [0, 'left', 3],
  [0, 'right', 4],
  [4, 'right', 5],
  [5, 'right', 5],
  [5, 'left', 4],
  [4, 'up', 6],
  [3, 'left', 3],
  [99, 'left', 99],
])('steps from %i %s to %i', (from, way, to) => {
  expect(nextArea(CROSS, from, way)).toBe(to)
})

test('never steps against the direction', () => {
  const areas = fc.array(fc.tuple(fc.nat(500), fc.nat(500)), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(areas, fc.constantFrom<Way>('left', 'right', 'up', 'down'), (corners, way) => {
      const forms = corners.map(([x, y]) => rect(x, y, x + 10, y + 10))
      const [to, start] = [centreOfArea(forms[nextArea(forms, 0, way)] ?? rect()), centreOfArea(forms[0] ?? rect())]
      const [dx, dy] = [to[0] - start[0], to[1] - start[1]]
      expect({ left: -dx, right: dx, up: -dy, down: dy }[way]).toBeGreaterThanOrEqual(0)
    }),
  )
})
