import { describe, expect, test } from 'vitest'
import { distanceFromFocus, focusOf } from '#lib/domain/seating/best/best-focus.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { planOf, sectionOf } from '#tests/domain/seating/rules/seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

type Point = readonly [number, number]

interface Drawn extends Partial<Pick<Hall, 'foci' | 'box' | 'pitch'>> {
  /** [left, top, right, bottom] */
  readonly stage?: readonly [number, number, number, number]
  /** Degrees, clockwise; all alike or one for each seat. */
  readonly angles?: readonly number[]
}

/** A hall of seats at these points, ten units apart. */
function hallAt(points: readonly Point[], { stage, angles = [], box = [0, 0, 100, 100], ...more }: Drawn = {}): Hall {
  const hall = buildHall(planOf({ 1: sectionOf('א', [points.map(() => [])]) }))
  const [left, top, right, bottom] = stage ?? [0, 0, 0, 0]
  const outline: Point[] = [[left, top], [right, top], [right, bottom], [left, bottom]] // prettier-ignore
  return {
    ...hall,
    ...{ x: Float32Array.from(points, ([x]) => x), y: Float32Array.from(points, ([, y]) => y), box, pitch: 10 },
    angle: Float32Array.from(points, (_point, at) => ((angles[at] ?? angles[0] ?? 0) * Math.PI) / 180),
    stage: { outline: stage ? outline : [], labelX: 0, labelY: 0, label: '' },
    ...more,
  }
}

/** Seats in a line from a point, at these distances. */
function lineFrom([x, y]: Point, degrees: number, distances: readonly number[]): Point[] {
  const [dx, dy] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return distances.map((away): Point => [x + dx * away, y + dy * away])
}

/** The same with a seat far on either side. */
function blockFrom([x, y]: Point, degrees: number, distances: readonly number[]): Point[] {
  const [dx, dy] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const wings = [-50, 50].map((aside): Point => [x + dx * 50 + dy * aside, y + dy * 50 - dx * aside])
  return [...lineFrom([x, y], degrees, distances), ...wings]
}

const rounded = (hall: Hall) => focusOf(hall).map((point) => point.map((value) => Math.round(value * 10) / 10 || 0))

const TENS = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
const TOP: Point = [50, 0]
const AXIS = lineFrom(TOP, 0, TENS)

describe('the focal point before a stage', () => {
  test('is as deep as three tenths of the seats on the axis do not reach, from the middle of the upper side if no stage is drawn', () => {
    expect(rounded(hallAt(AXIS))).toEqual([[50, 40]])
    expect(rounded({ ...hallAt(AXIS), stage: null })).toEqual([[50, 40]])
    expect(rounded(hallAt(lineFrom([60, 5], 0, TENS), { box: [20, 5, 100, 100] }))).toEqual([[60, 45]])
  })

  test('does not count seats that are far from the axis, and counts those up to three tenths of the width', () => {
    expect(rounded(hallAt([...AXIS, [0, 5], [100, 5]]))).toEqual([[50, 40]])
    expect(rounded(hallAt([...AXIS, [0, 5], [100, 5], [35, 5], [65, 5]]))).toEqual([[50, 20]])
  })

  test('looks further from the axis until there are seats, if an aisle runs along it', () => {
    const beside = [10, 20, 30, 40].flatMap((y): Point[] => [[30, y], [70, y]]) // prettier-ignore
    expect(rounded(hallAt([...beside, [0, 1], [100, 1]]))).toEqual([[50, 20]])
  })

  test('does not count seats behind the stage', () => {
    const stage = [40, 40, 60, 60] as const
    expect(rounded(hallAt([...lineFrom([50, 50], 0, TENS), [50, 30]], { stage }))).toEqual([[50, 90]])
  })

  test.each([
    [5, 0],
    [25, 0],
    [65, 90],
    [115, 90],
    [155, 180],
    [205, 180],
    [245, 270],
  ])('lies along a side of the plan if the seats do within thirty degrees: %i° counts as %i°', (degrees, side) => {
    const [focus] = focusOf(hallAt(lineFrom([50, 50], degrees, TENS), { stage: [40, 40, 60, 60] }))
    const [wanted] = lineFrom([50, 50], side, [10 * Math.cos(((degrees - side) * Math.PI) / 180)])
    expect(focus?.[0]).toBeCloseTo(wanted?.[0] ?? 0, 3)
    expect(focus?.[1]).toBeCloseTo(wanted?.[1] ?? 0, 3)
  })

  test('follows the seats themselves in a hall that is turned further', () => {
    const [focus] = focusOf(hallAt(blockFrom([50, 50], 35, TENS), { stage: [40, 40, 60, 60] }))
    const [wanted] = lineFrom([50, 50], 35, [40])
    expect(focus?.[0]).toBeCloseTo(wanted?.[0] ?? 0, 3)
    expect(focus?.[1]).toBeCloseTo(wanted?.[1] ?? 0, 3)
  })

  test('is where a single seat is that stands on the stage’s own middle', () => {
    expect(rounded(hallAt([[50, 50]], { stage: [40, 40, 60, 60] }))).toEqual([[50, 50], [50, 50], [50, 50], [50, 50]]) // prettier-ignore
  })
})

const MIDDLE: Point = [500, 500]
const AROUND = [0, 90, 180, 270].flatMap((degrees) => lineFrom(MIDDLE, degrees, [200, 220, 240, 260, 280, 300, 320, 340, 360, 380, 400]))

describe('the focal points around a stage', () => {
  test('are at the middle of both long sides of a pitch', () => {
    expect(rounded(hallAt(AROUND, { stage: [400, 450, 600, 550] }))).toEqual([[500, 760], [500, 240]]) // prettier-ignore
    expect(rounded(hallAt(AROUND, { stage: [450, 400, 550, 600] }))).toEqual([[760, 500], [240, 500]]) // prettier-ignore
  })

  test('are on all four sides of one that is almost square, at most four seats behind the first', () => {
    const four = [[500, 740], [500, 260], [740, 500], [260, 500]] // prettier-ignore
    expect(rounded(hallAt(AROUND, { stage: [450, 450, 550, 550] }))).toEqual(four)
    expect(rounded(hallAt(AROUND, { stage: [445, 450, 555, 550] }))).toEqual(four)
    expect(rounded(hallAt(AROUND, { stage: [450, 445, 550, 555] }))).toEqual(four)
  })

  test('are only where somebody sits', () => {
    const sides = [0, 10, 20].flatMap((more): Point[] => [[300 - more, 501], [700 + more, 501]]) // prettier-ignore
    expect(rounded(hallAt(sides, { stage: [400, 450, 600, 550] }))).toEqual([[500, 501]])
  })

  test('are one if more seats are on one side than around', () => {
    const mostly = [...AROUND.slice(0, 11), ...AROUND.slice(11, 14), ...AROUND.slice(33, 36)]
    expect(rounded(hallAt(mostly, { stage: [450, 450, 550, 550] }))).toEqual([[500, 760]])
  })
})

describe('the focal points of a plan that names what its seats look to', () => {
  const LEFT: Point = [0, 0]
  const RIGHT: Point = [1000, 0]
  const twoParts = [...blockFrom(LEFT, 0, TENS), ...blockFrom(RIGHT, 270, TENS)]

  test('are one for each, among the seats that are nearest to it, behind which way they look', () => {
    const angles = twoParts.map((_point, at) => (at < 12 ? 0 : 90))
    expect(rounded(hallAt(twoParts, { foci: [LEFT, RIGHT], angles }))).toEqual([[0, 40], [960, 0]]) // prettier-ignore
  })

  test('may lie behind each other', () => {
    const below: Point = [0, 1000]
    const angles = [0]
    expect(rounded(hallAt([...blockFrom(LEFT, 0, TENS), ...blockFrom(below, 0, TENS)], { foci: [LEFT, below], angles }))).toEqual([[0, 40], [0, 1040]]) // prettier-ignore
  })

  test('are none where no seat is nearest', () => {
    expect(rounded(hallAt(AXIS, { foci: [TOP, [50, 9000]] }))).toEqual([[50, 40]])
  })

  test('follow how the seats are turned, and not the sides of the plan', () => {
    const [focus] = focusOf(hallAt(blockFrom(TOP, -20, TENS), { foci: [TOP], angles: [20] }))
    const [wanted] = lineFrom(TOP, -20, [40])
    expect(focus?.[0]).toBeCloseTo(wanted?.[0] ?? 0, 3)
    expect(focus?.[1]).toBeCloseTo(wanted?.[1] ?? 0, 3)
  })

  test('are as without names if it names none', () => {
    expect(rounded(hallAt(AXIS, { foci: [], angles: [90] }))).toEqual([[50, 40]])
  })

  test('lie around the drawn stage if that is what is named, else around a point', () => {
    const angles = AROUND.map((_point, at) => [0, 270, 180, 90][Math.floor(at / 11)] ?? 0)
    const stage = [400, 450, 600, 550] as const
    expect(rounded(hallAt(AROUND, { stage, angles, foci: [[500.5, 500.5]] }))).toEqual([[500, 760], [500, 240]]) // prettier-ignore
    expect(rounded(hallAt(AROUND, { stage, angles, foci: [[500, 501]] }))).toHaveLength(4)
    expect(rounded(hallAt(AROUND, { stage, angles, foci: [[501, 500]] }))).toHaveLength(4)
    expect(rounded(hallAt(AROUND, { angles, foci: [MIDDLE] }))).toEqual([[500, 740], [500, 260], [740, 500], [260, 500]]) // prettier-ignore
  })
})

describe('the distance from the focal point', () => {
  test('is counted in seats, from the nearest one', () => {
    const hall = hallAt(AROUND, { stage: [400, 450, 600, 550] })
    expect(distanceFromFocus(hall, 500, 790)).toBeCloseTo(3, 4)
    expect(distanceFromFocus(hall, 530, 200)).toBeCloseTo(5, 4)
  })

  test('is counted in the plan’s own units if nothing tells how far apart seats are', () => {
    expect(distanceFromFocus(hallAt(AXIS, { pitch: 0 }), 50, 43)).toBeCloseTo(3, 4)
  })

  test('is none in a hall without seats, which has no focal point', () => {
    const empty = hallAt([])
    expect([focusOf(empty), distanceFromFocus(empty, 5, 5)]).toEqual([[], 0])
  })

  test('is measured once for each hall', () => {
    const hall = hallAt(AXIS)
    expect(focusOf(hall)).toBe(focusOf(hall))
  })
})
