import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import type { CartSeat, OrderCart } from '#lib/contract/order/order-cart.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { forgetBoards } from '#lib/server/seats/board/seat-board.ts'
import type { FormRequest } from '#lib/server/providers/payment/payment.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'

/**
 * A small house for server tests: presentation 1 has a reserved section 1 (price category A: ticket group 1, tickets 11 at ₪100 + ₪5 and 12 at ₪80)
 * and a general-admission section 2 (category G: ticket group 2, ticket 21 at ₪50). Product 1 costs ₪25. The handling fee is ₪7.
 */
export interface HouseSize {
  readonly rows?: number
  readonly seatsPerRow?: number
  readonly places?: number
  readonly maxSeats?: number
}

export async function buildHouse({ rows = 5, seatsPerRow = 10, places = 50, maxSeats = 8 }: HouseSize = {}): Promise<void> {
  await database().query(`
    INSERT INTO location VALUES (1, 'היכל הבדיקה', 'חיפה', 'רחוב 1');
    INSERT INTO venue VALUES (1, 1, 'אולם 1', 1);
    INSERT INTO seatplan VALUES (1, 1, 'תכנית', 'v1', 1000, 1000, NULL);
    INSERT INTO section (seatplan_id, section_id, ordinal, name, is_reserved, category, capacity, first_place) VALUES
      (1, 1, 1, 'אולם', true, NULL, ${String(rows * seatsPerRow)}, NULL), (1, 2, 2, 'מדשאה', false, 'G', ${String(places)}, 1000000);
    INSERT INTO seat (seatplan_id, seat_id, section_id, x, y, seatplan_x, seatplan_y, row_name, seat_name, category, guid)
      SELECT 1, y * 1000 + x, 1, x, y, x * 30, y * 30, y::text, x::text, 'A', y || '-' || x
      FROM generate_series(1, ${String(rows)}) y, generate_series(1, ${String(seatsPerRow)}) x;
    INSERT INTO feature_category VALUES (1, 'תיאטרון', 1);
    INSERT INTO feature (feature_id, name, feature_category_id, minutes, poster) VALUES (1, 'הצגת בדיקה', 1, 90, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    INSERT INTO ticket_group VALUES (1, 'אולם', false), (2, 'מדשאה', false);
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, service_charge) VALUES
      (11, 1, 1, 'רגיל', 10000, 500), (12, 1, 2, 'סטודנט', 8000, 0), (21, 2, 1, 'רגיל', 5000, 0);
    INSERT INTO product (product_id, name, price, max_quantity, image) VALUES (1, 'תוכנייה', 2500, 4, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    INSERT INTO service_charge VALUES (1, NULL, 700, NULL);
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, service_charge_id, max_seats, lone_seats)
      VALUES (1, 1, 1, 1, now() + interval '3 days', 1, ${String(maxSeats)}, 'allowed');
    INSERT INTO presentation_price VALUES (1, 'A', 1, 1), (1, 'G', 2, 1);
    INSERT INTO presentation_product VALUES (1, 1, 1);
    UPDATE catalogue_version SET version = version + 1;`)
  forgetCatalogue()
}

/** Append-only tables, whose triggers refuse a DELETE, and what refers to them. */
export const APPEND_ONLY =
  'receipt receipt_due ledger voucher_ledger replaced_ticket sent_ticket resale order_seat order_product order_item virtual_seat virtual_seat_series membership_purchase voucher_gift voucher_purchase donation_receipt_line donation_receipt donation_series cancellation_charge cancellation change_return fee_return'.split(
    ' ',
  )

const DELETED =
  'webhook_message webhook seat_claim seats_taken_change freed_place past_hold section_gate audit entitlement_use session_grant order_voucher refund payment payment_form outbox orders integration_opening payment_event sandbox_refund sandbox_charge sandbox_card sandbox_form session kept_voucher system_voucher sign_in_failure sales_delta sales_day sales_presentation sales_feature_day'.split(
    ' ',
  )

/**
 * Deletes all claims, orders and purchases. TRUNCATE would take several times as long for few rows, and every connection would have to plan its statements
 * anew after it. Only a superuser may pass over triggers so.
 */
export async function emptyHouse(): Promise<void> {
  const statements = [
    // All tables or none: waiting for the background rounds of a running app with some of them locked would be a deadlock, and tests count those.
    `LOCK TABLE ${[...APPEND_ONLY, ...DELETED, 'entitlement', 'seats_taken'].join(', ')} IN ACCESS EXCLUSIVE MODE NOWAIT`,
    'SET LOCAL session_replication_role = replica',
    ...APPEND_ONLY.map((table) => `DELETE FROM ${table}`),
    'SET LOCAL session_replication_role = origin',
    ...DELETED.map((table) => `DELETE FROM ${table}`),
    'UPDATE seats_taken SET taken = 0, changed_by = DEFAULT WHERE taken <> 0',
    `DELETE FROM entitlement WHERE lookup LIKE 'bought:%'`,
  ]
  await onceUnlocked(() => inTransaction((client) => client.query(statements.join(';'))))
  forgetBoards()
}

const LOCK_NOT_AVAILABLE = '55P03'

async function onceUnlocked(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (tries === 500 || !(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
      await sleep(10)
    }
  }
}

/** The address of a seat of section 1, or of a place of section 2. */
export function seatAt(x: number, y: number): SeatAddress {
  return { PresentationId: 1, VenueId: 1, VenueSeatplanId: 1, VenueSectionId: 1, TicketGroupId: 1, XCoordinate: x, YCoordinate: y }
}

export const PLACE: SeatAddress = {
  PresentationId: 1,
  VenueId: 1,
  VenueSeatplanId: 1,
  VenueSectionId: 2,
  TicketGroupId: 2,
  XCoordinate: null,
  YCoordinate: null,
}

/** The same seat as a cart line. */
export function lineOf(seat: SeatAddress, ticketId = seat.VenueSectionId === 2 ? 21 : 11): CartSeat {
  return {
    XCoordinate: seat.XCoordinate,
    YCoordinate: seat.YCoordinate,
    ticket: {
      prsntId: seat.PresentationId,
      ticketGroupId: seat.TicketGroupId,
      venueId: seat.VenueId,
      seatplanId: seat.VenueSeatplanId,
      sectionId: seat.VenueSectionId,
      ticketId,
    },
  }
}

export const CUSTOMER = {
  firstName: 'נועה',
  lastName: 'ברקאי',
  email: 'noa@example.com',
  mobileNumber: '054-731-4821',
  ssn: '123456782',
  termsAcceptance: true,
} as const

export function cartOf(seats: readonly SeatAddress[], paymentIdentifier?: string, products: OrderCart['products'] = []): OrderCart {
  return { customerInfo: CUSTOMER, seats: seats.map((seat) => lineOf(seat)), products, ...(paymentIdentifier && { paymentIdentifier }) }
}

/** The request for a form of the payment provider. */
export function formRequest(uuid: string, amount: number): FormRequest {
  return {
    formId: randomUUID(),
    uuid,
    amount,
    maxPayments: 3,
    method: 'card',
    locale: 'he',
    description: 'הצגת בדיקה',
    returnUrl: 'http://127.0.0.1/back',
    callbackUrl: 'http://127.0.0.1:9/callback',
  }
}

/** Prepares a sandbox card as its form would. `behaviour` is that of a test card; `formName` names a form that was opened before. */
export async function prepareCard(uuid: string, amount: number, behaviour = 'accepted', formName?: string): Promise<string> {
  const formId = formName ?? (await paymentProvider().openForm(formRequest(uuid, amount))).formName
  const paymentIdentifier = randomUUID().replaceAll('-', '')
  await database().query(
    `INSERT INTO sandbox_card (payment_identifier, form_id, amount, behaviour, last4) VALUES ($1, $2, $3, $4, '0000')`,
    [paymentIdentifier, formId, amount, behaviour],
  )
  return paymentIdentifier
}

/** A visitor at this machine, whose network is not limited. */
export function fromHere(uuid: string): { readonly uuid: string; readonly network: null } {
  return { uuid, network: null }
}
