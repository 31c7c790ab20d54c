import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { enqueueMail, enqueueMessages, type Recipients } from '#lib/server/outbox/outbox-queue.ts'

/** The kinds of messages about money that went back: 'refund:late', 'refund:double', 'refund:change', 'refund:cancel:' with the cancellation; of what went back later
 * with the refund that it was told with, 'refund:cancel:cancellation:refund'. */
export const RETURNED = 'refund:'

/** The order that a refund r is spoken of. */
export const SPEAKS_OF = `CASE r.reason WHEN 'change' THEN r.cause
  WHEN 'cancel' THEN coalesce((SELECT c.order_id FROM cancellation c WHERE c.cancellation_id = r.cause), r.order_id) ELSE r.order_id END`

/**
 * One mail and one SMS of what the providers gave back for one reason, when nothing more of it is asked for; what goes back later still has a message of its own.
 * Of a ticket change they speak of the new order, of a cancellation of the order that was cancelled, and then by mail alone, because the cancellation's own SMS
 * has said it. In the transaction of the refund, which has locked its order.
 */
export async function tellReturned(client: Queryable, refundId: string): Promise<void> {
  const { rows } = await client.query<Recipients & { reason: string; kind: string }>({
    name: 'refund-to-tell',
    text: `WITH same AS (
             SELECT x.* FROM refund r JOIN refund x ON x.order_id = r.order_id AND x.reason = r.reason AND x.cause IS NOT DISTINCT FROM r.cause
             WHERE r.refund_id = $1),
           told AS (
             UPDATE refund SET told = '${RETURNED}' || reason || CASE
               WHEN EXISTS (SELECT FROM same WHERE told IS NOT NULL) THEN ':' || coalesce(cause::text, '') || ':' || $1::uuid
               WHEN reason = 'cancel' AND cause IS NOT NULL THEN ':' || cause ELSE '' END
             WHERE refund_id IN (SELECT refund_id FROM same WHERE state = 'done' AND told IS NULL)
               AND NOT EXISTS (SELECT FROM same WHERE state = 'intended')
             RETURNING *)
           SELECT DISTINCT o.order_id AS "orderId", o.email, o.mobile_number AS "mobileNumber", r.reason, r.told AS kind
           FROM told r JOIN orders o ON o.order_id = ${SPEAKS_OF}`,
    values: [refundId],
  })
  const told = rows[0]
  if (!told) return
  if (told.reason === 'cancel') await enqueueMail(client, told, told.kind)
  else await enqueueMessages(client, told, told.kind)
}
