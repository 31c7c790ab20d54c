import { setTimeout as sleep } from 'node:timers/promises'
import { ms, percentile, scaled, type Bench } from './bench.ts'
import { benchPageCost } from './page-cost.ts'

const RATE = 50
const SECONDS = 20
const LIMIT = 30

/** What pages cost, and home and feature pages at 50 requests a second that arrive whether or not the earlier ones are answered. */
export async function benchPages(bench: Bench): Promise<void> {
  const { origin, print } = bench
  await benchPageCost(bench)
  for (const path of ['/', '/booking/features/1']) {
    await request(origin + path)
    const times = await arrivals(() => request(origin + path))
    const p95 = percentile(times, 0.95)
    print(
      `page ${path}: ${String(RATE)} requests/s for ${String(scaled(SECONDS))} s, p50 ${ms(percentile(times, 0.5))}, p95 ${ms(p95)}; ratio to the limit of ${String(LIMIT)} ms: ${(p95 / LIMIT).toFixed(2)}`,
    )
  }
}

async function arrivals(send: () => Promise<number>): Promise<number[]> {
  const running: Promise<number>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < RATE * scaled(SECONDS); n++) {
    await sleep(Math.max(0, startedAt + (n * 1000) / RATE - performance.now()))
    running.push(send())
  }
  return Promise.all(running)
}

/** From sending to the last byte, in ms. */
async function request(url: string): Promise<number> {
  const sentAt = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url} answered ${String(answer.status)}`)
  return performance.now() - sentAt
}
