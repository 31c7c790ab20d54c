import { mayStaff, PERMISSIONS, type StaffMember } from './permissions.ts'
import type { Reach } from './reach.ts'
import type { RoleTerms } from './roles.ts'

/** Decides whether an owner may invite, change and watch an account: nobody gives out, or takes, more than the own account sees. */
export function mayManage(owner: StaffMember, { businessIds, featureIds }: Reach): boolean {
  if (owner.businessIds === 'all' && owner.featureIds === 'all') return mayStaff(owner, PERMISSIONS.people)
  if (businessIds === 'all') return false
  if (featureIds === 'all') return businessIds.every((businessId) => mayStaff(owner, PERMISSIONS.people, { businessId }))
  return businessIds.every((businessId) => featureIds.every((featureId) => mayStaff(owner, PERMISSIONS.people, { businessId, featureId })))
}

/**
 * Decides whether somebody may give out a role, or act on an account of it: nobody gives out what the own account may not do, or a role that is for more
 * businesses or shows than the own account sees. A role without limits sees what its account does, of which `mayManage` decides.
 */
export function mayGrant(owner: StaffMember, { permissions, businessIds, featureIds }: RoleTerms): boolean {
  const isOwn = isAmong(businessIds, owner.businessIds) && isAmong(featureIds, owner.featureIds)
  return isOwn && mayStaff(owner, PERMISSIONS.people) && [...permissions].every((permission) => mayStaff(owner, permission))
}

function isAmong(limits: Reach['businessIds'], own: Reach['businessIds']): boolean {
  return limits === 'all' || own === 'all' || limits.every((id) => own.includes(id))
}
