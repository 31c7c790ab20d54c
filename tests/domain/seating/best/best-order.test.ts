import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LowestFirst } from '#lib/domain/seating/best/best-order.ts'

function takeAll(keys: readonly number[], size = keys.length): (number | undefined)[] {
  const order = new LowestFirst(Float64Array.from(keys), Int32Array.from(keys.keys()), size)
  return Array.from({ length: size + 1 }, () => order.take())
}

test('takes the items from the lowest key to the highest, and then nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 40 }), (keys) => {
      const taken = takeAll(keys)
      expect(taken.pop()).toBeUndefined()
      expect(taken.map((item) => keys[item ?? -1])).toEqual(keys.toSorted((a, b) => a - b))
      expect(new Set(taken).size).toBe(keys.length)
    }),
  )
})

test('knows only as many items as are in use', () => {
  expect(takeAll([3, 2, 1, 0], 2)).toEqual([1, 0, undefined])
  expect(takeAll([1], 0)).toEqual([undefined])
})
