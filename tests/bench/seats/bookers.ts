import { database } from '#lib/server/platform/db/connect.ts'
import { ms, percentile, scaled } from '#tests/bench/bench.ts'
import { ask } from './best.ts'
import { buildLargeHouse, clearHouse, deadlocks } from './houses.ts'
import type { SeatsBench } from './main.ts'

const [BOOKERS, SEATS, UNTIL] = [160, 8000, scaled(80) / 100]

/** 160 bookers at once, over two processes, ask for the best 2 to 6 seats together until four fifths of 8,000 seats are gone (A4). */
export async function benchBookers({ origin, second, print }: SeatsBench): Promise<void> {
  const id = await buildLargeHouse()
  const before = await deadlocks()
  const times: number[] = []
  let [taken, refused, failed] = [0, 0, 0]
  const book = async (booker: number) => {
    for (let n = booker; taken < SEATS * UNTIL; n++) {
      const quantity = 2 + (n % 5)
      const sentAt = performance.now()
      const status = await ask(n % 2 ? origin : second, id, quantity)
      times.push(performance.now() - sentAt)
      if (status === 200) taken += quantity
      else if (status < 500) refused++
      else failed++
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: BOOKERS }, (_, booker) => book(booker)))
  const seconds = (performance.now() - startedAt) / 1000
  const { rows } = await database().query<{ seats: number }>('SELECT count(*)::int AS seats FROM seat_claim WHERE presentation_id = $1', [
    id,
  ])
  const share = refused / times.length
  print(
    `${String(BOOKERS)} bookers on ${String(SEATS)} seats: ${String(times.length)} asked, ${String(refused)} refused (${(share * 100).toFixed(2)} %, ratio ${(share / 0.01).toFixed(2)} to the ` +
      `1 % allowed), ${String(failed)} failed, ${String(rows[0]?.seats)} seats held of ${String(taken)} promised, ${String((await deadlocks()) - before)} deadlocks, ` +
      `p95 ${ms(percentile(times, 0.95))}, ${(times.length / seconds).toFixed(0)} bookings/s`,
  )
  await clearHouse(id)
}
