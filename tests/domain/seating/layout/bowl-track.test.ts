import { describe, expect, test } from 'vitest'
import { alongRow, BOWL_SIDES, placeOnTrack, pointOnTrack, sideMiddle, trackLength } from '#lib/domain/seating/layout/bowl-track.ts'

/** Sides of 200 and 100 with corners of 50, around the middle of a pitch. */
const TRACK = { centre: [500, 400], straights: [200, 100], cornerRadius: 50 } as const
const CORNER = 25 * Math.PI
const WHOLE = 600 + 4 * CORNER
const pointAt = (place: number, offset = 0) => {
  const { point, rotate } = pointOnTrack(TRACK, place, offset)
  return [...point, (rotate + 360) % 360].map((value) => Math.round(value * 10) / 10 + 0)
}

test('the line around a pitch is as long as its sides and its corners, and each side has its middle', () => {
  expect(trackLength(TRACK)).toBeCloseTo(WHOLE)
  expect(BOWL_SIDES.map((side) => sideMiddle(TRACK, side) / WHOLE)).toEqual([0, 0.25, 0.5, 0.75].map((part) => expect.closeTo(part) as number)) // prettier-ignore
})

describe('a seat on the line', () => {
  test.each([
    ['above the pitch looks down', 'top', [500, 300, 180], [500, 280, 180]],
    ['at its right looks to the left', 'right', [650, 400, 270], [670, 400, 270]],
    ['below it looks up', 'bottom', [500, 500, 0], [500, 520, 0]],
    ['at its left looks to the right', 'left', [350, 400, 90], [330, 400, 90]],
  ] as const)('%s, and so does one in a row behind', (_what, side, first, behind) => {
    expect(pointAt(sideMiddle(TRACK, side))).toEqual(first)
    expect(pointAt(sideMiddle(TRACK, side), 20)).toEqual(behind)
  })

  test('in the middle of a corner looks across it', () => {
    expect(pointAt(100 + CORNER / 2)).toEqual([635.4, 314.6, 225])
    expect(pointAt(100 + CORNER / 2, 20)).toEqual([649.5, 300.5, 225])
    expect(pointAt(WHOLE - 100 - CORNER / 2)).toEqual([364.6, 314.6, 135])
  })

  test('on a straight part is as far along as it says', () => {
    expect([pointAt(60), pointAt(100), pointAt(100 + CORNER + 30)]).toEqual([[560, 300, 180], [600, 300, 180], [650, 380, 270]]) // prettier-ignore
  })

  test('is the same after a whole turn, forwards and back', () => {
    expect([pointAt(60 + WHOLE), pointAt(60 - 2 * WHOLE), pointAt(-60)]).toEqual([[560, 300, 180], [560, 300, 180], [440, 300, 180]]) // prettier-ignore
  })
})

describe('a row behind the line', () => {
  test('is as long at its straight parts, and longer at its corners', () => {
    expect(alongRow(TRACK, 60, 50)).toBeCloseTo(60)
    expect(alongRow(TRACK, 100 + CORNER, 50)).toBeCloseTo(100 + 2 * CORNER)
    expect(alongRow(TRACK, 100 + CORNER / 2, 25)).toBeCloseTo(100 + 0.75 * CORNER)
    expect(alongRow(TRACK, 200 + 2 * CORNER, 50)).toBeCloseTo(200 + 4 * CORNER)
  })

  test('goes on after a whole turn, and back before the first', () => {
    expect(alongRow(TRACK, WHOLE + 60, 50)).toBeCloseTo(WHOLE + 100 * Math.PI + 60)
    expect(alongRow(TRACK, -60, 50)).toBeCloseTo(-60)
    expect(alongRow(TRACK, 3 * WHOLE, 50)).toBeCloseTo(3 * (WHOLE + 100 * Math.PI))
  })

  test.each([0, 37, 120])('has each of its places on the line: %i behind it', (offset) => {
    for (const place of [-700, -60, 0, 60, 100, 130, 200, 300, 450, 600, 800, 900, 1_000, 2_500]) {
      expect(placeOnTrack(TRACK, alongRow(TRACK, place, offset), offset)).toBeCloseTo(place)
    }
  })
})
