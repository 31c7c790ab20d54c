import { mayGrant, mayManage, type Reach } from '#lib/domain/staff/manage.ts'
import type { Permission, StaffMember } from '#lib/domain/staff/permissions.ts'
import { permissionsOf } from '#lib/domain/staff/roles.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** Somebody of the staff, as owners see it. */
export interface StaffListed extends Reach {
  readonly staffId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: string
  /** Whether the role is ready-made: its name is one of staff.json. */
  readonly isReadyMade: boolean
  readonly permissions: ReadonlySet<Permission>
  readonly hasSecondFactor: boolean
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

interface Row extends Omit<StaffListed, 'permissions' | 'businessIds' | 'featureIds' | 'lastSeenAt' | 'invitedUntil'> {
  readonly permissions: readonly number[]
  readonly businessIds: readonly number[] | null
  readonly featureIds: readonly number[] | null
  readonly lastSeenAt: Date | null
  readonly invitedUntil: Date | null
}

/** Everybody whom an owner may manage; those without a second factor come first, those who left last. */
export async function staffFor(owner: StaffMember): Promise<readonly StaffListed[]> {
  const { rows } = await database().query<Row>({
    name: 'staff-listed',
    text: `SELECT m.staff_id AS "staffId", email, first_name AS "firstName", last_name AS "lastName", role, r.permissions, r.is_ready_made AS "isReadyMade", business_ids AS "businessIds",
             feature_ids AS "featureIds", totp_step IS NOT NULL AS "hasApp", has_second_factor(m) AS "hasSecondFactor",
             (SELECT count(*)::int FROM staff_passkey p WHERE p.staff_id = m.staff_id) AS passkeys,
             CASE WHEN disabled_at IS NOT NULL THEN 'closed' WHEN password_hash IS NULL THEN 'invited' ELSE 'active' END AS state,
             (SELECT max(s.last_seen_at) FROM staff_session s WHERE s.staff_id = m.staff_id) AS "lastSeenAt",
             (SELECT max(expires_at) FROM staff_invitation i WHERE i.staff_id = m.staff_id AND used_at IS NULL AND expires_at > now()) AS "invitedUntil",
             (SELECT count(*)::int FROM staff_session s WHERE s.staff_id = m.staff_id AND s.is_open AND is_staff_session_alive(s)) AS sessions
           FROM staff m JOIN staff_role r USING (role) ORDER BY disabled_at IS NOT NULL, has_second_factor(m), first_name, last_name, m.staff_id`,
  })
  return rows.map(listed).filter((person) => mayManage(owner, person) && mayGrant(owner, person.permissions))
}

function listed({ permissions, businessIds, featureIds, lastSeenAt, invitedUntil, ...row }: Row): StaffListed {
  return {
    ...row,
    ...{ permissions: permissionsOf(permissions), businessIds: businessIds ?? 'all', featureIds: featureIds ?? 'all' },
    ...(lastSeenAt && { lastSeenAt: lastSeenAt.toISOString() }),
    ...(invitedUntil && { invitedUntil: invitedUntil.toISOString() }),
  }
}

/** Somebody of the staff whom an owner may manage; undefined for others as for nobody. */
export async function managedBy(owner: StaffMember, staffId: number): Promise<StaffListed | undefined> {
  return (await staffFor(owner)).find((person) => person.staffId === staffId)
}
