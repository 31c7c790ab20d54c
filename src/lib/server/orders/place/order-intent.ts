import { standInsAmong } from '#lib/domain/cart/cover-evenings.ts'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { splitRefund } from '#lib/domain/money/split-refund.ts'
import { accept, refuse, type Refusal, type Result } from '#lib/domain/result.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { CLEAR_CART } from '#lib/server/orders/cart/carts.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inKeyedTransaction, sendAlong } from '#lib/server/platform/db/transactions.ts'
import { refusalIn } from '#lib/server/platform/db/refusals.ts'
import { lockHoldTime } from '#lib/server/seats/claims/hold-time.ts'
import { prepareLines, reserveLines, type PreparedLines } from '#lib/server/sold/lines.ts'
import { enqueueMessages } from '#lib/server/outbox/outbox-queue.ts'
import { insertOrder, insertPayment, type Intent, type Written } from './order-rows.ts'
import { lockGivenBack, reserveGivenBack, type TicketChange } from '#lib/server/orders/changes/terms/ticket-change.ts'
import { takeUses, usedUp } from '#lib/server/entitlements/entitlement-uses.ts'
import { isTooMuchHeld } from '#lib/server/orders/holds/unpaid-hold.ts'
import { noteStaffAct } from '#lib/server/staff/session/staff-audit.ts'
import { takeVouchers } from '#lib/server/entitlements/voucher-uses.ts'

/** An order that another tab has made of the same cart lives. */
function isCartTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === 'orders_of_cart'
}

/** The same key was written by another call at the same moment. */
export class DuplicateIntent extends Error {}

/**
 * Transaction 1 of a commit: what the visitor holds becomes 'being paid', and order, lines and payment are written.
 * Refusals: those of `reserveLines`, ALREADY_PAID and ORDER_IN_PROGRESS (another tab has ordered the cart), of an unpaid hold HOLD_TOO_LATE and HOLD_LIMIT; what the visitor holds stays held.
 * @throws {DuplicateIntent}
 */
export async function writeIntent(intent: Intent): Promise<Result<Written>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryIntent(intent)
    } catch (error) {
      if (!isNumberTaken(error) || attempt >= NUMBER_ATTEMPTS) throw error
    }
  }
}

/** Another order got the same number at the same moment or before: a new try draws another. */
const NUMBER_ATTEMPTS = 5

function isNumberTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === 'orders_order_number_key'
}

async function tryIntent(intent: Intent): Promise<Result<Written>> {
  const written = { orderId: randomUUID(), paymentId: randomUUID() }
  const prepared = await prepareLines(intent.cart.lines)
  try {
    return await inKeyedTransaction((client) => writeAll(client, intent, { written, prepared }))
  } catch (error) {
    const refused = refusalIn(error)
    if (refused) return refuse(refused)
    if (isCartTaken(error)) return refuseTakenCart(intent.uuid)
    if (error instanceof pg.DatabaseError && error.code === '23505' && !isNumberTaken(error)) throw new DuplicateIntent()
    throw error
  }
}

/** Names the order that has the cart. */
async function refuseTakenCart(uuid: string): Promise<Result<Written>> {
  const { rows } = await database().query<{ state: string; id: string }>({
    name: 'order-of-cart',
    text: `SELECT state, reservation_identifier AS id FROM orders WHERE holder = $1 AND cart_id IS NOT NULL AND state <> 'failed'
           ORDER BY created_at DESC LIMIT 1`,
    values: [uuid],
  })
  const [order] = rows
  return order && order.state !== 'paying' ? refuse('ALREADY_PAID', { reservationIdentifier: order.id }) : refuse('ORDER_IN_PROGRESS')
}

/** The ids of an order that is about to be written, and its lines. */
interface ToWrite {
  readonly written: Written
  readonly prepared: readonly PreparedLines[]
}

/** Locks and writes in the order of db/LOCKING.md. */
async function writeAll(client: Queryable, intent: Intent, { written, prepared }: ToWrite): Promise<Result<Written>> {
  const { orderId } = written
  // The order that gives tickets back first of all, so that two that want them wait for each other here.
  const change = await lockChange(client, intent)
  if (!change.ok) return change
  const timed = await lockTerms(client, intent)
  if (!timed.ok) return timed
  sendAlong(client, insertOrder(client, orderId, timed.value))
  if (intent.unpaid && (await isTooMuchHeld(client, orderId, intent.cart))) return refuse('HOLD_LIMIT')
  if (change.value) await reserveGivenBack(client, orderId, change.value)
  // The session before its claims: a lock takes them in the same order.
  if (intent.unpaid) sendAlong(client, client.query({ name: 'clear-cart', text: CLEAR_CART, values: [intent.uuid, null] }))
  const order = { orderId, holder: intent.uuid, isHold: intent.unpaid !== undefined }
  const refusal = (await reserveLines(client, order, prepared)) ?? (await redeem(client, orderId, intent))
  if (refusal) return { ok: false, refusal }
  await writeAround(client, written, intent)
  return accept(written)
}

/** Locks what the order gives back; undefined if it is no change. Refusals: those of `lockGivenBack` and `splitRefund`, NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT (fewer seats than evenings). */
async function lockChange(client: Queryable, { uuid, cart }: Intent): Promise<Result<TicketChange | undefined>> {
  const { givenBack, totals, lines } = cart
  if (!givenBack) return accept(undefined)
  const money = await lockGivenBack(client, uuid, givenBack)
  if (!money.ok) return money
  const back = splitRefund(totals.giveBack, money.value, false)
  if (!back.ok) return back
  if (givenBack.evenings.length > standInsAmong(lines)) return refuse('NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT')
  return accept({ givenBack, back: back.value })
}

/** The intent with the terms of its hold as of now: the catalogue that it was checked with may know an earlier start than the database. Refusal: HOLD_TOO_LATE. */
async function lockTerms(client: Queryable, intent: Intent): Promise<Result<Intent>> {
  if (!intent.unpaid) return accept(intent)
  const terms = await lockHoldTime(client, idsOf(intent.cart))
  return terms.ok ? accept({ ...intent, unpaid: terms.value }) : terms
}

/** What is written beside the lines: the message of a hold, the payment that is asked for, and the log. */
async function writeAround(client: Queryable, written: Written, intent: Intent): Promise<void> {
  const { orderId } = written
  const { balanceDue } = intent.cart.totals
  if (intent.unpaid) await tellHeld(client, orderId, intent)
  if (intent.payment) sendAlong(client, insertPayment(client, written, { payment: intent.payment, amount: balanceDue, key: null }))
  sendAlong(client, audit(client, { action: 'order', subject: orderId, uuid: intent.uuid, facts: { amount: balanceDue } }))
  await noteSale(client, orderId, intent)
}

/** A producer's sale is an act of staff. */
async function noteSale(client: Queryable, orderId: string, { soldBy, cart: { seller, lines, totals } }: Intent): Promise<void> {
  if (!soldBy) return
  const { staffId, address, device } = soldBy
  const facts = { lines: lines.length, amount: totals.balanceDue }
  await noteStaffAct(client, {
    staffId,
    address,
    device,
    action: 'sale',
    subject: orderId,
    facts,
    ...(seller && { businessId: seller.businessId }),
  })
}

function idsOf({ presentations }: Intent['cart']): readonly number[] {
  return presentations.map(({ id }) => id)
}

/** What is held, until when to pay it, and where. */
async function tellHeld(client: Queryable, orderId: string, { customer: { email = '', mobileNumber = '' } }: Intent): Promise<void> {
  await enqueueMessages(client, { orderId, email, mobileNumber }, 'hold')
}

/** What the cart redeems becomes the order's: uses of codes, then parts of vouchers. */
async function redeem(client: Queryable, orderId: string, { uuid, cart }: Intent): Promise<Refusal | undefined> {
  const short = cart.uses.length === 0 ? null : await takeUses(client, { uuid, orderId }, cart.uses)
  if (short !== null) return usedUp(cart, short)
  return (await takeVouchers(client, orderId, cart.vouchers)) ? undefined : { code: 'VOUCHER_NO_BALANCE' }
}
