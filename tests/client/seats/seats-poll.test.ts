import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CallResult } from '#lib/client/http/call.ts'
import { keepAsking, POLL_MS } from '#lib/client/seats/seats-poll.ts'
import { IDLE_MS, whileHere } from '#lib/client/seats/seats-presence.ts'
import { actAsBrowser, page, showPage } from '#tests/client/page.ts'

let stop = () => {}
const yes = { ok: true, value: null } as const
const no = (retryAfter?: number) =>
  ({ ok: false, refusal: { code: 'NO_CONNECTION', message: '', status: 0, ...(retryAfter && { retryAfter }) } }) as const
let answer: CallResult<unknown> = yes
const ask = vi.fn(() => Promise.resolve(answer))

beforeEach(() => {
  vi.useFakeTimers()
  actAsBrowser()
  showPage(true)
  answer = yes
  ask.mockClear()
  stop = whileHere(() => keepAsking(ask))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const after = async (ms: number) => {
  ask.mockClear()
  await vi.advanceTimersByTimeAsync(ms)
  return ask.mock.calls.length
}

it('polls every five seconds', async () => {
  expect(await after(POLL_MS * 4)).toBe(4)
})

it('backs off up to a minute while no answer comes, and returns to normal after one', async () => {
  answer = no()
  expect(await after(POLL_MS * (1 + 2 + 4))).toBe(3)
  expect(await after(40_000 + 60_000 + 60_000)).toBe(3)
  answer = yes
  expect(await after(60_000)).toBe(1)
  expect(await after(POLL_MS * 2)).toBe(2)
})

it('pauses while the page is hidden', async () => {
  showPage(false)
  expect(await after(POLL_MS * 10)).toBe(0)
  showPage(true)
  expect(await after(POLL_MS)).toBe(1)
})

it('R4.70 R9.13 pauses after five minutes without activity, neither sooner nor later, and resumes on the next', async () => {
  const almost = 300_000 - POLL_MS
  expect(await after(almost)).toBe(almost / POLL_MS)
  await after(POLL_MS)
  expect(await after(IDLE_MS)).toBe(0)
  page.dispatchEvent(new Event('pointermove'))
  expect(await after(POLL_MS)).toBe(1)
})

it('goes on while the visitor is active', async () => {
  await after(IDLE_MS - 1000)
  page.dispatchEvent(new Event('keydown'))
  expect(await after(IDLE_MS - 1000)).toBeGreaterThan(50)
})

it('stops, even during a request', async () => {
  const asking = vi.advanceTimersByTimeAsync(POLL_MS)
  await asking
  stop()
  expect(await after(IDLE_MS)).toBe(0)
})

it('waits as long as the server says, even if it is restarted', async () => {
  answer = no(120)
  expect(await after(POLL_MS)).toBe(1)
  answer = yes
  stop()
  stop = whileHere(() => keepAsking(ask, 0))
  expect(await after(119_000)).toBe(0)
  expect(await after(2_000)).toBe(1)
})
