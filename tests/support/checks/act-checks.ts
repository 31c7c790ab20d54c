import type { Checks } from './check.ts'

const OWN = 'lib/server/sales/acts/own-reservation.ts'

/** On whose reservations staff may act. */
export const ACT_CHECKS = {
  'staff act on reservations of their shows': {
    file: OWN,
    text: 'mayStaff(member, PERMISSIONS.reservations, scope)',
    without: 'true',
  },
  'what is of no show is of the whole house': {
    file: OWN,
    text: "mayStaff(member, PERMISSIONS.reservations) && member.businessIds === 'all' && member.featureIds === 'all'",
    without: 'true',
  },
  'staff find reservations of their shows': {
    file: 'lib/server/sales/acts/reservations.ts',
    text: 'isOwn(member, scopesOf(from, one.presentationIds))',
    without: 'true',
  },
  'tickets are sent again by a script of ours': {
    file: 'pages/api/PRES-live/v2/sendResAgain.ts',
    text: 'isByScript(asked.request)',
    without: 'true',
  },
  'quantities are set by who sells every show of the ticket': {
    file: 'lib/server/sales/acts/edit-quantity.ts',
    text: 'mayStaff(member, PERMISSIONS.producerSeats, scope)',
    without: 'true',
  },
} as const satisfies Checks
