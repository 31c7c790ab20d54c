import { createHash } from 'node:crypto'
import type { AstroCookies } from 'astro'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { narrow, reachOf } from '#lib/domain/staff/reach.ts'
import { permissionsOf } from '#lib/domain/staff/roles.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'

interface StaffRow {
  readonly staffId: number
  readonly firstName: string
  readonly lastName: string
  readonly permissions: readonly number[]
  readonly businessIds: readonly number[] | null
  readonly featureIds: readonly number[] | null
  readonly allocationIds: readonly number[] | null
  /** To what the role limits its accounts. */
  readonly roleBusinessIds: readonly number[] | null
  readonly roleFeatureIds: readonly number[] | null
  /** Whether the last act was noted more than a minute ago. */
  readonly isDue: boolean
}

/** Who of the staff is signed in by the staff's own cookie, with the role as it is now; undefined if nobody is. Counts as an act of the session. */
export async function staffOf(cookies: AstroCookies): Promise<StaffMember | undefined> {
  const hash = staffSidHash(cookies)
  if (!hash) return undefined
  const { rows } = await database().query<StaffRow>({
    name: 'staff-by-session',
    text: `SELECT m.staff_id AS "staffId", m.first_name AS "firstName", m.last_name AS "lastName", r.permissions,
             m.business_ids AS "businessIds", m.feature_ids AS "featureIds", m.allocation_ids AS "allocationIds",
             r.business_ids AS "roleBusinessIds", r.feature_ids AS "roleFeatureIds",
             s.last_seen_at < now() - interval '1 minute' AS "isDue"
           FROM staff_session s JOIN staff m USING (staff_id) JOIN staff_role r USING (role)
           WHERE s.sid_hash = $1 AND s.is_open AND is_staff_session_alive(s) AND m.disabled_at IS NULL`,
    values: [hash],
  })
  const row = rows[0]
  if (!row) return undefined
  if (row.isDue) await noteAct(hash)
  return memberOf(row)
}

function memberOf(row: StaffRow): StaffMember {
  const { staffId, firstName, lastName, allocationIds } = row
  const [own, ofRole] = [reachOf(row.businessIds, row.featureIds), reachOf(row.roleBusinessIds, row.roleFeatureIds)]
  return {
    ...{ staffId, firstName, lastName, permissions: permissionsOf(row.permissions) },
    ...narrow(own, ofRole),
    ...(allocationIds && { allocationIds }),
  }
}

/** The hash of the cookie's secret, as it is stored; undefined without a cookie. */
export function staffSidHash(cookies: AstroCookies): Buffer | undefined {
  const value = cookies.get(cookieNames().staff)?.value
  return value ? createHash('sha256').update(value).digest() : undefined
}

async function noteAct(hash: Buffer): Promise<void> {
  await database().query({
    name: 'staff-acts',
    text: 'UPDATE staff_session SET last_seen_at = now() WHERE sid_hash = $1',
    values: [hash],
  })
}
