import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { database } from '#lib/server/platform/db/connect.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'

/** Somebody of the staff, signed in. */
export interface StaffPerson {
  readonly staffId: number
  readonly email: string
  /** The cookie of the session: name and value, and both as a header. */
  readonly sid: string
  readonly cookie: string
}

interface StaffFacts {
  /** The name of a row of roles. */
  readonly role?: string
  readonly businessIds?: readonly number[] | null
  readonly featureIds?: readonly number[] | null
  readonly allocationIds?: readonly number[] | null
  readonly isOpen?: boolean
}

/** Makes somebody of the staff, by default a producer of business 1, with an open session. */
export async function aStaffMember(facts: StaffFacts = {}): Promise<StaffPerson> {
  const { role = 'producer', businessIds = [1], featureIds = null, allocationIds = null, isOpen = true } = facts
  const email = `staff-${randomUUID()}@house.example`
  const { rows } = await database().query<{ id: number }>(
    `INSERT INTO staff (email, first_name, last_name, role, business_ids, feature_ids, allocation_ids) VALUES ($1, 'דנה', 'לביא', $2, $3, $4, $5) RETURNING staff_id AS id`,
    [email, role, businessIds, featureIds, allocationIds],
  )
  const staffId = rows[0]?.id ?? 0
  const sid = randomBytes(32).toString('base64url')
  await database().query('INSERT INTO staff_session (sid_hash, staff_id, is_open) VALUES ($1, $2, $3)', [
    createHash('sha256').update(sid).digest(),
    staffId,
    isOpen,
  ])
  return { staffId, email, sid, cookie: `${cookieNames().staff}=${sid}` }
}
