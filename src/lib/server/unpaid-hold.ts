import type { Presentation } from '#lib/domain/catalogue.ts'
import type { CheckedCart } from '#lib/domain/check-cart.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { SEAT_FEATURE } from '#lib/domain/seatplan.ts'
import { payUntilOf } from '#lib/domain/unpaid-hold.ts'
import { audit } from './audit.ts'
import { tellClaimsChanged } from './board/seat-changes.ts'
import { customerOf, type SignedInCustomer } from './customer-session.ts'
import { database, inTransaction } from './db/connect.ts'
import { freeHold } from './free-hold.ts'
import { tellOrderSettled } from './order-news.ts'
import { enqueueMessages, type Recipients } from './outbox-queue.ts'

export interface UnpaidTerms {
  readonly payUntil: Date
}

/**
 * Whether a visitor may hold these seats without paying, and until when.
 * Refusals: HOLD_NEEDS_LOGIN, HOLD_NEEDS_MEMBERSHIP, HOLD_PREMIUM_SEAT, HOLD_TOO_LATE.
 */
export async function checkUnpaidHold(uuid: string, { seats }: Pick<CheckedCart, 'seats'>): Promise<Result<UnpaidTerms>> {
  const holder = await checkHolder(uuid)
  if (!holder.ok) return holder
  if (seats.some(({ seat }) => seat?.features.includes(SEAT_FEATURE.isPremium))) return refuse('HOLD_PREMIUM_SEAT')
  return termsAt(seats.map(({ presentation }) => presentation.startsAt))
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
    const { rows: given } = await client.query<{ holder: string } & Recipients>({
      name: 'give-up-unpaid',
      text: `UPDATE orders SET state = 'failed', failure_code = 'HOLD_EXPIRED', settled_at = now()
             WHERE order_id = $1 AND state = 'unpaid' AND pay_until <= now()
             RETURNING holder, order_id AS "orderId", email, mobile_number AS "mobileNumber"`,
      values: [orderId],
    })
    const [order] = given
    if (!order) return []
    const claims = await freeHold(client, orderId)
    await enqueueMessages(client, order, 'lapsed')
    await audit(client, { action: 'unpaid hold over', subject: orderId, uuid: order.holder })
    return claims
  })
  tellClaimsChanged(freed)
  tellOrderSettled(orderId)
}
