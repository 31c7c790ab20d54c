import type { RefusalCode } from '#lib/domain/refusal.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { changeAccountOf } from './people/change-account.ts'
import { invitationAddress } from './people/invitation-mail.ts'
import { INVITATION_DAYS, inviteStaff, type Invited } from './people/invite.ts'
import { keepAnOwner, lockStaff } from './people/keep-an-owner.ts'
import { resetFactorOf } from './people/reset-factor.ts'
import { allRoles, deleteRole, isRole, saveRole } from './people/roles.ts'
import { readCommand, USAGE, type Command } from './read-command.ts'
import { EXIT, type Terminal } from '#lib/server/platform/terminal/terminal.ts'

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
  if (command.name === 'change') return changeAccountOf(client, command, HERE)
  if (command.name === 'reset-factor') return resetFactorOf(client, command.email, HERE)
  return keepAnOwner(client, () => (command.name === 'role' ? saveRole(client, command, HERE) : deleteRole(client, command.role, HERE)))
}

function toldOf(command: Change): string {
  if (command.name === 'change') return `${command.email} is changed, open sessions too.`
  if (command.name === 'reset-factor')
    return `${command.email} has no second factor any more and is signed out everywhere; the password stays.`
  return command.name === 'role' ? `${command.role} may do that now.` : `${command.role} is no role any more.`
}

function refusedOf(command: Change, code: RefusalCode): string {
  if (code === 'LAST_OWNER') return 'Nobody would be left who manages the staff: make somebody else an owner first.'
  if (command.name === 'change' && code === 'ROLE_NOT_YOURS') return noRole(command.change.role)
  if (command.name === 'change' || command.name === 'reset-factor') return `${command.email} is not of the staff.`
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
