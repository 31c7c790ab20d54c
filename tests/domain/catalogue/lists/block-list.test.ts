import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { BlockList } from '#lib/domain/catalogue/lists/block-list.ts'
import { byNumber } from '#lib/domain/catalogue/lists/kept-in-order.ts'
import { firstNot } from '#lib/domain/catalogue/lists/listed.ts'

interface Item {
  readonly id: number
}

/** Even numbers: others can come between any two. */
const LONG: readonly Item[] = Array.from({ length: 3_000 }, (_, n) => ({ id: 2 * n }))
const EMPTY = BlockList.of<Item>([])

/** Lists of no, few and many blocks. */
const list = fc.oneof(
  fc.constant<readonly Item[]>([]),
  fc.nat(1_100).map((length) => LONG.slice(0, length)),
  fc.constant(LONG),
)
/** One change after the other: where something is replaced, and what. */
const changes = fc.array(
  fc.record({
    at: fc.nat(6_000),
    gone: fc.nat(12),
    come: fc.uniqueArray(fc.nat(60), { maxLength: 12 }),
  }),
  { maxLength: 12 },
)

/** What a change of an array says is gone and come. */
function changeOf(
  plain: readonly Item[],
  { at, gone, come }: { readonly at: number; readonly gone: number; readonly come: readonly number[] },
) {
  const first = firstNot(plain, ({ id }) => id < at)
  const left = plain.slice(first, first + gone)
  const there = new Set(plain.filter((one) => !left.includes(one)).map(({ id }) => id))
  return { gone: left, come: come.map((n) => ({ id: at + n })).filter(({ id }) => !there.has(id)) }
}

function expectSame(blocks: BlockList<Item>, plain: readonly Item[]): void {
  expect(blocks).toHaveLength(plain.length)
  expect([...blocks]).toEqual(plain)
  expect(blocks.slice()).toEqual(plain)
}

describe('a list in blocks', () => {
  test('has after any changes what a sorted array has, and so have the lists before', () => {
    fc.assert(
      fc.property(list, changes, (first, steps) => {
        const all = [{ blocks: BlockList.of(first), plain: first }]
        for (const step of steps) {
          const { blocks, plain } = all.at(-1) ?? { blocks: EMPTY, plain: [] }
          const { gone, come } = changeOf(plain, step)
          const wanted = [...plain.filter((one) => !gone.includes(one)), ...come].sort(byNumber)
          all.push({ blocks: blocks.with({ gone, come }, byNumber), plain: wanted })
        }
        for (const { blocks, plain } of all) expectSame(blocks, plain)
      }),
      { numRuns: 60 },
    )
  })

  test('is read at any place, and in any part, as an array is', () => {
    fc.assert(
      fc.property(list, fc.nat(3_100), fc.nat(3_100), changes, (first, one, other, [step]) => {
        const change = step && changeOf(first, step)
        const plain = change ? [...first.filter((item) => !change.gone.includes(item)), ...change.come].sort(byNumber) : first
        const blocks = BlockList.of(first).with({ gone: change?.gone ?? [], come: change?.come ?? [] }, byNumber)
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        expect([blocks.at(from), blocks.at(to)]).toEqual([plain[from], plain[to]])
        expect(blocks.slice(from, to)).toEqual(plain.slice(from, to))
        expect(blocks.slice(from)).toEqual(plain.slice(from))
        const isFound = ({ id }: Item) => id % 7 === 0
        expect(blocks.filter(isFound)).toEqual(plain.filter(isFound))
      }),
    )
  })

  test('has each item at its place, and none beyond the last', () => {
    const blocks = BlockList.of(LONG)
    expect(LONG.map((_one, at) => blocks.at(at))).toEqual(LONG)
    expect([blocks.at(LONG.length), EMPTY.at(0)]).toEqual([undefined, undefined])
  })

  test('can lose everything little by little, and is filled again', () => {
    let [blocks, plain] = [BlockList.of(LONG), LONG]
    while (plain.length > 0) {
      const middle = Math.max(0, Math.floor(plain.length / 2) - 30)
      blocks = blocks.with({ gone: plain.slice(middle, middle + 60), come: [] }, byNumber)
      plain = plain.toSpliced(middle, 60)
      const [one, other] = [{ id: -1 }, { id: 9_999 }]
      expectSame(blocks.with({ gone: [], come: [one, other] }, byNumber), [one, ...plain, other])
    }
    expectSame(blocks, [])
  })

  test('goes on from any place, after others that are put before it, and is changed like any other', () => {
    fc.assert(
      fc.property(list, fc.nat(3_100), fc.nat(3), (first, from, before) => {
        const others = Array.from({ length: before }, (_, n) => ({ id: -9 + n }))
        const rest = BlockList.of(first).from(from, others)
        const plain = [...others, ...first.slice(from)]
        expectSame(rest, plain)
        const last = plain.at(-1)
        const changed = rest.with({ gone: last ? [last] : [], come: [{ id: 1 }] }, byNumber)
        expectSame(changed, [...plain.slice(0, -1), { id: 1 }].sort(byNumber))
      }),
    )
  })

  test('is not looked at whole for a change, and hardly copied', () => {
    const compare = vi.fn(byNumber)
    const blocks = BlockList.of(LONG)
    const slice = vi.spyOn(Array.prototype, 'slice')
    const changed = blocks.with({ gone: LONG.slice(1_700, 1_701), come: [{ id: 3_401 }] }, compare)
    const copied = slice.mock.results.reduce((sum, { value }) => sum + (value as readonly unknown[]).length, 0)
    slice.mockRestore()
    expect(compare.mock.calls.length).toBeLessThan(50)
    expect(copied).toBeLessThan(LONG.length / 2)
    expect([changed.at(1_700)?.id, changed.length]).toEqual([3_401, LONG.length])
  })

  test('of which all items are replaced is put in order once, not for each of them', () => {
    const compare = vi.fn(byNumber)
    const anew = LONG.map(({ id }) => ({ id }))
    expectSame(BlockList.of(LONG).with({ gone: LONG, come: anew }, compare), anew)
    expect(compare.mock.calls.length).toBeLessThan(2 * LONG.length)
  })

  test('finds what does not stand where its order says, and leaves out what is not there', () => {
    const odd = { id: 1 }
    const first = [...LONG, odd]
    expectSame(BlockList.of(first).with({ gone: [odd], come: [] }, byNumber), LONG)
    expectSame(BlockList.of(LONG).with({ gone: [{ id: 0 }], come: [] }, byNumber), LONG)
  })
})
