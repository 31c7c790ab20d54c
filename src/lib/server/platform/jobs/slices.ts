import { setImmediate as othersTurn } from 'node:timers/promises'

/** Maximum time that a work blocks the event loop; ms. */
const SLICE = 8

/**
 * Runs a work in slices of some ms, so that other requests are served in between.
 * @returns the work's result; rethrows its error.
 */
export async function inSlices<T>(work: Iterator<void, T>): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE
    let step = work.next()
    while (step.done !== true && performance.now() < end) step = work.next()
    if (step.done === true) return step.value
    await othersTurn()
  }
}
