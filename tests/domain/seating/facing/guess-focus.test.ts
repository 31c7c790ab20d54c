import { describe, expect, test } from 'vitest'
import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { guessFocus, type NamedRow } from '#lib/domain/seating/facing/guess-focus.ts'
import { pointFrom } from '#lib/domain/seating/plan/plan-geometry.ts'

const row = (label: string, ...points: readonly Point[]): NamedRow => ({ label, points })
/** Rows behind each other, 40 apart, the first with its middle at `at`: five seats each, 20 apart, facing along an angle. */
const block = (at: Point, angle: number, ...names: readonly string[]): NamedRow[] =>
  names.map((name, behind) => row(name, ...[-40, -20, 0, 20, 40].map((right) => pointFrom({ at, rotate: angle }, right, behind * -40))))
const focusOf = (...blocks: readonly (readonly NamedRow[])[]) => guessFocus(blocks)?.map((one) => Math.round(one) + 0)

describe('the stage of a hall where none is drawn', () => {
  test.each([
    ['above', 0, [300, 220]],
    ['at the right', 90, [380, 300]],
    ['below', 180, [300, 380]],
    ['at the left', 270, [220, 300]],
  ] as const)('is four seats before the first row: %s', (_where, angle, focus) => {
    expect(focusOf(block([300, 300], angle, '1', '2', '3'))).toEqual(focus)
    expect(focusOf(block([300, 300], angle, '1', '2', '3').toReversed())).toEqual(focus)
  })

  test.each([
    ['numbers by their value', ['2', '10']],
    ['letters', ['A', 'B']],
    ['a letter before two', ['Z', 'AA']],
    ['Hebrew letters', ['ט', 'יא']],
    ['a row without a name before those with one', ['', '1']],
    ['a number before a longer name', ['9', '10A']],
    ['a letter before a longer number', ['A', '10']],
    ['a number with zeros before it by its value', ['9', '010']],
    ['rows that were added before row 1', ['-2', '-1']],
    ['a row without a name before one that is counted back', ['', '-1']],
  ])('is before the row that comes first: %s', (_what, names) => {
    expect(focusOf(block([300, 300], 0, ...names))).toEqual([300, 220])
    expect(focusOf(block([300, 300], 0, ...names.toReversed()))).toEqual([300, 420])
  })

  test('is before the middle of all seats, and before the foremost of all blocks', () => {
    expect(focusOf(block([200, 300], 0, '1', '2'), block([500, 260], 0, '1', '2', '3'))).toEqual([350, 180])
    expect(focusOf(block([300, 200], 90, '1', '2'), block([340, 500], 90, '1', '2', '3'))).toEqual([420, 350])
  })

  test('is straight before rows that are shifted against each other', () => {
    expect(focusOf([...block([300, 300], 0, '1'), ...block([350, 340], 0, '2')])).toEqual([325, 220])
    expect(focusOf([...block([300, 300], 90, '1'), ...block([260, 350], 90, '2')])).toEqual([380, 325])
  })

  test('is straight before bent rows', () => {
    const bent = (y: number): Point[] => [[260, y - 30], [280, y - 10], [300, y], [320, y - 10], [340, y - 30]] // prettier-ignore
    const pitch = Math.hypot(20, 10)
    expect(focusOf([row('1', ...bent(300)), row('2', ...bent(340))])).toEqual([300, Math.round(270 - 4 * pitch)])
  })

  test('is before rows that lie behind each other like one', () => {
    expect(focusOf([row('1', [0, 100], [20, 100], [40, 100]), row('2', [100, 100], [120, 100], [140, 100])])).toEqual([-80, 100])
    const [x] = focusOf([row('1', [0, 100], [20, 100], [40, 100]), row('2', [100, 110], [120, 110], [140, 110])]) ?? []
    expect(x).toBeLessThan(-70)
  })

  test('is before the first of rows of one seat each, away from the last', () => {
    expect(focusOf([row('1', [300, 300]), row('2', [330, 340]), row('3', [300, 380])])).toEqual([315, 200])
  })

  test('is told by the longest row, not by a short one that stands askew', () => {
    const askew = row('3', [300, 400], [310, 420])
    expect(focusOf([...block([300, 300], 0, '1', '2'), askew])).toEqual([300, 220])
    const first = row('1', [300, 300], [310, 320])
    expect(focusOf([...block([300, 340], 0, '2', '3', '4'), first])).toEqual([300, 220])
  })

  test('is as far as seats are apart in a row that has several', () => {
    const [single, lawn] = [row('1', [300, 300]), [] as const]
    expect(focusOf(lawn, [single, ...block([300, 340], 0, '2', '3')])).toEqual([300, 220])
  })
})

describe('blocks around a stage', () => {
  test('look where their lines of sight meet', () => {
    expect(focusOf(block([-100, 100], 90, '1', '2'), block([200, 300], 0, '1', '2'))).toEqual([200, 100])
    expect(focusOf(block([-200, 0], 40, '1', '2'), block([200, 0], -40, '1', '2'))).toEqual([0, -238])
  })

  test.each([
    [20, 110, 250],
    [-70, 35, 160],
    [40, 130, 130],
  ])('look to the point that all their lines of sight go through, however large they are: at %i, %i and %i degrees', (...angles) => {
    const names = ['1', '2', '3', '4', '5', '6']
    const blocks = angles.map((angle, at) => block(pointFrom({ at: [200, 100], rotate: angle }, 0, -300), angle, ...names.slice(2 * at)))
    expect(focusOf(...blocks)).toEqual([200, 100])
  })

  test.each([0, 45, 90, 180])('look the same way, if they are turned to each other a little: at %i degrees', (angle) => {
    const [left, right] = [-200, 200].map((aside) => pointFrom({ at: [0, 0], rotate: angle }, aside, 0))
    const focus = guessFocus([block(left ?? [0, 0], angle + 25, '1', '2'), block(right ?? [0, 0], angle - 25, '1', '2')]) ?? [0, 0]
    const foremost = -pointFrom({ at: [0, 0], rotate: 25 }, -40, 0)[1]
    const [x, y] = pointFrom({ at: [0, 0], rotate: angle }, 0, foremost + 80)
    expect([focus[0], focus[1]]).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)])
  })

  test.each([
    [90, 270],
    [45, 225],
    [91, 269],
  ])('look to the middle between them, if they face each other: at %i and %i degrees', (one, other) => {
    expect(focusOf(block([-100, 100], one, '1', '2'), block([300, 120], other, '1', '2'))).toEqual([100, 110])
  })

  test('count by their seats: the line of sight of a large one is met more exactly', () => {
    const large = [...block([0, 400], 0, '1', '2', '3', '4', '5', '6', '7', '8')]
    const left = block([-300, 100], 90, '1', '2')
    const right = block([300, 140], 270, '1', '2', '3', '4', '5', '6')
    expect(focusOf(large, left, right)).toEqual([0, 130])
  })

  test('look the way of nearly all seats, if one small one looks back', () => {
    const names = Array.from({ length: 30 }, (_, at) => String(at + 1))
    expect(focusOf(block([300, 300], 0, ...names), block([300, 100], 180, '1', '2'))?.[1]).toBeLessThan(100)
  })
})

describe('nobody can tell where the stage is', () => {
  test.each<[string, readonly (readonly NamedRow[])[]]>([
    ['without seats', []],
    ['of blocks without rows', [[], []]],
    ['of a single row', [block([300, 300], 0, '1')]],
    ['of rows of one number', [block([300, 300], 0, '1', '1')]],
    ['of rows of one name', [block([300, 300], 0, 'A', 'A')]],
    ['of a row, if the other one has no seats', [[...block([300, 300], 0, '1'), row('2')]]],
    ['of rows in one place', [[...block([300, 300], 0, '1'), ...block([300, 300], 0, '2')]]],
  ])('%s', (_what, blocks) => {
    expect(guessFocus(blocks)).toBeUndefined()
  })

  test('but by one block that tells it', () => {
    expect(focusOf(block([300, 300], 0, '1'), block([300, 300], 0, '1', '2'))).toEqual([300, 220])
  })
})
