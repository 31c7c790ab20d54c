import type { Checks } from './check.ts'

/** Who sends tickets to friends, and who is told to whom. */
export const FRIEND_CHECKS = {
  'a ticket is sent from our own pages': { file: 'pages/cart/[resId]/_send.ts', text: 'isCrossSite(request)', without: 'false' },
  'the data file names own friends': {
    file: 'lib/server/friends/sent-tickets.ts',
    text: 'WHERE o.customer_id = $1 AND t.sealed IS NOT NULL',
    without: 'WHERE $1::int IS NOT NULL AND t.sealed IS NOT NULL',
    statement: 'sent-by-customer',
  },
  'evenings name own friends': {
    file: 'lib/server/friends/sent-tickets.ts',
    text: 'WHERE o.customer_id = $1 AND t.taken_back_at',
    without: 'WHERE $1::int IS NOT NULL AND t.taken_back_at',
    statement: 'friends-of-customer',
  },
  'only own friends are forgotten': {
    file: 'lib/server/friends/sent-tickets.ts',
    text: 'o.order_id = t.order_id AND o.customer_id = $1',
    without: 'o.order_id = t.order_id AND $1::int IS NOT NULL',
    statement: 'forget-friends',
  },
} as const satisfies Checks
