import { parseArgs } from 'node:util'
import { PERMISSIONS } from '#lib/domain/staff/permissions.ts'
import { readNumbers, type Reach } from '#lib/domain/staff/reach.ts'
import { permissionsOf, readRoleName, type RoleTerms } from '#lib/domain/staff/roles.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { inTransaction, type Queryable } from '#lib/server/platform/db/connect.ts'
import { changeAccountOf, type PostChange } from './people/change-account.ts'
import { invitationAddress } from './people/invitation-mail.ts'
import { INVITATION_DAYS, inviteStaff, type Invited } from './people/invite.ts'
import { keepAnOwner, lockStaff } from './people/keep-an-owner.ts'
import { allRoles, deleteRole, isRole, saveRole } from './people/roles.ts'

/** Exit codes: done, refused, wrong usage. */
export const EXIT = { done: 0, refused: 1, misused: 2 } as const

export interface Terminal {
  readonly say: (line: string) => void
  readonly complain: (line: string) => void
}

const NAMES = Object.entries(PERMISSIONS).map(([name, number]) => `${String(number)} ${name}`)

const USAGE = `Usage: npm run staff -- add EMAIL --role ROLE [--first NAME] [--last NAME] [--businesses 1,2] [--features 1001,1002] [--allocations 1,2]
Adds somebody to the staff and prints a link, once, by which a password is set. Without --businesses and --features the account sees all of them; without --allocations it may sell their seats of all allocations.
       npm run staff -- change EMAIL [--role ROLE] [--businesses 1,2] [--features 1001,1002]
Changes the role of somebody and what the account sees, at once; what is left out stays, and all stands for no limit.
       npm run staff -- roles
Lists the roles, what they may do and to what they limit their accounts.
       npm run staff -- role NAME --permissions ${Object.values(PERMISSIONS).join(',')} [--businesses 1,2] [--features 1001,1002]
Makes a role of your own that may do these, or makes one anew: ${NAMES.join(', ')}. Its accounts see no other businesses and shows than those, if any are named.
       npm run staff -- delete-role NAME`

/** What is asked at the terminal. */
type Command =
  | { readonly name: 'add'; readonly person: Invited }
  | { readonly name: 'roles' }
  | { readonly name: 'change'; readonly email: string; readonly change: PostChange }
  | { readonly name: 'role'; readonly role: string; readonly terms: RoleTerms }
  | { readonly name: 'delete-role'; readonly role: string }

/** Reads the command. @returns undefined if it is none */
export function readCommand(args: readonly string[]): Command | undefined {
  try {
    const text = { type: 'string' } as const
    const options = { role: text, first: text, last: text, businesses: text, features: text, allocations: text, permissions: text }
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [name, of = '', ...more] = positionals
    if (more.length > 0) return undefined
    if (name === 'roles' && of === '') return { name }
    if (name === 'add') return readPerson(of, values)
    if (name === 'change') return readChange(of, values)
    const role = readRoleName(of)
    if (role === undefined) return undefined
    return name === 'delete-role' ? { name, role } : name === 'role' ? readTerms(role, values) : undefined
  } catch {
    return undefined
  }
}

type Values = Readonly<Record<string, string | undefined>>

function readPerson(email: string, values: Values): Command | undefined {
  const role = readRoleName(values.role ?? '')
  const { allocations = '', first = email.split('@')[0] ?? '', last = '' } = values
  const [reach, allocationIds] = [readReach(values), readNumbers(allocations)]
  if (email === '' || role === undefined || !reach || !allocationIds) return undefined
  const person = { email, role, ...reach, firstName: first, lastName: last }
  return { name: 'add', person: allocationIds === 'all' ? person : { ...person, allocationIds } }
}

function readChange(email: string, values: Values): Command | undefined {
  const [role, reach] = [values.role === undefined ? undefined : readRoleName(values.role), readReach(values)]
  const isRoleRead = values.role === undefined || role !== undefined
  const change = {
    ...(role !== undefined && { role }),
    ...(reach && values.businesses !== undefined && { businessIds: reach.businessIds }),
    ...(reach && values.features !== undefined && { featureIds: reach.featureIds }),
  }
  return email !== '' && reach && isRoleRead && Object.keys(change).length > 0 ? { name: 'change', email, change } : undefined
}

function readTerms(role: string, values: Values): Command | undefined {
  const [numbers, reach] = [readNumbers(values.permissions ?? ''), readReach(values)]
  if (!numbers || numbers === 'all' || !reach) return undefined
  const permissions = permissionsOf(numbers)
  return permissions.size === numbers.length ? { name: 'role', role, terms: { permissions, ...reach } } : undefined
}

/** What is not named has no limit. @returns undefined if anything is no number, or is named and empty */
function readReach({ businesses = 'all', features = 'all' }: Values): Reach | undefined {
  const [businessIds, featureIds] = [businesses, features].map((typed) => {
    if (typed.trim() === 'all') return 'all'
    return typed.trim() === '' ? undefined : readNumbers(typed)
  })
  return businessIds && featureIds ? { businessIds, featureIds } : undefined
}

const HERE = { staffId: null, address: null, device: 'terminal' }

/** Runs the command in a process that already has a database. */
export async function staffFromTerminal(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = readCommand(args)
  if (!command) {
    terminal.complain(USAGE)
    return EXIT.misused
  }
  if (command.name === 'add') return add(command.person, terminal)
  if (command.name === 'roles') return listRoles(terminal)
  const done = await inTransaction((client) => change(client, command))
  if (done.ok) terminal.say(toldOf(command))
  else terminal.complain(refusedOf(command, done.refusal.code))
  return done.ok ? EXIT.done : EXIT.refused
}

/** What changes an account or a role that there is. */
type Change = Exclude<Command, { readonly name: 'add' | 'roles' }>

function change(client: Queryable, command: Change): Promise<Result<null>> {
  if (command.name === 'change') return changeAccountOf(client, command.email, command.change, HERE)
  return keepAnOwner(client, () =>
    command.name === 'role' ? saveRole(client, command.role, command.terms, HERE) : deleteRole(client, command.role, HERE),
  )
}

function toldOf(command: Change): string {
  if (command.name === 'change') return `${command.email} is changed, open sessions too.`
  return command.name === 'role' ? `${command.role} may do that now.` : `${command.role} is no role any more.`
}

function refusedOf(command: Change, code: RefusalCode): string {
  if (code === 'LAST_OWNER') return 'Nobody would be left who manages the staff: make somebody else an owner first.'
  if (command.name === 'change') return code === 'ROLE_NOT_YOURS' ? noRole(command.change.role) : `${command.email} is not of the staff.`
  if (command.name === 'role') return `${command.role} is a ready-made role and stays as it is.`
  return `${command.role} is ready-made, somebody has it, or there is no such role.`
}

function noRole(role = ''): string {
  return `There is no role ${role}; npm run staff -- roles lists them.`
}

async function listRoles({ say }: Terminal): Promise<number> {
  for (const { role, permissions, people, businessIds, featureIds } of await allRoles()) {
    const limits = [
      ...(businessIds === 'all' ? [] : [`only businesses ${businessIds.join(', ') || 'none'}`]),
      ...(featureIds === 'all' ? [] : [`only shows ${featureIds.join(', ') || 'none'}`]),
    ]
    say(`${[`${role}: ${[...permissions].join(', ') || 'nothing'}`, ...limits].join('; ')} (accounts: ${String(people)})`)
  }
  return EXIT.done
}

async function add(person: Invited, { say, complain }: Terminal): Promise<number> {
  const added = await inTransaction(async (client) => {
    await lockStaff(client)
    return (await isRole(client, person.role)) ? inviteStaff(client, person, HERE) : refuse('ROLE_NOT_YOURS')
  })
  if (!added.ok) {
    const { code } = added.refusal
    if (code === 'ROLE_NOT_YOURS') complain(noRole(person.role))
    else complain(code === 'CONTACT_IN_USE' ? `${person.email} is of the staff already.` : `${person.email} is no e-mail address.`)
    return EXIT.refused
  }
  say(`${person.email} is of the staff now (${person.role}). This link sets the password, once, within ${String(INVITATION_DAYS)} days:`)
  say(invitationAddress(added.value.token))
  return EXIT.done
}
