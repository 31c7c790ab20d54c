import { describe, expect, test } from 'vitest'
import { pickNames, readSeatNumbers } from '#lib/domain/seating/plan/seat-numbers.ts'

describe('seat numbers', () => {
  test.each([
    [3, [1, 2, 3]],
    ['3', [1, 2, 3]],
    [' 3 ', [1, 2, 3]],
    ['11', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ['1-2,5', [1, 2, 5]],
    [' 4 - 5 , 9 ', [4, 5, 9]],
    ['12-12', [12]],
  ])('reads %j as %j', (written, numbers) => {
    expect(readSeatNumbers(written)).toEqual(numbers)
  })

  test.each(['', 'a', '5-3', '1-3,2', '1--2', '1,,2', 'x1-2', '1-2x'])('rejects %j', (written) => {
    expect(readSeatNumbers(written)).toBeUndefined()
  })
})

describe('names selected from an order', () => {
  test.each([
    ['B', ['B']],
    ['B-D', ['B', 'C', 'D']],
    ['D-B', ['B', 'C', 'D']],
    ['A, C', ['A', 'C']],
    ['A,C-D', ['A', 'C', 'D']],
    ['1-2', ['1-2']],
  ])('selects by %j: %j', (written, names) => {
    expect([...(pickNames(['A', 'B', 'C', 'D', '1-2'], written) ?? [])]).toEqual(names)
  })

  test('selects nothing by an unknown name', () => {
    expect(pickNames(['A'], 'A-Z')).toBeUndefined()
  })
})
