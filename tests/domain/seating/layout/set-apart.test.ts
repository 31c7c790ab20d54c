import { describe, expect, test } from 'vitest'
import { setApart, type LevelGround } from '#lib/domain/seating/layout/set-apart.ts'
import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'

const level = (seats: readonly Point[], corners: readonly Point[] = []): LevelGround => ({ seats, corners })
const PAIR = level([[100, 100], [130, 100]]) // prettier-ignore

describe('a level that is drawn over another', () => {
  test.each([
    ['below it, if nothing says where the stage is', undefined, [0, 60]],
    ['below it, if the stage is above', [115, -400], [0, 60]],
    ['above it, if the stage is below', [115, 400], [0, -60]],
    ['to its left, if the stage is at the right', [400, 100], [-90, 0]],
    ['to its right, if the stage is at the left', [-400, 100], [90, 0]],
    ['below it, if the stage is as far aside as above', [65, 50], [0, 60]],
    ['below it, if the stage is in its middle', [115, 100], [0, 60]],
  ] as const)('lies three seats %s', (_where, focus, move) => {
    expect(setApart([PAIR, PAIR], focus, 20)).toEqual([[0, 0], move])
  })

  test('lies beyond everything of the other, and with everything of its own', () => {
    const wide = level(PAIR.seats, [[0, 300], [400, -100]]) // prettier-ignore
    expect(setApart([wide, PAIR], undefined, 20)[1]).toEqual([0, 260])
    expect(setApart([PAIR, wide], undefined, 20)[1]).toEqual([0, 260])
    expect(setApart([PAIR, wide], [-900, 100], 20)[1]).toEqual([190, 0])
    expect(setApart([wide, PAIR], [-900, 100], 20)[1]).toEqual([360, 0])
  })

  test('lies beyond all before it', () => {
    expect(setApart([PAIR, PAIR, PAIR], undefined, 20)).toEqual([[0, 0], [0, 60], [0, 120]]) // prettier-ignore
    expect(setApart([PAIR, PAIR, PAIR], [-400, 100], 20)).toEqual([[0, 0], [90, 0], [180, 0]]) // prettier-ignore
  })

  test.each([
    [
      'below',
      undefined,
      [
        [0, 0],
        [0, 120],
        [0, 240],
      ],
    ],
    [
      'above',
      [115, 400],
      [
        [0, 0],
        [0, -120],
        [0, -240],
      ],
    ],
    [
      'to the left',
      [400, 110],
      [
        [0, 0],
        [-90, 0],
        [-180, 0],
      ],
    ],
    [
      'to the right',
      [-400, 110],
      [
        [0, 0],
        [90, 0],
        [180, 0],
      ],
    ],
  ] as const)('lies beyond those before it where they were moved: %s', (_where, focus, moves) => {
    const tall = level(PAIR.seats, [[100, 80], [130, 140]]) // prettier-ignore
    expect(setApart([tall, tall, tall], focus, 20)).toEqual(moves)
  })

  test('is one that is drawn where another was moved to, not one where it might have been moved', () => {
    expect(setApart([PAIR, PAIR, level([[100, 40]]), level([[100, 160]])], undefined, 20)).toEqual([[0, 0], [0, 60], [0, 0], [0, 60]]) // prettier-ignore
    expect(setApart([PAIR, PAIR, level([[10, 100]]), level([[190, 100]])], [-400, 100], 20).slice(2)).toEqual([[0, 0], [90, 0]]) // prettier-ignore
  })

  test('is moved by whole units', () => {
    expect(setApart([PAIR, PAIR], undefined, 20.1)[1]).toEqual([0, 61])
  })

  test('is one with a seat closer to a seat of the other than the size of a seat', () => {
    const at = (x: number) => setApart([PAIR, level([[x, 100], [x + 200, 100]])], undefined, 20)[1] // prettier-ignore
    expect([at(149), at(151)]).toEqual([[0, 60], [0, 0]]) // prettier-ignore
  })
})

test('levels beside each other stay, and so do those without seats, and seats that stand close on their own level', () => {
  const [beside, close] = [level([[300, 100]]), level([[500, 100], [501, 100]])] // prettier-ignore
  expect(setApart([PAIR, beside, level([], [[100, 100]]), close], undefined, 20)).toEqual([[0, 0], [0, 0], [0, 0], [0, 0]]) // prettier-ignore
})
