import { PERMISSIONS, type Permission } from './permissions.ts'

const { reports, producerSeats, reservations, broker, people } = PERMISSIONS

/** The ready-made roles, and what each may do in the businesses of its account. */
export const ROLES = {
  owner: [reports, producerSeats, reservations, broker, people],
  manager: [reports, producerSeats, reservations],
  producer: [reports, producerSeats, reservations],
  boxOffice: [producerSeats, reservations],
  gate: [],
  broker: [broker],
} as const satisfies Readonly<Record<string, readonly Permission[]>>

export type Role = keyof typeof ROLES

export function isRole(name: string): name is Role {
  return Object.hasOwn(ROLES, name)
}

/** @returns nothing for a role that there is no more */
export function permissionsOf(role: string): ReadonlySet<Permission> {
  return new Set(isRole(role) ? ROLES[role] : [])
}
