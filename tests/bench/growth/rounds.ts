import { queueGifts } from '#lib/server/gifts/queue-gifts.ts'
import { sendQueued, startUrgent, urgentSent } from '#lib/server/messages/outbox.ts'
import { queueReminders } from '#lib/server/messages/hold-reminders.ts'
import { queueMoved } from '#lib/server/messages/moved-starts.ts'
import { sweep, sweepAudit } from '#lib/server/operations/sweep.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { numberReceipts } from '#lib/server/payments/receipts.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { foldSales } from '#lib/server/sales/sums.ts'
import { foldTaken, takenByPresentation } from '#lib/server/seats/board/availability.ts'
import { tellWaiting } from '#lib/server/wait-list/tell-waiting.ts'
import { changeOne, type Path } from './paths.ts'

/** A catalogue and counts of seats that are older than this are read again. In ms. */
const STALE = 1_100
const ROUNDS: Readonly<Record<string, () => Promise<unknown>>> = {
  reconciler: reconcile,
  'urgent messages': () => startUrgent().then(urgentSent),
  messages: sendQueued,
  gifts: queueGifts,
  'hold reminders': queueReminders,
  'moved starts': queueMoved,
  'wait list': tellWaiting,
  receipts: numberReceipts,
  'sums of sales': foldSales,
  'taken seats': foldTaken,
  sweep,
  'sweep of the log': sweepAudit,
}

/** What the shop does by itself, here in this process. */
export const OWN_PATHS: readonly Path[] = [
  ...Object.entries(ROUNDS).map(([name, call]): Path => ({ name: `round: ${name}`, calls: 30, warmUp: 5, isHere: true, call })),
  { name: 'taken seats of all that is on, read', calls: 7, warmUp: 2, pause: STALE, isHere: true, call: takenByPresentation },
  { name: 'catalogue after one change, read', calls: 7, warmUp: 2, pause: STALE, isHere: true, before: changeOne, call: () => catalogue() },
]
