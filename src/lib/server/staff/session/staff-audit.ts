import type { StaffAction } from '#lib/domain/staff/actions.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { describeDevice } from '#lib/domain/customers/device-name.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Source } from '#lib/server/platform/http/limits/network.ts'

/** From where somebody acts, for owners to read. */
export interface Whence {
  /** A network address; null is this machine. */
  readonly address: string | null
  /** The common name of browser and system. */
  readonly device: string
}

export function whenceOf({ caller }: Source, request: Request): Whence {
  return { address: caller, device: describeDevice(request.headers.get('user-agent') ?? '') }
}

/** What somebody of the staff did. */
export interface StaffAct extends Whence {
  /** null: nobody who is known, as in a sign-in that failed, or somebody at the terminal of this machine. */
  readonly staffId: StaffMember['staffId'] | null
  readonly action: StaffAction
  /** What or whom it was done to: a number or an identifier, nothing personal. */
  readonly subject: string
  readonly businessId?: number
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Notes an act of staff, in the transaction of the act. Kept for 24 months. */
export async function noteStaffAct(
  client: Queryable,
  { staffId, action, subject, businessId, facts, address, device }: StaffAct,
): Promise<void> {
  await client.query({
    name: 'staff-audit',
    text: 'INSERT INTO staff_audit (staff_id, action, subject, business_id, facts, address, device) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    values: [staffId, action, subject, businessId ?? null, facts ? JSON.stringify(facts) : null, address, device],
  })
}
