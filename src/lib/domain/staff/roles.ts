import { PERMISSIONS, type Permission } from './permissions.ts'
import type { Reach } from './reach.ts'

const { reports, producerSeats, reservations, broker, people } = PERMISSIONS

/** The ready-made roles, and what each may do in the businesses of its account: rows of the database from the beginning on. */
export const ROLES = {
  owner: [reports, producerSeats, reservations, broker, people],
  manager: [reports, producerSeats, reservations],
  producer: [reports, producerSeats, reservations],
  boxOffice: [producerSeats, reservations],
  gate: [],
  broker: [broker],
} as const satisfies Readonly<Record<string, readonly Permission[]>>

export type Role = keyof typeof ROLES

/** What a role may do, and to which businesses and shows it limits its accounts beside their own limits. */
export interface RoleTerms extends Reach {
  readonly permissions: ReadonlySet<Permission>
}

/** What the rows of roles say, of which those that this program does not know count as none. */
export function permissionsOf(numbers: readonly number[]): ReadonlySet<Permission> {
  return new Set(Object.values(PERMISSIONS).filter((permission) => numbers.includes(permission)))
}

/** The name of a role as somebody types it; undefined: it is none. */
export function readRoleName(typed: string): string | undefined {
  const name = typed.trim().replaceAll(/\s+/g, ' ')
  return name.length > 0 && name.length <= 40 && !/\p{C}/u.test(name) ? name : undefined
}
