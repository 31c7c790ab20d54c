import { mayStaff, PERMISSIONS, type Permission, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { readNumbers, type Reach } from '#lib/domain/staff/reach.ts'
import { permissionsOf, readRoleName } from '#lib/domain/staff/roles.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { auditFor, type AuditLine } from '#lib/server/staff/people/audit-list.ts'
import { changeAccount } from '#lib/server/staff/people/change-account.ts'
import { actOnPerson, changeRole, invite, PEOPLE_ACTS, type OwnerAsk } from '#lib/server/staff/people/manage-people.ts'
import { rolesFor, type RoleListed } from '#lib/server/staff/people/roles.ts'
import { staffFor, type StaffListed } from '#lib/server/staff/people/people.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { textOf } from '#lib/text/text.ts'
import { openDoorFor, textIn, type Door, type PageContext } from '../_door.ts'

/** The page on which owners see the staff and what it did. */
interface PeoplePage {
  readonly people: readonly StaffListed[]
  /** Those that the member may give out. */
  readonly roles: readonly RoleListed[]
  /** One of the own house that is to be changed. */
  readonly chosenRole?: RoleListed
  readonly audit: readonly AuditLine[]
  /** Whether the form before was done, and no other was refused since. */
  readonly isDone: boolean
  /** What was typed, if it was refused. */
  readonly typed?: Typed
  readonly problem?: string
}

/** A form that was refused. */
export interface Typed {
  readonly act: string
  /** A field by its name; '' if it was not sent. */
  readonly text: (name: string) => string
  readonly permissions: ReadonlySet<Permission>
}

/** The page as it was opened: the sign-in, or the staff. */
export interface OpenedPeople {
  readonly door: Door
  readonly member: StaffMember | undefined
  readonly page: PeoplePage | undefined
  readonly status: number
}

/** Opens the page for who is signed in, or takes one of its forms. Whoever is no owner finds no such page. */
export async function openPeople(context: PageContext): Promise<OpenedPeople | Response> {
  const { url, locals } = context
  const door = await openDoorFor(context, PERMISSIONS.people)
  if (door instanceof Response) return door
  const { ask, member, sent } = door
  if (!member) return { door, member, page: undefined, status: door.status }
  const done = sent && (await act({ ...ask, owner: member, locale: locals.locale }, sent))
  if (done?.ok) {
    const now = await staffOf(ask.cookies)
    return context.redirect(now && mayStaff(now, PERMISSIONS.people) ? '/PRES-live/staff?done' : '/PRES-live', 303)
  }
  const before = /^[1-9]\d{0,15}$/.exec(url.searchParams.get('before') ?? '')
  const [people, roles] = await Promise.all([staffFor(member), rolesFor(member)])
  const audit = await auditFor(member, people, before ? Number(before[0]) : undefined)
  const chosenRole = roles.find(({ role, isReadyMade }) => !isReadyMade && role === url.searchParams.get('role'))
  const page = { people, roles, audit, isDone: !done && url.searchParams.has('done'), ...(chosenRole && { chosenRole }) }
  if (!sent || !done) return { door, member, page, status: 200 }
  const { code, facts } = done.refusal
  const typed = { act: textIn(sent, 'act'), text: (name: string) => longIn(sent, name) ?? '', permissions: chosenIn(sent) }
  const problem = textOf(locals.locale)(`errors.${code}`, facts)
  return { door, member, page: { ...page, typed, problem }, status: statusOf(code) }
}

function act(ask: OwnerAsk, sent: FormData): Promise<Result<null>> {
  const name = textIn(sent, 'act')
  const id = textIn(sent, 'staffId')
  const staffId = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined
  const personal = PEOPLE_ACTS.find((one) => one === name)
  if ((personal || name === 'changeAccount') && staffId === undefined) return Promise.resolve(refuse('NOT_FOUND'))
  if (personal && staffId !== undefined) return actOnPerson(ask, personal, staffId)
  if (name === 'changeAccount' && staffId !== undefined) return changeByForm(ask, staffId, sent)
  if (name === 'saveRole' || name === 'deleteRole') return changeRoleByForm(ask, sent, name)
  return name === 'invite' ? inviteByForm(ask, sent) : Promise.resolve(refuse('BAD_REQUEST'))
}

async function changeByForm(ask: OwnerAsk, staffId: number, sent: FormData): Promise<Result<null>> {
  const reach = reachIn(sent)
  return reach.ok ? changeAccount(ask, staffId, { role: textIn(sent, 'role'), ...reach.value }) : reach
}

async function changeRoleByForm(ask: OwnerAsk, sent: FormData, name: 'saveRole' | 'deleteRole'): Promise<Result<null>> {
  const role = readRoleName(textIn(sent, 'roleName'))
  if (role === undefined) return refuse('FORM_INVALID', { field: 'roleName' })
  if (name === 'deleteRole') return changeRole(ask, role)
  const reach = reachIn(sent)
  return reach.ok ? changeRole(ask, role, { permissions: chosenIn(sent), ...reach.value }) : reach
}

function chosenIn(sent: FormData): ReadonlySet<Permission> {
  return permissionsOf(sent.getAll('permission').map(Number))
}

/** Longer than a list of numbers ever is. */
const MOST_TEXT = 2_000

/** A field of a form; undefined if it is missing, too long or a file. */
function longIn(sent: FormData, name: string): string | undefined {
  const value = sent.get(name)
  return typeof value === 'string' && value.length <= MOST_TEXT && !value.includes('\0') ? value : undefined
}

/** The limits of a form, of which a field that is missing or too long is none: an empty one says that there is no limit. Refusals: FORM_INVALID. */
function reachIn(sent: FormData): Result<Reach> {
  const [businessIds, featureIds] = ['businesses', 'features'].map((name) => readTyped(longIn(sent, name)))
  if (!businessIds) return refuse('FORM_INVALID', { field: 'businesses' })
  return featureIds ? accept({ businessIds, featureIds }) : refuse('FORM_INVALID', { field: 'features' })
}

function readTyped(typed: string | undefined): Reach['businessIds'] | undefined {
  return typed === undefined ? undefined : readNumbers(typed)
}

async function inviteByForm(ask: OwnerAsk, sent: FormData): Promise<Result<null>> {
  const [email = '', firstName = '', lastName = '', role = ''] = ['email', 'firstName', 'lastName', 'role'].map((field) =>
    textIn(sent, field).trim(),
  )
  const missing = Object.entries({ firstName, email, role }).find(([, value]) => value === '')
  if (missing) return refuse('FORM_INVALID', { field: missing[0] })
  const reach = reachIn(sent)
  return reach.ok ? invite(ask, { email, firstName, lastName, role, ...reach.value }) : reach
}
