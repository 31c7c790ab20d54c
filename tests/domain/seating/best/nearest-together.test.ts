import { expect, test } from 'vitest'
import { nearestTogether } from '#lib/domain/seating/best/nearest-together.ts'
import { emptyStates, NO_ALLOCATION } from '#lib/domain/seating/rules/seat-states.ts'
import { planOf, sectionOf } from '#tests/domain/seating/rules/seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

/** Rows of seats, numbered through: a available, t taken; a full stop is an aisle. */
function houseOf(...rows: readonly string[]) {
  const section = sectionOf(
    '1',
    rows.map((row) => [...row].map((seat) => (seat === '.' ? null : []))),
    0,
  )
  const hall = buildHall(planOf({ 1: section }))
  const states = emptyStates(hall)
  const signs = rows.join('').replaceAll('.', '')
  states.status.forEach((_code, seat) => {
    states.status[seat] = signs[seat] === 'a' ? 1 : 3
    states.allocation[seat] = signs[seat] === 'x' ? NO_ALLOCATION : 1
  })
  return { hall, states }
}

test.each([
  ['behind them first, then beside them, equally near ones in plan order', ['aattaa', 'aaaaaa'], [2, 3], 2, ['8,9', '0,1']],
  ['not over an aisle', ['tta.at', 'tttt'], [0, 1], 3, []],
  ['not over the end of a row', ['tta', 'att'], [0, 1], 3, []],
  ['each seat in one offer only', ['ttaaa'], [0, 1], 3, ['2,3']],
  ['as many as are asked for', ['taaaa'], [0], 3, ['1', '2', '3']],
  ['none where too few are free together', ['tatat'], [0, 2], 3, []],
] as const)('offers the nearest free seats together: %s', (_what, rows, near, most, groups) => {
  expect(nearestTogether(houseOf(...rows), near, most).map(String)).toEqual(groups)
})
