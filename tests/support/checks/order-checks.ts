import type { Checks } from './check.ts'

const ANY_VISITOR = '$2::uuid IS NOT NULL'
const WHOSE_ORDER = 'lib/server/platform/db/functions/orders.sql'

/** Who may see, change, cancel and pay an order. */
export const ORDER_CHECKS = {
  'a reservation is shown to its own': of('orders/read/reservations.ts', 'reservation-of'),
  'an order is found by its number by its own': of('orders/read/order-by-number.ts', 'own-order-numbered'),
  'what was paid is shown to its own': of('orders/read/order-account.ts', 'account-order'),
  'tickets are exchanged by their own': of('orders/changes/terms/ticket-change-rows.ts', 'order-to-change'),
  'an order is cancelled by its own': of('orders/cancel/cancellation-rows.ts', 'order-of-visitor'),
  'tickets are sent again for their own': of('messages/resend-tickets.ts', 'order-to-resend'),
  'a reservation is paid by its own': of('orders/commit/unpaid-payment.ts', 'reservation-to-pay'),
  'the customer who cancels is the one of the order': {
    file: 'lib/server/orders/cancel/cancellation.ts',
    text: 'order.customerId === customer.customerId',
    without: 'true',
  },
  'the order is still the customer’s when it is cancelled': {
    file: 'lib/server/orders/cancel/cancellation.ts',
    text: 'locked.customerId === customerId',
    without: 'true',
  },
  'tickets are sent again to a cookie only': {
    file: 'lib/server/messages/resend-tickets.ts',
    text: `visitor.proof !== 'cookie'`,
    without: 'false',
  },
  'personal data is shown to a cookie only': {
    file: 'lib/server/orders/read/reservations.ts',
    text: `visitor.proof === 'cookie'`,
    without: 'true',
  },
  'a call that names another uuid sees no reservation': {
    file: 'pages/api/reservations/[resId].ts',
    text: 'query.uuid !== undefined && query.uuid.toLowerCase() !== visitor?.uuid',
    without: 'false',
  },
  'a card is its visitor’s': {
    file: 'lib/server/orders/commit/payment-check.ts',
    text: 'payment.uuid !== expected.uuid',
    without: 'false',
  },
  'a paid form is its visitor’s': {
    file: 'lib/server/orders/commit/payment-check.ts',
    text: 'AND holder = $1',
    without: 'AND $1::uuid IS NOT NULL',
    statement: 'form-by-',
  },
  'money pays the order of who paid it': {
    file: 'lib/server/orders/commit/payment-form-fate.ts',
    text: 'payment.uuid === form.holder',
    without: 'true',
  },
  'the recent order was made here': {
    file: 'lib/server/orders/read/recent-order.ts',
    text: 'holder = $1 AND',
    without: '$1::uuid IS NOT NULL AND',
    statement: 'recent-order',
  },
  'the recent order is its visitor’s still': {
    file: 'lib/server/orders/read/recent-order.ts',
    text: 'is_order_of(o, $1)',
    without: 'true',
    statement: 'recent-order',
  },
  'an ID number is kept for who gave it': {
    file: 'lib/server/orders/cart/kept-ssn.ts',
    text: 'holder = $1 AND (provider_form',
    without: '(provider_form',
    statement: 'kept-ssn',
  },
  'the ID number of a customer is used while they are signed in': {
    file: 'lib/server/orders/cart/kept-ssn.ts',
    text: 'c.customer_id = s.customer_id AND is_signed_in(s)',
    without: 'c.customer_id = s.customer_id',
    statement: 'kept-ssn',
  },
  'the ID number of a customer is shown while they are signed in': {
    file: 'lib/server/orders/cart/kept-ssn.ts',
    text: 'ON is_signed_in(s) AND c.customer_id = s.customer_id',
    without: 'ON c.customer_id = s.customer_id',
    statement: 'shown-ssn',
  },
  'an ID number is shown with the cart that it was given for': {
    file: 'lib/server/orders/cart/kept-ssn.ts',
    text: 's.ssn_cart_id = s.cart_id',
    without: 'true',
    statement: 'shown-ssn',
  },
  'an order is the customer’s who is signed in': {
    file: 'lib/server/orders/place/order-rows.ts',
    text: 'WHERE s.uuid = $4 AND is_signed_in(s)',
    without: 'WHERE s.uuid = $4',
    statement: 'insert-order',
  },
  'a repeated call gets the answer of its own order': {
    file: 'lib/server/orders/place/order-answers.ts',
    text: 'holder = $1 AND idempotency_key',
    without: '$1::uuid IS NOT NULL AND idempotency_key',
    statement: 'order-by-key',
  },
  'the order of a form answers its own visitor': {
    file: 'lib/server/orders/place/order-answers.ts',
    text: 'AND o.holder = $1 AND o.made_from_form',
    without: 'AND o.made_from_form',
    statement: 'order-by-key',
  },
  'a free order is repeated by its own visitor': {
    file: 'lib/server/orders/place/order-key.ts',
    text: 'FROM orders o WHERE holder = $1 AND',
    without: 'FROM orders o WHERE',
    statement: 'last-free-order',
  },
  'an order is seen where it was made': { file: WHOSE_ORDER, fn: 'is_order_of', text: 'o.holder = visitor AND', without: 'true AND' },
  'an order is not seen after signing out': {
    file: WHOSE_ORDER,
    fn: 'is_order_of',
    text: 'o.created_at < s.orders_since',
    without: 'false',
  },
  'an order is seen in its customer’s browsers only': {
    file: WHOSE_ORDER,
    fn: 'is_order_of',
    text: 's.uuid = visitor AND o.customer_id IN',
    without: 'o.customer_id IN',
  },
  'an order is seen by its own customer': {
    file: WHOSE_ORDER,
    fn: 'is_order_of',
    text: 'o.customer_id IN (s.customer_id, s.area_customer_id) AND',
    without: '',
  },
  'an order is seen while its customer is signed in': {
    file: WHOSE_ORDER,
    fn: 'is_order_of',
    text: 's.area_customer_id) AND is_signed_in(s)',
    without: 's.area_customer_id)',
  },
  'a free order is a second one where its own visitor holds more': {
    file: 'lib/server/orders/place/order-key.ts',
    text: 'c.holder = $1 AND',
    without: '',
    statement: 'last-free-order',
  },
} as const satisfies Checks

function of(file: string, statement: string) {
  return { file: `lib/server/${file}`, text: 'is_order_of(o, $2)', without: ANY_VISITOR, statement }
}
