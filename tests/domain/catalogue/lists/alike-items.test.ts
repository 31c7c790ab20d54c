import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { AlikeList } from '#lib/domain/catalogue/lists/alike-items.ts'
import { BlockList } from '#lib/domain/catalogue/lists/block-list.ts'
import { byNumber, KeptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'
import { listsOf } from '#lib/domain/catalogue/lists/keyed-lists.ts'

interface Item {
  readonly id: number
  readonly colour: string
}

const COLOURS = ['red', 'green', 'blue', 'grey']

/** Items of up to four kinds, some of which nothing is of; even ids in their order. */
function alike(kindAt: readonly number[]) {
  const kinds = COLOURS.map((colour) => ({ id: -1, colour }))
  const make = vi.fn((kind: Item, position: number): Item => ({ ...kind, id: 2 * position }))
  const list = AlikeList.of<Item>({ kinds, kindAt, make })
  const plain = kindAt.map((kind, position) => ({ id: 2 * position, colour: COLOURS[kind] ?? '' }))
  const ids = plain.map(({ id }) => id)
  return { list, plain, make, kept: KeptInOrder.ofAlike(list, ids) }
}

/** Few, and more than one block of them. */
const kindsAt = fc.oneof(
  fc.array(fc.nat(3), { maxLength: 12 }),
  fc.nat(3).map((n) => Array.from({ length: 2_000 }, (_, at) => (at * (n + 3)) % 4)),
)
const range = fc.tuple(fc.nat(2_100), fc.nat(2_100)).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const)
const MANY = Array.from({ length: 2_000 }, (_, at) => at % 4)

describe('items that are made when they are asked for', () => {
  test('are what a list of all of them has, by each way to read it', () => {
    fc.assert(
      fc.property(kindsAt, range, (kindAt, [from, to]) => {
        const { list, plain } = alike(kindAt)
        const isRed = ({ colour }: Item) => colour === 'red'
        for (const read of [list, BlockList.of(list)]) {
          expect(read).toHaveLength(plain.length)
          expect([read.at(from), read.at(to), read.at(plain.length)]).toEqual([plain[from], plain[to], undefined])
          expect(read.slice(from, to)).toEqual(plain.slice(from, to))
          expect(read.slice(from)).toEqual(plain.slice(from))
          expect(read.slice()).toEqual(plain)
          expect([...read]).toEqual(plain)
          expect(read.filter(isRed)).toEqual(plain.filter(isRed))
        }
        expect([...list.part(from, to)]).toEqual(plain.slice(from, to))
        expect([...list.part(from).part(1)]).toEqual(plain.slice(from).slice(1))
      }),
      { numRuns: 60 },
    )
  })

  test('are made once, and no others than those that are asked for', () => {
    const { list, make } = alike(MANY)
    const blocks = BlockList.of(list)
    expect(make).not.toHaveBeenCalled()
    expect(blocks.at(1_234)).toBe(list.at(1_234))
    expect(blocks.slice(1_233, 1_236)[1]).toBe(list.at(1_234))
    expect(make).toHaveBeenCalledTimes(3)
    expect(blocks.from(700, [{ id: -2, colour: 'red' }])).toHaveLength(1_301)
    expect(make).toHaveBeenCalledTimes(3)
    expect(blocks.from(700).at(534)).toBe(list.at(1_234))
  })

  test('go on from any place as a list of all of them does', () => {
    fc.assert(
      fc.property(kindsAt, fc.nat(2_100), (kindAt, from) => {
        const { list, plain } = alike(kindAt)
        const before = { id: -2, colour: 'red' }
        expect([...BlockList.of(list).from(from, [before])]).toEqual([before, ...plain.slice(from)])
      }),
      { numRuns: 60 },
    )
  })

  test('are replaced by others as in a list of all of them, which makes hardly any', () => {
    fc.assert(
      fc.property(kindsAt, fc.uniqueArray(fc.nat(4_010), { maxLength: 6 }), (kindAt, numbers) => {
        const { plain, kept } = alike(kindAt)
        const gone = numbers.filter((id) => id % 2 === 0)
        const come = numbers.filter((id) => id % 2 === 1).map((id) => ({ id, colour: 'odd' }))
        const changed = kept.with(numbers, come, byNumber)
        const wanted = [...plain.filter(({ id }) => !gone.includes(id)), ...come].sort(byNumber)
        expect(changed.list.slice()).toEqual(wanted)
        expect([...changed.keys()]).toEqual(wanted.map(({ id }) => id))
        for (const id of numbers) expect(changed.get(id)).toEqual(wanted.find((one) => one.id === id))
        expect(new Set(changed.changedSince(kept))).toEqual(new Set(numbers.filter((id) => kept.has(id) || changed.has(id))))
        expect(changed.list.alike).toBeUndefined()
      }),
      { numRuns: 60 },
    )
    const { kept, make } = alike(MANY)
    kept.with([1_000], [{ id: 1_000, colour: 'new' }], byNumber)
    expect(make.mock.calls.length).toBeLessThan(600)
  })

  test('are found by id, and all of them after more changes than are kept apart', () => {
    const { kept, plain, make } = alike(MANY)
    expect([kept.get(2_468), kept.get(2_469), kept.has(0), kept.size]).toEqual([plain[1_234], undefined, true, 2_000])
    expect(make).toHaveBeenCalledTimes(2)
    const anew = plain.slice(0, 300).map(({ id }) => ({ id, colour: 'new' }))
    const changed = kept.with(
      anew.map(({ id }) => id),
      anew,
      byNumber,
    )
    expect([...changed.values()]).toEqual([...anew, ...plain.slice(300)])
    for (const one of changed.values()) expect(changed.get(one.id)).toBe(one)
  })

  test('are in lists by what they have in common, and nothing is made for that', () => {
    fc.assert(
      fc.property(kindsAt, (kindAt) => {
        const { list, plain, make } = alike(kindAt)
        const keysOf = ({ colour }: Item) => (colour === 'grey' ? [] : [colour, colour.length])
        const lists = BlockList.of(list).groupedBy<string | number>(keysOf)
        expect(make).not.toHaveBeenCalled()
        const wanted = listsOf<string | number, Item>(plain, keysOf)
        expect(new Set(lists.keys())).toEqual(new Set(wanted.keys()))
        for (const [key, own] of wanted) expect(lists.get(key)?.slice()).toEqual(own)
        for (const one of lists.get('red') ?? []) expect(one).toBe(list.at(one.id / 2))
        expect([...BlockList.of(plain).groupedBy<string | number>(keysOf)].map(([key, own]) => [key, own.slice()])).toEqual([...wanted])
      }),
      { numRuns: 60 },
    )
  })

  test('are in lists by key also in a part of them', () => {
    const { list, plain } = alike(MANY)
    const lists = list.part(10, 20).groupedBy(({ colour }) => [colour])
    expect(lists.get('red')?.slice()).toEqual(plain.slice(10, 20).filter(({ colour }) => colour === 'red'))
  })

  test('are counted by kind in any part of them, and none is made', () => {
    const { list, make } = alike([0, 2, 2, 0, 2, 3])
    const counted = (some: AlikeList<Item>) => some.countKinds().map(([{ colour }, count]) => [colour, count])
    expect(counted(list)).toEqual([
      ['red', 2],
      ['blue', 3],
      ['grey', 1],
    ])
    expect(counted(list.part(1, 3))).toEqual([['blue', 2]])
    expect(counted(list.part(9))).toEqual([])
    expect(make).not.toHaveBeenCalled()
  })

  test('become others by kind; those of kinds that stay are the same objects, and if all stay, it is the same list', () => {
    const { kept, plain } = alike(MANY)
    const change = vi.fn((one: Item) => (one.colour === 'red' ? { ...one, colour: 'pink' } : one))
    const changed = kept.map(change)
    expect(change).toHaveBeenCalledTimes(COLOURS.length)
    expect([...changed.values()]).toEqual(plain.map((one) => (one.colour === 'red' ? { ...one, colour: 'pink' } : one)))
    for (const one of kept.values()) expect(changed.get(one.id) === one).toBe(one.colour !== 'red')
    expect(kept.map((one) => one)).toBe(kept)
    const plainKept = KeptInOrder.of(plain)
    expect([...plainKept.map(change).values()]).toEqual([...changed.values()])
    expect(plainKept.map((one) => one)).toBe(plainKept)
  })

  test('are what others are made of, without those of whose kind nothing is', () => {
    const { list, plain, make } = alike(MANY)
    const ofKind = vi.fn(({ colour }: Item) =>
      colour === 'blue' ? undefined : { text: `${colour}:`, item: undefined as Item | undefined },
    )
    const collected = list.collect(ofKind, (kind, item) => ({ text: kind.text + String(item.id), item }))
    expect([ofKind.mock.calls.length, make.mock.calls.length]).toEqual([COLOURS.length, 0])
    const wanted = plain.filter(({ colour }) => colour !== 'blue')
    expect(collected).toHaveLength(wanted.length)
    expect(collected.slice().map(({ text }) => text)).toEqual(wanted.map(({ id, colour }) => `${colour}:${String(id)}`))
    for (const { item } of collected) expect(item).toBe(list.at((item?.id ?? 0) / 2))
    const lists = collected.groupedBy(({ text }) => [text])
    expect([...lists.keys()].sort()).toEqual(['green:', 'grey:', 'red:'])
    expect(lists.get('green:')?.at(0)).toBe(collected.at(1))
  })
})
