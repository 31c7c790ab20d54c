import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { enqueueMessages, type Recipients } from '#lib/server/outbox/outbox-queue.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'

/** Maximum number of times that an order's tickets are sent again in 24 hours. */
const MOST = 3
const DAY = 86_400

/** Prefix of the messages' kind; a number follows, because each kind is sent once. */
const AGAIN = 'resend-'

/**
 * Sends the tickets of a paid reservation again to its original number and address. Refusals: NOT_FOUND (another's, none, not paid, or a visitor without the
 * cookie), TOO_MANY_REQUESTS.
 */
export async function resendTickets(visitor: Visitor, resId: string): Promise<Result<{ readonly success: boolean }>> {
  if (visitor.proof !== 'cookie') return refuse('NOT_FOUND')
  return inTransaction(async (client) => {
    const order = await lockOwn(client, visitor.uuid, resId)
    if (!order) return refuse('NOT_FOUND')
    const sent = await sendAgain(client, order)
    if (!sent.ok) return sent
    await audit(client, { action: 'tickets sent again', subject: order.orderId, uuid: visitor.uuid })
    return accept({ success: true })
  })
}

/** Queues the tickets of an order once more, in the transaction that has locked it. Refusal: TOO_MANY_REQUESTS, whoever has sent them before. */
export async function sendAgain(client: Queryable, to: Recipients): Promise<Result<{ readonly times: number }>> {
  const { count, wait, next } = await sentAgain(client, to.orderId)
  if (count >= MOST) return refuse('TOO_MANY_REQUESTS', { seconds: wait })
  await enqueueMessages(client, to, `${AGAIN}${String(next)}`)
  return accept({ times: next })
}

/** Locks the order, so that concurrent calls are counted one after the other. */
async function lockOwn(client: Queryable, uuid: string, resId: string): Promise<Recipients | undefined> {
  const { rows } = await client.query<Recipients>({
    name: 'order-to-resend',
    text: `SELECT o.order_id AS "orderId", o.email, o.mobile_number AS "mobileNumber" FROM orders o
           WHERE o.reservation_identifier = $1 AND o.state = 'paid' AND is_order_of(o, $2) FOR UPDATE`,
    values: [resId, uuid],
  })
  return rows[0]
}

async function sentAgain(client: Queryable, orderId: string): Promise<{ count: number; wait: number; next: number }> {
  const { rows } = await client.query<{ count: number; wait: number; next: number }>({
    name: 'resends-of-order',
    text: `SELECT count(DISTINCT kind) FILTER (WHERE created_at > now() - $3::int * interval '1 second')::int AS count,
             coalesce(ceil(extract(epoch FROM min(created_at) FILTER (WHERE created_at > now() - $3::int * interval '1 second') - now()) + $3), 1)::int AS wait,
             coalesce(max(substr(kind, length($2) + 1)::int), 0) + 1 AS next
           FROM outbox WHERE order_id = $1 AND starts_with(kind, $2)`,
    values: [orderId, AGAIN, DAY],
  })
  return rows[0] ?? { count: 0, wait: 1, next: 1 }
}
