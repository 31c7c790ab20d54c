import type { Route } from './routes.ts'

/** Calls for one seat on many dates: series and seasons. */
export const DATES_ROUTES = {
  membershipSeatplan: { method: 'GET', path: '/membership/seatplan' },
  lockMembershipSeat: { method: 'PUT', path: '/membership/lock-seat' },
  unlockMembershipSeat: { method: 'PUT', path: '/membership/unlock-seat' },
  bestOnDates: { method: 'GET', path: '/membership/best-available' },
  enrolSeatplan: { method: 'GET', path: '/enroll/{membershipId}/seatplan' },
  lockEnrolSeat: { method: 'PUT', path: '/enroll/{membershipId}/lock-seat' },
  unlockEnrolSeat: { method: 'PUT', path: '/enroll/{membershipId}/unlock-seat' },
} as const satisfies Record<string, Route>
