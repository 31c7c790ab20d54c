import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packRuns, unpackRuns } from '#lib/domain/seating/plan/packed-status.ts'

test('encodes a column as values with run lengths', () => {
  expect(packRuns([1, 1, 1, 3, 1])).toEqual([1, 3, 3, 1, 1, 1])
  expect(packRuns([])).toEqual([])
})

test('goes on behind a value that is not even equal to itself', () => {
  expect(packRuns([NaN, NaN, 1])).toEqual([NaN, 1, NaN, 1, 1, 1])
})

test('restores a column from its runs', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -2, max: 3 })), (values) => {
      expect([...unpackRuns(packRuns(values), new Int32Array(values.length))]).toEqual(values)
    }),
  )
})

test('ends runs that are too long with the column, and leaves the rest of it after runs that are too short', () => {
  expect([...unpackRuns([3, 9], new Uint8Array(2))]).toEqual([3, 3])
  expect([...unpackRuns([3, 1], new Uint8Array([7, 7]))]).toEqual([3, 7])
})
