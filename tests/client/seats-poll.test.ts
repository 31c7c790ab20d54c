import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IDLE_MS, keepAsking, POLL_MS } from '#lib/client/seats-poll.ts'

const page = Object.assign(new EventTarget(), { hidden: false })
let stop = () => {}
let answers = true
const ask = vi.fn(() => Promise.resolve(answers))

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(globalThis, { document: page })
  Object.assign(page, { hidden: false })
  answers = true
  ask.mockClear()
  stop = keepAsking(ask)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const after = async (ms: number) => {
  ask.mockClear()
  await vi.advanceTimersByTimeAsync(ms)
  return ask.mock.calls.length
}
const show = (hidden: boolean) => {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}

it('asks every five seconds', async () => {
  expect(await after(POLL_MS * 4)).toBe(4)
})

it('asks less and less often while no answer comes, and as before once one does', async () => {
  answers = false
  expect(await after(POLL_MS * (1 + 2 + 4))).toBe(3)
  answers = true
  expect(await after(POLL_MS * 8)).toBe(1)
  expect(await after(POLL_MS * 2)).toBe(2)
})

it('rests while the page is hidden and asks at once when it is seen again', async () => {
  show(true)
  expect(await after(POLL_MS * 10)).toBe(0)
  show(false)
  expect(await after(1)).toBe(1)
})

it('R9.13 rests after five minutes without a sign of the visitor, and wakes at the next', async () => {
  expect(await after(IDLE_MS)).toBeGreaterThan(50)
  expect(await after(IDLE_MS)).toBeLessThanOrEqual(1)
  page.dispatchEvent(new Event('pointermove'))
  expect(await after(1)).toBe(1)
})

it('stops', async () => {
  stop()
  expect(await after(IDLE_MS)).toBe(0)
})
