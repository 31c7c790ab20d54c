import { setImmediate as othersTurn } from 'node:timers/promises'

/** So long a work holds the event loop up at a time; ms. */
const SLICE = 8

/**
 * Runs a work that yields between its steps, some ms at a time: what others sent is looked at in between.
 * @returns what the work returns; what it throws is thrown.
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
