import type { CallResult } from '#lib/client/http/call.ts'

/** How often the state of the seats is asked for, and how far that stretches while no answer comes. */
export const POLL_MS = 5_000
const SLOWEST_MS = 60_000

/** The server has asked for quiet until then, on the clock of `performance`. */
let quietUntil = 0

/**
 * Calls `ask` again and again, every five seconds unless `every` says so; doubles the pause after each failure, and asks no sooner than the server has allowed it.
 * @param first milliseconds until the first time
 * @returns a function that stops it
 */
export function keepAsking(ask: () => Promise<CallResult<unknown>>, first = POLL_MS, every = POLL_MS): () => void {
  let pause = every
  let isStopped = false
  let timer: ReturnType<typeof setTimeout>
  const plan = (delay: number) => {
    timer = setTimeout(() => void turn(), Math.max(delay, quietUntil - performance.now()))
  }
  const turn = async () => {
    const answer = await ask()
    pause = answer.ok ? every : Math.min(pause * 2, SLOWEST_MS)
    if (!answer.ok && answer.refusal.retryAfter) quietUntil = performance.now() + answer.refusal.retryAfter * 1000
    if (!isStopped) plan(pause)
  }
  plan(first)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
