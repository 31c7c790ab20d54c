import type { Checks } from './check.ts'

const REPLACEMENT = 'lib/server/entitlements/voucher-replacement.ts'

/** Whose bought vouchers are issued, come along with a sign-in, are replaced and cancelled. */
export const VOUCHER_CHECKS = {
  'a bought voucher pays for the session that bought it': {
    file: 'lib/server/entitlements/bought-vouchers.ts',
    text: 'WHERE s.uuid = $5',
    without: 'WHERE $5::uuid IS NOT NULL',
    statement: 'issue-voucher',
  },
  'vouchers kept are the customer’s own': {
    file: 'lib/server/customers/area/customer-vouchers.ts',
    text: 'kept_voucher WHERE customer_id = $1',
    without: 'kept_voucher',
    statement: 'vouchers-of-customer',
  },
  'whoever keeps a voucher is not told the order that bought it': {
    file: 'lib/server/customers/area/customer-vouchers.ts',
    text: 'CASE WHEN v.customer_id = $1 THEN b.reservation_identifier END',
    without: 'b.reservation_identifier',
    statement: 'vouchers-of-customer',
  },
  'the number of a voucher is shown to who keeps it': {
    file: 'lib/server/entitlements/kept-vouchers.ts',
    text: 'WHERE k.customer_id = $1 AND k.system_voucher_id',
    without: 'WHERE $1::int IS NOT NULL AND k.system_voucher_id',
    statement: 'number-kept',
  },
  'the number of a voucher that was given is shown to whom it was given': {
    file: 'lib/server/entitlements/kept-vouchers.ts',
    text: 'OR v.customer_id = $1 AND NOT EXISTS (',
    without: 'OR NOT EXISTS (',
    statement: 'number-kept',
  },
  'the number of a bought voucher is told with its order alone': {
    file: 'lib/server/entitlements/kept-vouchers.ts',
    text: 'AND NOT EXISTS (SELECT FROM voucher_purchase p WHERE p.system_voucher_id IN (v.system_voucher_id, v.replaces))',
    without: '',
    statement: 'number-kept',
  },
  'a voucher that is kept is removed by who keeps it': {
    file: 'lib/server/entitlements/kept-vouchers.ts',
    text: 'WHERE customer_id = $1 AND system_voucher_id = $2',
    without: 'WHERE $1::int IS NOT NULL AND system_voucher_id = $2',
    statement: 'drop-voucher',
  },
  'a voucher is added on our own page': {
    file: 'pages/customer/vouchers/_add.ts',
    text: 'isCrossSite(request)',
    without: 'false',
  },
  'references of an order are shown to its buyer': {
    file: 'lib/server/entitlements/order-vouchers.ts',
    text: 'AND is_order_of(o, $2)',
    without: 'AND $2::uuid IS NOT NULL',
    statement: 'vouchers-of-order',
  },
  'gifts of an order are shown to its buyer': {
    file: 'lib/server/gifts/order-gifts.ts',
    text: 'AND is_order_of(o, $2)',
    without: 'AND $2::uuid IS NOT NULL',
    statement: 'gifts-of-order',
  },
  'a bought voucher comes with the own orders': {
    file: 'lib/server/customers/sign-in/customers.ts',
    text: 'WHERE o.customer_id = $1 AND v.customer_id IS NULL',
    without: 'WHERE $1::int IS NOT NULL AND v.customer_id IS NULL',
    statement: 'adopt-vouchers',
  },
  'of a voucher its customer alone is told': {
    file: 'lib/server/customers/area/own-voucher.ts',
    text: 'WHERE v.customer_id = $1 AND',
    without: 'WHERE $1::int IS NOT NULL AND',
    statement: 'own-voucher',
  },
  'a voucher is replaced by its customer': {
    file: REPLACEMENT,
    text: 'AND v.customer_id = $2',
    without: 'AND $2::int IS NOT NULL',
    statement: 'voucher-to-replace',
  },
  'a replacement pays for the session that asked for it': {
    file: REPLACEMENT,
    text: 'WHERE s.uuid = $6',
    without: 'WHERE $6::uuid IS NOT NULL',
    statement: 'replace-voucher',
  },
  'of a gift its buyer alone is told, changes it and sends it': {
    file: 'lib/server/gifts/own-gifts.ts',
    text: 'AND v.customer_id = $1',
    without: 'AND $1::int IS NOT NULL',
    statement: 'own-gift',
  },
  'an own voucher is replaced and cancelled on our own pages': {
    file: 'pages/customer/vouchers/_acts.ts',
    text: 'isCrossSite(request)',
    without: 'false',
  },
} as const satisfies Checks
