import type { Checks } from './check.ts'

/** Who may see a closed mini-site, and have what it sells: the visitor who has shown a reference. */
export const SITE_CHECKS = {
  'a closed mini-site is open to who showed a reference': {
    file: 'lib/server/entitlements/mini-site/mini-sites.ts',
    text: 'g.uuid = $2 AND g.entitlement_id',
    without: 'g.entitlement_id',
    statement: 'mini-site-tickets',
  },
  'a ticket of a reference is sold to who showed it': {
    file: 'lib/server/entitlements/entitlements.ts',
    text: 'g.uuid = s.uuid AND g.entitlement_id',
    without: 'g.entitlement_id',
    statement: 'grants-in-site',
  },
} as const satisfies Checks
