/** Maximum time that all sliced works together block one round of the event loop; ms. */
const SLICE = 8

const waiting: (() => void)[] = []
let isRoundUsed = false
let sliceEnd = 0

/**
 * Runs a work in slices of some ms, so that other requests are served in between. Works that run at once take turns, one slice a round of the event loop: many
 * of them block it no longer than one.
 * @returns the work's result; rethrows its error.
 */
export async function inSlices<T>(work: Iterator<void, T>): Promise<T> {
  if (!mayStartNow()) await nextTurn()
  for (;;) {
    let step = work.next()
    while (step.done !== true && performance.now() < sliceEnd) step = work.next()
    if (step.done === true) return step.value
    await nextTurn()
  }
}

/** Runs a short work that cannot be divided when its turn among sliced works comes. */
export function inOwnTurn<T>(work: () => T): Promise<T> {
  return inSlices(oneStep(work))
}

function* oneStep<T>(work: () => T): Generator<void, T> {
  return work()
}

function mayStartNow(): boolean {
  if (waiting.length > 0) return false
  if (!isRoundUsed) startSlice()
  return performance.now() < sliceEnd
}

function nextTurn(): Promise<void> {
  return new Promise((go) => waiting.push(go))
}

function startSlice(): void {
  isRoundUsed = true
  sliceEnd = performance.now() + SLICE
  setImmediate(startRound)
}

function startRound(): void {
  isRoundUsed = false
  const next = waiting.shift()
  if (!next) return
  startSlice()
  next()
}
