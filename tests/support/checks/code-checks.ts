import type { Checks } from './check.ts'

const MEMBERS = 'lib/server/entitlements/lookup/available-members.ts'

/** Who may redeem a code, a membership, a voucher or a reference: the visitor who has looked it up. */
export const CODE_CHECKS = {
  'a code is redeemed by who looked it up': {
    file: 'lib/server/entitlements/entitlements.ts',
    text: 'WHERE g.uuid = $1 AND',
    without: 'WHERE',
    statement: 'grants-of',
  },
  'tickets of a code are listed for who looked it up': {
    file: 'lib/server/entitlements/lookup/code-tickets.ts',
    text: 'WHERE g.uuid = $1 AND',
    without: 'WHERE',
    statement: 'grants-named',
  },
  'a voucher pays for who looked it up': {
    file: 'lib/server/entitlements/system-vouchers.ts',
    text: 'g.uuid = $1 AND',
    without: '$1::uuid IS NOT NULL AND',
    statement: 'voucher-balances',
  },
  'a voucher is looked up with an ID number': {
    file: 'lib/server/orders/cart/voucher-check.ts',
    text: 'uuid = $1 AND ssn_encrypted IS NOT NULL',
    without: 'uuid = $1',
    statement: 'session-has-id-number',
  },
  'the ID number is the visitor’s own': {
    file: 'lib/server/orders/cart/voucher-check.ts',
    text: 'WHERE uuid = $1 AND',
    without: 'WHERE $1::uuid IS NOT NULL AND',
    statement: 'session-has-id-number',
  },
  'a reference counts for who asked': {
    file: 'lib/server/entitlements/outside-references.ts',
    text: 'WHERE uuid = $1 AND',
    without: 'WHERE $1::uuid IS NOT NULL AND',
    statement: 'references-told',
  },
  'a membership is offered to who proved it': {
    file: MEMBERS,
    text: 'WHERE g.uuid = $1 AND',
    without: 'WHERE',
    statement: 'proved-members',
  },
  'a membership that is off is not offered': { file: MEMBERS, text: 'AND e.is_active', without: '', statement: 'proved-members' },
  'a membership is its own customer’s': {
    file: MEMBERS,
    text: 'AND s.customer_id = e.customer_id',
    without: '',
    statement: 'proved-members',
  },
  'a membership is a customer’s while they are signed in': {
    file: MEMBERS,
    text: 'AND is_signed_in(s)',
    without: '',
    statement: 'proved-members',
  },
  'a customer is answered with own memberships': { file: MEMBERS, text: 'member.customerId === customerId', without: 'true' },
} as const satisfies Checks
