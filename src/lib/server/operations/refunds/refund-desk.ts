import type { Agorot } from '#lib/domain/money/money.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { askRefundAnew, bookPaidBack } from '#lib/server/payments/refund-by-hand.ts'
import { tellReturned } from '#lib/server/payments/tell-returned.ts'
import { closeRefunded, finishRefund, lockOrderOfRefund } from '#lib/server/payments/refunds.ts'
import { openRefunds, type OpenRefund } from './open-refunds.ts'

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

/** @returns whether this call changed it */
async function intendAnew({ refundId, amount }: OpenRefund): Promise<boolean> {
  return inTransaction(async (client) => {
    const orderId = await askRefundAnew(client, refundId)
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
    const orderId = await bookPaidBack(client, refundId, by)
    if (orderId === undefined) return false
    await closeRefunded(client, orderId)
    await tellReturned(client, refundId)
    await audit(client, { action: 'refund settled', subject: orderId, facts: { refundId, amount, by } })
    return true
  })
}
