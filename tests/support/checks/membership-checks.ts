import type { Checks } from './check.ts'

const USES = 'lib/server/customers/area/customer-member-uses.ts'
const REFERENCES = 'lib/server/entitlements/membership-references.ts'

/** Whose memberships are issued, topped up and shown, and what is freed for them. */
export const MEMBERSHIP_CHECKS = {
  'a membership is issued to the session that bought it': {
    file: 'lib/server/entitlements/bought-members.ts',
    text: 'FROM session WHERE uuid = $4',
    without: 'FROM session WHERE $4::uuid IS NOT NULL',
    statement: 'member-is-issued',
  },
  'a membership is topped up by who proved it': {
    file: 'lib/server/sold/membership/membership-facts.ts',
    text: 'WHERE g.uuid = $1 AND',
    without: 'WHERE $1::uuid IS NOT NULL AND',
    statement: 'held-memberships',
  },
  'a reference of a price is proved for who typed it': {
    file: REFERENCES,
    text: 'FROM session WHERE uuid = $1',
    without: 'FROM session WHERE $1::uuid IS NOT NULL',
    statement: 'prove-membership-reference',
  },
  'a reference of a price counts for who typed it': {
    file: REFERENCES,
    text: 'WHERE uuid = $1 AND reference_index',
    without: 'WHERE $1::uuid IS NOT NULL AND reference_index',
    statement: 'proved-membership-reference',
  },
  'a membership comes with the own orders': {
    file: 'lib/server/customers/sign-in/customers.ts',
    text: 'WHERE o.customer_id = $1 AND p.entitlement_id',
    without: 'WHERE $1::int IS NOT NULL AND p.entitlement_id',
    statement: 'adopt-memberships',
  },
  'the area leads to cards of own orders': {
    file: 'lib/server/entitlements/order-members.ts',
    text: 'WHERE o.customer_id = $1 AND',
    without: 'WHERE $1::int IS NOT NULL AND',
    statement: 'cards-of-customer',
  },
  'uses are those of own memberships': {
    file: USES,
    text: 'WHERE e.customer_id = $1 AND',
    without: 'WHERE $1::int IS NOT NULL AND',
    statement: 'uses-of-members',
  },
  'the reservation of a use is named if it is one’s own': {
    file: USES,
    text: 'CASE WHEN o.customer_id = $1 THEN',
    without: 'CASE WHEN true THEN',
    statement: 'uses-of-members',
  },
  'a season is had by who bought it': {
    file: 'lib/server/enrolment/past-enrolment.ts',
    text: 'AND is_order_of(o, n.holder)',
    without: '',
    statement: 'is-enrolled',
  },
  'an evening is given back by its customer': {
    file: 'lib/server/orders/evenings/evening-rows.ts',
    text: 'WHERE o.customer_id = $1 AND',
    without: 'WHERE $1::int IS NOT NULL AND',
    statement: 'evenings-of-customer',
  },
  'an evening is given back on our own pages': {
    file: 'pages/customer/evenings/_acts.ts',
    text: 'isCrossSite(request)',
    without: 'false',
  },
  'own seats leave for a membership': {
    file: 'lib/server/seats/claims/release-all.ts',
    text: 'WHERE holder = $1 AND',
    without: 'WHERE $1::uuid IS NOT NULL AND',
    statement: 'release-all',
  },
} as const satisfies Checks
