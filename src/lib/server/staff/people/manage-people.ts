import type { StaffAction } from '#lib/domain/staff/actions.ts'
import { mayGrant, mayManage } from '#lib/domain/staff/manage.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { EVERYTHING } from '#lib/domain/staff/reach.ts'
import type { RoleTerms } from '#lib/domain/staff/roles.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { endStaffSessions, type StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { noteStaffAct, whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import { giveLink, inviteStaff, type Invited } from './invite.ts'
import { mailInvitation } from './invitation-mail.ts'
import { keepAnOwner, lockStaff } from './keep-an-owner.ts'
import { FACTOR_RESET, resetFactor } from './reset-factor.ts'
import { allRoles, deleteRole, roleFor, saveRole } from './roles.ts'
import { managedBy, type StaffListed } from './people.ts'

/** An owner who acts, in a browser. */
export interface OwnerAsk extends StaffAsk {
  readonly owner: StaffMember
  readonly locale: Locale
}

/** Invites somebody by mail, who sells seats of no other allocations than the owner. Refusals: NOT_FOUND (more than the owner sees), ROLE_NOT_YOURS, FORM_INVALID, CONTACT_IN_USE. */
export async function invite(ask: OwnerAsk, person: Invited): Promise<Result<null>> {
  const { owner, source, request, locale } = ask
  return inTransaction(async (client): Promise<Result<null>> => {
    await lockStaff(client)
    if (!(await roleFor(owner, person.role, client))) return refuse('ROLE_NOT_YOURS')
    if (!mayManage(owner, person)) return refuse('NOT_FOUND')
    const invited = await inviteStaff(
      client,
      { ...person, ...(owner.allocationIds && { allocationIds: owner.allocationIds }) },
      { ...whenceOf(source, request), staffId: owner.staffId },
    )
    if (!invited.ok) return invited
    await mailInvitation(client, { locale, email: person.email, name: person.firstName, token: invited.value.token })
    return accept(null)
  })
}

/** What an owner does with an account: sends a new link, ends its sessions, takes its lost second factor away, closes it, and opens it again. */
export const PEOPLE_ACTS = ['link', 'endSessions', 'resetFactor', 'close', 'reopen'] as const
export type PeopleAct = (typeof PEOPLE_ACTS)[number]

const NAMES: Readonly<Record<PeopleAct, StaffAction>> = {
  link: 'send link',
  endSessions: 'end sessions',
  resetFactor: FACTOR_RESET,
  close: 'close account',
  reopen: 'reopen account',
}

/**
 * Does it and notes it, in one transaction. Refusals: NOT_FOUND (nobody, nobody whom the owner may manage, or the own account for what would lock it out),
 * LAST_OWNER.
 */
export async function actOnPerson(ask: OwnerAsk, act: PeopleAct, staffId: number): Promise<Result<null>> {
  const { owner, source, request } = ask
  if ((act === 'close' || act === 'resetFactor') && staffId === owner.staffId) return refuse('NOT_FOUND')
  return inTransaction((client) =>
    keepAnOwner(client, async () => {
      // Read under the lock of accounts and roles: who was raised a moment before is managed no more.
      const person = await managedBy(owner, staffId, client)
      if (!person) return refuse('NOT_FOUND')
      await ACTS[act](client, ask, person)
      await noteStaffAct(client, { ...whenceOf(source, request), staffId: owner.staffId, action: NAMES[act], subject: String(staffId) })
      return accept(null)
    }),
  )
}

const ACTS: Readonly<Record<PeopleAct, (client: Queryable, ask: OwnerAsk, person: StaffListed) => Promise<void>>> = {
  link: async (client, { owner, locale }, { staffId, email, firstName }) => {
    await mailInvitation(client, { locale, email, name: firstName, token: await giveLink(client, staffId, owner.staffId) })
  },
  endSessions: (client, _ask, { staffId }) => endStaffSessions(client, staffId),
  resetFactor: (client, _ask, { staffId }) => resetFactor(client, staffId),
  close: async (client, _ask, { staffId }) => {
    await client.query({
      name: 'close-staff',
      text: 'UPDATE staff SET disabled_at = now() WHERE staff_id = $1 AND disabled_at IS NULL',
      values: [staffId],
    })
    await endStaffSessions(client, staffId)
  },
  reopen: async (client, _ask, { staffId }) => {
    await client.query({ name: 'reopen-staff', text: 'UPDATE staff SET disabled_at = NULL WHERE staff_id = $1', values: [staffId] })
  },
}

/**
 * Makes a role, changes its terms (a role is of the whole house, so only who manages all of it does), or deletes it.
 * Refusals: ROLE_NOT_YOURS (more than the owner may, now or before), ROLE_READY_MADE, ROLE_IN_USE, LAST_OWNER.
 * @param terms undefined: it is deleted
 */
export async function changeRole(ask: OwnerAsk, role: string, terms?: RoleTerms): Promise<Result<null>> {
  const { owner, source, request } = ask
  const by = { ...whenceOf(source, request), staffId: owner.staffId }
  return inTransaction(async (client): Promise<Result<null>> => {
    await lockStaff(client)
    const before = (await allRoles(client)).find((one) => one.role === role)?.permissions
    const wanted = { ...EVERYTHING, permissions: new Set([...(terms?.permissions ?? []), ...(before ?? [])]) }
    if (!mayManage(owner, EVERYTHING) || !mayGrant(owner, wanted)) return refuse('ROLE_NOT_YOURS')
    return keepAnOwner(client, () => (terms ? saveRole(client, { role, terms }, by) : deleteRole(client, role, by)))
  })
}
