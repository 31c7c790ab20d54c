import { parseArgs } from 'node:util'
import { PERMISSIONS, type Permission } from '#lib/domain/staff/permissions.ts'
import { permissionsOf, readRoleName } from '#lib/domain/staff/roles.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { readNumbers } from '#lib/domain/staff/manage.ts'
import { inTransaction } from '#lib/server/platform/db/connect.ts'
import { invitationAddress } from './people/invitation-mail.ts'
import { INVITATION_DAYS, inviteStaff, type Invited } from './people/invite.ts'
import { allRoles, deleteRole, isRole, saveRole } from './people/roles.ts'

/** Exit codes: done, refused, wrong usage. */
export const EXIT = { done: 0, refused: 1, misused: 2 } as const

export interface Terminal {
  readonly say: (line: string) => void
  readonly complain: (line: string) => void
}

const USAGE = `Usage: npm run staff -- add EMAIL --role ROLE [--first NAME] [--last NAME] [--businesses 1,2] [--features 1001,1002] [--allocations 1,2]
Adds somebody to the staff and prints a link, once, by which a password is set. Without --businesses and --features the account sees all of them; without --allocations it may sell their seats of all allocations.
       npm run staff -- roles
Lists the roles and what they may do.
       npm run staff -- role NAME --permissions ${Object.values(PERMISSIONS).join(',')}
Makes a role of your own that may do these, or changes what one may do: ${Object.entries(PERMISSIONS)
  .map(([name, number]) => `${String(number)} ${name}`)
  .join(', ')}.
       npm run staff -- delete-role NAME`

/** What is asked at the terminal. */
type Command =
  | { readonly name: 'add'; readonly person: Invited }
  | { readonly name: 'roles' }
  | { readonly name: 'role'; readonly role: string; readonly permissions: ReadonlySet<Permission> }
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
    const role = readRoleName(of)
    if (role === undefined) return undefined
    return name === 'delete-role' ? { name, role } : name === 'role' ? readPermissions(role, values.permissions) : undefined
  } catch {
    return undefined
  }
}

function readPerson(email: string, values: Readonly<Record<string, string | undefined>>): Command | undefined {
  const role = readRoleName(values.role ?? '')
  const { businesses = '', features = '', allocations = '', first = email.split('@')[0] ?? '', last = '' } = values
  const [businessIds, featureIds, allocationIds] = [readNumbers(businesses), readNumbers(features), readNumbers(allocations)]
  if (email === '' || role === undefined || !businessIds || !featureIds || !allocationIds) return undefined
  const person = { email, role, businessIds, featureIds, firstName: first, lastName: last }
  return { name: 'add', person: allocationIds === 'all' ? person : { ...person, allocationIds } }
}

function readPermissions(role: string, typed = ''): Command | undefined {
  const numbers = readNumbers(typed)
  if (!numbers || numbers === 'all') return undefined
  const permissions = permissionsOf(numbers)
  return permissions.size === numbers.length ? { name: 'role', role, permissions } : undefined
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
  const done = await inTransaction((client): Promise<Result<null>> =>
    command.name === 'role' ? saveRole(client, command.role, command.permissions, HERE) : deleteRole(client, command.role, HERE),
  )
  if (done.ok) {
    terminal.say(command.name === 'role' ? `${command.role} may do that now.` : `${command.role} is no role any more.`)
    return EXIT.done
  }
  terminal.complain(
    command.name === 'role'
      ? `${command.role} is a ready-made role and stays as it is.`
      : `${command.role} is ready-made, somebody has it, or there is no such role.`,
  )
  return EXIT.refused
}

async function listRoles({ say }: Terminal): Promise<number> {
  for (const { role, permissions, people } of await allRoles())
    say(`${role}: ${[...permissions].join(', ') || 'nothing'} (accounts: ${String(people)})`)
  return EXIT.done
}

async function add(person: Invited, { say, complain }: Terminal): Promise<number> {
  const added = await inTransaction(async (client) =>
    (await isRole(client, person.role)) ? inviteStaff(client, person, HERE) : refuse('ROLE_NOT_YOURS'),
  )
  if (!added.ok) {
    const { code } = added.refusal
    if (code === 'ROLE_NOT_YOURS') complain(`There is no role ${person.role}; npm run staff -- roles lists them.`)
    else complain(code === 'CONTACT_IN_USE' ? `${person.email} is of the staff already.` : `${person.email} is no e-mail address.`)
    return EXIT.refused
  }
  say(`${person.email} is of the staff now (${person.role}). This link sets the password, once, within ${String(INVITATION_DAYS)} days:`)
  say(invitationAddress(added.value.token))
  return EXIT.done
}
