import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { inParallel, ms, percentile, scaled } from '#tests/bench/bench.ts'
import { stadium } from './houses.ts'
import type { SeatsBench } from './main.ts'

const [CALLS, WIDTH, LIMIT] = [scaled(400), 8, 150]

/** Best available with lock on the stadium: 2 to 6 seats for a new visitor each time, eight at once. */
export async function benchBest({ origin, print }: SeatsBench): Promise<void> {
  const { id, seats } = await stadium()
  await ask(origin, id, 2)
  const times: number[] = []
  let refused = 0
  await inParallel([...Array(CALLS).keys()], WIDTH, async (n) => {
    const sentAt = performance.now()
    const status = await ask(origin, id, 2 + (n % 5))
    times.push(performance.now() - sentAt)
    if (status !== 200) refused++
  })
  const p95 = percentile(times, 0.95)
  print(
    `best available on ${String(seats)} seats, ${String(WIDTH)} at once: p50 ${ms(percentile(times, 0.5))}, p95 ${ms(p95)} (ratio ${(p95 / LIMIT).toFixed(2)} to the ` +
      `${String(LIMIT)} ms allowed), ${String(refused)} of ${String(CALLS)} refused`,
  )
}

/** The status of one call that locks. */
export async function ask(origin: string, presentationId: number, quantity: number): Promise<number> {
  const query = `presentationId=${String(presentationId)}&quantity=${String(quantity)}&maxMatches=1&isLock=1`
  return (await new TestVisitor(origin).get(`/api/seats/best-available?${query}`)).status
}
