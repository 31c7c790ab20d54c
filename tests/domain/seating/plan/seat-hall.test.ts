import { describe, expect, it } from 'vitest'
import { featuresOf, hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import { besideSeat, findSeat } from '#lib/domain/seating/plan/find-seat.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
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

  it('finds a seat by its address', () => {
    expect(findSeat(hall, 0, 4, 1)).toBe(2)
    expect(findSeat(hall, 0, 3, 1)).toBe(-1)
    expect(findSeat(hall, 2, 1, 1)).toBe(5)
  })

  it('knows the neighbours of a seat, and that a gap has none', () => {
    expect(besideSeat(hall, 0, 1)).toBe(1)
    expect(besideSeat(hall, 1, 1)).toBe(-1)
    expect(besideSeat(hall, 0, -1)).toBe(-1)
    expect(besideSeat(hall, 3, -1)).toBe(-1)
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
