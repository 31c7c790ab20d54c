import { beforeEach, expect, it, vi } from 'vitest'
import { $bestWish, recallWish, wishFor } from '#lib/client/seats/choosing.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  $bestWish.set({ quantity: 2, isTogether: true })
})

it('best available comes back to what was asked for last time', () => {
  wishFor({ quantity: 5, isTogether: false })
  $bestWish.set({ quantity: 2, isTogether: true })
  recallWish()
  expect($bestWish.get()).toEqual({ quantity: 5, isTogether: false })
})

it.each([undefined, '', 'null', '{}', '[3]', '{"quantity":', '{"quantity":3}'])('nothing changes where %s was kept', (text) => {
  const heard = vi.fn()
  if (text !== undefined) kept.set('best-wish', text)
  const stop = $bestWish.listen(heard)
  recallWish()
  stop()
  expect(heard).not.toHaveBeenCalled()
})

it.each([
  ['{"quantity":0,"isTogether":true}', 2],
  ['{"quantity":"many","isTogether":true}', 2],
  ['{"quantity":-4,"isTogether":true}', 1],
  ['{"quantity":3.7,"isTogether":true}', 3],
])('a quantity that nobody can ask for becomes one that can: %s', (text, quantity) => {
  kept.set('best-wish', text)
  recallWish()
  expect($bestWish.get()).toEqual({ quantity, isTogether: true })
})
