import autocannon from 'autocannon'
import { PACKED_STATUS } from '#lib/contract/show/seats.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { ms, scaled } from '#tests/bench/bench.ts'
import { freeSeats, stadium } from './houses.ts'
import type { SeatsBench } from './main.ts'

const [RATE, SECONDS, LIMIT] = [200, scaled(15), 15]

/** The status of the whole stadium, 200 times a second, while ten seats a second are locked, so that the snapshot keeps changing. */
export async function benchStatus({ origin, print }: SeatsBench): Promise<void> {
  const { id, seats } = await stadium()
  const free = await freeSeats(id, SECONDS * 2 * 10 + 20)
  for (const [form, accept] of [
    ['packed', PACKED_STATUS],
    ['rows', 'application/json'],
  ] as const) {
    const url = `${origin}/api/seats/seats-status?presentationId=${String(id)}&isReserved=1`
    const load = { url, headers: { accept, 'accept-encoding': 'br' }, connections: 20, overallRate: RATE }
    await autocannon({ ...load, duration: 3 }) // compiles, opens connections
    const timer = setInterval(() => void new TestVisitor(origin).put('/api/seats/lock-seat', { seat: free.pop() }), 100)
    const result = await autocannon({ ...load, duration: SECONDS })
    clearInterval(timer)
    if (result.non2xx > 0) throw new Error(`${String(result.non2xx)} answers were no status`)
    const p95 = result.latency.p97_5
    const bytes = Math.round(result.throughput.total / result.requests.total)
    print(
      `status of ${String(seats)} seats, ${form}: p97.5 ${ms(p95)} (ratio ${(p95 / LIMIT).toFixed(2)} to the ${String(LIMIT)} ms allowed for p95), ` +
        `p99 ${ms(result.latency.p99)}, ${String(bytes)} bytes an answer`,
    )
  }
}
