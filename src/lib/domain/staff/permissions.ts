import type { Reach } from './reach.ts'

/** What staff may do, by the specification's numbers (spec §6); 269 and 270 are numbers of ours. */
export const PERMISSIONS = {
  /** Sales, monitors, and viewing references. */
  reports: 266,
  /** The seats of producers, and quantities of references. */
  producerSeats: 267,
  /** Reservations: cancel, send again, send by SMS. */
  reservations: 268,
  /** A broker's own part of a presentation. */
  broker: 269,
  /** Who works here: people, invitations, sessions and what everybody did. */
  people: 270,
} as const

export type Permission = (typeof PERMISSIONS)[keyof typeof PERMISSIONS]

/** Somebody of the staff who is signed in, and what account and role let see together. */
export interface StaffMember extends Reach {
  readonly staffId: number
  readonly firstName: string
  readonly lastName: string
  readonly permissions: ReadonlySet<Permission>
  /** The allocations from which the account sells seats, as a producer or as a broker; omitted: all. */
  readonly allocationIds?: readonly number[]
}

/** What an act is about. */
export interface StaffScope {
  readonly businessId: number
  /** Left out if it is about the business as a whole, which is closed to those who may see some of its shows only. */
  readonly featureId?: number
}

/**
 * Decides whether a member of staff may do something; nothing else does.
 * @param scope whose it is; without it the question is only whether there is anything of this kind that the member may do
 */
export function mayStaff(member: StaffMember, permission: Permission, scope?: StaffScope): boolean {
  if (!member.permissions.has(permission)) return false
  if (scope === undefined) return true
  if (!isAmong(scope.businessId, member.businessIds)) return false
  return member.featureIds === 'all' || (scope.featureId !== undefined && member.featureIds.includes(scope.featureId))
}

/** The businesses that an answer is about. @param asked ids that a client named, which only narrow the member's own; undefined: none named */
export function businessesOf(member: StaffMember, asked?: readonly number[]): readonly number[] | 'all' {
  if (asked === undefined) return member.businessIds
  return asked.filter((id) => isAmong(id, member.businessIds))
}

function isAmong(id: number, ids: readonly number[] | 'all'): boolean {
  return ids === 'all' || ids.includes(id)
}
