import type { Checks } from './check.ts'

const VISITORS = 'lib/server/customers/session/visitors.ts'
const PRODUCER = 'lib/server/orders/cart/producer.ts'
const PASSES = 'lib/server/providers/captcha/captcha-passes.ts'

/** Whose call it is, and where it may come from. */
export const VISITOR_CHECKS = {
  'the uuid of a session with a cookie needs the cookie': {
    file: VISITORS,
    text: 's.sid_hash IS NOT NULL AS bound',
    without: 'false AS bound',
    statement: 'session-by-header',
  },
  'a uuid that was free is still free': { file: VISITORS, text: 'AND sid_hash IS NULL', without: '', statement: 'is-still-free' },
  'the header names the session of the cookie': { file: VISITORS, text: 'header === undefined || header === bySid.uuid', without: 'true' },
  'a visit renews no sign-in that is over': {
    file: VISITORS,
    text: 'CASE WHEN is_signed_in(s) THEN signed_in_at END',
    without: 'signed_in_at',
    statement: 'session-by-sid',
  },
  'a cart comes back to a signed cookie': { file: VISITORS, text: 'isSame(signature, signatureOf(uuid, key))', without: 'true' },
  'a write comes from our own pages': {
    file: 'lib/server/calls/serve.ts',
    text: 'isWrite(endpoint) && isCrossSite(request)',
    without: 'false',
  },
  'a browser says which site it comes from': {
    file: 'lib/server/platform/http/cross-site.ts',
    text: `site !== null && site !== 'same-origin'`,
    without: 'false',
  },
  'a browser says which page it comes from': {
    file: 'lib/server/platform/http/cross-site.ts',
    text: `origin !== settings().publicOrigin && hostOf(origin) !== request.headers.get('host')`,
    without: 'false',
  },
  'a cart is stored by its own visitor': {
    file: 'pages/api/cart.ts',
    text: 'asked.body.uuid !== undefined && asked.body.uuid.toLowerCase() !== uuid',
    without: 'false',
  },
  'staff need the permission to sell': {
    file: PRODUCER,
    text: 'member !== undefined && sellerOf(member) !== undefined',
    without: 'member !== undefined',
  },
  'a customer is named by producers only': { file: PRODUCER, text: 'isProducer(member)', without: 'true' },
  'producers sell what is theirs': { file: PRODUCER, text: 'mayProduce(member, lines)', without: 'true' },
  'a pass is its visitor’s': {
    file: PASSES,
    text: 'AND uuid = $2 AND network',
    without: 'AND $2::uuid IS NOT NULL AND network',
    statement: 's',
  },
  'a pass is of its network': {
    file: PASSES,
    text: 'network IS NOT DISTINCT FROM $3',
    without: '($3::text IS NULL OR true)',
    statement: 's',
  },
  'a pass is for its action': { file: PASSES, text: 'action = $4 AND', without: '$4::text IS NOT NULL AND', statement: 's' },
} as const satisfies Checks
