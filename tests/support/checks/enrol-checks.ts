import type { Checks } from './check.ts'

/** Whose draft of a purchase of series and seasons is read and written, and that each of its steps takes forms of our own pages only. */
export const ENROL_CHECKS = {
  'a draft is written to the cart of its visitor': {
    file: 'lib/server/orders/cart/membership-draft.ts',
    text: 'last_seen_at = now() WHERE uuid = $1',
    without: 'last_seen_at = now() WHERE $1::uuid IS NOT NULL',
    statement: 'keep-memberships',
  },
  'a draft is read by its visitor': {
    file: 'lib/server/orders/cart/carts.ts',
    text: 'SELECT cart_id AS id, cart, customer_info, now() AS read_at FROM session WHERE uuid = $1',
    without: 'SELECT cart_id AS id, cart, customer_info, now() AS read_at FROM session WHERE $1::uuid IS NOT NULL AND cart IS NOT NULL',
    statement: 'cart-of',
  },
  'seats are chosen on our own pages': { file: 'pages/enroll/_seat-step.ts', text: 'isCrossSite(request)', without: 'false' },
  'a step of a season comes from our own pages': { file: 'pages/enroll/_open-season.ts', text: 'isCrossSite(request)', without: 'false' },
  'rates are chosen on our own pages': { file: 'pages/enroll/_rates.ts', text: 'refuseForm(context)', without: 'undefined' },
  'choice events are chosen on our own pages': { file: 'pages/enroll/_choice.ts', text: 'refuseForm(context)', without: 'undefined' },
  'seats of choice events are chosen on our own pages': {
    file: 'pages/enroll/_choice-seats.ts',
    text: 'refuseForm(context)',
    without: 'undefined',
  },
  'a year is confirmed on our own pages': { file: 'pages/enroll/_summary.ts', text: 'refuseForm(context)', without: 'undefined' },
} as const satisfies Checks
