import { describe, expect, it } from 'vitest'
import { matchSeats, shiftedSeats } from '#lib/domain/seating/plan/match-seats.ts'

function seat(guid: string, rowName: string, seatName: string) {
  return { guid, sectionName: 'אולם', rowName, seatName }
}

function matched(known: ReturnType<typeof seat>[], seats: ReturnType<typeof seat>[]): Record<string, string> {
  return Object.fromEntries([...matchSeats(known, seats)].map(([guid, before]) => [guid, before.guid]))
}

describe('the same seat in two versions of a plan', () => {
  it('is the one with the same guid, whatever it is called', () => {
    expect(matched([seat('a', '1', '1'), seat('b', '1', '2')], [seat('a', '1', '2'), seat('b', '1', '1')])).toEqual({ a: 'a', b: 'b' })
  })

  it('is the one with its section, row and name if no seat has its guid any more', () => {
    expect(matched([seat('a', '1', '1'), seat('b', '1', '2')], [seat('x', '1', '2'), seat('y', '1', '3')])).toEqual({ x: 'b' })
  })

  it('is none of another section, row or name', () => {
    const known = [seat('a', '1', '1')]
    const others = [seat('x', '1', '2'), seat('x', '2', '1'), { ...seat('x', '1', '1'), sectionName: 'יציע' }]
    expect(others.map((other) => matched(known, [other]))).toEqual([{}, {}, {}])
  })

  it('is never another’s: a name goes to the seat that keeps its guid, and to one seat alone', () => {
    expect(matched([seat('a', '1', '1')], [seat('x', '1', '1'), seat('a', '1', '2')])).toEqual({ a: 'a' })
    expect(matched([seat('a', '1', '1')], [seat('x', '1', '1'), seat('y', '1', '1')])).toEqual({ x: 'a' })
  })
})

const ROWS = Array.from({ length: 40 }, (_, at): [number, number] => [(at % 10) * 30, Math.floor(at / 10) * 40])

function shifted(to: (point: readonly [number, number], at: number) => [number, number]): readonly number[] {
  return shiftedSeats(
    ROWS.map((before, at) => ({ before, after: to(before, at) })),
    24,
  )
}

describe('seats that stand elsewhere', () => {
  it.each([
    ['that is as it was', 1, 0],
    ['that is moved as a whole', 1, 500],
    ['that is larger and moved', 1.1, -70],
    ['in other units', 0.025, 3],
  ])('are none in a drawing %s', (_what, scale, way) => {
    expect(shiftedSeats(
      ROWS.map((before) => ({ before, after: [before[0] * scale + way, before[1] * scale + way] })),
      24 * scale,
    )).toEqual([]) // prettier-ignore
  })

  it('are those that left their place, by one seat or by the hall, among others that moved as a whole', () => {
    expect(shifted(([x, y], at) => [x + 7 + (at < 3 ? 30 : 0), y])).toEqual([0, 1, 2])
    expect(shifted(([x, y], at) => (at === 39 ? [x * 2 + 900, y * 2] : [x * 2, y * 2]))).toEqual([39])
  })

  it('are two that change places, and not those between them', () => {
    expect(shifted((point, at) => (at === 4 ? [150, 0] : at === 5 ? [120, 0] : [...point]))).toEqual([4, 5])
  })

  it('are none for less than the side of a seat, nor in a plan without seats', () => {
    expect(shifted(([x, y], at) => [x + (at === 0 ? 17 : 0), y])).toEqual([])
    expect(shiftedSeats([], 24)).toEqual([])
  })

  it('are none up to three quarters of a seat, and one beyond', () => {
    expect(shifted(([x, y], at) => [x + (at === 0 ? 18 : 0), y])).toEqual([])
    expect(shifted(([x, y], at) => [x, y + (at === 0 ? 18.1 : 0)])).toEqual([0])
  })

  /** By where each stood and where it stands. */
  const among = (...pairs: readonly (readonly [number, number, number, number])[]) =>
    shiftedSeats(pairs.map(([x, y, toX, toY]) => ({ before: [x, y], after: [toX, toY] })), 24) // prettier-ignore

  it('are those that moved, if as many stayed', () => {
    expect(among([0, 0, 0, 0], [30, 0, 30, 0], [60, 0, 60, 30], [90, 0, 90, 30])).toEqual([2, 3])
  })

  it('are none in a column that is larger and moved', () => {
    expect(among(...[0, 40, 80, 120, 160].map((y) => [50, y, 100, 2 * y + 500] as const))).toEqual([])
  })

  it('are only the one that moved by itself, in the middle of a row that moved as a whole', () => {
    expect(among(...[0, 30, 60, 90, 120].map((x) => [x, 0, x + (x === 60 ? 560 : 500), 0] as const))).toEqual([2])
  })

  it('are told apart also where several stood at one place', () => {
    expect(among([10, 10, 110, 10], [10, 10, 210, 10])).toEqual([0])
    expect(among([0, 0, 500, 0], [100, 0, 600, 0], [0, 0, 500, 0], [100, 0, 600, 0])).toEqual([])
  })
})
