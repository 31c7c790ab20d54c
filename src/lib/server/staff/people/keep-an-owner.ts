import { PERMISSIONS } from '#lib/domain/staff/permissions.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** Lets one transaction at a time change accounts and roles: what it reads of them from here on stays so until it ends. */
export async function lockStaff(client: Queryable): Promise<void> {
  await client.query({ name: 'lock-staff', text: `SELECT FROM staff_role WHERE role = 'owner' FOR NO KEY UPDATE` })
}

/**
 * Makes a change of accounts or roles unless it takes the last account away that manages the staff, or the last that does so for the whole house.
 * The caller's transaction is rolled back by a refusal. Refusals: those of the change, LAST_OWNER.
 */
export async function keepAnOwner(client: Queryable, change: () => Promise<Result<null>>): Promise<Result<null>> {
  await lockStaff(client)
  const before = await ownersLeft(client)
  const done = await change()
  if (!done.ok) return done
  const after = await ownersLeft(client)
  return isLost(before, after) ? refuse('LAST_OWNER') : done
}

/** Whether there is anybody who can sign in and manages the staff: of a part of the house, and of all of it. */
interface Owners {
  readonly any: boolean
  readonly ofAll: boolean
}

function isLost(before: Owners, { any, ofAll }: Owners): boolean {
  return (before.any && !any) || (before.ofAll && !ofAll)
}

async function ownersLeft(client: Queryable): Promise<Owners> {
  const { rows } = await client.query<Owners>({
    name: 'owners-left',
    text: `SELECT count(*) > 0 AS "any", count(*) FILTER (WHERE num_nonnulls(m.business_ids, m.feature_ids, r.business_ids, r.feature_ids) = 0) > 0 AS "ofAll"
           FROM staff m JOIN staff_role r USING (role) WHERE m.disabled_at IS NULL AND m.password_hash IS NOT NULL AND $1 = ANY (r.permissions)`,
    values: [PERMISSIONS.people],
  })
  return rows[0] ?? { any: false, ofAll: false }
}
