import { describe, expect, test } from 'vitest'
import { boundsOf, moveInside, scaleDrawing, trimDrawing } from '#lib/domain/seating/plan/fit-drawing.ts'
import type { LaidOutPlan, LaidOutSeat, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'

const seatAt = ([seatplanX, seatplanY]: Point): LaidOutSeat => ({
  ...{ guid: `${String(seatplanX)} ${String(seatplanY)}`, sectionId: 1, groupId: 1, x: 1, y: 1, seatplanX, seatplanY },
  ...{ rotate: 30, rowName: '1', seatName: '1', category: 'A', features: [] },
})
const box = (x: number, y: number): Point[] => [[x, y], [x + 40, y], [x + 40, y + 20]] // prettier-ignore
/** A plan with something of everything that is drawn. */
const planOf = (...seats: readonly Point[]): LaidOutPlan => ({
  ...{ width: 500, height: 400, seatSize: 22.5 },
  stage: { outline: box(220, 90), labelX: 240, labelY: 100, label: 'stage' },
  sections: [{ id: 1, name: 'A', isReserved: true, capacity: 2, category: null, outline: box(190, 180), labelX: 210, labelY: 190 }],
  seats: seats.map(seatAt),
  foci: [[240, 95]],
  levels: [{ name: 'ground', x: 0, y: 0 }, { name: 'first', x: 30, y: 200 }], // prettier-ignore
  tables: [{ sectionId: 1, y: 1, kind: 'table', outline: box(200, 250), sellWhole: false }],
  areas: [
    {
      outline: box(215, 140),
      text: 'bar',
      textX: 230,
      textY: 150,
      textSize: 12,
      textColour: '#000000',
      fill: null,
      line: null,
      rotate: 0,
      isUnderSeats: false,
    },
  ],
})
/** Where everything of a plan is. */
const placesOf = (plan: LaidOutPlan) => ({
  seats: plan.seats.map(({ seatplanX, seatplanY }) => [seatplanX, seatplanY]),
  foci: plan.foci,
  levels: plan.levels?.map(({ x, y }) => [x, y]),
  outlines: [plan.stage, ...plan.sections, ...(plan.tables ?? []), ...(plan.areas ?? [])].map((drawn) => drawn?.outline),
  labels: [plan.stage, ...plan.sections].map((drawn) => [drawn?.labelX, drawn?.labelY]),
  texts: plan.areas?.map(({ textX, textY }) => [textX, textY]),
})

describe('the bounds of points', () => {
  test.each<[string, Point[], number[]]>([
    ['several', [[3, 9], [-2, 4], [5, -7]], [-2, 5, -7, 9]], // prettier-ignore
    ['one', [[3, 9]], [3, 3, 9, 9]],
    ['none', [], [0, 0, 0, 0]],
  ])('of %s', (_what, points, [left, right, top, bottom]) => {
    expect(boundsOf(points)).toEqual({ left, right, top, bottom })
  })
})

describe('a drawing that is trimmed', () => {
  test('begins and ends a margin beyond its seats, stage and areas, and all of it moves', () => {
    const trimmed = trimDrawing(planOf([200, 300], [300, 340]), 10)
    expect([trimmed.width, trimmed.height, trimmed.seatSize]).toEqual([120, 270, 22.5])
    expect(placesOf(trimmed)).toEqual({
      seats: [[10, 220], [110, 260]], // prettier-ignore
      foci: [[50, 15]],
      levels: [[0, 0], [30, 200]], // prettier-ignore
      outlines: [box(30, 10), box(0, 100), box(10, 170), box(25, 60)],
      labels: [[50, 20], [20, 110]], // prettier-ignore
      texts: [[40, 70]],
    })
    expect(trimmed.areas?.[0]?.textSize).toBe(12)
  })

  test('moves by whole units, and is large enough', () => {
    const { seats: _seats, stage: _stage, areas: _areas, foci: _foci, levels: _levels, tables: _tables, ...rest } = planOf()
    const bare = { ...rest, stage: null, seats: [[100.4, 50.6], [150.8, 90.2]].map(([x = 0, y = 0]) => seatAt([x, y])) } // prettier-ignore
    const trimmed = trimDrawing(bare, 10)
    expect(placesOf(trimmed).seats).toEqual([[10.4, 10.6], [60.8, 50.2]]) // prettier-ignore
    expect([trimmed.width, trimmed.height]).toEqual([71, 61])
    expect([trimmed.foci, trimmed.levels, trimmed.tables, trimmed.areas, trimmed.stage]).toEqual([undefined, undefined, undefined, undefined, null]) // prettier-ignore
  })
})

describe('a drawing with seats outside of it', () => {
  test.each<[string, Point, Point, [number, number]]>([
    ['left of it', [-20.5, 50], [31, 0], [531, 400]],
    ['above it', [20, -50], [0, 60], [500, 460]],
    ['in both directions', [-1, -2], [11, 12], [511, 412]],
  ])('is moved and grows by as much: %s', (_where, seat, [dx, dy], [width, height]) => {
    const moved = moveInside(planOf(seat, [400, 300]), 10)
    expect(placesOf(moved).seats).toEqual([seat, [400, 300]].map(([x = 0, y = 0]) => [x + dx, y + dy]))
    expect(moved.stage?.outline).toEqual(box(220 + dx, 90 + dy))
    expect([moved.width, moved.height]).toEqual([width, height])
  })

  test('is only moved if it has some', () => {
    const plan = planOf([0, 0], [600, 700])
    expect(moveInside(plan, 10)).toBe(plan)
  })
})

test('a drawing that is scaled has everything at its scale, texts and distances of levels too', () => {
  const scaled = scaleDrawing({ ...planOf([200, 300]), width: 501, height: 401 }, 0.5)
  expect([scaled.width, scaled.height, scaled.seatSize]).toEqual([251, 201, 11.25])
  const half = (points: Point[]) => points.map(([x, y]) => [x / 2, y / 2])
  expect(placesOf(scaled)).toEqual({
    seats: [[100, 150]],
    foci: [[120, 47.5]],
    levels: [[0, 0], [15, 100]], // prettier-ignore
    outlines: [box(220, 90), box(190, 180), box(200, 250), box(215, 140)].map(half),
    labels: [[120, 50], [105, 95]], // prettier-ignore
    texts: [[115, 75]],
  })
  expect(scaled.areas?.[0]?.textSize).toBe(6)
  expect(scaled.seats[0]?.rotate).toBe(30)
})
