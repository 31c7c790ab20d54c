import { mayStaff, PERMISSIONS, type StaffMember, type StaffScope } from '#lib/domain/staff/permissions.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Whence } from '#lib/server/staff/session/staff-audit.ts'

/** Somebody of the staff who acts, and from where. */
export interface ActingStaff extends Whence {
  readonly member: StaffMember
}

/** A reservation that a member of staff may act on. */
export interface OwnReservation {
  readonly orderId: string
  readonly orderNumber: string
  readonly state: string
  /** Of whose presentations it is; undefined if it is of none. */
  readonly businessId: number | undefined
  readonly customerName: string
  readonly email: string
  readonly mobileNumber: string
}

interface Row extends Omit<OwnReservation, 'businessId'> {
  readonly presentationIds: readonly number[]
}

/** The presentations that an order has anything of, also of what was cancelled. */
export const SHOWS_OF_ORDER = `ARRAY(SELECT presentation_id FROM order_seat WHERE order_id = o.order_id
  UNION SELECT presentation_id FROM order_item WHERE order_id = o.order_id AND presentation_id IS NOT NULL)`

/** Who asks, and the catalogue as it was read before: whoever holds a lock waits for no second connection. */
export interface Asker {
  readonly member: StaffMember
  readonly from: Catalogue
}

/** @returns undefined if there is none, or not all of it is the member's: nothing tells the two apart */
export async function ownReservation(client: Queryable, { member, from }: Asker, resId: string): Promise<OwnReservation | undefined> {
  const { rows } = await client.query<Row>({
    name: 'reservation-of-staff',
    text: `SELECT order_id AS "orderId", order_number AS "orderNumber", state, trim(first_name || ' ' || last_name) AS "customerName", email, mobile_number AS "mobileNumber", ${SHOWS_OF_ORDER} AS "presentationIds"
           FROM orders o WHERE reservation_identifier = $1`,
    values: [resId],
  })
  const [row] = rows
  if (!row) return undefined
  const scopes = scopesOf(from, row.presentationIds)
  const { presentationIds: _shows, ...reservation } = row
  return isOwn(member, scopes) ? { ...reservation, businessId: scopes[0]?.businessId } : undefined
}

/** Whose the presentations of an order are; of one that there is no more nobody's. */
export function scopesOf({ presentations }: Catalogue, presentationIds: readonly number[]): readonly StaffScope[] {
  return presentationIds.map((id) => {
    const { businessId = 0, featureId = 0 } = presentations.get(id) ?? {}
    return { businessId, featureId }
  })
}

/** Whether a member of staff may act on an order: on every part of it. What is of no presentation is of the whole house. */
export function isOwn(member: StaffMember, scopes: readonly StaffScope[]): boolean {
  if (scopes.length > 0) return scopes.every((scope) => mayStaff(member, PERMISSIONS.reservations, scope))
  return mayStaff(member, PERMISSIONS.reservations) && member.businessIds === 'all' && member.featureIds === 'all'
}
