import type { Checks } from './check.ts'

const KEYS = 'lib/server/keys/api-keys.ts'
const OF_CALL = 'lib/server/keys/key-of-call.ts'
const MESSAGES = 'lib/server/webhooks/webhook-messages.ts'

/** Which API key opens what, and whose. */
export const KEY_CHECKS = {
  'a key is known by all of it': {
    file: KEYS,
    text: 'FROM api_key WHERE key_hash = $1 AND',
    without: 'FROM api_key WHERE $1::bytea IS NOT NULL AND',
    statement: 'use-api-key',
  },
  'a revoked key opens nothing': {
    file: KEYS,
    text: 'FROM api_key WHERE key_hash = $1 AND revoked_at IS NULL AND',
    without: 'FROM api_key WHERE key_hash = $1 AND',
    statement: 'use-api-key',
  },
  'a key whose time is over opens nothing': {
    file: KEYS,
    text: 'AND (expires_at IS NULL OR expires_at > now()) ORDER',
    without: 'ORDER',
    statement: 'use-api-key',
  },
  'a key opens the calls of its scopes': { file: OF_CALL, text: 'scope !== undefined && scopes.includes(scope)', without: 'true' },
  'a call for keys needs one': {
    file: OF_CALL,
    text: "endpoint.isForKeys ? refuse('KEY_REFUSED') : accept(undefined)",
    without: 'accept(undefined)',
  },
  'a key reads orders of its businesses': {
    file: 'lib/server/orders/read/orders-of-businesses.ts',
    text: 's.order_id = o.order_id AND p.business_id = ANY ($1)',
    without: 's.order_id = o.order_id',
    statement: 'order',
  },
  'a key goes on after orders of its businesses': {
    file: 'lib/server/orders/read/orders-of-businesses.ts',
    text: 's.order_id = l.order_id AND p.business_id = ANY ($1)',
    without: 's.order_id = l.order_id',
    statement: 'orders-of-businesses',
  },
  'a key reads messages of webhooks of its businesses': {
    file: MESSAGES,
    text: 'w.business_ids <@ $4',
    without: 'true',
    statement: 'log-of-messages',
  },
  'a key sends messages again of webhooks of its businesses': {
    file: MESSAGES,
    text: 'w.business_ids <@ $3',
    without: 'true',
    statement: 'webhook-again',
  },
} as const satisfies Checks
