import type { CheckedCart } from '#lib/domain/check-cart.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { SEAT_FEATURE } from '#lib/domain/seatplan.ts'
import { freeUses } from './entitlement-uses.ts'
import { audit } from './audit.ts'
import { tellClaimsChanged } from './board/seat-changes.ts'
import { customerOf } from './customer-session.ts'
import { database, inTransaction } from './db/connect.ts'
import { tellOrderSettled } from './order-news.ts'
import { returnVouchers } from './voucher-uses.ts'

/** Seats that are held without paying are paid at the latest so long before the event, in minutes (spec §4). */
const COLLECTED_MINUTES = 30

export interface UnpaidTerms {
  readonly payUntil: Date
}

/**
 * Whether a visitor may hold these seats without paying, and until when.
 * Refusals: HOLD_NEEDS_LOGIN, HOLD_NEEDS_MEMBERSHIP, HOLD_PREMIUM_SEAT, HOLD_TOO_LATE.
 */
export async function checkUnpaidHold(uuid: string, { seats }: CheckedCart): Promise<Result<UnpaidTerms>> {
  const customer = await customerOf(uuid)
  if (!customer) return refuse('HOLD_NEEDS_LOGIN')
  if (!customer.isMember) return refuse('HOLD_NEEDS_MEMBERSHIP')
  if (seats.some(({ seat }) => seat?.features.includes(SEAT_FEATURE.isPremium))) return refuse('HOLD_PREMIUM_SEAT')
  const payUntil = Math.min(...seats.map(({ presentation }) => presentation.startsAt)) - COLLECTED_MINUTES * 60_000
  return payUntil <= Date.now() ? refuse('HOLD_TOO_LATE') : accept({ payUntil: new Date(payUntil) })
}

/** Gives up unpaid holds whose time is over; one that is being paid at this moment is left to its payment. @returns how many. */
export async function releaseUnpaid(most: number): Promise<number> {
  const { rows } = await database().query<{ order_id: string }>({
    name: 'unpaid-over',
    text: `SELECT order_id FROM orders WHERE state = 'unpaid' AND pay_until <= now() ORDER BY pay_until LIMIT $1`,
    values: [most],
  })
  for (const { order_id } of rows) await releaseOne(order_id)
  return rows.length
}

async function releaseOne(orderId: string): Promise<void> {
  const freed = await inTransaction(async (client) => {
    const { rows: given } = await client.query<{ holder: string }>({
      name: 'give-up-unpaid',
      text: `UPDATE orders SET state = 'failed', failure_code = 'HOLD_EXPIRED', settled_at = now()
             WHERE order_id = $1 AND state = 'unpaid' AND pay_until <= now() RETURNING holder`,
      values: [orderId],
    })
    const holder = given[0]?.holder
    if (holder === undefined) return []
    const { rows } = await client.query<{ presentation_id: number; seat_id: number }>({
      name: 'free-unpaid',
      text: `DELETE FROM seat_claim c USING (
               SELECT presentation_id, seat_id FROM seat_claim WHERE order_id = $1 AND state = 'P' ORDER BY presentation_id, seat_id FOR UPDATE
             ) own WHERE c.presentation_id = own.presentation_id AND c.seat_id = own.seat_id RETURNING c.presentation_id, c.seat_id`,
      values: [orderId],
    })
    await freeUses(client, orderId)
    await returnVouchers(client, orderId)
    await audit(client, { action: 'unpaid hold over', subject: orderId, uuid: holder })
    return rows
  })
  tellClaimsChanged(freed)
  tellOrderSettled(orderId)
}
