import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { CheckedSeat } from '#lib/domain/cart/check-seat.ts'
import { accept, refuse, type Refusal, type Result } from '#lib/domain/result.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { CLEAR_CART } from '#lib/server/orders/cart/carts.ts'
import { hasPlace } from '#lib/server/catalogue/seatplans.ts'
import { inTransaction, type Queryable } from '#lib/server/platform/db/connect.ts'
import { lockHoldTime } from '#lib/server/seats/claims/hold-time.ts'
import { brokenRule, chosenSeatsOf, type ChosenSeats, type HeldSeat } from '#lib/server/orders/cart/order-rules.ts'
import { tellClaimsChanged } from '#lib/server/seats/claims/seat-changes.ts'
import { enqueueMessages } from '#lib/server/outbox/outbox-queue.ts'
import { insertLines, insertOrder, insertPayment, type Intent, type Written } from './order-rows.ts'
import { lockGivenBack, reserveGivenBack } from '#lib/server/orders/changes/terms/ticket-change.ts'
import { takeUses, usedUp } from '#lib/server/entitlements/entitlement-uses.ts'
import { isTooMuchHeld } from '#lib/server/orders/holds/unpaid-hold.ts'
import { takeVouchers } from '#lib/server/entitlements/voucher-uses.ts'

/** The same key was written by another call at the same moment. */
export class DuplicateIntent extends Error {}

/**
 * Transaction 1 of a commit: the visitor's locks become 'being paid', and order, lines and payment are written.
 * Refusals: HOLD_EXPIRED (a seat of the order is not held any more), of an unpaid hold HOLD_TOO_LATE and HOLD_LIMIT, and those of `brokenRule`; the locks stay.
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
  const chosen = await chosenSeatsOf(intent.cart)
  try {
    const taken = await inTransaction((client) => writeAll(client, written, intent, chosen))
    if (!taken.ok) return taken
    const seatIds = taken.value
    tellClaimsChanged(
      intent.cart.seats.map(({ presentation }, line) => ({ presentation_id: presentation.id, seat_id: seatIds[line] ?? 0 })),
    )
    return accept(written)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '23505' && !isNumberTaken(error)) throw new DuplicateIntent()
    throw error
  }
}

/** Locks and writes in the order of db/LOCKING.md. @returns the seat of each line */
async function writeAll(client: Queryable, written: Written, intent: Intent, chosen: readonly ChosenSeats[]): Promise<Result<number[]>> {
  const { orderId } = written
  const { givenBack, totals } = intent.cart
  // The order that gives tickets back first of all, so that two that want them wait for each other here.
  const back = givenBack && (await lockGivenBack(client, intent.uuid, givenBack, totals.giveBack))
  if (back?.ok === false) return back
  // The catalogue that a hold was checked with may know an earlier start than the database.
  const terms = intent.unpaid && (await lockHoldTime(client, intent.cart))
  if (terms?.ok === false) return terms
  await insertOrder(client, orderId, terms ? { ...intent, unpaid: terms.value } : intent)
  if (intent.unpaid && (await isTooMuchHeld(client, orderId, intent.cart))) return refuse('HOLD_LIMIT')
  if (givenBack && back) await reserveGivenBack(client, orderId, givenBack, back.value)
  // The session before its claims: a lock takes them in the same order.
  if (intent.unpaid) await client.query({ name: 'clear-cart', text: CLEAR_CART, values: [intent.uuid] })
  const seatIds = await takeHolds(client, orderId, intent, chosen)
  if (!seatIds.ok) return seatIds
  const refusal = await redeem(client, orderId, intent)
  if (refusal) return { ok: false, refusal }
  await insertLines(client, orderId, intent.cart, seatIds.value)
  if (intent.unpaid) await tellHeld(client, orderId, intent)
  if (intent.payment) await insertPayment(client, written, intent.payment, totals.balanceDue)
  await audit(client, { action: 'order', subject: orderId, uuid: intent.uuid, facts: { amount: totals.balanceDue } })
  return seatIds
}

/** What is held, until when to pay it, and where. */
async function tellHeld(client: Queryable, orderId: string, { customer: { email = '', mobileNumber = '' } }: Intent): Promise<void> {
  await enqueueMessages(client, { orderId, email, mobileNumber }, 'hold')
}

/** What the cart redeems becomes the order's: uses of codes, then parts of vouchers. */
async function redeem(client: Queryable, orderId: string, { uuid, cart }: Intent): Promise<Refusal | undefined> {
  const short = cart.uses.length === 0 ? null : await takeUses(client, uuid, orderId, cart.uses)
  if (short !== null) return usedUp(cart, short)
  return (await takeVouchers(client, orderId, cart.vouchers)) ? undefined : { code: 'VOUCHER_NO_BALANCE' }
}

/**
 * Locks the visitor's holds in id order, gives every line its seat or place, asks the rules of choosing seats, and marks the seats as being paid.
 * Answers the seat of each line.
 */
async function takeHolds(
  client: Queryable,
  orderId: string,
  { uuid, cart, unpaid }: Intent,
  chosen: readonly ChosenSeats[],
): Promise<Result<number[]>> {
  const presentationIds = [...new Set(cart.seats.map((line) => line.presentation.id))]
  const { rows } = await client.query<HeldSeat>({
    name: 'lock-holds',
    text: `SELECT presentation_id, seat_id, extract(epoch FROM claimed_at)::float8 AS claimed_at FROM seat_claim
           WHERE holder = $1 AND presentation_id = ANY ($2::int[]) AND state = 'H' AND expires_at > now()
           ORDER BY presentation_id, seat_id FOR UPDATE`,
    values: [uuid, presentationIds],
  })
  const seatIds = assignSeats(cart.seats, rows)
  if (!seatIds) return refuse('HOLD_EXPIRED')
  const refusal = await brokenRule(client, uuid, chosen, rows)
  if (refusal) return { ok: false, refusal }
  const { rowCount } = await client.query({
    name: 'take-holds',
    text: `UPDATE seat_claim c SET state = 'P', order_id = $1, network = CASE WHEN $4 THEN NULL ELSE c.network END
           FROM unnest($2::int[], $3::int[]) AS line (presentation_id, seat_id)
           WHERE c.presentation_id = line.presentation_id AND c.seat_id = line.seat_id`,
    // What is held for days is no hoard of its network.
    values: [orderId, cart.seats.map((line) => line.presentation.id), seatIds, unpaid !== undefined],
  })
  return rowCount === seatIds.length ? accept(seatIds) : refuse('HOLD_EXPIRED')
}

/** The held seat of each line; a line of general admission takes any place of its section. undefined where one is missing. */
export function assignSeats(
  lines: readonly CheckedSeat[],
  held: readonly { readonly presentation_id: number; readonly seat_id: number }[],
): number[] | undefined {
  const free = [...held]
  const seatIds: number[] = []
  for (const { presentation, section, seat } of lines) {
    const at = free.findIndex(
      (one) => one.presentation_id === presentation.id && (seat ? one.seat_id === seat.id : hasPlace(section, one.seat_id)),
    )
    const [taken] = at === -1 ? [] : free.splice(at, 1)
    if (!taken) return undefined
    seatIds.push(taken.seat_id)
  }
  return seatIds
}
