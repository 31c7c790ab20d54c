import { randomUUID } from 'node:crypto'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lookupOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import type { GrantKind } from '#lib/domain/entitlements/grant.ts'
import { referenceName } from '#lib/domain/cart/check-seat.ts'

/**
 * Tickets by code in the test house (support/house.ts). Group 1 (section 1, ₪100 + ₪5): 101 coupon ₪90, 102 two for one ₪100, 103 three for two ₪200,
 * 104 member ₪75, 105 senior ₪50, 106 voucher ₪0, 107 box office only, 108 without a price; open: 131 asks for a student's number (list), 132 for a soldier's
 * number and unit (external), 133 only stores what is typed. Group 2 (section 2) takes no codes, although its ticket 201 is one by code.
 * Presentation 2 is like 1, of another business; presentation 3 sells group 3 only: 301 by coupon, 304 for members.
 */
export async function addCodeTickets(): Promise<void> {
  await database().query(`
    UPDATE ticket_group SET is_by_code_enabled = true WHERE ticket_group_id = 1;
    INSERT INTO ticket_group VALUES (3, 'יציע', true);
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, access, multiply_factor, walkin) VALUES
      (101, 1, 11, 'בהנחה', 9000, 'code', 1, false), (102, 1, 12, 'שניים במחיר אחד', 10000, 'code', 2, false),
      (103, 1, 13, 'שלושה במחיר שניים', 20000, 'code', 3, false), (104, 1, 14, 'חברי מועדון', 7500, 'member', 1, false),
      (105, 1, 15, 'הטבת ותיקים', 5000, 'senior', 1, false), (106, 1, 16, 'שובר', 0, 'voucher', 1, false),
      (107, 1, 17, 'קופה', 8000, 'code', 1, true), (108, 1, 18, 'ללא מחיר', NULL, 'code', 1, false), (201, 2, 11, 'בהנחה', 4000, 'code', 1, false),
      (30, 3, 1, 'רגיל', 6000, 'open', 1, false), (301, 3, 2, 'בהנחה', 5400, 'code', 1, false), (304, 3, 3, 'חברי מועדון', 5000, 'member', 1, false);
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, reference_check, ref1prompt, ref2prompt) VALUES
      (131, 1, 31, 'סטודנט', 8000, 'list', 'מספר סטודנט', NULL), (132, 1, 32, 'חייל', 7000, 'outside', 'מספר אישי', 'יחידה'),
      (133, 1, 33, 'קבוצה', 7000, 'none', 'שם הקבוצה', NULL);
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, business_id, lone_seats)
      SELECT id, 1, 1, 1, now() + interval '5 days', id, 'allowed' FROM generate_series(2, 3) AS id;
    INSERT INTO presentation_price VALUES (2, 'A', 1, 1), (2, 'G', 2, 1), (3, 'A', 3, 1), (3, 'G', 2, -1);
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

export interface EntitlementRow {
  readonly kind: GrantKind
  /** The code as it is typed. */
  readonly typed: string
  readonly tickets: readonly number[]
  readonly publicCode?: string
  readonly uses?: number | null
  readonly businessId?: number
  /** Days from now. */
  readonly starts?: number
  readonly ends?: number
  readonly isActive?: boolean
}

/** @returns its id */
export async function addEntitlement(row: EntitlementRow): Promise<number> {
  const { kind, typed, tickets, publicCode = typed, uses = null, businessId = null, starts = null, ends = null, isActive = true } = row
  const { rows } = await database().query<{ id: number }>(
    `INSERT INTO entitlement (kind, lookup, public_code, uses, business_id, starts_at, ends_at, is_active, holder_name, membership_id, membership_name)
     VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 day', now() + $7 * interval '1 day', $8, $9, $10, $11) RETURNING entitlement_id AS id`,
    [
      ...[kind, lookupOf(kind, typed), publicCode, uses, businessId, starts, ends, isActive],
      ...(kind === 'member' ? ['נועה ברקאי', 1, 'מועדון הבדיקה'] : ['', null, '']),
    ],
  )
  const id = rows[0]?.id ?? 0
  await database().query('INSERT INTO entitlement_ticket SELECT $1, unnest($2::int[])', [id, tickets])
  return id
}

/** Adds a valid reference for a ticket with a prompt. */
export function addReference(ticketId: number, ref1: string, uses: number | null): Promise<number> {
  const typed = referenceName(ticketId, { ref1, ref2: '' })
  return addEntitlement({ kind: 'reference', typed, publicCode: `ref ${ref1}`, tickets: [ticketId], uses })
}

/** A visitor with a session, and with an ID number if one is given. */
export async function visitorWithId(ssn: string | null = '123456782'): Promise<string> {
  const uuid: string = randomUUID()
  await database().query('INSERT INTO session (uuid, ssn_encrypted) VALUES ($1, $2)', [uuid, ssn === null ? null : encryptText(ssn)])
  return uuid
}

/** Grants codes as if the visitor had looked them up. */
export async function grantTo(uuid: string, ...entitlementIds: readonly number[]): Promise<void> {
  await database().query('INSERT INTO session_grant (uuid, entitlement_id) SELECT $1, unnest($2::int[])', [uuid, entitlementIds])
}
