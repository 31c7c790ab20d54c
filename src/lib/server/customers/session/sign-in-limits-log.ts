import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { indexOf, logSecurity } from './security-log.ts'

interface Reached {
  readonly limit: string
  readonly uuid: string
  readonly caller: string | null
}

const REACHED = 'limit reached'

/** Logs a reached limit to the security log, at most once a minute per visitor and address, so that a flood does not fill it. */
export async function noteLimit(client: Queryable, { limit, uuid, caller }: Reached): Promise<void> {
  const { rows } = await client.query<{ noted: boolean }>({
    name: 'limit-noted',
    text: `SELECT EXISTS (SELECT FROM security_log WHERE at > statement_timestamp() - interval '1 minute' AND action = $1
             AND (uuid = $2 OR caller = $4) AND facts ->> 'limit' = $3) AS noted`,
    values: [REACHED, uuid, limit, caller === null ? null : indexOf('caller', caller)],
  })
  if (rows[0]?.noted !== true) await logSecurity(client, { action: REACHED, uuid, caller, facts: { limit } })
}
