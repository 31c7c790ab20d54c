/** How often the state of the seats is asked for, and how far that stretches while no answer comes. */
export const POLL_MS = 5_000
const SLOWEST_MS = 60_000
/** After this long without a sign of the visitor nothing is asked any more (spec §9). */
export const IDLE_MS = 300_000

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Calls `ask` every five seconds while the page is visible and the visitor is there; doubles the pause after each failure.
 * @param first milliseconds until the first time
 * @returns a function that stops it
 */
export function keepAsking(ask: () => Promise<boolean>, first = POLL_MS): () => void {
  let pause = POLL_MS
  let seenAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false

  const isIdle = () => document.hidden || Date.now() - seenAt >= IDLE_MS
  const plan = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void turn(), delay)
  }
  const turn = async () => {
    timer = undefined
    if (isIdle() || isAsking) return
    isAsking = true
    pause = (await ask()) ? POLL_MS : Math.min(pause * 2, SLOWEST_MS)
    isAsking = false
    if (!isStopped) plan(pause)
  }
  let isStopped = false
  const seen = () => {
    const wasIdle = isIdle()
    seenAt = Date.now()
    if (wasIdle || timer === undefined) wake()
  }
  const wake = () => {
    if (!isIdle() && !isAsking) plan(0)
  }
  for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, seen, { passive: true })
  document.addEventListener('visibilitychange', wake)
  plan(first)
  return () => {
    isStopped = true
    clearTimeout(timer)
    for (const sign of SIGNS_OF_LIFE) document.removeEventListener(sign, seen)
    document.removeEventListener('visibilitychange', wake)
  }
}
