import type { Permission } from '#lib/domain/staff/permissions.ts'
import { permissionsOf, readRoleName } from '#lib/domain/staff/roles.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { changeAccount } from '#lib/server/staff/people/change-account.ts'
import type { OnceShown } from '#lib/server/staff/outside/shown-once.ts'
import { actOnPerson, changeRole, invite, PEOPLE_ACTS, type OwnerAsk } from '#lib/server/staff/people/manage-people.ts'
import { remindOfFactor } from '#lib/server/staff/people/remind-of-factor.ts'
import { actIn, textIn } from '../_door.ts'
import { OUTSIDE_ACTS } from './_outside-acts.ts'
import { longIn, namesIn, reachIn } from './_fields.ts'

/** Takes a form of the page of the staff. */
export function actOnStaff(ask: OwnerAsk, sent: FormData): Promise<Result<OnceShown | null>> {
  const name = textIn(sent, 'act')
  const outside = actIn(OUTSIDE_ACTS, sent)
  if (outside) return outside(ask, sent)
  if (name === 'remindFactor') return remindOfFactor(ask)
  const id = textIn(sent, 'staffId')
  const staffId = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined
  const personal = PEOPLE_ACTS.find((one) => one === name)
  if ((personal || name === 'changeAccount') && staffId === undefined) return Promise.resolve(refuse('NOT_FOUND'))
  if (personal && staffId !== undefined) return actOnPerson(ask, personal, staffId)
  if (name === 'changeAccount' && staffId !== undefined) return changeByForm(ask, staffId, sent)
  if (name === 'saveRole' || name === 'deleteRole') return changeRoleByForm(ask, sent, name)
  return name === 'invite' ? inviteByForm(ask, sent) : Promise.resolve(refuse('BAD_REQUEST'))
}

/** A form that was refused. */
export interface Typed {
  readonly act: string
  /** A field by its name; '' if it was not sent. */
  readonly text: (name: string) => string
  readonly permissions: ReadonlySet<Permission>
  /** What was chosen of several. */
  readonly chosen: (name: string) => readonly string[]
}

export function typedIn(sent: FormData): Typed {
  return {
    act: textIn(sent, 'act'),
    text: (name) => longIn(sent, name) ?? '',
    permissions: chosenIn(sent),
    chosen: (name) => namesIn(sent, name),
  }
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

async function inviteByForm(ask: OwnerAsk, sent: FormData): Promise<Result<null>> {
  const [email = '', firstName = '', lastName = '', role = ''] = ['email', 'firstName', 'lastName', 'role'].map((field) =>
    textIn(sent, field).trim(),
  )
  const missing = Object.entries({ firstName, email, role }).find(([, value]) => value === '')
  if (missing) return refuse('FORM_INVALID', { field: missing[0] })
  const reach = reachIn(sent)
  return reach.ok ? invite(ask, { email, firstName, lastName, role, ...reach.value }) : reach
}
