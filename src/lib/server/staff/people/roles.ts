import { mayGrant } from '#lib/domain/staff/manage.ts'
import type { Permission, StaffMember } from '#lib/domain/staff/permissions.ts'
import { permissionsOf } from '#lib/domain/staff/roles.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { noteStaffAct } from '#lib/server/staff/session/staff-audit.ts'
import type { Inviter } from './invite.ts'

/** A role, and what it may do. */
export interface RoleListed {
  readonly role: string
  readonly permissions: ReadonlySet<Permission>
  /** Ready-made roles stay as they are, and have their names in staff.json. */
  readonly isReadyMade: boolean
  /** Accounts that have it. */
  readonly people: number
}

/** All roles, the ready-made ones first. */
export async function allRoles(client: Queryable = database()): Promise<readonly RoleListed[]> {
  const { rows } = await client.query<Omit<RoleListed, 'permissions'> & { readonly permissions: readonly number[] }>({
    name: 'staff-roles',
    text: `SELECT role, permissions, is_ready_made AS "isReadyMade", (SELECT count(*)::int FROM staff m WHERE m.role = r.role) AS people
           FROM staff_role r ORDER BY is_ready_made DESC, cardinality(permissions) DESC, role`,
  })
  return rows.map((row) => ({ ...row, permissions: permissionsOf(row.permissions) }))
}

/** The roles that somebody may give out. */
export async function rolesFor(owner: StaffMember): Promise<readonly RoleListed[]> {
  return (await allRoles()).filter(({ permissions }) => mayGrant(owner, permissions))
}

/** Whether there is a role of that name. */
export async function isRole(client: Queryable, role: string): Promise<boolean> {
  const { rowCount } = await client.query({ name: 'is-staff-role', text: 'SELECT FROM staff_role WHERE role = $1', values: [role] })
  return rowCount === 1
}

/** Makes a role, or changes what one may do; who has it may do so at once. Refusal: ROLE_READY_MADE. */
export async function saveRole(client: Queryable, role: string, permissions: ReadonlySet<Permission>, by: Inviter): Promise<Result<null>> {
  const { rowCount } = await client.query({
    name: 'save-staff-role',
    text: `INSERT INTO staff_role AS r (role, permissions) VALUES ($1, $2)
           ON CONFLICT (role) DO UPDATE SET permissions = excluded.permissions WHERE NOT r.is_ready_made`,
    values: [role, [...permissions].sort((one, other) => one - other)],
  })
  if (rowCount !== 1) return refuse('ROLE_READY_MADE')
  await noteStaffAct(client, { ...by, action: 'save role', subject: role, facts: { permissions: [...permissions] } })
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
