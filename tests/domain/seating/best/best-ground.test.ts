import { describe, expect, test } from 'vitest'
import { groundOf, KIND, surveyGround } from '#lib/domain/seating/best/best-ground.ts'
import { distanceFromFocus } from '#lib/domain/seating/best/best-focus.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { planOf, sectionOf } from '#tests/domain/seating/rules/seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'
import { seatNamed, tablesHouse } from '#tests/support/seats/tables-house.ts'

const { isCouch, isHandicap, isCompanion, isHeated, isLimitedView, isLeftSeat, isMiddleSeat, isRightSeat } = SEAT_FEATURE

/** A hall of rows: a code is a seat with this feature, 0 one without, null an aisle. */
function hallOf(...rows: readonly (readonly (number | null)[])[]) {
  return buildHall(planOf({ 1: sectionOf('א', rows.map((row) => row.map((code) => (code === null ? null : code === 0 ? [] : [code])))) })) // prettier-ignore
}

describe('the ground of a hall', () => {
  test('knows the seats beside each one, of its row only', () => {
    const { left, right } = groundOf(hallOf([0, 0, null, 0], [0]))
    expect([[...left], [...right]]).toEqual([
      [-1, 0, -1, -1],
      [1, -1, -1, -1],
    ])
  })

  test('joins seats that follow each other in a row, not over an aisle or a gap of more than half a seat', () => {
    const hall = hallOf([0, 0, 0, 0, 0, 0], [0, null, 0])
    const at = [30, 60, 90, 135, 181, 211]
    at.forEach((x, seat) => (hall.x[seat] = x))
    expect([...groundOf(hall).isJoined]).toEqual([1, 1, 1, 0, 1, 0, 0, 0])
  })

  test('measures a gap by both directions', () => {
    const hall = hallOf([0, 0, 0, 0, 0])
    hall.y[3] = 200
    hall.y[4] = 200
    expect([...groundOf(hall).isJoined]).toEqual([1, 1, 0, 1, 0])
  })

  test('takes the usual distance of each section by itself', () => {
    const row = [[[], [], []]]
    const hall = buildHall(planOf({ 1: sectionOf('א', row), 2: sectionOf('ב', row, 300) }))
    for (const seat of [3, 4, 5]) hall.x[seat] = 100 * seat
    expect([...groundOf(hall).isJoined]).toEqual([1, 1, 0, 1, 1, 0])
  })

  test('knows what kind each seat is', () => {
    const { kind } = groundOf(hallOf([0, isHeated, isHandicap, isCompanion, isLeftSeat, isMiddleSeat, isRightSeat], [isCouch, isCouch]))
    const { special, accessible, marked, notFirst, notLast } = KIND
    expect([...kind]).toEqual([
      ...[0, special, special | accessible, special | accessible, special | marked, special | marked, special | marked],
      ...[special | notLast, special | notFirst],
    ])
  })

  test('knows which seats are around a table, and which go with a table that is sold whole', () => {
    const { hall } = tablesHouse({ 1: { sellWhole: true } })
    const { kind } = groundOf(hall)
    const kindsOf = (...names: string[]) => names.map((name) => kind[seatNamed(hall, name)])
    const { atTable, notFirst, notLast } = KIND
    expect(kindsOf('2-1', '1-1', '1-2', '1-4').map((one) => (one ?? 0) & (atTable | notFirst | notLast))).toEqual([
      ...[atTable, atTable | notLast, atTable | notFirst | notLast, atTable | notFirst],
    ])
  })

  test('costs each seat its distance from the focal point, and limited views come after all others', () => {
    const hall = hallOf([0, isLimitedView, 0])
    const { cost, costBefore } = groundOf(hall)
    const away = [0, 1, 2].map((seat) => distanceFromFocus(hall, hall.x[seat] ?? 0, hall.y[seat] ?? 0))
    const wanted = [away[0] ?? 0, (away[1] ?? 0) + 10_000, away[2] ?? 0]
    expect([...cost]).toEqual(wanted)
    expect([...costBefore]).toEqual([0, 1, 2, 3].map((end) => wanted.slice(0, end).reduce((sum, one) => sum + one, 0)))
  })

  test('is surveyed once, in steps of a thousand seats and of one section', () => {
    const hall = hallOf(...Array.from({ length: 21 }, () => Array.from({ length: 100 }, () => 0)))
    const survey = surveyGround(hall)
    let steps = 0
    let step = survey.next()
    for (; step.done !== true; step = survey.next()) steps += 1
    expect([steps, groundOf(hall) === step.value]).toEqual([4, true])
    expect(surveyGround(hall).next()).toEqual({ done: true, value: step.value })
  })
})
