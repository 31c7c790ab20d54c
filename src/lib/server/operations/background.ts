import { lookAfterStorage, noteStorage } from '#lib/server/platform/db/storage.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { sendQueued, startUrgent, urgentSent } from '#lib/server/messages/outbox.ts'
import { numberReceipts } from '#lib/server/payments/receipts.ts'
import { queueGifts } from '#lib/server/gifts/queue-gifts.ts'
import { queueReminders } from '#lib/server/messages/hold-reminders.ts'
import { queueMoved } from '#lib/server/messages/moved-starts.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { foldSales } from '#lib/server/sales/sums.ts'
import { foldTaken } from '#lib/server/seats/board/availability.ts'
import { sweep, sweepAudit } from './sweep.ts'
import { tellWaiting } from '#lib/server/wait-list/tell-waiting.ts'
import { startWebhooks, webhooksTold } from '#lib/server/webhooks/tell-webhooks.ts'
import { endProcess, noteProcess } from '#lib/server/platform/jobs/shop-processes.ts'
import { onWake, type WokenRound } from '#lib/server/platform/jobs/wake.ts'

interface Round {
  readonly name: string
  readonly everyMs: number
  readonly work: () => Promise<unknown>
  /** The name by which others can trigger it early. */
  readonly wokenAs?: WokenRound
  /** What is left to do at shutdown: to wait for what `work` only started, or to say that it ends. */
  readonly finished?: () => Promise<void>
}

const ROUNDS: readonly Round[] = [
  { name: 'processes', everyMs: 2_000, work: noteProcess, finished: endProcess },
  { name: 'reconcile', everyMs: 5_000, work: reconcile, wokenAs: 'reconciler' },
  { name: 'urgent messages', everyMs: 1_000, work: startUrgent, wokenAs: 'urgent messages', finished: urgentSent },
  { name: 'messages', everyMs: 1_000, work: sendQueued },
  { name: 'webhooks', everyMs: 500, work: startWebhooks, finished: webhooksTold },
  { name: 'gifts', everyMs: 1_000, work: queueGifts },
  { name: 'hold reminders', everyMs: 30_000, work: queueReminders },
  { name: 'moved starts', everyMs: 15_000, work: queueMoved },
  { name: 'wait list', everyMs: 10_000, work: tellWaiting },
  { name: 'receipts', everyMs: 2_000, work: numberReceipts },
  { name: 'sales', everyMs: 1_000, work: foldSales },
  { name: 'taken seats', everyMs: 1_000, work: foldTaken },
  { name: 'storage', everyMs: 2_000, work: () => lookAfterStorage() },
  { name: 'sweep', everyMs: 60_000, work: sweep },
  { name: 'sweep audit', everyMs: 3_600_000, work: sweepAudit },
]

/** In ms. All at once they would each open a connection, which takes the database longer than their work, and the first visitor would wait for that. */
const BETWEEN_STARTS = 50

/** When a round begins. */
interface Start {
  readonly ready: Promise<unknown>
  /** In ms, from then on. */
  readonly delay: number
}

/**
 * Starts the background work. A failing round is logged and repeated; stopping waits for the current round.
 * @param ready what visitors wait for when the shop starts: rounds begin when it is there or has failed, and do not take the database from it
 */
export function startBackground(ready: Promise<unknown>): { stop(): Promise<void> } {
  const running = ROUNDS.map((round, index) => startRound(round, { ready, delay: index * BETWEEN_STARTS }))
  return {
    async stop() {
      await Promise.all(running.map((round) => round.stop()))
    },
  }
}

function startRound({ name, everyMs, work, wokenAs, finished }: Round, { ready, delay }: Start): { stop(): Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const now = { isAtWork: true, isWanted: false }
  const pause = () => (now.isWanted ? 0 : everyMs)
  const run = async () => {
    now.isAtWork = true
    now.isWanted = false
    try {
      await work()
    } catch (error) {
      noteStorage(error)
      log().error({ err: error, round: name }, 'background work failed')
    }
    now.isAtWork = false
    if (!isStopped) timer = setTimeout(next, pause())
  }
  const next = () => {
    current = run()
  }
  const wake = () => {
    now.isWanted = true
    if (now.isAtWork || isStopped) return
    clearTimeout(timer)
    next()
  }
  if (wokenAs) onWake(wokenAs, wake)
  const begin = () => {
    now.isAtWork = false
    if (!isStopped) timer = setTimeout(next, now.isWanted ? 0 : delay)
  }
  let current = ready.then(begin, begin)
  return {
    async stop() {
      isStopped = true
      if (wokenAs) onWake(wokenAs, undefined)
      clearTimeout(timer)
      await current
      await finished?.()
    },
  }
}
