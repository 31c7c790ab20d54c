import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { CheckedCart } from '#lib/domain/cart/check-cart.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { payUntilOf } from '#lib/domain/orders/unpaid-hold.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { customerOf, type SignedInCustomer } from '#lib/server/customers/session/customer-session.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { freeHold } from './free-hold.ts'
import type { UnpaidTerms } from '#lib/server/seats/claims/hold-time.ts'
import { tellOrderSettled } from './order-news.ts'
import { enqueueMessages, type Recipients } from '#lib/server/outbox/outbox-queue.ts'
import { holdProblem, isOverHoldLimit } from '#lib/server/sold/lines.ts'
import type { OrderOfLines } from '#lib/server/sold/port/port.ts'
import { ORDER_STATES } from '#lib/domain/orders/states.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'

const GIVEN_UP = stepOf(ORDER_STATES, 'failed', 'unpaid')

type HeldCart = Pick<CheckedCart, 'lines' | 'presentations'>

/**
 * Whether a visitor may hold these lines without paying, and until when. The time to pay is bounded by a show, so a cart for no show is not held.
 * Refusals: HOLD_NEEDS_LOGIN, HOLD_NEEDS_MEMBERSHIP, those of `holdProblem`, BAD_REQUEST, HOLD_LIMIT, HOLD_TOO_LATE.
 */
export async function checkUnpaidHold(uuid: string, { lines, presentations }: HeldCart): Promise<Result<UnpaidTerms>> {
  const holder = await checkHolder(uuid)
  if (!holder.ok) return holder
  const problem = holdProblem(lines)
  if (problem) return refuse(problem)
  if (presentations.length === 0) return refuse('BAD_REQUEST')
  if (await isOverHoldLimit(database(), holder.value.customerId, lines)) return refuse('HOLD_LIMIT')
  return termsAt(presentations.map(({ startsAt }) => startsAt))
}

/**
 * Whether an unpaid hold that is being written, and has no lines yet, is too much for its customer: no more seats of a presentation are held without paying for
 * one customer than one visitor may choose, and of all presentations together no more than the house allows, by however many reservations and browsers. All
 * holds of a customer come one after the other here.
 */
export async function isTooMuchHeld(client: Queryable, orderId: string, { lines }: HeldCart): Promise<boolean> {
  const { rows } = await client.query<{ customer_id: number }>({
    name: 'lock-holding-customer',
    text: 'SELECT customer_id FROM customer c JOIN orders o USING (customer_id) WHERE o.order_id = $1 FOR NO KEY UPDATE OF c',
    values: [orderId],
  })
  const customer = rows[0]
  return customer === undefined || isOverHoldLimit(client, customer.customer_id, lines)
}

/** Who may hold seats without paying: a signed-in customer with an active membership. Refusals: HOLD_NEEDS_LOGIN, HOLD_NEEDS_MEMBERSHIP. */
export async function checkHolder(uuid: string | undefined): Promise<Result<SignedInCustomer>> {
  const customer = uuid === undefined ? undefined : await customerOf(uuid)
  if (!customer) return refuse('HOLD_NEEDS_LOGIN')
  return customer.isMember ? accept(customer) : refuse('HOLD_NEEDS_MEMBERSHIP')
}

/** Until when a presentation's seats would have to be paid, for whoever may hold any. Refusals: those of `checkHolder`, HOLD_TOO_LATE. */
export async function holdTermsOf(uuid: string | undefined, startsAt: number): Promise<Result<UnpaidTerms>> {
  const holder = await checkHolder(uuid)
  return holder.ok ? termsAt([startsAt]) : holder
}

/** Which presentations can still be held, by the database's clock. */
export async function stillHeld(): Promise<(presentation: Pick<Presentation, 'startsAt'>) => boolean> {
  const { rows } = await database().query<{ now: Date }>({ name: 'now', text: 'SELECT now() AS now' })
  const now = rows[0]?.now.getTime() ?? Infinity
  return ({ startsAt }) => payUntilOf([startsAt]) > now
}

async function termsAt(startsAt: readonly number[]): Promise<Result<UnpaidTerms>> {
  const isInTime = await stillHeld()
  return startsAt.every((start) => isInTime({ startsAt: start }))
    ? accept({ payUntil: new Date(payUntilOf(startsAt)) })
    : refuse('HOLD_TOO_LATE')
}

/** Of an order o: its time is over, or the house has called off what it is for, and so nobody can pay it any more. */
const IS_OVER = `(o.pay_until <= now() OR is_called_off(o))`

/** Gives up unpaid holds whose time is over, or whose presentation is called off; one that is being paid at this moment is left to its payment. @returns how many. */
export async function releaseUnpaid(most: number): Promise<number> {
  const { rows } = await database().query<{ order_id: string }>({
    name: 'unpaid-over',
    text: `SELECT order_id FROM orders o WHERE state = 'unpaid' AND ${IS_OVER} ORDER BY pay_until LIMIT $1`,
    values: [most],
  })
  for (const { order_id } of rows) await releaseOne(order_id)
  return rows.length
}

async function releaseOne(orderId: string): Promise<void> {
  await inTransaction(async (client) => {
    const { rows: given } = await client.query<OrderOfLines & Recipients>({
      name: 'give-up-unpaid',
      text: `UPDATE orders o SET ${GIVEN_UP.set}, failure_code = 'HOLD_EXPIRED', settled_at = now()
             WHERE order_id = $1 AND ${GIVEN_UP.from} AND ${IS_OVER}
             RETURNING holder, kinds, order_id AS "orderId", email, mobile_number AS "mobileNumber"`,
      values: [orderId],
    })
    const [order] = given
    if (!order) return
    await freeHold(client, order)
    await enqueueMessages(client, order, 'lapsed')
    await audit(client, { action: 'unpaid hold over', subject: orderId, uuid: order.holder })
  })
  tellOrderSettled(orderId)
}
