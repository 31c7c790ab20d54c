import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { ms, percentile, scaled } from '#tests/bench/bench.ts'
import { freeSeats, stadium } from './houses.ts'
import type { SeatsBench } from './main.ts'

const [RATE, SECONDS, LIMIT] = [500, scaled(20), 50]

/**
 * Locks that arrive 500 times a second whether or not the earlier ones are answered, each of a new seat by a new visitor. Times count from the
 * moment when a lock was due, so a stall is not hidden by the client waiting with it.
 */
export async function benchArrivals({ origin, print }: SeatsBench): Promise<void> {
  const { id } = await stadium()
  const seats = await freeSeats(id, RATE * (SECONDS + 4))
  await arrive(origin, seats.splice(0, RATE * 4)) // compiles, opens connections
  const { times, failed } = await arrive(origin, seats.splice(0, RATE * SECONDS))
  const p99 = percentile(times, 0.99)
  print(
    `locks at ${String(RATE)}/s arriving for ${String(SECONDS)} s: p50 ${ms(percentile(times, 0.5))}, p99 ${ms(p99)} (ratio ${(p99 / LIMIT).toFixed(2)} to the ` +
      `${String(LIMIT)} ms allowed), ${String(failed)} not granted`,
  )
}

async function arrive(origin: string, seats: readonly unknown[]): Promise<{ times: number[]; failed: number }> {
  const times: number[] = []
  let failed = 0
  const start = performance.now()
  const running: Promise<void>[] = []
  for (const [n, seat] of seats.entries()) {
    const due = start + (n * 1000) / RATE
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    running.push(
      new TestVisitor(origin).put('/api/seats/lock-seat', { seat }).then(({ status }) => {
        times.push(performance.now() - due)
        if (status !== 200) failed++
      }),
    )
  }
  await Promise.all(running)
  return { times, failed }
}
