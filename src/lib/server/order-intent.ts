import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { CustomerInfo } from '#lib/contract/orders.ts'
import type { CheckedCart } from '#lib/domain/check-cart.ts'
import type { CheckedSeat } from '#lib/domain/check-seat.ts'
import type { Locale } from '#lib/text/locales.ts'
import { accept, type Refusal, type Result } from '#lib/domain/result.ts'
import { audit } from './audit.ts'
import { CLEAR_CART, hasPlace } from './carts.ts'
import { inTransaction, type Queryable } from './db/connect.ts'
import { unguessable } from './identifiers.ts'
import type { OrderKey } from './order-answers.ts'
import { brokenRule, chosenSeatsOf, type ChosenSeats, type HeldSeat } from './order-rules.ts'
import { tellClaimsChanged } from './board/seat-changes.ts'
import { encryptText } from './secrets.ts'
import { lockGivenBack, reserveGivenBack } from './ticket-change.ts'
import { takeUses, usedUp } from './entitlement-uses.ts'
import type { OrderPayment } from './payment-check.ts'
import type { UnpaidTerms } from './unpaid-hold.ts'
import { takeVouchers } from './voucher-uses.ts'

/** What is written and committed before any money is asked for. */
export interface Intent extends OrderKey {
  readonly cart: CheckedCart
  readonly customer: CustomerInfo
  readonly staffNote: Readonly<Record<string, string>> | null
  /** undefined where nothing is to be paid, or not now. */
  readonly payment: OrderPayment | undefined
  /** Set where the seats are held without paying. */
  readonly unpaid: UnpaidTerms | undefined
  /** True where the shop makes the order itself, of a form that was paid. */
  readonly isMadeFromForm: boolean
  readonly handlingFeeName: string
  /** In which the buyer reads. */
  readonly locale: Locale
}

export interface Written {
  readonly orderId: string
  /** The key under which the provider charges; of no use where nothing is paid. */
  readonly paymentId: string
}

/** A rule said no inside the transaction: it rolls back and leaves as a value. */
class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** The same key was written by another call at the same moment. */
export class DuplicateIntent extends Error {}

/**
 * Transaction 1 of a commit: the visitor's locks become 'being paid', and order, lines and payment are written.
 * Refusals: HOLD_EXPIRED (a seat of the order is not held any more), and those of `brokenRule`; the locks stay. @throws {DuplicateIntent}
 */
export async function writeIntent(intent: Intent): Promise<Result<Written>> {
  const orderId = randomUUID()
  const paymentId = randomUUID()
  const chosen = await chosenSeatsOf(intent.cart)
  try {
    const taken = await inTransaction(async (client) => {
      const { givenBack, totals } = intent.cart
      // The order that gives tickets back first of all, so that two that want them wait for each other here.
      const taken = givenBack && (await lockGivenBack(client, intent.uuid, givenBack, totals.giveBack))
      if (taken) throw new Refused({ code: taken })
      await insertOrder(client, orderId, intent)
      if (givenBack) await reserveGivenBack(client, orderId, givenBack)
      // The session before its claims: a lock takes them in the same order.
      if (intent.unpaid) await client.query({ name: 'clear-cart', text: CLEAR_CART, values: [intent.uuid] })
      const seatIds = await takeHolds(client, orderId, intent, chosen)
      await redeem(client, orderId, intent)
      await insertLines(client, orderId, intent.cart, seatIds)
      if (intent.payment) await insertPayment(client, { orderId, paymentId }, intent.payment, intent.cart.totals.balanceDue)
      await audit(client, { action: 'order', subject: orderId, uuid: intent.uuid, facts: { amount: intent.cart.totals.balanceDue } })
      return seatIds
    })
    tellClaimsChanged(intent.cart.seats.map(({ presentation }, line) => ({ presentation_id: presentation.id, seat_id: taken[line] ?? 0 })))
    return accept({ orderId, paymentId })
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal }
    if (error instanceof pg.DatabaseError && error.code === '23505') throw new DuplicateIntent()
    throw error
  }
}

/** What the cart redeems becomes the order's: uses of codes, then parts of vouchers. */
async function redeem(client: Queryable, orderId: string, { uuid, cart }: Intent): Promise<void> {
  const short = cart.uses.length === 0 ? null : await takeUses(client, uuid, orderId, cart.uses)
  if (short !== null) throw new Refused(usedUp(cart, short))
  if (!(await takeVouchers(client, orderId, cart.vouchers))) throw new Refused({ code: 'VOUCHER_NO_BALANCE' })
}

async function insertOrder(client: Queryable, orderId: string, intent: Intent): Promise<void> {
  const { customer, cart } = intent
  await client.query({
    name: 'insert-order',
    text: `INSERT INTO orders (order_id, reservation_identifier, document_key, holder, idempotency_key, body_hash, amount_due, seats_price,
             products_price, global_service_charge, global_service_charge_name, number_of_payments, first_name, last_name, email, mobile_number,
             ssn_encrypted, address, mailing_consent, staff_note, locale, voucher_amount, additional_terms, state, kind, pay_until, made_from_form,
             modifies, modified_amount, give_back)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30)`,
    values: [
      orderId,
      unguessable(20),
      unguessable(26),
      intent.uuid,
      intent.idempotencyKey,
      intent.bodyHash,
      cart.totals.balanceDue,
      cart.totals.seatsPrice,
      cart.totals.productsPrice,
      cart.totals.globalServiceCharge,
      intent.handlingFeeName,
      intent.payment?.numberOfPayments ?? 1,
      customer.firstName ?? '',
      customer.lastName ?? '',
      customer.email ?? '',
      customer.mobileNumber ?? '',
      customer.ssn ? encryptText(customer.ssn) : null,
      addressText(customer),
      customer.mailingConsent === true,
      intent.staffNote && JSON.stringify(intent.staffNote),
      intent.locale,
      cart.vouchers.reduce((sum, { amount }) => sum + amount, 0),
      customer.additionalTerms === true,
      intent.unpaid ? 'unpaid' : 'paying',
      intent.unpaid ? 'hold' : 'regular',
      intent.unpaid?.payUntil ?? null,
      intent.isMadeFromForm,
      cart.givenBack?.orderId ?? null,
      cart.totals.modifiedPrice,
      cart.totals.giveBack,
    ],
  })
}

function addressText({ address1, address2, city, postalCode, dateOfBirth, location }: CustomerInfo): string | null {
  const address = Object.entries({ address1, address2, city, postalCode, dateOfBirth, location }).filter(([, text]) => text)
  return address.length === 0 ? null : JSON.stringify(Object.fromEntries(address))
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
): Promise<number[]> {
  const presentationIds = [...new Set(cart.seats.map((line) => line.presentation.id))]
  const { rows } = await client.query<HeldSeat>({
    name: 'lock-holds',
    text: `SELECT presentation_id, seat_id, extract(epoch FROM claimed_at)::float8 AS claimed_at FROM seat_claim
           WHERE holder = $1 AND presentation_id = ANY ($2::int[]) AND state = 'H' AND expires_at > now()
           ORDER BY presentation_id, seat_id FOR UPDATE`,
    values: [uuid, presentationIds],
  })
  const seatIds = assignSeats(cart.seats, rows)
  if (!seatIds) throw new Refused({ code: 'HOLD_EXPIRED' })
  const refusal = await brokenRule(client, uuid, chosen, rows)
  if (refusal) throw new Refused(refusal)
  const { rowCount } = await client.query({
    name: 'take-holds',
    text: `UPDATE seat_claim c SET state = 'P', order_id = $1, network = CASE WHEN $4 THEN NULL ELSE c.network END
           FROM unnest($2::int[], $3::int[]) AS line (presentation_id, seat_id)
           WHERE c.presentation_id = line.presentation_id AND c.seat_id = line.seat_id`,
    // What is held for days is no hoard of its network.
    values: [orderId, cart.seats.map((line) => line.presentation.id), seatIds, unpaid !== undefined],
  })
  if (rowCount !== seatIds.length) throw new Refused({ code: 'HOLD_EXPIRED' })
  return seatIds
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

async function insertLines(client: Queryable, orderId: string, cart: CheckedCart, seatIds: readonly number[]): Promise<void> {
  const lines = cart.seats.map(
    ({ presentation, section, seat, ticket, price, serviceCharge, firstPrice, grant, isSub, ref1, ref2 }, line) => ({
      line,
      presentation_id: presentation.id,
      seat_id: seatIds[line],
      section_id: section.id,
      section_name: section.name,
      row_name: seat?.rowName ?? null,
      seat_name: seat?.seatName ?? null,
      ticket_id: ticket.id,
      ticket_name: ticket.name,
      price,
      service_charge: serviceCharge,
      ticket_group_id: ticket.ticketGroupId,
      old_price: firstPrice > price ? firstPrice : null,
      code: grant?.publicCode ?? null,
      entitlement_id: grant?.id ?? null,
      is_sub_ticket: isSub,
      ref1,
      ref2,
    }),
  )
  await client.query({
    name: 'insert-order-seats',
    text: `INSERT INTO order_seat (order_id, line, presentation_id, seat_id, section_id, section_name, row_name, seat_name, ticket_id, ticket_name, price,
             service_charge, ticket_group_id, old_price, code, entitlement_id, is_sub_ticket, ref1, ref2)
           SELECT $1, l.* FROM jsonb_to_recordset($2::jsonb) AS l (line int, presentation_id int, seat_id int, section_id int, section_name text,
             row_name text, seat_name text, ticket_id int, ticket_name text, price int, service_charge int, ticket_group_id int, old_price int, code text,
             entitlement_id int, is_sub_ticket boolean, ref1 text, ref2 text)`,
    values: [orderId, JSON.stringify(lines)],
  })
  if (cart.products.length === 0) return
  const products = cart.products.map(({ product, quantity }) => ({
    product_id: product.id,
    name: product.name,
    quantity,
    unit_price: product.price,
  }))
  await client.query({
    name: 'insert-order-products',
    text: `INSERT INTO order_product (order_id, product_id, name, quantity, unit_price)
           SELECT $1, product_id, name, quantity, unit_price
           FROM jsonb_to_recordset($2::jsonb) AS p (product_id int, name text, quantity int, unit_price int)`,
    values: [orderId, JSON.stringify(products)],
  })
}

/** The intent to charge, and that the form now has an order. */
export async function insertPayment(
  client: Queryable,
  { orderId, paymentId }: Written,
  payment: OrderPayment,
  amount: number,
  own: { readonly idempotencyKey: string; readonly bodyHash: Buffer } | null = null,
): Promise<void> {
  const { provider, paymentIdentifier, formId, last4, method } = payment
  await client.query({
    name: 'insert-payment',
    text: `WITH ordered AS (UPDATE payment_form SET state = 'ordered', body = NULL WHERE form_id = $6 AND state IN ('open', 'lapsed'))
           INSERT INTO payment (payment_id, order_id, provider, payment_identifier, amount, state, form_id, last4, method, idempotency_key, body_hash)
           VALUES ($1, $2, $3, $4, $5, 'intended', $6, $7, $8, $9, $10)`,
    values: [
      ...[paymentId, orderId, provider, paymentIdentifier, amount, formId, last4, method],
      ...[own?.idempotencyKey ?? null, own?.bodyHash ?? null],
    ],
  })
}
