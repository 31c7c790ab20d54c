import { beforeAll, expect, it } from 'vitest'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { queueGifts } from '#lib/server/gifts/queue-gifts.ts'
import { sendQueued, startUrgent } from '#lib/server/messages/outbox.ts'
import { queueReminders } from '#lib/server/messages/hold-reminders.ts'
import { queueMoved } from '#lib/server/messages/moved-starts.ts'
import { sweep, sweepAudit } from '#lib/server/operations/sweep.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { numberReceipts } from '#lib/server/payments/receipts.ts'
import { tellWaiting } from '#lib/server/wait-list/tell-waiting.ts'
import { startWebhooks } from '#lib/server/webhooks/tell-webhooks.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { recordStatements } from '#tests/support/database/recorded.ts'
import { wholeReads } from '#tests/support/database/whole-reads.ts'

/** Tables of which a round may read all rows, and why. */
const MAY_BE_READ_WHOLE: Readonly<Record<string, string>> = {
  catalogue_version: 'one row',
  audit_swept: 'one row',
  shop_process: 'as many as there are processes',
  receipt_due: 'only what is due',
  webhook: 'as many as there are receivers',
  wait_list: 'only who waits still',
  presentation: 'of those who wait',
  feature: 'of those who wait',
  membership: 'those that are sold',
  staff_session: 'of the staff',
  staff_challenge: 'of the staff',
  staff_invitation: 'of the staff',
}

const ROUNDS: Readonly<Record<string, () => Promise<unknown>>> = {
  reconcile,
  'urgent messages': startUrgent,
  messages: sendQueued,
  webhooks: startWebhooks,
  gifts: queueGifts,
  'hold reminders': queueReminders,
  'moved starts': queueMoved,
  'wait list': tellWaiting,
  receipts: numberReceipts,
  sweep,
  'sweep audit': sweepAudit,
}

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await catalogue() // read whole when it has changed
})

it.each(Object.keys(ROUNDS))('%s looks only at what is due, by an index', async (name) => {
  const asked = await recordStatements(async () => ROUNDS[name]?.())
  expect(asked.length).toBeGreaterThan(0)
  const found = await Promise.all(asked.map((one) => inTransaction((client) => wholeReads(client, one))))
  const wrong = found.flat().filter(({ table }) => !(table in MAY_BE_READ_WHOLE))
  expect(wrong.map(({ table, statement }) => `${table}: ${statement}`)).toEqual([])
})

it('the control: without its index, what is due is looked for among all', async () => {
  await database().query('DROP INDEX payment_given_up')
  const asked = await recordStatements(reconcile)
  const found = await Promise.all(asked.map((one) => inTransaction((client) => wholeReads(client, one))))
  expect(found.flat().map(({ table }) => table)).toContain('payment')
})
