import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import type { Busyness } from '#lib/domain/crowd/pace.ts'

/** Requests under way for longer do not count: they wait for something outside, such as a payment provider. In ms. */
const LONGEST = 5_000
/** So much of the time the process had something to do: it is as fast as it can. */
const ALL_THE_TIME = 0.9
/** Fewer at work are no crowd, however long each takes. */
const FEW = 30

/** Watches how busy the process is: what is at work, what was done, and whether processor or database are used up. */
export class BusyWatch {
  readonly #begun = new Map<object, number>()
  readonly #queriesWaiting: () => number
  #done = 0
  #before: EventLoopUtilization = performance.eventLoopUtilization()
  #lookedAt = performance.now()

  /** @param queriesWaiting for a connection to the database, besides those that have one */
  constructor(queriesWaiting: () => number) {
    this.#queriesWaiting = queriesWaiting
  }

  /** A request begins; the function that is returned ends it. */
  begin(): () => void {
    const one = {}
    this.#begun.set(one, performance.now())
    return () => {
      if (this.#begun.delete(one)) this.#done++
    }
  }

  /** How busy it was since the last look. */
  look(): Pick<Busyness, 'wait' | 'isFull'> {
    const now = performance.now()
    const used = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(used, this.#before)
    const perMs = this.#done / Math.max(1, now - this.#lookedAt)
    const atWork = this.#atWork(now - LONGEST)
    this.#before = used
    this.#lookedAt = now
    this.#done = 0
    if (atWork < FEW) return { wait: 0, isFull: false }
    // By Little's law; where nothing was done, it takes at least as long as the time that has passed.
    return { wait: perMs > 0 ? atWork / perMs : LONGEST, isFull: utilization >= ALL_THE_TIME || this.#queriesWaiting() > 0 }
  }

  /** Requests that began after a moment. */
  #atWork(since: number): number {
    let count = 0
    for (const beganAt of this.#begun.values()) if (beganAt >= since) count++
    return count
  }
}
