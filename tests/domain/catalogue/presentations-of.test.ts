import { describe, expect, test, vi } from 'vitest'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { KeptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'
import { byStart, presentationsBy, presentationsOf } from '#lib/domain/catalogue/presentations-of.ts'
import { keptAlike } from './catalogue-fixtures.ts'

type Presentations = Parameters<typeof presentationsOf>[0]['presentations']

const showing = (id: number, featureId: number) => ({ id, featureId, startsAt: 100 - id }) as Presentation
const SHOWN = [showing(3, 1), showing(2, 2), showing(1, 1)]
const idsOf = (presentations: Presentations, featureId: number) => presentationsOf({ presentations }, featureId).map(({ id }) => id)

/** Whether finding those of a feature goes through all presentations. */
function looksAtAll(presentations: Presentations, featureId = 1): boolean {
  const look = vi.spyOn(presentations, 'values')
  idsOf(presentations, featureId)
  const looks = look.mock.calls.length
  look.mockRestore()
  return looks > 0
}

describe('the presentations of a feature', () => {
  test('are in the order of the catalogue, and none of one that has none, in the same list each time', () => {
    const presentations = KeptInOrder.of(SHOWN)
    expect([1, 2, 3].map((featureId) => idsOf(presentations, featureId))).toEqual([[3, 1], [2], []])
    for (const featureId of [1, 3])
      expect(presentationsOf({ presentations }, featureId)).toBe(presentationsOf({ presentations }, featureId))
  })

  test('are found without looking at all others the second time', () => {
    for (const presentations of [KeptInOrder.of(SHOWN), new Map(SHOWN.map((one) => [one.id, one]))])
      expect([looksAtAll(presentations), looksAtAll(presentations), looksAtAll(presentations, 2)]).toEqual([true, false, false])
  })

  test('are found by what has changed since the catalogue before', () => {
    const before = KeptInOrder.of(SHOWN)
    idsOf(before, 1)
    const now = before.with([1, 2, 4], [showing(2, 1), showing(4, 3)], byStart)
    expect(looksAtAll(now)).toBe(false)
    expect([1, 2, 3].map((featureId) => idsOf(now, featureId))).toEqual([[3, 2], [], [4]])
  })

  test('are found so in each of four languages, however often one of them is read', () => {
    const languages = Array.from({ length: 4 }, () => KeptInOrder.of(SHOWN))
    for (const presentations of languages) idsOf(presentations, 1)
    for (let time = 0; time < 9; time++) for (const presentations of languages.slice(1)) idsOf(presentations, 1)
    expect(languages.map((presentations) => looksAtAll(presentations.with([1], [], byStart)))).toEqual([false, false, false, false])
  })
})

test('of presentations that are made when they are asked for, those of the feature are made and no others, also after a change', () => {
  const made = vi.fn()
  const before = keptAlike(SHOWN, made)
  expect(idsOf(before, 2)).toEqual([2])
  expect(made.mock.calls).toEqual([[2]])
  expect(presentationsOf({ presentations: before }, 2)).toBe(presentationsOf({ presentations: before }, 2))
  expect(idsOf(before, 9)).toEqual([])
  const now = before.with([2, 4], [showing(4, 2)], byStart)
  expect([1, 2].map((featureId) => idsOf(now, featureId))).toEqual([[3, 1], [4]])
  expect(idsOf(before, 2)).toEqual([2])
})

test('presentations by several keys are in the list of each, also as some change', () => {
  const by = presentationsBy((one: Presentation) => [one.id % 2, one.featureId + 10])
  const before = KeptInOrder.of(SHOWN)
  const now = before.with([1, 2], [showing(2, 3)], byStart)
  const lists = (presentations: Presentations) => [0, 1, 11, 12, 13].map((key) => by({ presentations }, key).map(({ id }) => id))
  expect(lists(before)).toEqual([[2], [3, 1], [3, 1], [2], []])
  const look = vi.spyOn(now, 'values')
  expect(lists(now)).toEqual([[2], [3], [3], [], [2]])
  expect(look).not.toHaveBeenCalled()
})
