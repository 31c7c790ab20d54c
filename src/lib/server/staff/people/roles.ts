import { mayGrant } from '#lib/domain/staff/manage.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { limitOf, reachOf } from '#lib/domain/staff/reach.ts'
import { permissionsOf, type RoleTerms } from '#lib/domain/staff/roles.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { noteStaffAct } from '#lib/server/staff/session/staff-audit.ts'
import type { Inviter } from './invite.ts'

/** A role, what it may do, and to what it limits its accounts. */
export interface RoleListed extends RoleTerms {
  readonly role: string
  /** Ready-made roles stay as they are, and have their names in staff.json. */
  readonly isReadyMade: boolean
  /** Accounts that have it. */
  readonly people: number
}

interface Row extends Omit<RoleListed, keyof RoleTerms> {
  readonly permissions: readonly number[]
  readonly businessIds: readonly number[] | null
  readonly featureIds: readonly number[] | null
}

/** All roles, the ready-made ones first. */
export async function allRoles(client: Queryable = database()): Promise<readonly RoleListed[]> {
  const { rows } = await client.query<Row>({
    name: 'staff-roles',
    text: `SELECT role, permissions, business_ids AS "businessIds", feature_ids AS "featureIds", is_ready_made AS "isReadyMade", (SELECT count(*)::int FROM staff m WHERE m.role = r.role) AS people
           FROM staff_role r ORDER BY is_ready_made DESC, cardinality(permissions) DESC, role`,
  })
  return rows.map((row) => ({ ...row, permissions: permissionsOf(row.permissions), ...reachOf(row.businessIds, row.featureIds) }))
}

/** The roles that somebody may give out. */
export async function rolesFor(owner: StaffMember, client: Queryable = database()): Promise<readonly RoleListed[]> {
  return (await allRoles(client)).filter((role) => mayGrant(owner, role))
}

/** The role of a name, if somebody may give it out; undefined for another one as for none. */
export async function roleFor(owner: StaffMember, name: string, client: Queryable): Promise<RoleListed | undefined> {
  return (await rolesFor(owner, client)).find(({ role }) => role === name)
}

/** Whether there is a role of that name. */
export async function isRole(client: Queryable, role: string): Promise<boolean> {
  const { rowCount } = await client.query({ name: 'is-staff-role', text: 'SELECT FROM staff_role WHERE role = $1', values: [role] })
  return rowCount === 1
}

/** Makes a role, or changes its terms; for who has it they count at once. Refusal: ROLE_READY_MADE. */
export async function saveRole(
  client: Queryable,
  { role, terms }: { readonly role: string; readonly terms: RoleTerms },
  by: Inviter,
): Promise<Result<null>> {
  const permissions = [...terms.permissions].sort((one, other) => one - other)
  const { businessIds, featureIds } = terms
  const { rowCount } = await client.query({
    name: 'save-staff-role',
    text: `INSERT INTO staff_role AS r (role, permissions, business_ids, feature_ids) VALUES ($1, $2, $3, $4)
           ON CONFLICT (role) DO UPDATE SET permissions = excluded.permissions, business_ids = excluded.business_ids, feature_ids = excluded.feature_ids
           WHERE NOT r.is_ready_made`,
    values: [role, permissions, limitOf(businessIds), limitOf(featureIds)],
  })
  if (rowCount !== 1) return refuse('ROLE_READY_MADE')
  await noteStaffAct(client, { ...by, action: 'save role', subject: role, facts: { permissions, businessIds, featureIds } })
  return accept(null)
}

/** Deletes a role that nobody has. Refusal: ROLE_IN_USE, also of a ready-made one and of none. */
export async function deleteRole(client: Queryable, role: string, by: Inviter): Promise<Result<null>> {
  const { rowCount } = await client.query({
    name: 'delete-staff-role',
    text: 'DELETE FROM staff_role r WHERE role = $1 AND NOT is_ready_made AND NOT EXISTS (SELECT FROM staff m WHERE m.role = r.role)',
    values: [role],
  })
  if (rowCount !== 1) return refuse('ROLE_IN_USE')
  await noteStaffAct(client, { ...by, action: 'delete role', subject: role })
  return accept(null)
}
