import pg from 'pg'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { decide, type Canceller, type Decision, type Refundable, type WantedCancellation } from './cancellation-decision.ts'
import { orderToCancel, readOrder, type OrderToCancel } from './cancellation-rows.ts'
import { settleCancelled, type Settled } from './cancellation-settle.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { areaCustomerOf } from '#lib/server/customers/session/customer-session.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { freeHold } from '#lib/server/orders/holds/free-hold.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { tellOrderSettled } from '#lib/server/orders/holds/order-news.ts'
import { lockChain, moneyLeftOf, type MoneyLeft } from '#lib/server/payments/money-left.ts'
import { finishRefund } from '#lib/server/payments/refunds.ts'
import { logSecurity } from '#lib/server/customers/session/security-log.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import type { OrderOfLines } from '#lib/server/sold/port/port.ts'
import { wakeReconciler } from '#lib/server/platform/jobs/wake.ts'
import { ORDER_STATES } from '#lib/domain/orders/states.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'

const GIVEN_UP = stepOf(ORDER_STATES, 'failed', 'unpaid')

/** What of a reservation can be cancelled, and what would come of it. */
export interface CancellationOffer extends Refundable {
  readonly decision: Result<Decision>
}

export interface CancelRequest extends WantedCancellation {
  /** The refund that the customer agreed to, in agorot; undefined: not compared. */
  readonly expectedRefund: Agorot | undefined
  /** Where the call comes from; null is this machine. */
  readonly caller: string | null
}

export interface Cancelled {
  readonly decision: Decision
  readonly money: MoneyLeft
  readonly creditReference: string | null
}

/** The whole refund in agorot, to cards, vouchers and credit together. */
export function refundOf({ worth, charge }: Pick<Decision, 'worth' | 'charge'>): Agorot {
  return worth - charge
}

/** Refusals: NOT_FOUND, NOT_SIGNED_IN; why it cannot be cancelled stands in the offer. */
export async function cancellationOfferOf(
  visitor: Visitor,
  resId: string,
  items: readonly string[] | undefined,
): Promise<Result<CancellationOffer>> {
  const owned = await ownOrder(visitor, resId)
  return owned.ok ? accept(await offerFor(owned.value.order, items)) : owned
}

/** What comes of cancelling an order whose canceller may do so: by the rule that cancels. */
export async function offerFor(order: OrderToCancel, items: readonly string[] | undefined, by?: Canceller): Promise<CancellationOffer> {
  const refundable = { order, money: await moneyLeftOf(database(), order.orderId) }
  const from = await catalogue()
  const decision = decide(refundable, from, { items, by, asCredit: false })
  return { ...refundable, decision: givesNothingBack(decision) ? decide(refundable, from, { items, by, asCredit: true }) : decision }
}

/** Of a payment whose provider gives nothing back, credit is the one way. */
function givesNothingBack(decision: Result<Decision>): boolean {
  return !decision.ok && decision.refusal.code === 'PROVIDER_REFUND_NOT_ALLOWED'
}

/**
 * Cancels a reservation or some items of it, once: whoever comes second finds that nothing of it is left. The money is given back by the providers after it is
 * written down; what a stop leaves open the reconciler finishes.
 * Refusals: NOT_FOUND (another's or none), NOT_SIGNED_IN, PRICE_CHANGED (another refund than expected), and those of `decide`.
 */
export async function cancel(visitor: Visitor, resId: string, wanted: CancelRequest): Promise<Result<Cancelled>> {
  const owned = await ownOrder(visitor, resId)
  if (!owned.ok) return owned
  const { order, customerId } = owned.value
  return cancelOrder(order.orderId, wanted, {
    // The owner may have changed since the order was read: the customer was deleted, or another one adopted the order.
    isTheirs: (_client, locked) => Promise.resolve(locked.customerId === customerId),
    note: (client, { orderId }, { decision }) => noteCancelled(client, { orderId, uuid: visitor.uuid, customerId, ...wanted }, decision),
  })
}

/** Whoever cancels an order. */
export interface CancelActor {
  /** Asked of the order that is locked. */
  isTheirs(client: Queryable, order: OrderToCancel): Promise<boolean>
  /** Notes what was done, in its transaction. */
  note(client: Queryable, order: OrderToCancel, made: Pick<Cancelled, 'decision' | 'money'>): Promise<void>
}

/** Cancels an order, or some items of it, as `cancel` does, for somebody who may do so. Refusals: those of `cancel`. */
export async function cancelOrder(orderId: string, wanted: CancelRequest, actor: CancelActor): Promise<Result<Cancelled>> {
  // Before the transaction: whoever holds a lock must not wait for a second connection.
  const from = await catalogue()
  try {
    const cancelled = await inTransaction((client) => cancelLocked(client, from, { orderId, wanted, actor }))
    if (!cancelled.ok) return cancelled
    const { decision, money, settled } = cancelled.value
    tellOrderSettled(orderId)
    await askProviders(settled.refundIds)
    return accept({ decision, money, creditReference: settled.creditReference })
  } catch (error) {
    if (isUsedMeanwhile(error)) return refuse('CONTACT_PROVIDER')
    throw error
  }
}

/** The door let somebody in by a ticket after it was read here: the table itself refuses to cancel it. */
function isUsedMeanwhile(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === 'cancelled_is_void'
}

/** The reservation of the customer who is signed in: a browser that merely made it may look at it and has to sign in; of others' nothing is known. */
async function ownOrder(visitor: Visitor, resId: string): Promise<Result<{ order: OrderToCancel; customerId: number }>> {
  const order = await orderToCancel(database(), visitor.uuid, resId)
  if (!order) return refuse('NOT_FOUND')
  const customer = await areaCustomerOf(visitor)
  if (!customer) return refuse('NOT_SIGNED_IN')
  return order.customerId === customer.customerId ? accept({ order, customerId: customer.customerId }) : refuse('NOT_FOUND')
}

/** Which order is cancelled, how much of it, and by whom. */
interface AskedCancellation {
  readonly orderId: string
  readonly wanted: CancelRequest
  readonly actor: CancelActor
}

/** Decides with what is locked: nothing of it changes any more until it is written. */
async function cancelLocked(
  client: Queryable,
  from: Catalogue,
  { orderId, wanted, actor }: AskedCancellation,
): Promise<Result<{ decision: Decision; money: MoneyLeft; settled: Omit<Settled, 'cancellationId'> }>> {
  await lockChain(client, orderId)
  // Before its memberships, which are locked as they are read: an import blocks claims before it writes members.
  await client.query('LOCK TABLE seat_claim IN ROW EXCLUSIVE MODE')
  const order = await readOrder(client, orderId)
  if (!order || !(await actor.isTheirs(client, order))) return refuse('NOT_FOUND')
  const money = await moneyLeftOf(client, orderId)
  const decided = decide({ order, money }, from, wanted)
  if (!decided.ok) return decided
  const decision = decided.value
  if (wanted.expectedRefund !== undefined && wanted.expectedRefund !== refundOf(decision)) return refuse('PRICE_CHANGED')
  const settled = order.state === 'unpaid' ? await cancelHold(client, orderId) : await settleCancelled(client, order, decision)
  await actor.note(client, order, { decision, money })
  return accept({ decision, money, settled })
}

async function cancelHold(client: Queryable, orderId: string): Promise<Omit<Settled, 'cancellationId'>> {
  const { rows } = await client.query<Pick<OrderOfLines, 'holder' | 'kinds'>>({
    name: 'cancel-unpaid',
    text: `UPDATE orders SET ${GIVEN_UP.set}, failure_code = 'CANCELLED', settled_at = now()
           WHERE order_id = $1 AND ${GIVEN_UP.from} RETURNING holder, kinds`,
    values: [orderId],
  })
  await freeHold(client, { orderId, holder: '', kinds: [], ...rows[0] })
  return { refundIds: [], creditReference: null }
}

/** What is cancelled by whom, for the logs. */
interface NotedCancellation extends Pick<CancelRequest, 'caller' | 'asCredit'> {
  readonly orderId: string
  readonly uuid: string
  readonly customerId: number
}

async function noteCancelled(
  client: Queryable,
  { orderId, uuid, customerId, caller, asCredit }: NotedCancellation,
  { isWhole, worth, charge, items }: Decision,
): Promise<void> {
  const products = items.filter(({ isExtra }) => isExtra).length
  const facts = { isWhole, worth, charge, tickets: items.length - products, products, asCredit }
  await audit(client, { action: 'cancelled', subject: orderId, uuid, facts })
  await logSecurity(client, { action: 'cancelled', customerId, uuid, caller, facts })
}

/** It is written down that the money goes back; a provider that does not answer now is asked again by the reconciler. */
async function askProviders(refundIds: readonly string[]): Promise<void> {
  const asked = await Promise.allSettled(refundIds.map((id) => finishRefund(id)))
  const failed = asked.find((one) => one.status === 'rejected')
  if (!failed) return
  log().error({ err: failed.reason }, 'a refund could not be asked for')
  wakeReconciler()
}
