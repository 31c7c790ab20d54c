import { setTimeout as sleep } from 'node:timers/promises'

/** How visitors come. */
export interface Arrivals {
  readonly visitors: number
  /** Most that are there at once; who comes when all are there waits outside. */
  readonly atOnce: number
  /** Visitors a second, whether or not those before are done; undefined: one comes when one is done. */
  readonly rate: number | undefined
  /** Seconds in which the rate, or how many are there at once, grows evenly from nothing. */
  readonly ramp: number
}

/** When a visitor arrives, in seconds. @param n from 0 */
export function arrivalOf(n: number, { rate, ramp, atOnce }: Pick<Arrivals, 'rate' | 'ramp' | 'atOnce'>): number {
  if (rate === undefined) return n < atOnce ? (n * ramp) / atOnce : 0
  const inRamp = (rate * ramp) / 2
  return n < inRamp ? Math.sqrt((2 * ramp * n) / rate) : ramp / 2 + n / rate
}

/** Sends all visitors; resolves when the last is done. @returns seconds that it took */
export async function sendVisitors(arrivals: Arrivals, visit: (n: number) => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  const inside = new Set<Promise<void>>()
  for (let n = 0; n < arrivals.visitors; n++) {
    const wait = startedAt + arrivalOf(n, arrivals) * 1_000 - performance.now()
    if (wait > 1) await sleep(wait)
    while (inside.size >= arrivals.atOnce) await Promise.race(inside)
    const visiting: Promise<void> = visit(n).finally(() => inside.delete(visiting))
    inside.add(visiting)
  }
  await Promise.all(inside)
  return (performance.now() - startedAt) / 1_000
}
