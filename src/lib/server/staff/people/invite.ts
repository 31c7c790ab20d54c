import { createHash, randomBytes } from 'node:crypto'
import { normaliseEmail } from '#lib/domain/customers/email-address.ts'
import { limitOf, type Reach } from '#lib/domain/staff/reach.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { noteStaffAct, type Whence } from '#lib/server/staff/session/staff-audit.ts'

/** Days for which the link of an invitation works. */
export const INVITATION_DAYS = 3

export interface Invited extends Reach {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** The name of a row of roles. */
  readonly role: string
  /** Of which seats are sold as a producer; left out: all. */
  readonly allocationIds?: readonly number[]
}

export interface Inviter extends Whence {
  /** null: somebody at the terminal of this machine. */
  readonly staffId: number | null
}

export interface Invitation {
  readonly staffId: number
  /** The secret of the link, of which only the hash is stored. */
  readonly token: string
}

/** Adds somebody to the staff, who sets a password by the link. Refusals: FORM_INVALID (no address), CONTACT_IN_USE (the address is somebody's already). */
export async function inviteStaff(client: Queryable, { email, ...person }: Invited, by: Inviter): Promise<Result<Invitation>> {
  const address = normaliseEmail(email)
  if (address === undefined) return refuse('FORM_INVALID', { field: 'email' })
  const { businessIds, featureIds, allocationIds, firstName, lastName, role } = person
  const { rows } = await client.query<{ staffId: number }>({
    name: 'add-staff',
    text: `INSERT INTO staff (email, first_name, last_name, role, business_ids, feature_ids, allocation_ids) VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT ((lower(email))) DO NOTHING RETURNING staff_id AS "staffId"`,
    values: [address, firstName.trim(), lastName.trim(), role, limitOf(businessIds), limitOf(featureIds), allocationIds ?? null],
  })
  const added = rows[0]
  if (!added) return refuse('CONTACT_IN_USE')
  await noteStaffAct(client, {
    ...by,
    action: 'invite',
    subject: String(added.staffId),
    facts: { role, businessIds, featureIds, allocationIds },
  })
  return accept({ staffId: added.staffId, token: await giveLink(client, added.staffId, by.staffId) })
}

/** Makes a link by which somebody of the staff sets a password; earlier links of the same person end. @returns its secret */
export async function giveLink(client: Queryable, staffId: number, invitedBy: number | null): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await client.query({
    name: 'end-invitations',
    text: 'UPDATE staff_invitation SET used_at = now() WHERE staff_id = $1 AND used_at IS NULL',
    values: [staffId],
  })
  await client.query({
    name: 'add-invitation',
    text: `INSERT INTO staff_invitation (token_hash, staff_id, invited_by, expires_at) VALUES ($1, $2, $3, now() + $4::int * interval '1 day')`,
    values: [hashOfToken(token), staffId, invitedBy, INVITATION_DAYS],
  })
  return token
}

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
