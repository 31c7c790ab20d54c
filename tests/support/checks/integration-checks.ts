import type { Checks } from './check.ts'

const OPEN = 'lib/server/integrations/open-integration.ts'
const OPENED = 'lib/server/integrations/opened-integration.ts'
const INTEGRATIONS = 'lib/server/platform/db/functions/integrations.sql'
const WEBHOOKS = 'lib/server/platform/db/functions/webhooks.sql'

/** Which outside system may open an order, for whom, how long and where it leads back to; and who hears of it. */
export const INTEGRATION_CHECKS = {
  'an outside system is known by its signature': {
    file: OPEN,
    text: '!isSignedBy(request, key, integration.secret)',
    without: 'false',
  },
  'a return address is on the list of its integration': {
    file: OPEN,
    text: '!isReturnAddress(ret, integration.returnBases)',
    without: 'false',
  },
  'an order leads back to where its integration may lead now': {
    file: OPENED,
    text: 'isReturnAddress(row.ret, row.returnBases)',
    without: 'true',
  },
  'an integration that has ended opens nothing': {
    file: 'lib/server/integrations/integrations.ts',
    text: 'WHERE ended_at IS NULL AND key_id',
    without: 'WHERE key_id',
    statement: 'integration-by-key',
  },
  'a request is of now': {
    file: OPEN,
    text: 'WHERE abs(extract(epoch FROM now()) * 1000 - $6::float8) <= $7::int',
    without: 'WHERE $6::float8 IS NOT NULL AND $7::int IS NOT NULL',
    statement: 'open-integration',
  },
  'a request opens once': {
    file: OPEN,
    text: 'DO NOTHING RETURNING',
    without: 'DO UPDATE SET id_hash = excluded.id_hash, uuid = excluded.uuid RETURNING',
    statement: 'open-integration',
  },
  'a page that is loaded again goes on for who opened it': {
    file: OPEN,
    text: 'v.uuid = $3 AND',
    without: '$3::uuid IS NOT NULL AND',
    statement: 'opened-by-request',
  },
  'opening another ends what the same visitor had opened': {
    file: OPEN,
    text: 'WHERE v.uuid = $4 AND',
    without: 'WHERE false AND',
    statement: 'open-integration',
  },
  'an integrationId is of the visitor who opened it': {
    file: OPENED,
    text: 'v.uuid = $2 AND',
    without: '$2::uuid IS NOT NULL AND',
    statement: 'opened-by-id',
  },
  'the way back is of the visitor who opened it': {
    file: OPENED,
    text: 'WHERE l.uuid = $1) AND',
    without: 'WHERE $1::uuid IS NOT NULL) AND',
    statement: 'opening-of-visitor',
  },
  'an integration is of its businesses': { file: OPENED, text: '!isOfBusiness(opened.value, businessId)', without: 'false' },
  'an integrationId is good for a time': { file: INTEGRATIONS, fn: 'is_opening_good', text: 'v.expires_at > now() AND ', without: '' },
  'an integrationId is good while its integration is': {
    file: INTEGRATIONS,
    fn: 'is_opening_good',
    text: ' AND i.ended_at IS NULL',
    without: '',
  },
  'an integrationId is good for one order': {
    file: INTEGRATIONS,
    fn: 'is_opening_good',
    text: 'v.order_id IS NULL OR',
    without: 'true OR',
  },
  'an order takes what its own visitor opened': {
    file: INTEGRATIONS,
    fn: 'take_opening',
    text: 'WHERE l.uuid = visitor)',
    without: 'WHERE visitor IS NOT NULL)',
  },
  'an order takes what is good': { file: INTEGRATIONS, fn: 'take_opening', text: ' AND is_opening_good(v)', without: '' },
  'an order is of the businesses of its integration': {
    file: INTEGRATIONS,
    fn: 'take_opening',
    text: 'p.business_id <> ALL (i.business_ids)',
    without: 'false',
  },
  'an integration hears of its own orders': {
    file: WEBHOOKS,
    fn: 'tell_webhooks',
    text: '(w.integration_id IS NULL OR w.integration_id = v.integration_id)',
    without: 'true',
  },
} as const satisfies Checks
