import { describe, expect, test } from 'vitest'
import { pickNames, readSeatNumbers } from '#lib/domain/seating/plan/seat-numbers.ts'

describe('seat numbers', () => {
  test.each([
    [3, [1, 2, 3]],
    ['3', [1, 2, 3]],
    ['1-2,5', [1, 2, 5]],
    [' 4 - 5 , 9 ', [4, 5, 9]],
    ['12-12', [12]],
  ])('%j means %j', (written, numbers) => {
    expect(readSeatNumbers(written)).toEqual(numbers)
  })

  test.each(['', 'a', '5-3', '1-3,2', '1--2', '1,,2'])('%j means nothing', (written) => {
    expect(readSeatNumbers(written)).toBeUndefined()
  })
})

describe('names picked out of an order', () => {
  test.each([
    ['B', ['B']],
    ['B-D', ['B', 'C', 'D']],
    ['D-B', ['B', 'C', 'D']],
    ['A,C-D', ['A', 'C', 'D']],
    ['1-2', ['1-2']],
  ])('%j picks %j', (written, names) => {
    expect([...(pickNames(['A', 'B', 'C', 'D', '1-2'], written) ?? [])]).toEqual(names)
  })

  test('a name that is not there picks nothing', () => {
    expect(pickNames(['A'], 'A-Z')).toBeUndefined()
  })
})
