import { mayStaff, PERMISSIONS, type Permission, type StaffMember } from './permissions.ts'

/** An item of the producers' menu (spec §2). */
export interface MenuItem {
  readonly id: 'reports' | 'seats' | 'reservations'
  readonly permission: Permission
}

/** The three items of the producers' menu, each of its permission. */
export const MENU: readonly MenuItem[] = [
  { id: 'reports', permission: PERMISSIONS.reports },
  { id: 'seats', permission: PERMISSIONS.producerSeats },
  { id: 'reservations', permission: PERMISSIONS.reservations },
]

/** The items that a member of staff may open. */
export function menuOf(member: StaffMember): readonly MenuItem[] {
  return MENU.filter(({ permission }) => mayStaff(member, permission))
}
