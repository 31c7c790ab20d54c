import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { StaffListed } from './people.ts'

/** A line of what staff did. */
export interface AuditLine {
  readonly auditId: number
  readonly at: Date
  /** null: nobody who is known, or somebody at the terminal. */
  readonly staffId: number | null
  readonly action: string
  readonly subject: string
  readonly businessId: number | null
  /** The role that was given to somebody, and the one before. */
  readonly role: string | null
  readonly roleBefore: string | null
  readonly address: string | null
  readonly device: string
}

/** Lines on a page of the audit. */
export const AUDIT_LINES = 50

/**
 * What staff did, the newest first. An owner of some businesses sees the acts of those whom the owner may manage.
 * @param before only lines older than this one
 */
export async function auditFor(owner: StaffMember, people: readonly StaffListed[], before?: number): Promise<readonly AuditLine[]> {
  const seesAll = owner.businessIds === 'all' && owner.featureIds === 'all'
  const { rows } = await database().query<AuditLine>({
    name: 'staff-audit-lines',
    text: `SELECT audit_id AS "auditId", at, staff_id AS "staffId", action, subject, business_id AS "businessId", facts ->> 'role' AS role,
             facts #>> '{before,role}' AS "roleBefore", address, device FROM staff_audit
           WHERE ($1::int[] IS NULL OR staff_id = ANY ($1)) AND ($2::bigint IS NULL OR audit_id < $2) ORDER BY audit_id DESC LIMIT $3`,
    values: [seesAll ? null : people.map(({ staffId }) => staffId), before ?? null, AUDIT_LINES],
  })
  return rows
}
