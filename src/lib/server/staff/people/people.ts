import { mayGrant, mayManage } from '#lib/domain/staff/manage.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { narrow, reachOf, type Reach } from '#lib/domain/staff/reach.ts'
import { permissionsOf, type RoleTerms } from '#lib/domain/staff/roles.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'

/** Somebody of the staff, as owners see it: what the role lets do, and what account and role let see together. */
export interface StaffListed extends RoleTerms {
  readonly staffId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: string
  /** Whether the role is ready-made: its name is one of staff.json. */
  readonly isReadyMade: boolean
  /** The limits of the account alone. */
  readonly own: Reach
  readonly hasSecondFactor: boolean
  /** Whether a mail of the last day asked for one. */
  readonly isReminded: boolean
  /** Of which kinds. */
  readonly hasApp: boolean
  readonly passkeys: number
  /** 'invited': no password was set yet. */
  readonly state: 'active' | 'invited' | 'closed'
  /** ISO instants, or undefined. */
  readonly lastSeenAt?: string
  readonly invitedUntil?: string
  /** Sessions that are open now. */
  readonly sessions: number
}

interface Row extends Omit<StaffListed, keyof RoleTerms | 'own' | 'lastSeenAt' | 'invitedUntil'> {
  readonly permissions: readonly number[]
  readonly businessIds: readonly number[] | null
  readonly featureIds: readonly number[] | null
  readonly roleBusinessIds: readonly number[] | null
  readonly roleFeatureIds: readonly number[] | null
  readonly lastSeenAt: Date | null
  readonly invitedUntil: Date | null
}

/** Everybody whom an owner may manage; those without a second factor come first, those who left last. */
export async function staffFor(owner: StaffMember, client: Queryable = database()): Promise<readonly StaffListed[]> {
  const { rows } = await client.query<Row>({
    name: 'staff-listed',
    text: `SELECT m.staff_id AS "staffId", email, first_name AS "firstName", last_name AS "lastName", role, r.permissions, r.is_ready_made AS "isReadyMade",
             m.business_ids AS "businessIds", m.feature_ids AS "featureIds", r.business_ids AS "roleBusinessIds", r.feature_ids AS "roleFeatureIds",
             totp_step IS NOT NULL AS "hasApp", has_second_factor(m) AS "hasSecondFactor",
             EXISTS (SELECT FROM staff_audit a WHERE a.action = 'remind of second factor' AND a.subject = m.staff_id::text
               AND a.at > now() - interval '1 day') AS "isReminded",
             (SELECT count(*)::int FROM staff_passkey p WHERE p.staff_id = m.staff_id) AS passkeys,
             CASE WHEN disabled_at IS NOT NULL THEN 'closed' WHEN password_hash IS NULL THEN 'invited' ELSE 'active' END AS state,
             (SELECT max(s.last_seen_at) FROM staff_session s WHERE s.staff_id = m.staff_id) AS "lastSeenAt",
             (SELECT max(expires_at) FROM staff_invitation i WHERE i.staff_id = m.staff_id AND used_at IS NULL AND expires_at > now()) AS "invitedUntil",
             (SELECT count(*)::int FROM staff_session s WHERE s.staff_id = m.staff_id AND s.is_open AND is_staff_session_alive(s)) AS sessions
           FROM staff m JOIN staff_role r USING (role) ORDER BY disabled_at IS NOT NULL, has_second_factor(m), first_name, last_name, m.staff_id`,
  })
  return rows.filter((row) => isManagedBy(owner, row)).map(listed)
}

/** By the account's own limits, whatever the role leaves of them, and by the whole of the role. */
function isManagedBy(owner: StaffMember, row: Row): boolean {
  const role = { permissions: permissionsOf(row.permissions), ...reachOf(row.roleBusinessIds, row.roleFeatureIds) }
  return mayManage(owner, reachOf(row.businessIds, row.featureIds)) && mayGrant(owner, role)
}

function listed({
  businessIds,
  featureIds,
  roleBusinessIds,
  roleFeatureIds,
  permissions,
  lastSeenAt,
  invitedUntil,
  ...row
}: Row): StaffListed {
  const own = reachOf(businessIds, featureIds)
  return {
    ...row,
    ...{ own, permissions: permissionsOf(permissions), ...narrow(own, reachOf(roleBusinessIds, roleFeatureIds)) },
    ...(lastSeenAt && { lastSeenAt: lastSeenAt.toISOString() }),
    ...(invitedUntil && { invitedUntil: invitedUntil.toISOString() }),
  }
}

/** Whether somebody can sign in, and a password is enough. */
export function lacksFactor({ state, hasSecondFactor }: StaffListed): boolean {
  return state === 'active' && !hasSecondFactor
}

/** Somebody of the staff whom an owner may manage; undefined for others as for nobody. */
export async function managedBy(owner: StaffMember, staffId: number, client: Queryable = database()): Promise<StaffListed | undefined> {
  return (await staffFor(owner, client)).find((person) => person.staffId === staffId)
}
