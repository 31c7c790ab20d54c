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
    text: 'isOwn(member, []) ? null : await ownShows(member)',
    without: 'null',
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

/** The page on which producers act on reservations. */
export const RESERVATION_PAGE_CHECKS = {
  'the page of reservations is of its permission': {
    file: 'pages/PRES-live/_reservations/_open.ts',
    text: 'openDoorFor(context, PERMISSIONS.reservations)',
    without: 'openDoorFor(context)',
  },
  'the file of reservations is of its permission': {
    file: 'pages/PRES-live/export.ts',
    text: '!mayStaff(member, PERMISSIONS.reservations)',
    without: 'false',
  },
  'a page tells its own member’s act': {
    file: 'lib/server/sales/acts/last-act.ts',
    text: 'WHERE staff_id = $1 ORDER BY',
    without: 'WHERE $1::int IS NOT NULL ORDER BY',
    statement: 'last-act-of-staff',
  },
  'a page cancels what its offer was of': {
    file: 'pages/PRES-live/_reservations/_acts.ts',
    text: "chosen.join(',') !== sent.get('offered')",
    without: 'false',
  },
} as const satisfies Checks

/** The page on which producers see references and set quantities. */
export const REFERENCE_PAGE_CHECKS = {
  'the page of references is of its permission': {
    file: 'pages/PRES-live/_references/_open.ts',
    text: 'openDoorFor(context, PERMISSIONS.reports)',
    without: 'openDoorFor(context)',
  },
} as const satisfies Checks

/** Who sells seats as a producer, and of what. */
export const SEAT_SALE_CHECKS = {
  'the sale of seats is of its permission': {
    file: 'pages/PRES-live/_seats/_open.ts',
    text: 'openDoorFor(context, PERMISSIONS.producerSeats)',
    without: 'openDoorFor(context)',
  },
  'the domain is of who sells the presentation': {
    file: 'lib/server/orders/cart/producer-domain.ts',
    text: 'mayStaff(member, PERMISSIONS.producerSeats, { businessId, featureId })',
    without: 'true',
  },
  'a producer sells of own allocations': {
    file: 'lib/server/orders/cart/producer-domain.ts',
    text: '(allocationIds === undefined || prices.some(({ allocationId }) => allocationIds.includes(allocationId)))',
    without: 'true',
  },
  'the domain is of one presentation': {
    file: 'lib/server/orders/cart/producer-domain.ts',
    text: 'presentationIds.length === 0 || presentationIds.some((id) => id !== own)',
    without: 'false',
  },
} as const satisfies Checks
