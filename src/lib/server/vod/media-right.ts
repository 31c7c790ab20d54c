import { database } from '#lib/server/platform/db/connect.ts'
import type { MediaGrant } from './media-grant.ts'

/** For how long a right is remembered: a device that was replaced, a cancelled ticket and a closed window end within it. */
const REMEMBERED_MS = 10_000
const MOST_REMEMBERED = 20_000

interface Known {
  readonly until: number
  readonly has: Promise<boolean>
}

const known = new Map<string, Known>()

/** Whether the session has a place at this film now: asked of the database at most every ten seconds for each device. */
export function mayWatch({ orderId, vodId }: MediaGrant, sidHash: Buffer, now = Date.now()): Promise<boolean> {
  const key = `${orderId} ${String(vodId)} ${sidHash.toString('base64')}`
  const before = known.get(key)
  if (before && before.until > now) return before.has
  if (known.size >= MOST_REMEMBERED) known.clear()
  const has = askDatabase(orderId, vodId, sidHash)
  known.set(key, { until: now + REMEMBERED_MS, has })
  // What could not be asked is asked again.
  has.catch(() => known.delete(key))
  return has
}

async function askDatabase(orderId: string, vodId: number, sidHash: Buffer): Promise<boolean> {
  const { rowCount } = await database('holds').query({
    name: 'may-watch',
    text: `SELECT FROM film_device d JOIN session s ON s.uuid = d.device JOIN film_ticket t USING (order_id) JOIN orders o USING (order_id)
           JOIN order_item i ON i.order_id = o.order_id AND i.kind = 'film'
           WHERE d.order_id = $1 AND t.film_id = $2 AND s.sid_hash = $3 AND is_order_of(o, s.uuid) AND o.state = 'paid' AND i.cancellation_id IS NULL
             AND t.ends_at > now()`,
    values: [orderId, vodId, sidHash],
  })
  return rowCount === 1
}

/** Forgets what this process knows of an order's devices, so that a change is seen at once. */
export function forgetRights(orderId: string): void {
  for (const key of known.keys()) if (key.startsWith(orderId)) known.delete(key)
}
