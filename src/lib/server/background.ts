import { log } from './log.ts'
import { sendQueued } from './outbox.ts'
import { reconcile } from './reconcile.ts'
import { sweep, sweepAudit } from './sweep.ts'

interface Round {
  readonly name: string
  readonly everyMs: number
  readonly work: () => Promise<unknown>
}

const ROUNDS: readonly Round[] = [
  { name: 'reconcile', everyMs: 5_000, work: reconcile },
  { name: 'messages', everyMs: 1_000, work: sendQueued },
  { name: 'sweep', everyMs: 60_000, work: sweep },
  { name: 'sweep audit', everyMs: 3_600_000, work: sweepAudit },
]

/** Starts the work that goes on beside requests. A round that fails is logged and comes again; stopping waits for the one at work. */
export function startBackground(): { stop(): Promise<void> } {
  const running = ROUNDS.map(startRound)
  return {
    async stop() {
      await Promise.all(running.map((round) => round.stop()))
    },
  }
}

function startRound({ name, everyMs, work }: Round): { stop(): Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let current = Promise.resolve()
  const run = async () => {
    try {
      await work()
    } catch (error) {
      log().error({ err: error, round: name }, 'background work failed')
    }
    if (!isStopped) timer = setTimeout(next, everyMs)
  }
  const next = () => {
    current = run()
  }
  next()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await current
    },
  }
}
