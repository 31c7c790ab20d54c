import type { Checks } from './check.ts'

const SHOWN = 'lib/server/sales/live/shown.ts'

/** Whose sales reports show. */
export const SALES_CHECKS = {
  'reports are of what the account may see': {
    file: SHOWN,
    text: 'mayStaff(member, permission, { businessId, featureId })',
    without: 'true',
  },
  'an id of others is unknown': { file: SHOWN, text: 'filters.some((isWanted) => !visible.some(isWanted))', without: 'false' },
} as const satisfies Checks
