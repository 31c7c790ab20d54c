import type { Checks } from './check.ts'

const SESSION = 'lib/server/customers/session/customer-session.ts'
const DEVICES = 'lib/server/customers/session/devices.ts'
const ROW = 'lib/server/customers/session/customer-row.ts'
const ENTRY = 'lib/server/customers/sign-in/sign-in-code-entry.ts'
const ANY = '$1::int IS NOT NULL'

/** Who signs in and out, by what code or link, and what ends with it. */
export const SESSION_CHECKS = {
  'a session is signed in with its secret': {
    file: SESSION,
    text: 'AND s.sid_hash = $2 AND b.uuid = s.uuid RETURNING b.customer_id AS before',
    without: 'AND $2::bytea IS NOT NULL AND b.uuid = s.uuid RETURNING b.customer_id AS before',
    statement: 'sign-in',
  },
  'another customer’s area closes': {
    file: SESSION,
    text: 'CASE WHEN $5 OR s.area_customer_id = $4 THEN $4 END',
    without: 'CASE WHEN $5 THEN $4 ELSE s.area_customer_id END',
    statement: 'sign-in',
  },
  'another customer’s details go': {
    file: SESSION,
    text: 'CASE WHEN s.customer_id <> $4 THEN NULL ELSE s.customer_info END',
    without: 's.customer_info',
    statement: 'sign-in',
  },
  'another customer’s ID number goes': {
    file: SESSION,
    text: 'CASE WHEN s.customer_id <> $4 THEN NULL ELSE s.ssn_encrypted END',
    without: 's.ssn_encrypted',
    statement: 'sign-in',
  },
  'another customer’s orders go': {
    file: SESSION,
    text: 'CASE WHEN s.customer_id <> $4 THEN now() ELSE s.orders_since END',
    without: 's.orders_since',
    statement: 'sign-in',
  },
  'the order is signed out with its secret': {
    file: SESSION,
    text: 's.sid_hash = $2 AND b.uuid = s.uuid RETURNING b.customer_id AS customer',
    without: '$2::bytea IS NOT NULL AND b.uuid = s.uuid RETURNING b.customer_id AS customer',
    statement: 'sign-out-order',
  },
  'the area is signed out with its secret': {
    file: SESSION,
    text: 's.sid_hash = $2 AND b.uuid = s.uuid RETURNING b.area_customer_id AS customer',
    without: '$2::bytea IS NOT NULL AND b.uuid = s.uuid RETURNING b.area_customer_id AS customer',
    statement: 'sign-out-area',
  },
  'own memberships go at signing out': {
    file: 'lib/server/customers/session/session-memberships.ts',
    text: 'AND e.customer_id = $2',
    without: 'AND $2::int IS NOT NULL',
    statement: 'forget-memberships',
  },
  'memberships go in their own session': {
    file: 'lib/server/customers/session/session-memberships.ts',
    text: 'g.uuid = $1 AND',
    without: '$1::uuid IS NOT NULL AND',
    statement: 'forget-memberships',
  },
  'devices are the customer’s own': {
    file: DEVICES,
    text: '(area_customer_id = $1 OR customer_id = $1) AND is_signed_in(s)',
    without: `${ANY} AND is_signed_in(s)`,
    statement: 'sessions-of-customer',
  },
  'devices are those that are signed in': {
    file: DEVICES,
    text: 'AND is_signed_in(s) ORDER BY last_seen_at',
    without: 'ORDER BY last_seen_at',
    statement: 'sessions-of-customer',
  },
  'own devices are signed out': {
    file: DEVICES,
    text: 'FROM session WHERE (area_customer_id = $1 OR customer_id = $1) AND',
    without: `FROM session WHERE ${ANY} AND`,
    statement: 'other-sessions-of-customer',
  },
  'the device at hand stays': {
    file: DEVICES,
    text: 'AND uuid IS DISTINCT FROM $2',
    without: 'AND ($2::uuid IS NULL OR true)',
    statement: 'other-sessions-of-customer',
  },
  'what else a device may use stays': {
    file: DEVICES,
    text: 'AND e.customer_id = $2',
    without: 'AND $2::int IS NOT NULL',
    statement: 'kill-grants',
  },
  'a call changes the customer it names': {
    file: 'lib/server/customers/area/area-answer.ts',
    text: 'by.value.customer.customerId !== customerId',
    without: 'false',
  },
  'a code that is out is the customer’s own': { file: ROW, text: 'AND sign_in_code.customer_id = $1', without: '', statement: 'customer' },
  'a code that is out is this browser’s': {
    file: ROW,
    text: 'sid_hash = $2 AND',
    without: '$2::bytea IS NOT NULL AND',
    statement: 'customer',
  },
  'a link greets with the secret': {
    file: 'lib/server/customers/sign-in/sign-in-link-peek.ts',
    text: 'AND s.sid_hash = $4 AND',
    without: 'AND $4::bytea IS NOT NULL AND',
    statement: 'opened-link',
  },
  'a link greets while signed in': {
    file: 'lib/server/customers/sign-in/sign-in-link-peek.ts',
    text: 'AND is_signed_in(s) AND id IS NOT NULL',
    without: 'AND id IS NOT NULL',
    statement: 'opened-link',
  },
  'a code works in the browser that asked': {
    file: ENTRY,
    text: 'WHERE sid_hash = $1 AND',
    without: 'WHERE $1::bytea IS NOT NULL AND',
    statement: 'newest-code',
  },
  'a code is for what it was asked for': {
    file: ENTRY,
    text: 'purpose = ANY ($2::text[])',
    without: '$2::text[] IS NOT NULL',
    statement: 'newest-code',
  },
  'a code is for the number it was sent to': { file: ENTRY, text: 'recipient.equals(targetKey(target))', without: 'true' },
  'a code is the one that was sent': { file: ENTRY, text: 'isAlive && isSame && isForTarget', without: 'isAlive && isForTarget' },
  'a browser is familiar where it signed in itself': {
    file: 'lib/server/customers/sign-in/password-limits.ts',
    text: 'AND l.uuid = $2',
    without: 'AND $2::uuid IS NOT NULL',
    statement: 'is-familiar-browser',
  },
  'a new number is the customer’s who asked': {
    file: 'lib/server/customers/account/customer-details.ts',
    text: 'customerId === by.customer.customerId',
    without: 'true',
  },
  'a social sign-in ends in the browser where it began': {
    file: 'lib/server/customers/sign-in/social.ts',
    text: 'AND sid_hash = $2',
    without: 'AND $2::bytea IS NOT NULL',
    statement: 'take-social-sign-in',
  },
} as const satisfies Checks
