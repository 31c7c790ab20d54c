import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { extendHold } from '#lib/client/order/extend-hold.ts'
import { $hold, correctTimer, loadTimer, markPassed, resetTimer, startTimer, urgencyOf } from '#lib/client/order/timer.ts'
import { formatCountdown } from '#lib/text/format-duration.ts'
import { actAsBrowser } from '#tests/client/page.ts'

const answer = (timeInSeconds: number) => ({
  timeInSeconds,
  wholeInSeconds: 900,
  waitInSeconds: 0,
  currentTime: '2026-11-24T18:30:00.000Z',
  url: '/order/7/again',
  canExtend: true,
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  resetTimer()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A fake server that says how long holds last; returns the addresses that were requested. */
function answerTimers(seconds: number): string[] {
  const asked: string[] = []
  actAsBrowser()
  vi.stubGlobal('fetch', (input: string) => {
    asked.push(new URL(input, 'http://office').pathname)
    return Promise.resolve(Response.json({ timer: { 7: answer(seconds), 8: answer(1) } }))
  })
  return asked
}

test('R4.36 R4.38 loads the timer of a presentation, with the url to open at 0', async () => {
  const asked = answerTimers(480)
  await loadTimer(7)
  expect(asked).toEqual(['/api/presentations/timer/7'])
  expect($hold.get()).toEqual({ presentationId: 7, secondsLeft: 480, wholeSeconds: 900, url: '/order/7/again', canExtend: true })
  await loadTimer(8)
  expect($hold.get()).toMatchObject({ presentationId: 8, secondsLeft: 1 })
})

test('R4.39 ignores an answer that arrives after a reset', async () => {
  answerTimers(480)
  const loading = loadTimer(7)
  resetTimer()
  await loading
  expect($hold.get()).toBeNull()
})

test('an answer without time is of a visitor who has to wait: no countdown begins, and one that runs goes on', async () => {
  answerTimers(0)
  await loadTimer(7)
  expect($hold.get()).toBeNull()
  startTimer(7, answer(60))
  await loadTimer(7)
  expect($hold.get()?.secondsLeft).toBe(60)
})

test('R4.37 R9.9 counts a hold down once a second', () => {
  startTimer(7, answer(600))
  const shown: (number | undefined)[] = []
  const stop = $hold.listen((hold) => shown.push(hold?.secondsLeft))
  vi.advanceTimersByTime(3000)
  stop()
  expect(shown).toEqual([599, 598, 597])
})

test('R4.38 stops at 0 and keeps the url', () => {
  startTimer(7, answer(2))
  vi.advanceTimersByTime(10_000)
  expect($hold.get()).toEqual({ presentationId: 7, secondsLeft: 0, wholeSeconds: 900, url: '/order/7/again', canExtend: true })
})

test('R4.39 ends the countdown on a reset', () => {
  startTimer(7, answer(600))
  resetTimer()
  vi.advanceTimersByTime(5000)
  expect($hold.get()).toBeNull()
})

test('is at 0 after the computer slept through the end of a hold', () => {
  startTimer(7, answer(60))
  vi.setSystemTime(Date.now() + 3_600_000)
  correctTimer()
  expect($hold.get()?.secondsLeft).toBe(0)
})

test('starts anew with what the server adds', async () => {
  answerTimers(300)
  startTimer(7, answer(30))
  expect(await extendHold()).toMatchObject({ ok: true })
  expect($hold.get()?.secondsLeft).toBe(300)
})

test.each([
  ['EXTENSION_USED', false],
  ['HOLD_EXPIRED', false],
  ['GENERAL_ERROR', true],
])('after %s, that a hold can still be extended is %s', async (error, canExtend) => {
  actAsBrowser()
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error }, { status: 409 })))
  startTimer(7, answer(30))
  expect(await extendHold()).toMatchObject({ ok: false, refusal: { code: error } })
  expect($hold.get()).toMatchObject({ secondsLeft: 30, canExtend })
})

test('can still be extended after the connection was lost', async () => {
  actAsBrowser()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  startTimer(7, answer(30))
  expect(await extendHold()).toMatchObject({ ok: false, refusal: { code: 'NO_CONNECTION' } })
  expect($hold.get()).toMatchObject({ secondsLeft: 30, canExtend: true })
})

test.each([
  [600, 'calm'],
  [121, 'calm'],
  [120, 'soon'],
  [61, 'soon'],
  [60, 'last'],
  [1, 'last'],
  [0, 'over'],
])('rates %i seconds as %s', (secondsLeft, urgency) => {
  expect(urgencyOf(secondsLeft)).toBe(urgency)
})

test('is announced at 5:00, 2:00 and 1:00 only', () => {
  const marks = Array.from({ length: 600 }, (_empty, passed) => markPassed(600 - passed, 599 - passed)).filter((mark) => mark !== undefined)
  expect(marks).toEqual([300, 120, 60])
})

test.each([
  [300, 301, undefined],
  [302, 299, 300],
  [600, 60, 60],
  [600, 10, undefined],
])('announces from %i to %i: %s', (before, now, mark) => {
  expect(markPassed(before, now)).toBe(mark)
})

test.each([
  [582, '09:42'],
  [900, '15:00'],
  [5, '00:05'],
])('reads %i seconds as %s', (secondsLeft, text) => {
  expect(formatCountdown(secondsLeft)).toBe(text)
})
