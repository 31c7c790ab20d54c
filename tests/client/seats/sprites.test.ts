import { expect, it } from 'vitest'
import { trim } from '#islands/seat-map/core/sprites.ts'

const SOLID = 0xff_33_22_11 | 0
const FAINT = 0x01_00_00_00

/** A square of 8 pixels a side, its centre at 4, with these pixels drawn. */
function drawn(...points: readonly (readonly [x: number, y: number, pixel?: number])[]): Int32Array {
  const pixels = new Int32Array(64)
  for (const [x, y, pixel = SOLID] of points) pixels[y * 8 + x] = pixel
  return pixels
}

it('a sprite keeps every pixel that is drawn, and nothing of the empty edge', () => {
  const { left, top, wide, high, pixels } = trim(drawn([2, 3], [5, 3], [3, 6]), 8)
  expect({ left, top, wide, high }).toEqual({ left: -2, top: -1, wide: 4, high: 4 })
  const at = [...pixels].flatMap((pixel, index) => (pixel === 0 ? [] : [[index % 4, Math.floor(index / 4)]]))
  expect(at).toEqual([
    [0, 0],
    [3, 0],
    [1, 3],
  ])
})

it.each([
  ['the first', [0, 0], [-4, -4]],
  ['the last', [7, 7], [3, 3]],
] as const)('%s pixel of the square is kept where it is', (_name, [x, y], [left, top]) => {
  expect(trim(drawn([x, y]), 8)).toMatchObject({ left, top, wide: 1, high: 1, pixels: new Int32Array([SOLID]) })
})

it('a pixel counts however faint it is; colour without any opacity does not', () => {
  expect(trim(drawn([1, 1, FAINT], [6, 6, 0x00_ff_ff_ff]), 8)).toMatchObject({ left: -3, top: -3, wide: 1, high: 1 })
})

it('of nothing there is nothing', () => {
  expect(trim(drawn(), 8)).toMatchObject({ wide: 0, high: 0, pixels: new Int32Array() })
  expect(trim(new Int32Array(), 0)).toMatchObject({ wide: 0, high: 0 })
})
