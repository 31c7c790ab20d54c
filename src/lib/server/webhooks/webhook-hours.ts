import { database } from '#lib/server/platform/db/connect.ts'

/** Messages of one hour that arrived, and that were given up. */
export interface HourTold {
  readonly arrived: number
  readonly failed: number
}

/** Hours that are told of, up to now. */
const HOURS = 24

interface Row extends HourTold {
  readonly webhookId: number
  /** How many hours before the last one. */
  readonly ago: number
}

/** How the messages of each webhook went of late, hour by hour up to this one; by its id, a webhook that told nothing is left out. */
export async function hoursOfWebhooks(): Promise<ReadonlyMap<number, readonly HourTold[]>> {
  const { rows } = await database().query<Row>({
    name: 'hours-of-webhooks',
    text: `SELECT webhook_id AS "webhookId", floor(extract(epoch FROM now() - closed_at) / 3600)::int AS ago,
             count(*) FILTER (WHERE state = 'delivered')::int AS arrived, count(*) FILTER (WHERE state = 'failed')::int AS failed
           FROM webhook_message WHERE state <> 'queued' AND closed_at > now() - $1::int * interval '1 hour' AND closed_at <= now() GROUP BY 1, 2`,
    values: [HOURS],
  })
  const byWebhook = Map.groupBy(rows, ({ webhookId }) => webhookId)
  return new Map([...byWebhook].map(([webhookId, hours]) => [webhookId, hoursOf(hours)]))
}

/** Hours in which nothing was told, all of them. */
export const QUIET_HOURS: readonly HourTold[] = Array.from({ length: HOURS }, () => ({ arrived: 0, failed: 0 }))

function hoursOf(rows: readonly Row[]): readonly HourTold[] {
  return QUIET_HOURS.map((quiet, at) => {
    const found = rows.find(({ ago }) => ago === HOURS - 1 - at)
    return found ? { arrived: found.arrived, failed: found.failed } : quiet
  })
}
