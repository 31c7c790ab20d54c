import { describe, expect, it } from 'vitest'
import { featuresOf, hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import { besideSeat, seatsIn } from '#lib/domain/seating/plan/find-seat.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { boxOf, growingBox, pitchOf } from '#lib/domain/seating/plan/seat-hall.ts'
import { placesOf, planOf, sectionOf } from '#tests/domain/seating/rules/seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

const ALL = Object.values(SEAT_FEATURE)

describe('buildHall', () => {
  const hall = buildHall(
    planOf({
      4: sectionOf('אולם', [
        [[], [13], null, []],
        [[], []],
      ]),
      7: placesOf('דשא', 80),
      8: sectionOf('יציע', [[[]]], 200),
    }),
  )

  it('flattens seats, rows and sections into lists', () => {
    expect(hall.count).toBe(6)
    expect(hall.sections.map(({ id, name, isReserved, capacity, first, end }) => [id, name, isReserved, capacity, first, end])).toEqual([
      [4, 'אולם', true, 5, 0, 5],
      [7, 'דשא', false, 80, 5, 5],
      [8, 'יציע', true, 1, 5, 6],
    ])
    expect(hall.rows).toEqual([
      { name: '1', section: 0, first: 0, end: 3 },
      { name: '2', section: 0, first: 3, end: 5 },
      { name: '1', section: 2, first: 5, end: 6 },
    ])
    expect([...hall.row]).toEqual([0, 0, 0, 1, 1, 2])
    expect([...hall.section]).toEqual([0, 0, 0, 0, 0, 2])
    expect([...hall.group]).toEqual([5, 5, 5, 5, 5, 5])
    expect(hall.names).toEqual(['1', '2', '4', '1', '2', '1'])
    expect(hall.box).toEqual([0, 0, 120, 235])
  })

  it('knows the usual distance between neighbours', () => {
    expect(hall.pitch).toBe(30)
    expect(buildHall(planOf({ 1: placesOf('דשא', 3) })).pitch).toBe(30)
  })

  it('keeps the rows of each group, what a seat is turned by, and the level of a section that has one', () => {
    const [first, second] = [sectionOf('א', [[[], []], [[]]]), sectionOf('ב', [[[]]])] // prettier-ignore
    const [one, two] = first.groups[0]?.rows ?? []
    if (!one || !two) throw new Error('No rows.')
    const groups = [{ id: 3, rows: [one] }, { id: 4, rows: [two] }] // prettier-ignore
    const seats = first.seats.map(([x, y, planX, planY, , name, features], at) => [x, y, planX, planY, at * 90, name, features] as const)
    const built = buildHall(planOf({ 1: { ...first, groups, seats }, 2: { ...second, level: 0, isDrawn: false } }))
    expect([...built.group]).toEqual([3, 3, 4, 5])
    expect([...built.angle].map((angle) => Math.round((angle * 180) / Math.PI))).toEqual([0, 90, 180, 0])
    expect(built.sections.map((section) => ['level' in section, section.level, section.isDrawn])).toEqual([[false, undefined, undefined], [true, 0, false]]) // prettier-ignore
  })

  it('is as large as its seats, outlines and stage, and a section without either is at its label', () => {
    const outline = [[-5, 10], [40, 300]] as const // prettier-ignore
    const sections = { 1: { ...sectionOf('א', [[[], []]]), labelX: -900 }, 2: { ...sectionOf('ב', [[[]]]), outline }, 3: { ...placesOf('ג', 9), labelX: 70, labelY: 80 } } // prettier-ignore
    const stage = { outline: [[0, -20], [10, -10]] as const, labelX: 0, labelY: -999, label: '' } // prettier-ignore
    const built = buildHall({ ...planOf(sections), stage })
    expect(built.sections.map(({ box }) => box)).toEqual([[30, 35, 60, 35], [-5, 10, 40, 300], [70, 80, 70, 80]]) // prettier-ignore
    expect([built.box, boxOf(built.sections, null)]).toEqual([[-5, -20, 70, 300], [-5, 10, 70, 300]]) // prettier-ignore
    expect([growingBox().now(), boxOf([], null)]).toEqual([[0, 0, 0, 0], [0, 0, 0, 0]]) // prettier-ignore
  })

  it('finds a seat by its address', () => {
    expect(seatsIn(hall, 0).at(4, 1)).toBe(2)
    expect(seatsIn(hall, 0).at(3, 1)).toBe(-1)
    expect(seatsIn(hall, 2).at(1, 1)).toBe(5)
  })

  it('knows the neighbours of a seat, and that a gap has none', () => {
    expect(besideSeat(hall, 0, 1)).toBe(1)
    expect(besideSeat(hall, 1, 1)).toBe(-1)
    expect(besideSeat(hall, 0, -1)).toBe(-1)
    expect(besideSeat(hall, 3, -1)).toBe(-1)
  })
})

describe('the usual distance between neighbours', () => {
  const [empty] = buildHall(planOf({ 1: placesOf('דשא', 3) })).sections
  /** Of sections of seats at these points. */
  function pitchIn(...sections: readonly (readonly (readonly [number, number])[])[]): number {
    let end = 0
    const parts = sections.map((points) => ({ first: end, end: (end += points.length) }))
    const all = sections.flat()
    return pitchOf(Float32Array.from(all, ([x]) => x), Float32Array.from(all, ([, y]) => y), parts.flatMap((part) => (empty ? [{ ...empty, ...part }] : []))) // prettier-ignore
  }
  const row = (...xs: readonly number[]) => xs.map((x) => [x, 0] as const)

  it.each([
    ['is that of most seats, not of a crowded corner', [row(0, 30, 60, 90, 120, 150, 180, 210, 240, 245)], 30],
    ['is that of a crowd of more than a fifth', [row(0, 30, 60, 90, 120, 150, 180, 210, 215, 220)], 5],
    [
      'is measured in both directions',
      [
        [
          [10, 20],
          [13, 24],
          [40, 60],
        ],
      ],
      5,
    ],
    ['passes over seats at the same place', [row(7, 7, 17)], 10],
    ['is of seats of the same section', [row(0, 20), row(1, 41)], 20],
    ['is thirty if there are no neighbours', [row(0), row(1)], 30],
  ] as const)('%s', (_what, sections, pitch) => {
    expect(pitchIn(...sections)).toBe(pitch)
  })

  it('is that of a sample of a large hall', () => {
    const seats = Array.from({ length: 4800 }, (_seat, at) => [(at % 80) * 25, Math.floor(at / 80) * 40] as const)
    expect([pitchIn(seats), pitchIn(row(0), seats)]).toEqual([25, 25])
  })
})

describe('features', () => {
  it.each(ALL)('R3.11 keeps code %i of a seat', (code) => {
    const hall = buildHall(planOf({ 1: sectionOf('א', [[[code], [999]]]) }))
    expect(featuresOf(hall, 0)).toEqual([code])
    expect(featuresOf(hall, 1)).toEqual([])
    expect(ALL.filter((other) => hasFeature(hall, 0, other))).toEqual([code])
  })

  it('keeps several features of one seat', () => {
    const hall = buildHall(planOf({ 1: sectionOf('א', [[[1, 13, 50]]]) }))
    expect(featuresOf(hall, 0)).toEqual([1, 13, 50])
    expect(hasFeature(hall, 0, 2, 50)).toBe(true)
  })
})
