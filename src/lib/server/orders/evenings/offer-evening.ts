import { mayGiveBack, resaleShare } from '#lib/domain/cart/evening-resale-rules.ts'
import type { ResaleTerms } from '#lib/domain/catalogue/memberships/memberships.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { RESALE_STATES } from '#lib/domain/orders/states.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { needAreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'
import { awaitKeeping, offerClaim, takeClaimBack } from '#lib/server/seats/claims/resale-claims.ts'
import { eveningsOf, type Evening } from './evening-rows.ts'

const TAKEN_BACK = stepOf(RESALE_STATES, 'taken_back')

/** Which evening, by its ticket. */
export interface AskedEvening {
  readonly ticket: string
  /** What the customer has agreed to be credited; undefined: whatever it is. */
  readonly expectedCredit?: Agorot | undefined
}

/**
 * Offers an own evening for resale: its seat is for sale like every other, of a part that a broker has locked by the broker, and the ticket holds until it is sold.
 * What is credited then is fixed now.
 * Refusals: NOT_SIGNED_IN, NOT_FOUND (no evening of this customer), PRICE_CHANGED (another credit than expected), ORDER_CONFLICT (its seat is not the order's),
 * and those of `mayGiveBack`.
 */
export async function giveBackEvening(visitor: Visitor | undefined, { ticket, expectedCredit }: AskedEvening): Promise<Result<Evening>> {
  const customer = await needAreaCustomer(visitor)
  if (!customer.ok) return customer
  const { memberships } = await catalogue()
  return inTransaction(async (client) => {
    await awaitKeeping(client)
    const evening = await lockEvening(client, customer.value.customerId, ticket)
    if (!evening) return refuse('NOT_FOUND')
    const terms: ResaleTerms | null = memberships.get(evening.membershipId)?.resale ?? null
    const refusal = mayGiveBack(evening, terms, evening.now)
    if (refusal || !terms) return refuse(refusal ?? 'RESALE_NOT_ALLOWED')
    const { share, credit, ownCredit } = resaleShare(evening, terms)
    if (expectedCredit !== undefined && expectedCredit !== credit) return refuse('PRICE_CHANGED')
    if (!(await offerClaim(client, evening))) return refuse('ORDER_CONFLICT')
    await client.query({
      name: 'insert-resale',
      text: 'INSERT INTO resale (order_id, line, presentation_id, seat_id, share, credit, own_credit) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      values: [evening.orderId, evening.line, evening.presentationId, evening.seatId, share, credit, ownCredit],
    })
    await noteEvening(client, evening, { action: 'given back', visitor })
    return accept(evening)
  })
}

/**
 * Takes an offered evening back, unless somebody else has its seat: the claim decides, so that of this and a purchase one wins. Refusals: NOT_SIGNED_IN,
 * NOT_FOUND (no evening of this customer), SEAT_NOT_AVAILABLE (somebody else has it or has bought it, or staff keep it for their own sale), NOT_ACTIVE (it is not offered).
 */
export async function takeEveningBack(visitor: Visitor | undefined, { ticket }: Pick<AskedEvening, 'ticket'>): Promise<Result<Evening>> {
  const customer = await needAreaCustomer(visitor)
  if (!customer.ok) return customer
  return inTransaction(async (client) => {
    const evening = await lockEvening(client, customer.value.customerId, ticket)
    if (!evening) return refuse('NOT_FOUND')
    if (evening.resale === null) return refuse('NOT_ACTIVE')
    // The claim before the offer, as a settlement locks them.
    if (!(await takeClaimBack(client, evening))) return refuse('SEAT_NOT_AVAILABLE')
    const { rowCount } = await client.query({
      name: 'take-resale-back',
      text: `UPDATE resale SET ${TAKEN_BACK.set}, closed_at = now() WHERE order_id = $1 AND line = $2 AND ${TAKEN_BACK.from}`,
      values: [evening.orderId, evening.line],
    })
    if (rowCount !== 1) return refuse('SEAT_NOT_AVAILABLE')
    await noteEvening(client, evening, { action: 'taken back', visitor })
    return accept(evening)
  })
}

/**
 * Locks the order of an evening first, and after it that of its membership, so that the membership is not cancelled and the evening not exchanged meanwhile, then its ticket: the door, which may use it
 * just now, waits for this, or this for it.
 */
async function lockEvening(client: Queryable, customerId: number, ticket: string): Promise<Evening | undefined> {
  await client.query({
    name: 'lock-order-of-evening',
    text: 'SELECT FROM orders WHERE order_id = (SELECT order_id FROM order_seat WHERE ticket_identifier = $1) FOR NO KEY UPDATE',
    values: [ticket],
  })
  await client.query({
    name: 'lock-order-of-membership',
    text: 'SELECT FROM orders WHERE order_id = (SELECT evening_order FROM order_seat WHERE ticket_identifier = $1) FOR NO KEY UPDATE',
    values: [ticket],
  })
  await client.query({
    name: 'lock-ticket-of-evening',
    text: 'SELECT FROM order_seat WHERE ticket_identifier = $1 FOR NO KEY UPDATE',
    values: [ticket],
  })
  const [evening] = await eveningsOf(client, customerId, ticket)
  return evening
}

/** What was done with an evening, and by whom. */
interface EveningAct {
  readonly action: 'given back' | 'taken back'
  readonly visitor: Visitor | undefined
}

async function noteEvening(
  client: Queryable,
  { orderId, presentationId, seatId }: Evening,
  { action, visitor }: EveningAct,
): Promise<void> {
  await audit(client, { action, subject: orderId, ...(visitor && { uuid: visitor.uuid }), facts: { presentationId, seatId } })
}
