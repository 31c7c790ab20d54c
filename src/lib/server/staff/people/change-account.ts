import { mayManage } from '#lib/domain/staff/manage.ts'
import { limitOf, type Reach } from '#lib/domain/staff/reach.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { noteStaffAct, whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import type { Inviter } from './invite.ts'
import { keepAnOwner, lockStaff } from './keep-an-owner.ts'
import type { OwnerAsk } from './manage-people.ts'
import { managedBy } from './people.ts'
import { isRole, roleFor } from './roles.ts'

/** The role of an account, by its name, and the account's own limits. */
export interface Post extends Reach {
  readonly role: string
}

/**
 * Changes the role of an account and what it sees, at once also for its open sessions. One that was for seats of all allocations sells those of the owner from then on.
 * Refusals: NOT_FOUND (nobody whom the owner may manage, or more than the owner sees), ROLE_NOT_YOURS, LAST_OWNER.
 */
export async function changeAccount(ask: OwnerAsk, staffId: number, wanted: Post): Promise<Result<null>> {
  const { owner, source, request } = ask
  return inTransaction(async (client): Promise<Result<null>> => {
    await lockStaff(client)
    if (!(await managedBy(owner, staffId, client))) return refuse('NOT_FOUND')
    if (!(await roleFor(owner, wanted.role, client))) return refuse('ROLE_NOT_YOURS')
    if (!mayManage(owner, wanted)) return refuse('NOT_FOUND')
    const post = { ...wanted, staffId, insteadOfAll: owner.allocationIds }
    return setPost(client, post, { ...whenceOf(source, request), staffId: owner.staffId })
  })
}

/** What is changed of an account at the terminal; what is left out stays. */
export interface PostChange extends Partial<Reach> {
  readonly role?: string
  /** Of which seats are sold as a producer. */
  readonly allocationIds?: readonly number[] | 'all'
}

/** Changes the account of an address. Refusals: NOT_FOUND (it is nobody's), ROLE_NOT_YOURS (there is no such role), LAST_OWNER. */
export async function changeAccountOf(
  client: Queryable,
  { email, change }: { readonly email: string; readonly change: PostChange },
  by: Inviter,
): Promise<Result<null>> {
  await lockStaff(client)
  const { rows } = await client.query<{ readonly staffId: number } & Stored>({
    name: 'account-by-address',
    text: `SELECT staff_id AS "staffId", role, business_ids AS "businessIds", feature_ids AS "featureIds" FROM staff WHERE lower(email) = lower($1)`,
    values: [email.trim()],
  })
  const found = rows[0]
  if (!found) return refuse('NOT_FOUND')
  const { role = found.role, businessIds = found.businessIds ?? 'all', featureIds = found.featureIds ?? 'all', allocationIds } = change
  if (!(await isRole(client, role))) return refuse('ROLE_NOT_YOURS')
  const post = { role, businessIds, featureIds, ...(allocationIds && { allocationIds }) }
  return setPost(client, { ...post, staffId: found.staffId }, by)
}

/** A post as the database stores it. */
interface Stored {
  readonly role: string
  readonly businessIds: readonly number[] | null
  readonly featureIds: readonly number[] | null
}

/** The post that an account gets; allocations that are left out stay. */
interface NewPost extends Post, Pick<PostChange, 'allocationIds'> {
  readonly staffId: number
  /** The allocations of whoever changes it, if these are limited. */
  readonly insteadOfAll?: readonly number[] | undefined
}

async function setPost(client: Queryable, post: NewPost, by: Inviter): Promise<Result<null>> {
  const { staffId, role, businessIds, featureIds, allocationIds, insteadOfAll } = post
  return keepAnOwner(client, async () => {
    const { rows } = await client.query<Stored & { readonly allocationIds: readonly number[] | null }>({
      name: 'change-account',
      text: `UPDATE staff m SET role = $2, business_ids = $3, feature_ids = $4, allocation_ids = CASE WHEN $5 THEN $6::int[] ELSE coalesce(m.allocation_ids, $7::int[]) END
             FROM (SELECT staff_id, role, business_ids, feature_ids, allocation_ids FROM staff WHERE staff_id = $1 FOR NO KEY UPDATE) before
             WHERE m.staff_id = before.staff_id
             RETURNING before.role, before.business_ids AS "businessIds", before.feature_ids AS "featureIds", before.allocation_ids AS "allocationIds"`,
      values: [
        ...[staffId, role, limitOf(businessIds), limitOf(featureIds)],
        ...[allocationIds !== undefined, limitOf(allocationIds ?? 'all'), insteadOfAll ?? null],
      ],
    })
    const [stored] = rows
    if (!stored) return refuse('NOT_FOUND')
    const { allocationIds: allocationsBefore, ...before } = stored
    const given = allocationIds ?? (allocationsBefore === null ? insteadOfAll : undefined)
    const facts = {
      ...{ before: { ...before, ...(given && { allocationIds: allocationsBefore }) }, role, businessIds, featureIds },
      ...(given && { allocationIds: given }),
    }
    await noteStaffAct(client, { ...by, action: 'change account', subject: String(staffId), facts })
    return accept(null)
  })
}
