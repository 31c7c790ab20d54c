import { readNumbers } from '#lib/domain/staff/manage.ts'
import type { Permission, StaffMember } from '#lib/domain/staff/permissions.ts'
import { permissionsOf, readRoleName } from '#lib/domain/staff/roles.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { auditFor, type AuditLine } from '#lib/server/staff/people/audit-list.ts'
import { actOnPerson, changeRole, invite, PEOPLE_ACTS, type OwnerAsk } from '#lib/server/staff/people/manage-people.ts'
import { rolesFor, type RoleListed } from '#lib/server/staff/people/roles.ts'
import { staffFor, type StaffListed } from '#lib/server/staff/people/people.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { textIn } from '../_door.ts'

/** The page on which owners see the staff and what it did. */
export interface PeoplePage {
  readonly people: readonly StaffListed[]
  /** Those that the member may give out. */
  readonly roles: readonly RoleListed[]
  readonly audit: readonly AuditLine[]
  /** The role that was typed, if it was refused. */
  readonly typedRole?: { readonly name: string; readonly permissions: ReadonlySet<Permission> }
  readonly problem?: string
  readonly status: number
}

interface Asked {
  readonly ask: StaffAsk
  readonly member: StaffMember
  readonly sent: FormData | undefined
  readonly locale: Locale
  readonly url: URL
}

/** Opens the page, or takes one of its forms. `goTo`: done. */
export async function openPeople({ ask, member, sent, locale, url }: Asked): Promise<PeoplePage | { readonly goTo: string }> {
  const done = sent && (await act({ ...ask, owner: member, locale }, sent))
  if (done?.ok) return { goTo: '/PRES-live/staff?done' }
  const before = /^[1-9]\d{0,15}$/.exec(url.searchParams.get('before') ?? '')
  const [people, roles] = await Promise.all([staffFor(member), rolesFor(member)])
  const audit = await auditFor(member, people, before ? Number(before[0]) : undefined)
  if (!sent || !done) return { people, roles, audit, status: 200 }
  const { code, facts } = done.refusal
  const typedRole = { name: textIn(sent, 'roleName'), permissions: chosenIn(sent) }
  return { people, roles, audit, typedRole, problem: textOf(locale)(`errors.${code}`, facts), status: statusOf(code) }
}

function act(ask: OwnerAsk, sent: FormData): Promise<Result<null>> {
  const name = textIn(sent, 'act')
  const personal = PEOPLE_ACTS.find((one) => one === name)
  if (personal) {
    const id = textIn(sent, 'staffId')
    return /^[1-9]\d{0,8}$/.test(id) ? actOnPerson(ask, personal, Number(id)) : Promise.resolve(refuse('NOT_FOUND'))
  }
  if (name === 'saveRole' || name === 'deleteRole') return changeRoleByForm(ask, sent, name)
  return name === 'invite' ? inviteByForm(ask, sent) : Promise.resolve(refuse('BAD_REQUEST'))
}

function changeRoleByForm(ask: OwnerAsk, sent: FormData, name: 'saveRole' | 'deleteRole'): Promise<Result<null>> {
  const role = readRoleName(textIn(sent, 'roleName'))
  if (role === undefined) return Promise.resolve(refuse('FORM_INVALID', { field: 'roleName' }))
  return changeRole(ask, role, name === 'saveRole' ? chosenIn(sent) : undefined)
}

function chosenIn(sent: FormData): ReadonlySet<Permission> {
  return permissionsOf(sent.getAll('permission').map(Number))
}

function inviteByForm(ask: OwnerAsk, sent: FormData): Promise<Result<null>> {
  const [email, firstName, lastName, role] = ['email', 'firstName', 'lastName', 'role'].map((field) => textIn(sent, field).trim())
  const [businessIds, featureIds] = [readNumbers(textIn(sent, 'businesses')), readNumbers(textIn(sent, 'features'))]
  const missing = [
    ['firstName', firstName],
    ['email', email],
    ['businesses', businessIds],
    ['features', featureIds],
  ].find(([, value]) => value === undefined || value === '')
  if (missing || !email || !firstName || !businessIds || !featureIds || !role)
    return Promise.resolve(refuse('FORM_INVALID', { field: String(missing?.[0] ?? 'role') }))
  return invite(ask, { email, firstName, lastName: lastName ?? '', role, businessIds, featureIds })
}
