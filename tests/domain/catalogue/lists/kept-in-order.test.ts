import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { ChangedMap } from '#lib/domain/catalogue/lists/changed-map.ts'
import { byNumber, changedSince, KeptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'
import { replacedInOrder } from '#lib/domain/catalogue/lists/listed.ts'
import { byStart, presentationsOf } from '#lib/domain/catalogue/presentations-of.ts'

type Show = Pick<Presentation, 'id' | 'startsAt' | 'featureId'>

const show: fc.Arbitrary<Show> = fc.record({ id: fc.nat(30), startsAt: fc.nat(10), featureId: fc.nat(4) })
const shows = (most: number) => fc.uniqueArray(show, { selector: ({ id }) => id, maxLength: most })
/** What is now of some ids: those that are named without an item are gone. */
const changes = fc.array(fc.record({ ids: fc.uniqueArray(fc.nat(40), { maxLength: 6 }), items: shows(6), isRead: fc.boolean() }), {
  maxLength: 8,
})

function inOrder(items: Iterable<Show>): Presentation[] {
  return ([...items] as Presentation[]).sort(byStart)
}

describe('items kept in an order', () => {
  test('after any changes are those, in that order, by each way to read them', () => {
    fc.assert(
      fc.property(shows(30), changes, (first, steps) => {
        const plain = new Map(first.map((one) => [one.id, one]))
        let kept = KeptInOrder.of(inOrder(first))
        for (const { ids, items, isRead } of [...steps, { ids: [], items: [], isRead: true }]) {
          for (const id of ids) plain.delete(id)
          for (const one of items) plain.set(one.id, one)
          kept = kept.with(ids, items as Presentation[], byStart)
          if (!isRead) continue
          const wanted = inOrder(plain.values())
          expect(kept.list.slice()).toEqual(wanted)
          expect([...kept]).toEqual(wanted.map((one) => [one.id, one]))
          expect([[...kept.keys()], [...kept.values()], kept.size]).toEqual([wanted.map(({ id }) => id), wanted, wanted.length])
          for (let id = 0; id <= 40; id++) expect([kept.get(id), kept.has(id)]).toEqual([plain.get(id), plain.has(id)])
          const told: unknown[] = []
          kept.forEach((one, id, map) => told.push([one, id, map === kept]))
          expect(told).toEqual(wanted.map((one) => [one, one.id, true]))
        }
      }),
    )
  })

  test('say what has changed since any of them, and presentations of a feature are found in all', () => {
    fc.assert(
      fc.property(shows(30), changes, (first, steps) => {
        const all = [KeptInOrder.of(inOrder(first))]
        for (const { ids, items } of steps) all.push((all.at(-1) as KeptInOrder<Presentation>).with(ids, items as Presentation[], byStart))
        for (const one of all)
          for (const earlier of all) {
            const differs = Array.from({ length: 41 }, (_, id) => id).filter((id) => one.get(id) !== earlier.get(id))
            expect([...(one.changedSince(earlier) ?? [])].sort((a, b) => a - b)).toEqual(differs)
          }
        for (const presentations of [...all, ...all.toReversed(), new Map(inOrder(first).map((own) => [own.id, own]))])
          for (let featureId = 0; featureId <= 5; featureId++)
            expect(presentationsOf({ presentations }, featureId)).toEqual(
              [...presentations.values()].filter((own) => own.featureId === featureId),
            )
      }),
    )
  })

  test('more changes than are taken one by one, or than are kept beside the others, are the same', () => {
    const items = inOrder(Array.from({ length: 2_000 }, (_, id) => ({ id, startsAt: (id * 7919) % 500, featureId: id % 10 })))
    const first = KeptInOrder.of(items)
    expect(presentationsOf({ presentations: first }, 3)).toHaveLength(200)
    const moved = inOrder(items.filter(({ id }) => id % 5 === 0).map((one) => ({ ...one, startsAt: one.startsAt + 13, featureId: 3 })))
    const second = first.with(
      moved.map(({ id }) => id),
      moved,
      byStart,
    )
    expect(second.list.slice()).toEqual(inOrder([...items.filter(({ id }) => id % 5 !== 0), ...moved]))
    expect(second.changedSince(first)).toBeUndefined()
    expect(presentationsOf({ presentations: second }, 3)).toEqual(second.list.filter(({ featureId }) => featureId === 3))
    const third = second.with(
      moved.map(({ id }) => id),
      [],
      byStart,
    )
    expect([third.size, third.get(5), third.get(6)?.id]).toEqual([1_600, undefined, 6])
  })

  test('are not looked at whole for a change', () => {
    const compare = vi.fn(byNumber)
    let kept = KeptInOrder.of(Array.from({ length: 3_000 }, (_, id) => ({ id, name: '' })))
    for (let time = 0; time < 20; time++) kept = kept.with([7], [{ id: 7, name: String(time) }], compare)
    expect(kept.get(7)?.name).toBe('19')
    expect(kept.list.slice(5, 10).map(({ id, name }) => (name === '' ? id : name))).toEqual([5, 6, '19', 8, 9])
    expect(compare.mock.calls.length).toBeLessThan(20 * 50)
  })

  test('an item that does not stand where its order says is found nevertheless, and one that is not there is left out', () => {
    const compare = (one: number, other: number) => one - other
    expect(replacedInOrder([5, 1, 3], { gone: [5], come: [2] }, compare)).toEqual([1, 2, 3])
    expect(replacedInOrder([1, 3], { gone: [9], come: [] }, compare)).toEqual([1, 3])
  })
})

describe('a long list', () => {
  const LONG = Array.from({ length: 1_000 }, (_, id) => ({ id }))
  const anew = (ids: readonly number[]) => ids.map((id) => ({ id }))

  test('of which one item changes is not looked at whole', () => {
    const compare = vi.fn(byNumber)
    expect(replacedInOrder(LONG, { gone: LONG.slice(700, 701), come: anew([700]) }, compare)).toEqual(LONG)
    expect(compare.mock.calls.length).toBeLessThan(25)
  })

  test('of which all items change is put in order once, not for each of them', () => {
    const compare = vi.fn(byNumber)
    expect(replacedInOrder(LONG, { gone: LONG, come: anew(LONG.map(({ id }) => id)) }, compare)).toEqual(LONG)
    expect(compare.mock.calls.length).toBeLessThan(2 * LONG.length)
  })

  test('of which some items change is the same as if it was sorted anew, however many they are', () => {
    const changed = fc.uniqueArray(fc.nat(200), { maxLength: 120 })
    fc.assert(
      fc.property(changed, changed, (goneIds, comeIds) => {
        const gone = LONG.filter(({ id }) => goneIds.includes(id))
        const come = anew(comeIds.filter((id) => goneIds.includes(id)))
        const wanted = [...LONG.filter((one) => !gone.includes(one)), ...come].sort(byNumber)
        expect(replacedInOrder(LONG, { gone, come }, byNumber)).toEqual(wanted)
      }),
    )
  })
})

test('the changes between two lists are known if they are the same list, or if one was made from the other', () => {
  const kept = KeptInOrder.of([{ id: 1 }, { id: 2 }])
  const plain = new Map(kept)
  const now = kept.with([2], [{ id: 2 }, { id: 3 }], byNumber)
  expect([changedSince(kept, now), changedSince(now, kept)]).toEqual([[2, 3], [2, 3]]) // prettier-ignore
  expect([changedSince(plain, plain), changedSince(kept, kept)]).toEqual([[], []])
  expect([changedSince(kept, plain), changedSince(plain, kept), changedSince(plain, new Map(plain))]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a changed map knows what is gone, also when it has become one map', () => {
  const first = new ChangedMap(new Map(Array.from({ length: 600 }, (_, n) => [n, n])))
  const fewer = first.with(Array.from({ length: 300 }, (_, n) => [n, undefined] as const))
  expect([fewer.get(299), fewer.get(300), fewer.changedSince(first)]).toEqual([undefined, 300, undefined])
  expect(first.with([[1, 1]]).changedSince(first)).toEqual([])
})
