import { parseArgs } from 'node:util'
import { PERMISSIONS } from '#lib/domain/staff/permissions.ts'
import { readNumbers, type Reach } from '#lib/domain/staff/reach.ts'
import { permissionsOf, readRoleName, type RoleTerms } from '#lib/domain/staff/roles.ts'
import type { PostChange } from './people/change-account.ts'
import type { Invited } from './people/invite.ts'

const NAMES = Object.entries(PERMISSIONS).map(([name, number]) => `${String(number)} ${name}`)

/** What can be asked, and how. */
export const USAGE = `Usage: npm run staff -- add EMAIL --role ROLE [--first NAME] [--last NAME] [--businesses 1,2] [--features 1001,1002] [--allocations 1,2]
Adds somebody to the staff and prints a link, once, by which a password is set. Without --businesses and --features the account sees all of them; without --allocations it may sell their seats of all allocations.
       npm run staff -- change EMAIL [--role ROLE] [--businesses 1,2] [--features 1001,1002] [--allocations 1,2]
Changes the role of somebody, what the account sees and of which allocations it sells seats, at once; what is left out stays, and all stands for no limit.
       npm run staff -- reset-factor EMAIL
Takes the second factor of somebody away (app, passkeys and recovery codes) and ends all sessions; the password lets in until a new one is set up.
       npm run staff -- roles
Lists the roles, what they may do and to what they limit their accounts.
       npm run staff -- role NAME --permissions ${Object.values(PERMISSIONS).join(',')} [--businesses 1,2] [--features 1001,1002]
Makes a role of your own that may do these, or makes one anew: ${NAMES.join(', ')}. Its accounts see no other businesses and shows than those, if any are named.
       npm run staff -- delete-role NAME`

/** What is asked at the terminal. */
export type Command =
  | { readonly name: 'add'; readonly person: Invited }
  | { readonly name: 'roles' }
  | { readonly name: 'change'; readonly email: string; readonly change: PostChange }
  | { readonly name: 'reset-factor'; readonly email: string }
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
    if (name === 'reset-factor') return of === '' || Object.keys(values).length > 0 ? undefined : { name, email: of }
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
  const { allocations = 'all', first = email.split('@')[0] ?? '', last = '' } = values
  const [reach, allocationIds] = [readReach(values), readLimit(allocations)]
  if (email === '' || role === undefined || !reach || !allocationIds) return undefined
  const person = { email, role, ...reach, firstName: first, lastName: last }
  return { name: 'add', person: allocationIds === 'all' ? person : { ...person, allocationIds } }
}

function readChange(email: string, values: Values): Command | undefined {
  const { businesses, features, allocations } = values
  const role = values.role === undefined ? undefined : readRoleName(values.role)
  const [reach, allocationIds] = [readReach(values), readLimit(allocations ?? 'all')]
  if (email === '' || !reach || !allocationIds || (values.role !== undefined && role === undefined)) return undefined
  const change = {
    ...(role !== undefined && { role }),
    ...(businesses !== undefined && { businessIds: reach.businessIds }),
    ...(features !== undefined && { featureIds: reach.featureIds }),
    ...(allocations !== undefined && { allocationIds }),
  }
  return Object.keys(change).length > 0 ? { name: 'change', email, change } : undefined
}

function readTerms(role: string, values: Values): Command | undefined {
  const [numbers, reach] = [readNumbers(values.permissions ?? ''), readReach(values)]
  if (!numbers || numbers === 'all' || !reach) return undefined
  const permissions = permissionsOf(numbers)
  return permissions.size === numbers.length ? { name: 'role', role, terms: { permissions, ...reach } } : undefined
}

/** What is not named has no limit. @returns undefined if anything is no number, or is named and empty */
function readReach({ businesses = 'all', features = 'all' }: Values): Reach | undefined {
  const [businessIds, featureIds] = [readLimit(businesses), readLimit(features)]
  return businessIds && featureIds ? { businessIds, featureIds } : undefined
}

function readLimit(typed: string): readonly number[] | 'all' | undefined {
  if (typed.trim() === 'all') return 'all'
  return typed.trim() === '' ? undefined : readNumbers(typed)
}
