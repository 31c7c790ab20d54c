import { randomUUID } from 'node:crypto'
import type { ModifyCart, OrderCart } from '#lib/contract/order/order-cart.ts'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { cartOf, fromHere, prepareCard, seatAt } from './house.ts'

/**
 * Adds to the test house (support/house.ts, a seat of presentation 1 costs ₪105, the handling fee is ₪7): presentation 2 is the same on another day and
 * costs ₪150 a seat without a fee, presentation 3 ₪60; presentation 4 belongs to another business, 5 is cancelled, 6 is over.
 */
export async function addOtherDays(): Promise<void> {
  await database().query(`
    INSERT INTO ticket_group VALUES (4, 'יקר', false), (5, 'זול', false);
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, service_charge) VALUES (41, 4, 1, 'רגיל', 15000, 0), (51, 5, 1, 'רגיל', 6000, 0),
      (13, 1, 3, 'אורח', 10000, 500);
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, business_id, is_cancelled, lone_seats) VALUES
      (2, 1, 1, 1, now() + interval '5 days', 1, false, 'allowed'), (3, 1, 1, 1, now() + interval '6 days', 1, false, 'allowed'),
      (4, 1, 1, 1, now() + interval '7 days', 2, false, 'allowed'), (5, 1, 1, 1, now() + interval '8 days', 1, true, 'allowed'),
      (6, 1, 1, 1, now() - interval '1 day', 1, false, 'allowed');
    INSERT INTO presentation_price VALUES (2, 'A', 4, 1), (3, 'A', 5, 1), (4, 'A', 1, 1), (5, 'A', 1, 1), (6, 'A', 1, 1);
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

/** The price of a seat on each day, with its charge. */
export const ONE = 10_500
export const FEE = 700
export const DEAR = 15_000
export const CHEAP = 6_000

export function seatOn(presentationId: number, x: number, y = 1): SeatAddress {
  const TicketGroupId = { 2: 4, 3: 5 }[presentationId] ?? 1
  return { ...seatAt(x, y), PresentationId: presentationId, TicketGroupId }
}

export async function newVisitor(): Promise<string> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  return uuid
}

/** A cart of seats, each with the first ticket of its day. */
export function cartFor(seats: readonly SeatAddress[], more: Partial<OrderCart> = {}): OrderCart {
  const cart = cartOf(seats)
  const ticketOn = (id: number): number => ({ 2: 41, 3: 51 })[id] ?? 11
  return {
    ...cart,
    seats: cart.seats.map((seat) => ({ ...seat, ticket: { ...seat.ticket, ticketId: ticketOn(seat.ticket.prsntId) } })),
    ...more,
  }
}

export interface Bought {
  readonly uuid: string
  readonly resId: string
  readonly tickets: readonly string[]
}

/** Locks, pays by card if something is due, and commits. */
export async function buy(uuid: string, seats: readonly SeatAddress[], due: number, more: Partial<OrderCart> = {}, behaviour = 'accepted') {
  for (const seat of seats) {
    const locked = await lock(seat, fromHere(uuid))
    if (!locked.ok) return locked
  }
  const paid = due > 0 && { paymentIdentifier: await prepareCard(uuid, due, behaviour) }
  return commit(uuid, { cart: cartFor(seats, { ...more, ...paid }) }, 'he')
}

/** Two seats of presentation 1, paid by card: ₪217. */
export async function boughtTwo(uuid?: string, seats = [seatOn(1, 1), seatOn(1, 2)]): Promise<Bought> {
  const buyer = uuid ?? (await newVisitor())
  const made = await buy(buyer, seats, seats.length * ONE + FEE)
  if (!made.ok) throw new Error(`Not bought: ${made.refusal.code}`)
  return { uuid: buyer, resId: made.value.reservationIdentifier, tickets: made.value.ticketIdentifiers }
}

export function changing({ resId, tickets }: Bought, more: Partial<ModifyCart> = {}): { readonly modify: ModifyCart } {
  return { modify: { resId, tickets: [...tickets], ...more } }
}

/** The ledger entries of a reservation, in order: 'charge 21700', 'correction -21000'. */
export async function ledgerOf(resId: string): Promise<string[]> {
  const { rows } = await database().query<{ entry: string }>(
    `SELECT l.kind || ' ' || l.amount AS entry FROM ledger l JOIN orders USING (order_id) WHERE reservation_identifier = $1 ORDER BY entry_id`,
    [resId],
  )
  return rows.map((row) => row.entry)
}

/** Claims of a presentation: 'S 1001'. */
export async function claimsOn(presentationId: number): Promise<string[]> {
  const { rows } = await database().query<{ claim: string }>(
    `SELECT state || ' ' || seat_id AS claim FROM seat_claim WHERE presentation_id = $1 ORDER BY seat_id`,
    [presentationId],
  )
  return rows.map((row) => row.claim)
}
