import type { Checks } from './check.ts'

const SESSION = 'lib/server/customers/session/customer-session.ts'
const VOUCHERS = 'lib/server/customers/area/customer-vouchers.ts'
const INFO = 'lib/server/orders/cart/order-customer-info.ts'
const FILE = 'lib/server/customers/area/customer-data-file.ts'
const ANY = '$1::int IS NOT NULL'

/** Whose account is shown and changed, and who counts as a member. */
export const CUSTOMER_CHECKS = {
  'a membership is the customer’s own': {
    file: SESSION,
    text: 'e.customer_id = s.customer_id AND',
    without: '',
    statement: 'customer-of-session',
  },
  'a membership is in force': { file: SESSION, text: 'AND e.is_active', without: '', statement: 'customer-of-session' },
  'a membership has begun': {
    file: SESSION,
    text: '(e.starts_at IS NULL OR e.starts_at <= now())',
    without: 'true',
    statement: 'customer-of-session',
  },
  'a membership has not ended': {
    file: SESSION,
    text: '(e.ends_at IS NULL OR e.ends_at > now())',
    without: 'true',
    statement: 'customer-of-session',
  },
  'a sign-in for the order lasts': {
    file: SESSION,
    text: 's.customer_id IS NOT NULL AND is_signed_in(s)',
    without: 's.customer_id IS NOT NULL',
    statement: 'customer-of-session',
  },
  'seats are held by members only': { file: 'lib/server/orders/holds/unpaid-hold.ts', text: 'customer.isMember', without: 'true' },
  'the area opens to the secret of its sign-in': {
    file: SESSION,
    text: 'AND sid_hash = $2 AND area_customer_id IS NOT NULL',
    without: 'AND $2::bytea IS NOT NULL AND area_customer_id IS NOT NULL',
    statement: 'area-customer',
  },
  'a sign-in for the area lasts': {
    file: SESSION,
    text: 'area_customer_id IS NOT NULL AND is_signed_in(s)',
    without: 'area_customer_id IS NOT NULL',
    statement: 'area-customer',
  },
  'an account is changed with the secret of its sign-in': {
    file: SESSION,
    text: 'sid_hash = $2 AND area_customer_id = $3',
    without: '$2::bytea IS NOT NULL AND area_customer_id = $3',
    statement: 'is-area-still-open',
  },
  'an account is changed by its own customer': {
    file: SESSION,
    text: 'area_customer_id = $3 AND',
    without: '$3::int IS NOT NULL AND',
    statement: 'is-area-still-open',
  },
  'an account is changed while its customer is signed in': {
    file: SESSION,
    text: 'is_signed_in(s) FOR SHARE',
    without: 'true FOR SHARE',
    statement: 'is-area-still-open',
  },
  'own memberships are noted': {
    file: SESSION,
    text: 'FROM entitlement WHERE customer_id = $2 AND',
    without: 'FROM entitlement WHERE $2::int IS NOT NULL AND',
    statement: 'note-memberships',
  },
  'vouchers are the customer’s own': {
    file: VOUCHERS,
    text: 'WHERE customer_id = $1 UNION',
    without: 'UNION',
    statement: 'vouchers-of-customer',
  },
  'a voucher tells of own orders': { file: VOUCHERS, text: 'AND o.customer_id = $1', without: '', statement: 'vouchers-of-customer' },
  'memberships shown are own': {
    file: 'lib/server/customers/account/customer-members.ts',
    text: 'WHERE customer_id = $1 AND',
    without: `WHERE ${ANY} AND`,
    statement: 'members-of-customer',
  },
  'reservations shown are own': {
    file: 'lib/server/customers/area/customer-order-rows.ts',
    text: 'o.customer_id = $1 AND',
    without: `${ANY} AND`,
    statement: 'orders-of-customer',
  },
  'orders in the file are own': {
    file: FILE,
    text: 'FROM orders o WHERE customer_id = $1',
    without: `FROM orders o WHERE ${ANY}`,
    statement: 'orders-kept',
  },
  'sign-ins in the file are own': {
    file: FILE,
    text: 'FROM security_log WHERE customer_id = $1',
    without: `FROM security_log WHERE ${ANY}`,
    statement: 'security-log-of',
  },
  'identities in the file are own': {
    file: FILE,
    text: 'FROM customer_identity WHERE customer_id = $1',
    without: `FROM customer_identity WHERE ${ANY}`,
    statement: 'identities-of',
  },
  'memberships are refreshed with the secret': {
    file: INFO,
    text: 'AND sid_hash = $2 AND customer_id IS NOT NULL',
    without: 'AND $2::bytea IS NOT NULL AND customer_id IS NOT NULL',
    statement: 'refresh-customer',
  },
  'memberships are refreshed while signed in': {
    file: INFO,
    text: 'customer_id IS NOT NULL AND is_signed_in(s)',
    without: 'customer_id IS NOT NULL',
    statement: 'refresh-customer',
  },
  'details are filled in while signed in': {
    file: INFO,
    text: 'AND is_signed_in(s) AND c.deleted_at IS NULL',
    without: 'AND c.deleted_at IS NULL',
    statement: 'order-customer-info',
  },
  'a sign-in ends after 90 days': {
    file: 'lib/server/platform/db/functions/sessions.sql',
    fn: 'is_signed_in',
    text: `s.signed_in_at > now() - interval '90 days' AND`,
    without: '',
  },
  'a sign-in ends after 14 days without a visit': {
    file: 'lib/server/platform/db/functions/sessions.sql',
    fn: 'is_signed_in',
    text: `AND s.last_seen_at > now() - interval '14 days'`,
    without: '',
  },
} as const satisfies Checks
