import { mayStaff, PERMISSIONS, type Permission, type StaffMember } from './permissions.ts'

/** What an account may see. */
export interface Reach {
  readonly businessIds: readonly number[] | 'all'
  readonly featureIds: readonly number[] | 'all'
}

/** Decides whether an owner may invite, change and watch an account: nobody gives out, or takes, more than the own account sees. */
export function mayManage(owner: StaffMember, { businessIds, featureIds }: Reach): boolean {
  if (owner.businessIds === 'all' && owner.featureIds === 'all') return mayStaff(owner, PERMISSIONS.people)
  if (businessIds === 'all') return false
  if (featureIds === 'all') return businessIds.every((businessId) => mayStaff(owner, PERMISSIONS.people, { businessId }))
  return businessIds.every((businessId) => featureIds.every((featureId) => mayStaff(owner, PERMISSIONS.people, { businessId, featureId })))
}

/** Decides whether somebody may give out a role, or act on an account of it: nobody gives out what the own account does not have. */
export function mayGrant(owner: StaffMember, permissions: ReadonlySet<Permission>): boolean {
  return mayStaff(owner, PERMISSIONS.people) && [...permissions].every((permission) => mayStaff(owner, permission))
}

/**
 * Reads numbers of businesses or shows as somebody types them, with commas or blanks between them.
 * @returns 'all' if nothing is typed; undefined if anything is no number
 */
export function readNumbers(typed: string): readonly number[] | 'all' | undefined {
  const parts = typed.split(/[\s,;]+/).filter((part) => part !== '')
  if (parts.length === 0) return 'all'
  return parts.every((part) => /^[1-9]\d{0,8}$/.test(part)) ? [...new Set(parts.map(Number))] : undefined
}
