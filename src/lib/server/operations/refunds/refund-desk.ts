import { randomUUID } from 'node:crypto'
import type { Agorot } from '#lib/domain/money/money.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { database, inTransaction, type Queryable } from '#lib/server/platform/db/connect.ts'
import { tellReturned } from '#lib/server/payments/tell-returned.ts'
import { closeRefunded, finishRefund, lockOrderOfRefund } from '#lib/server/payments/refunds.ts'
import { openRefunds, type OpenRefund } from './open-refunds.ts'
import { REFUND_STATES } from '#lib/domain/orders/states.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'

const ASKED_ANEW = stepOf(REFUND_STATES, 'intended')
const SETTLED = stepOf(REFUND_STATES, 'settled')

/** The result of handling a refund. 'gone': somebody else, or the provider, was quicker. */
export type DeskOutcome = 'done' | 'settled' | 'waiting' | 'refused' | 'gone'

export interface DeskResult {
  readonly amount: Agorot
  readonly outcome: DeskOutcome
}

/** Why nothing was done. */
export type DeskProblem = 'none' | 'asked' | 'several' | 'otherAmount'

/** Returned instead of results if nothing was done. */
export interface DeskRefusal {
  readonly problem: DeskProblem
  readonly open: readonly OpenRefund[]
}

/**
 * Retries an order's permanently refused refunds under new keys, because some providers repeat a refusal under the old one, after checking whether an old one
 * succeeded after all. Refunds still being requested are sent immediately under their existing keys.
 */
export async function retryRefunds(reservationIdentifier: string): Promise<readonly DeskResult[] | DeskRefusal> {
  const open = await openRefunds(reservationIdentifier)
  if (open.length === 0) return { problem: 'none', open }
  const results: DeskResult[] = []
  for (const refund of open) {
    const isOurs = refund.state === 'intended' || (await intendAnew(refund))
    if (isOurs) await finishRefund(refund.refundId)
    results.push({ amount: refund.amount, outcome: isOurs ? await outcomeOf(refund.refundId) : 'gone' })
  }
  return results
}

/** Changes only 'refused' refunds, in one conditional statement: of two concurrent retries one wins. */
async function intendAnew({ refundId, amount }: OpenRefund): Promise<boolean> {
  return inTransaction(async (client) => {
    const { rows } = await client.query<{ order_id: string }>({
      name: 'intend-refund-anew',
      text: `UPDATE refund SET ${ASKED_ANEW.set}, attempts = 0, attempt_keys = attempt_keys || $2::uuid, updated_at = now()
             WHERE refund_id = $1 AND ${ASKED_ANEW.from} RETURNING order_id`,
      values: [refundId, randomUUID()],
    })
    const orderId = rows[0]?.order_id
    if (orderId === undefined) return false
    await audit(client, { action: 'refund asked anew', subject: orderId, facts: { refundId, amount } })
    return true
  })
}

async function outcomeOf(refundId: string): Promise<DeskOutcome> {
  const { rows } = await database().query<{ state: string }>({
    name: 'state-of-refund',
    text: 'SELECT state FROM refund WHERE refund_id = $1',
    values: [refundId],
  })
  const state = rows[0]?.state
  return state === 'done' || state === 'refused' || state === 'settled' ? state : 'waiting'
}

/**
 * Records that refused refunds were paid back in another way. No money moves at the provider: a correction in the order's ledger without a receipt; a cancelled
 * order is finished if that was its last refund. If several refunds of an order are refused, `amount` selects one; omitted: all.
 * @param by how it was paid back, for accounting
 */
export async function settleRefunds(
  reservationIdentifier: string,
  by: string,
  amount: Agorot | undefined,
): Promise<readonly DeskResult[] | DeskRefusal> {
  const open = await openRefunds(reservationIdentifier)
  const chosen = chooseRefused(open, amount)
  if (typeof chosen === 'string') return { problem: chosen, open }
  const results: DeskResult[] = []
  for (const refund of chosen) results.push({ amount: refund.amount, outcome: (await settleOne(refund, by)) ? 'settled' : 'gone' })
  return results
}

function chooseRefused(open: readonly OpenRefund[], amount: Agorot | undefined): readonly OpenRefund[] | DeskProblem {
  const refused = open.filter(({ state }) => state === 'refused')
  const [only] = refused
  if (!only) return open.length === 0 ? 'none' : 'asked'
  if (amount === undefined) return refused.length === 1 ? refused : 'several'
  const one = refused.find((refund) => refund.amount === amount)
  if (one) return [one]
  return refused.reduce((sum, refund) => sum + refund.amount, 0) === amount ? refused : 'otherAmount'
}

/** @returns whether this call changed it */
async function settleOne({ refundId, amount }: OpenRefund, by: string): Promise<boolean> {
  return inTransaction(async (client) => {
    await lockOrderOfRefund(client, refundId)
    const orderId = await bookSettled(client, refundId, by)
    if (orderId === undefined) return false
    await closeRefunded(client, orderId)
    await tellReturned(client, refundId)
    await audit(client, { action: 'refund settled', subject: orderId, facts: { refundId, amount, by } })
    return true
  })
}

async function bookSettled(client: Queryable, refundId: string, by: string): Promise<string | undefined> {
  const { rows } = await client.query<{ order_id: string }>({
    name: 'refund-settled',
    text: `WITH settled AS (
             UPDATE refund SET ${SETTLED.set}, settled_by = $2, updated_at = now() WHERE refund_id = $1 AND ${SETTLED.from} RETURNING *)
           INSERT INTO ledger (order_id, refund_id, kind, amount) SELECT order_id, refund_id, 'correction', -amount FROM settled RETURNING order_id`,
    values: [refundId, by],
  })
  return rows[0]?.order_id
}
