import { describe, expect, it } from 'vitest'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { landingSeat, nearestFreeSeats, stepSeat } from '#lib/domain/seating/rules/seat-steps.ts'
import { planOf, rowOf, sectionOf, statesOf, type StatusRow } from './seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

describe('stepSeat', () => {
  // 0 1 2 3 / 4 5 _ 6, and further down another section: 7 8
  const hall = buildHall(
    planOf({
      1: sectionOf('א', [
        [[], [], [], []],
        [[], [], null, []],
      ]),
      2: sectionOf('ב', [[[], []]], 100),
    }),
  )

  it.each([
    ['right', 0, 1, 0, 1],
    ['left', 1, -1, 0, 0],
    ['left of the first stays', 0, -1, 0, 0],
    ['down', 1, 0, 1, 5],
    ['up', 5, 0, -1, 1],
    ['over a gap', 5, 1, 0, 6],
    ['down where nothing is right below: the nearest', 2, 0, 1, 5],
    ['down into the next section', 4, 0, 1, 7],
    ['up from it', 8, 0, -1, 5],
    ['down from the last row stays', 8, 0, 1, 8],
  ] as const)('%s', (_what, from, dx, dy, to) => {
    expect(stepSeat(hall, from, { dx, dy })).toBe(to)
  })
})

describe('an arrow key, where seats do not stand in straight lines', () => {
  /** Seats at points of the plan, 30 apart as usual; the first is the one to start from. */
  const hallAt = (...points: readonly (readonly [number, number])[]): Hall => {
    const seats = points.map(([x, y], at) => [at, 1, x, y, 0, String(at), []] as const)
    return { ...buildHall(planOf({ 1: { ...sectionOf('א', []), seats } })), pitch: 30 }
  }
  const stepTo = (dx: -1 | 0 | 1, dy: -1 | 0 | 1, ...others: readonly (readonly [number, number])[]) =>
    stepSeat(hallAt([500, 500], ...others), 0, { dx, dy })

  it.each([
    ['right', 1, 0],
    ['left', -1, 0],
    ['down', 0, 1],
    ['up', 0, -1],
  ] as const)('%s: leads straight on rather than aside, to the nearest that is clearly ahead', (_way, dx, dy) => {
    const to = (...others: readonly (readonly [along: number, aside: number])[]) =>
      stepTo(dx, dy, ...others.map(([along, aside]) => [500 + along * dx + aside * dy, 500 + along * dy + aside * dx] as const))
    expect(to([60, 0], [30, 16])).toBe(1)
    expect(to([60, 0], [30, 14])).toBe(2)
    expect(to([60, 0], [30, -16])).toBe(1)
    expect(to([60, 0], [30, -14])).toBe(2)
    expect(to([30, 0], [30, 0])).toBe(1)
    expect(to([5, 0])).toBe(0)
    expect(to([6, 0])).toBe(1)
    expect(to([-30, 0])).toBe(0)
  })

  it.each([
    ['right', 1, 0, [530, 528.5], [530, 528.75]],
    ['left', -1, 0, [470, 471.5], [470, 471.25]],
    ['down', 0, 1, [543.5, 530], [543.75, 530]],
    ['up', 0, -1, [456.5, 470], [456.25, 470]],
  ] as const)(
    '%s: leads to no seat that is more aside than ahead; rows below each other may be shifted by more',
    (_way, dx, dy, near, far) => {
      expect(stepTo(dx, dy, near)).toBe(1)
      expect(stepTo(dx, dy, far)).toBe(0)
    },
  )
})

describe('nearestFreeSeats', () => {
  const any = () => true
  it.each([
    ['the neighbours', 'ahaaa', {}, 1, [0, 2, 3]],
    ['the nearer side first', 'hhahaa', {}, 1, [2, 4, 5]],
    ['no seat of a sofa', 'haaaa', { 1: [1], 2: [1] }, 0, [3, 4]],
    ['none of one’s own', 'hmma', {}, 0, [3]],
    ['none', 'hhh', {}, 1, []],
  ] as const)('%s', (_what, row, features, lost, expected) => {
    const { hall, states } = rowOf(row, features)
    expect(nearestFreeSeats({ hall, states }, lost, { most: 3, isAllowed: any })).toEqual(expected)
  })

  it('skips seats that a rule forbids and searches on', () => {
    const { hall, states } = rowOf(`h${'a'.repeat(30)}`)
    expect(nearestFreeSeats({ hall, states }, 0, { most: 3, isAllowed: (seat) => seat > 20 })).toEqual([21, 22, 23])
  })

  it('prefers the same price however far, then the row before of two that are equally near', () => {
    const hall = buildHall(
      planOf({
        1: sectionOf('א', [
          [[], [], [], []],
          [[], [], [], []],
        ]),
      }),
    )
    const row = (x: number, y: number, group: number, status: number): StatusRow => [1, 5, x, y, 1, group, status]
    const states = statesOf(hall, [row(1, 1, 1, 3), row(2, 1, 2, 1), row(3, 1, 1, 1), row(4, 1, 1, 1), row(1, 2, 1, 1)])
    expect(nearestFreeSeats({ hall, states }, 0, { most: 3, isAllowed: any })).toEqual([2, 3, 4])
    expect(nearestFreeSeats({ hall, states }, 0, { most: 9, isAllowed: any })).toEqual([2, 3, 4, 1])
  })
})

describe('nearestFreeSeats in several rows', () => {
  const any = () => true
  /** Rows of a section, all seats of one price: h is held, all others are free. */
  const house = (...rows: readonly string[]) => {
    const hall = buildHall(planOf({ 1: sectionOf('א', rows.map((row) => [...row].map(() => []))) })) // prettier-ignore
    const states = rows.flatMap((row, y) => [...row].map((state, x): StatusRow => [1, 5, x + 1, y + 1, 1, 1, state === 'h' ? 3 : 1]))
    return { hall, states: statesOf(hall, states) }
  }

  it('stay in the row up to three seats farther, then come from the row behind', () => {
    const { hall, states } = house('hhhhaaa', 'ahhhhhh')
    expect(nearestFreeSeats({ hall, states }, 0, { most: 3, isAllowed: any })).toEqual([4, 7, 5])
  })

  it('come from the row before as well as from that behind', () => {
    const { hall, states } = house('ahh', 'hhh', 'hah')
    expect(nearestFreeSeats({ hall, states }, 3, { most: 3, isAllowed: any })).toEqual([0, 7])
  })

  it('are no more than are wanted, and none of those that are wanted to be none', () => {
    const { hall, states } = house('haaa')
    expect([0, 1, 2].map((most) => nearestFreeSeats({ hall, states }, 0, { most: most, isAllowed: any }))).toEqual([[], [1], [1, 2]])
  })

  it('are among the forty nearest; none, if a rule forbids all of these', () => {
    const { hall, states } = house(`h${'a'.repeat(60)}`)
    const asked: number[] = []
    expect(nearestFreeSeats({ hall, states }, 0, { most: 3, isAllowed: (seat) => (asked.push(seat), false) })).toEqual([])
    expect(asked).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
    expect(nearestFreeSeats({ hall, states }, 0, { most: 3, isAllowed: (seat) => seat >= 40 })).toEqual([40])
    const behind = house(`${'a'.repeat(60)}h`)
    expect(nearestFreeSeats(behind, 60, { most: 3, isAllowed: (seat) => seat <= 20 })).toEqual([20])
  })

  it('never are the lost seat itself, though it is free again', () => {
    const { hall, states } = house('aa')
    expect(nearestFreeSeats({ hall, states }, 0, { most: 3, isAllowed: any })).toEqual([1])
  })
})

describe('landingSeat', () => {
  it.each([
    ['one’s own first', 'aaama', 3],
    ['one’s own, though it is the first of the hall', 'maaaa', 0],
    ['the middle', 'aaaaa', 2],
    ['the nearest free one', 'aahha', 1],
  ])('%s', (_what, row, expected) => {
    const { hall, states } = rowOf(row)
    expect(landingSeat(hall, states)).toBe(expected)
  })
})

describe('landingSeat in a hall of rows', () => {
  const rows = Array.from({ length: 6 }, () => Array.from({ length: 7 }, () => []))
  const hall = buildHall(planOf({ 1: sectionOf('א', rows, 300) }))
  const statesWith = (codeOf: (x: number, y: number) => number) =>
    statesOf(
      hall,
      rows.flatMap((row, y) => row.map((_, x): StatusRow => [1, 5, x + 1, y + 1, 1, 1, codeOf(x + 1, y + 1)])),
    )
  const place = (seat: number) => [hall.addressX[seat], hall.addressY[seat]]

  it('is in the middle of the front part', () => {
    const free = statesWith(() => 1)
    expect(place(landingSeat(hall, free))).toEqual([4, 3])
  })

  it('is the nearest free one to there', () => {
    expect(
      place(
        landingSeat(
          hall,
          statesWith((x, y) => (x === 4 && y === 3 ? 3 : 1)),
        ),
      ),
    ).toEqual([3, 3])
    expect(
      place(
        landingSeat(
          hall,
          statesWith((_x, y) => (y === 3 ? 3 : 1)),
        ),
      ),
    ).toEqual([4, 2])
    expect(
      place(
        landingSeat(
          hall,
          statesWith((x) => (x > 2 ? 3 : 1)),
        ),
      ),
    ).toEqual([2, 3])
  })

  it('is the first seat of a hall without a free one', () => {
    expect(
      landingSeat(
        hall,
        statesWith(() => 3),
      ),
    ).toBe(0)
  })

  it('is a seat that the map shows', () => {
    const shown = { ...hall, x: hall.x.map((x, seat) => (seat < 20 ? NaN : x)) }
    expect(
      landingSeat(
        shown,
        statesWith(() => 3),
      ),
    ).toBe(20)
    expect(
      landingSeat(
        shown,
        statesWith((x, y) => (x === 1 && (y === 1 || y === 6) ? 2 : 1)),
      ),
    ).toBe(35)
    expect(
      landingSeat(
        shown,
        statesWith((_x, y) => (y === 1 ? 2 : 1)),
      ),
    ).toBeGreaterThan(19)
  })
})
