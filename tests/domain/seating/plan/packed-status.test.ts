import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packRuns, unpackRuns } from '#lib/domain/seating/plan/packed-status.ts'

test('a column becomes its values and how often each comes', () => {
  expect(packRuns([1, 1, 1, 3, 1])).toEqual([1, 3, 3, 1, 1, 1])
  expect(packRuns([])).toEqual([])
})

test('runs give back the column that they were made of', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -2, max: 3 })), (values) => {
      expect([...unpackRuns(packRuns(values), new Int32Array(values.length))]).toEqual(values)
    }),
  )
})

test('runs that are longer than the column end with it, and shorter ones leave the rest', () => {
  expect([...unpackRuns([3, 9], new Uint8Array(2))]).toEqual([3, 3])
  expect([...unpackRuns([3, 1], new Uint8Array([7, 7]))]).toEqual([3, 7])
})
