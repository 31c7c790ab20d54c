import { expect, it } from 'vitest'
import { chapterAt, nextChapterStart, shareBefore, stretchesOf } from '#lib/domain/catalogue/films/film-chapters.ts'

const CHAPTERS = [
  { at: 2, name: 'opening' },
  { at: 20, name: 'the call' },
  { at: 50, name: 'the stairs' },
]

it.each([
  [0, -1, 2],
  [2, 0, 20],
  [19.9, 0, 20],
  [20, 1, 50],
  [70, 2, undefined],
])('at %d seconds the chapter is number %d and the next starts at %s', (seconds, index, next) => {
  expect(chapterAt(CHAPTERS, seconds)).toBe(index)
  expect(nextChapterStart(CHAPTERS, seconds)).toBe(next)
})

it('the time line is whole: from 0 to the end, split at the chapters inside', () => {
  expect(stretchesOf(CHAPTERS, 45)).toEqual([
    { at: 0, until: 20, name: 'opening' },
    { at: 20, until: 45, name: 'the call' },
  ])
  expect(stretchesOf([], 70)).toEqual([{ at: 0, until: 70, name: '' }])
})

it.each([
  [5, 0],
  [20, 0],
  [35, 0.5],
  [90, 1],
])('of a stretch from 20 to 50, at %d seconds %d is played', (seconds, share) => {
  expect(shareBefore({ at: 20, until: 50 }, seconds)).toBe(share)
})

it('nothing of a stretch without length is played', () => {
  expect(shareBefore({ at: 20, until: 20 }, 30)).toBe(0)
})
