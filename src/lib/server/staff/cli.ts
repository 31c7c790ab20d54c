import { parseArgs } from 'node:util'
import { isRole, ROLES, type Role } from '#lib/domain/staff/roles.ts'
import { readNumbers } from '#lib/domain/staff/manage.ts'
import { inTransaction } from '#lib/server/platform/db/connect.ts'
import { invitationAddress } from './people/invitation-mail.ts'
import { INVITATION_DAYS, inviteStaff, type Invited } from './people/invite.ts'

/** Exit codes: done, refused, wrong usage. */
export const EXIT = { done: 0, refused: 1, misused: 2 } as const

export interface Terminal {
  readonly say: (line: string) => void
  readonly complain: (line: string) => void
}

const USAGE = `Usage: npm run staff -- add EMAIL --role ${Object.keys(ROLES).join('|')} [--first NAME] [--last NAME] [--businesses 1,2] [--features 1001,1002] [--allocations 1,2]
Adds somebody to the staff and prints a link, once, by which a password is set. Without --businesses and --features the account sees all of them; without --allocations it may sell their seats of all allocations.`

/** Reads the command. @returns undefined if it is none */
export function readCommand(args: readonly string[]): Invited | undefined {
  try {
    const text = { type: 'string' } as const
    const options = { role: text, first: text, last: text, businesses: text, features: text, allocations: text }
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [name, email = '', ...more] = positionals
    const role = roleOf(values.role)
    const { businesses = '', features = '', allocations = '', first = email.split('@')[0] ?? '', last = '' } = values
    const [businessIds, featureIds, allocationIds] = [readNumbers(businesses), readNumbers(features), readNumbers(allocations)]
    if (name !== 'add' || email === '' || more.length > 0 || !role || !businessIds || !featureIds || !allocationIds) return undefined
    const person = { email, role, businessIds, featureIds, firstName: first, lastName: last }
    return allocationIds === 'all' ? person : { ...person, allocationIds }
  } catch {
    return undefined
  }
}

function roleOf(name: string | undefined): Role | undefined {
  return name !== undefined && isRole(name) ? name : undefined
}

/** Runs the command in a process that already has a database. */
export async function staffFromTerminal(args: readonly string[], { say, complain }: Terminal): Promise<number> {
  const person = readCommand(args)
  if (!person) {
    complain(USAGE)
    return EXIT.misused
  }
  const added = await inTransaction((client) => inviteStaff(client, person, { staffId: null, address: null, device: 'terminal' }))
  if (!added.ok) {
    complain(added.refusal.code === 'CONTACT_IN_USE' ? `${person.email} is of the staff already.` : `${person.email} is no e-mail address.`)
    return EXIT.refused
  }
  say(`${person.email} is of the staff now (${person.role}). This link sets the password, once, within ${String(INVITATION_DAYS)} days:`)
  say(invitationAddress(added.value.token))
  return EXIT.done
}
