import pg from 'pg'
import type { StaffAction } from '#lib/domain/staff/actions.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { ownAllocations } from '#lib/domain/sales/broker-part.ts'
import { mayStaff, type Permission, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { noteStaffAct } from '#lib/server/staff/session/staff-audit.ts'
import type { ActingStaff } from './own-reservation.ts'

/** What was done, for the log of staff; undefined: nothing had to be. */
export type Done = { readonly action: StaffAction; readonly facts: Readonly<Record<string, unknown>> } | undefined

/** A presentation that is changed, and the permission that it needs there. */
export interface PresentationChange {
  readonly presentationId: number
  readonly permission: Permission
}

/** How PostgreSQL calls a lock that was waited for too long. */
const WAITED_TOO_LONG = '55P03'

/**
 * Changes what staff have of a presentation while neither an import nor anybody else of the staff changes anything of it, and notes it.
 * Refusals: NOT_FOUND (not the member's), SALE_CLOSED, CATALOGUE_BUSY, those of the work.
 */
export async function changePresentation(
  staff: ActingStaff,
  { presentationId, permission }: PresentationChange,
  work: (client: Queryable) => Promise<Result<Done>>,
): Promise<Result<Done>> {
  const { member, address, device } = staff
  const presentation = await ownPresentation(member, presentationId, permission)
  if (!presentation) return refuse('NOT_FOUND')
  const { businessId } = presentation
  return unlessBusy(() =>
    inTransaction(async (client): Promise<Result<Done>> => {
      await client.query(`SET LOCAL lock_timeout = '2s'`)
      await client.query({ name: 'while-no-import', text: 'SELECT FROM catalogue_version FOR SHARE' })
      const { rows } = await client.query<{ isOver: boolean }>({
        name: 'lock-presentation-of-staff',
        text: 'SELECT is_cancelled OR sale_ends_at(p) <= now() AS "isOver" FROM presentation p WHERE presentation_id = $1 FOR NO KEY UPDATE',
        values: [presentationId],
      })
      if (rows[0]?.isOver !== false) return refuse('SALE_CLOSED')
      const made = await work(client)
      if (made.ok && made.value)
        await noteStaffAct(client, { ...made.value, staffId: member.staffId, subject: String(presentationId), businessId, address, device })
      return made
    }),
  )
}

async function unlessBusy<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === WAITED_TOO_LONG) return refuse('CATALOGUE_BUSY')
    throw error
  }
}

/** A presentation in which a member of staff may do something; undefined for another's as for none. */
export async function ownPresentation(
  member: StaffMember,
  presentationId: number,
  permission: Permission,
): Promise<Presentation | undefined> {
  const { presentations } = await catalogue()
  const found = presentations.get(presentationId)
  return found && mayStaff(member, permission, { businessId: found.businessId, featureId: found.featureId }) ? found : undefined
}

/** The allocations of a presentation that the account has, as they are in the database now. */
export async function ownPriced(client: Queryable, presentationId: number, { allocationIds }: StaffMember): Promise<readonly number[]> {
  const { rows } = await client.query<{ allocationId: number }>({
    name: 'allocations-of-presentation',
    text: 'SELECT DISTINCT allocation_id AS "allocationId" FROM presentation_price WHERE presentation_id = $1',
    values: [presentationId],
  })
  return ownAllocations({ prices: rows }, allocationIds)
}
