import { execFileSync } from 'node:child_process'
import { get, type IncomingMessage } from 'node:http'
import type { RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { ms, percentile, scaled } from '#tests/bench/bench.ts'
import { freeSeats, stadium } from './houses.ts'
import type { SeatsBench } from './main.ts'

const [STREAMS, LIMIT, LOCKS] = [1000, 300, scaled(30)]
/** How long a lock may be on its way to all streams before it counts as lost, in milliseconds. */
const PATIENCE = 5_000

/** 1,000 open event streams of one presentation on one process that does nothing else: its memory, and how long a lock takes to reach all of them. */
export async function benchStreams({ startAnother, print }: SeatsBench): Promise<void> {
  const app = await startAnother()
  try {
    await measure(app, print)
  } finally {
    await app.stop()
  }
}

async function measure({ origin, pid }: RunningApp, print: SeatsBench['print']): Promise<void> {
  const { id } = await stadium()
  const seats = await freeSeats(id, LOCKS)
  const before = megabytes(pid)
  const arrivals: number[] = []
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => open(origin, id, () => arrivals.push(performance.now()))))
  await pause(2000)
  arrivals.length = 0
  const [delays, last]: [number[], number[]] = [[], []]
  for (const seat of seats) {
    const from = arrivals.length
    await new TestVisitor(origin).put('/api/seats/lock-seat', { seat })
    const lockedAt = performance.now()
    for (let waited = 0; arrivals.length < from + STREAMS && waited < PATIENCE; waited += 20) await pause(20)
    await pause(200)
    const came = arrivals.slice(from).map((at) => at - lockedAt)
    delays.push(...came)
    last.push(came.length >= STREAMS ? Math.max(...came) : Infinity)
  }
  const after = megabytes(pid)
  for (const stream of streams) stream.destroy()
  print(
    `${String(STREAMS)} open event streams: ${after.toFixed(0)} MB of memory (${before.toFixed(0)} MB before; ratio ${(after / LIMIT).toFixed(2)} to the ${String(LIMIT)} MB allowed), ` +
      `a lock reaches a stream after p95 ${ms(percentile(delays, 0.95))} and all of them after at most ${ms(Math.max(...last))}`,
  )
}

/** Resident memory of a process, in MB. */
function megabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

function open(origin: string, presentationId: number, onChange: () => void): Promise<IncomingMessage> {
  return new Promise((opened, failed) => {
    get(
      `${origin}/api/seats/changes?presentationId=${String(presentationId)}`,
      { agent: false, headers: { accept: 'text/event-stream' } },
      (answer) => {
        if (answer.statusCode !== 200) failed(new Error(`A stream answered ${String(answer.statusCode)}`))
        answer.setEncoding('utf8').on('data', (text: string) => {
          if (text.includes('event: change')) onChange()
        })
        answer.on('error', () => undefined)
        opened(answer)
      },
    ).on('error', failed)
  })
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
