import type { Agorot } from '#lib/domain/money/money.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import type { Place } from '#lib/text/place-text.ts'
import { endingOf } from '#lib/server/entitlements/system-vouchers.ts'

/** A numbered entry of the ledger with its order. */
export interface ReceiptRow {
  readonly number: number
  readonly kind: 'charge' | 'refund'
  /** Agorot; a refund is negative. */
  readonly amount: Agorot
  /** What of it, above 0, is donations and stands on their own receipts. */
  readonly donated: Agorot
  readonly at: Date
  readonly orderId: string
  readonly documentKey: string
  /** Whether the order has tickets to show: one that was given up has not. */
  readonly hasTickets: boolean
  readonly reservationIdentifier: string
  /** As it is stored. */
  readonly orderNumber: string
  readonly firstName: string
  readonly lastName: string
  readonly numberOfPayments: number
  readonly globalServiceCharge: Agorot
  readonly isPercentCharge: boolean
  readonly chargePercent: number | null
  readonly globalServiceChargeName: string | null
  /** What of tickets given back was set against the price. */
  readonly modifiedAmount: Agorot
  readonly last4: string
  readonly method: string
  /** Of a refund. */
  readonly reason: string | null
  /** Of a refund: the number of the receipt of what it gives back. */
  readonly ofNumber: number | null
}

/** The receipts of the order that has this document key, by number; of an order that was given up there may be a charge and its refund. */
export async function readReceipts(client: Queryable, documentKey: string): Promise<readonly ReceiptRow[]> {
  const { rows } = await client.query<ReceiptRow>({
    name: 'receipts-of-document',
    text: `SELECT r.receipt_number AS number, l.kind, l.amount, donated_of(l) AS donated, l.at, o.order_id AS "orderId", o.document_key AS "documentKey", o.state IN ('paid', 'refunding', 'refunded') AS "hasTickets",
             o.reservation_identifier AS "reservationIdentifier", o.order_number AS "orderNumber", o.first_name AS "firstName", o.last_name AS "lastName",
             o.number_of_payments AS "numberOfPayments", o.global_service_charge AS "globalServiceCharge",
             o.is_percent_charge AS "isPercentCharge", o.charge_percent AS "chargePercent",
             o.global_service_charge_name AS "globalServiceChargeName", o.modified_amount AS "modifiedAmount",
             coalesce(p.last4, '') AS last4, coalesce(p.method, 'card') AS method, b.reason,
             (SELECT c.receipt_number FROM ledger charge JOIN receipt c USING (entry_id)
              WHERE l.kind = 'refund' AND charge.payment_id = l.payment_id AND charge.kind = 'charge') AS "ofNumber"
           FROM orders o JOIN ledger l USING (order_id) JOIN receipt r USING (entry_id)
             LEFT JOIN payment p ON p.payment_id = l.payment_id LEFT JOIN refund b ON b.refund_id = l.refund_id
           WHERE o.document_key = $1 AND abs(l.amount) > donated_of(l) ORDER BY r.receipt_number`,
    values: [documentKey],
  })
  return rows
}

export interface TicketLineRow {
  readonly ticketId: number
  readonly ticketName: string
  readonly presentationId: number
  readonly featureName: string
  readonly startsAt: Date
  readonly isUntimed: boolean
  readonly quantity: number
  /** Of each, without its service charge. */
  readonly price: Agorot
  readonly serviceCharge: Agorot
  /** What a ticket bundle has paid of each beside. */
  readonly paidByBundle: Agorot
}

/** Tickets of an order, alike ones in one line; as they were sold, whatever was given back since. Those that a series or season pays stand in its line. */
export async function ticketLines(client: Queryable, orderId: string, untimedType: number): Promise<readonly TicketLineRow[]> {
  const { rows } = await client.query<TicketLineRow>({
    name: 'receipt-tickets',
    text: `SELECT min(ticket_id) AS "ticketId", ticket_name AS "ticketName", presentation_id AS "presentationId", feature.name AS "featureName", starts_at AS "startsAt", feature_type_id = $2 AS "isUntimed",
             count(*)::int AS quantity, price, service_charge AS "serviceCharge", coalesce(bundle_paid, 0) AS "paidByBundle"
           FROM order_seat JOIN presentation USING (presentation_id) JOIN feature USING (feature_id)
           WHERE order_id = $1 AND membership_line IS NULL
           GROUP BY presentation_id, ticket_name, feature.name, starts_at, feature_type_id, price, service_charge, bundle_paid
           ORDER BY starts_at, min(line)`,
    values: [orderId, untimedType],
  })
  return rows
}

/** The evenings of a series or season that an order has bought. */
export interface EveningsRow {
  /** Of the membership within the order. */
  readonly line: number
  readonly evenings: number
  readonly firstAt: Date
  readonly lastAt: Date
  /** Its seat, if it is the same on all evenings. */
  readonly place: (Place & { readonly presentationId: number }) | null
}

export async function eveningsOfLines(client: Queryable, orderId: string): Promise<readonly EveningsRow[]> {
  const { rows } = await client.query<EveningsRow>({
    name: 'receipt-evenings',
    text: `SELECT coalesce(membership_line, 0) AS line, count(*)::int AS evenings, min(starts_at) AS "firstAt", max(starts_at) AS "lastAt",
             CASE WHEN count(DISTINCT seat_id) = 1 THEN json_build_object('sectionName', min(section_name), 'rowName', min(row_name), 'seatName', min(seat_name), 'presentationId', min(presentation_id)) END AS place
           FROM order_seat JOIN presentation USING (presentation_id) WHERE order_id = $1 AND membership_line IS NOT NULL GROUP BY membership_line`,
    values: [orderId],
  })
  return rows
}

/** What a voucher or the money of a membership paid of an order, by the last signs of its number. */
export interface VoucherLineRow {
  readonly ending: string
  readonly amount: Agorot
  /** How many tickets a bundle has paid; null: it paid money. */
  readonly tickets: number | null
  readonly isOfMember: boolean
}

export async function voucherLines(client: Queryable, orderId: string): Promise<readonly VoucherLineRow[]> {
  const { rows } = await client.query<Omit<VoucherLineRow, 'ending'> & { reference: Buffer }>({
    name: 'receipt-vouchers',
    text: `SELECT reference_encrypted AS reference, voucher_paid(u) AS amount, tickets, entitlement_id IS NOT NULL AS "isOfMember"
           FROM order_voucher u JOIN system_voucher USING (system_voucher_id) WHERE order_id = $1 ORDER BY system_voucher_id`,
    values: [orderId],
  })
  return rows.map(({ reference, ...paid }) => ({ ...paid, ending: endingOf(decryptText(reference)) }))
}
